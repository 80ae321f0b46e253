"""`tftypes fix --suggested` makes the fixes that `tftypes check` suggests, and SARIF holds each of them."""

from __future__ import annotations

import json
import os

from tests.cli.conftest import Project

WRONG = """
    import tensorflow as tf

    x = tf.zeros([2, 3])
    rows = tf.reduce_sum(x, axes=1)
    gram = tf.matmul(x, x)
    """
MENDED = """
    import tensorflow as tf

    x = tf.zeros([2, 3])
    rows = tf.reduce_sum(x, axis=1)
    gram = tf.matmul(x, x, transpose_b=True)
    """


def test_all_are_made_at_once(project: Project) -> None:
    project.write({"a.py": WRONG, "mended.py": MENDED, "right.py": "print(1)\n"})
    patch = project.run("fix", "--suggested", "--diff")
    assert patch.code == 1
    assert "-rows = tf.reduce_sum(x, axes=1)\n" in patch.out
    assert "+rows = tf.reduce_sum(x, axis=1)\n" in patch.out
    made = project.run("fix", "--suggested")
    assert made.code == 0
    assert made.out.splitlines() == [
        "a.py:4:8: rows = tf.reduce_sum(x, axis=1)  [tf-call]",
        "a.py:5:8: gram = tf.matmul(x, x, transpose_b=True)  [tf-shape]",
        "fixed 2 problems in 1 file",
    ]
    assert project.read("a.py") == project.read("mended.py")
    assert project.run("fix", "--suggested").out == "nothing to fix in 3 files\n"


def test_the_lines_around_keep_their_bytes(project: Project) -> None:
    before = b"\xef\xbb\xbfimport tensorflow as tf; tf.rank(axes=1, input=2)\r\nx = '\xc3\xa9'\r\n"
    project.write({"a.py": before})
    assert project.run("fix", "--suggested").code == 0
    after = (project.root / "a.py").read_bytes()
    assert after == before.replace(b"axes=1, ", b"")


def test_what_is_silenced_disabled_or_known_stays(project: Project) -> None:
    silenced = "import tensorflow as tf\ntf.rank(2, axes=1)  # tftypes: ignore\n"
    project.write({"silenced.py": silenced})
    assert project.run("fix", "--suggested").out == "nothing to fix in 1 file\n"
    project.write({"silenced.py": silenced.partition("  #")[0] + "\n"})
    assert project.run("fix", "--suggested", "--disable", "tf-call").out.startswith("nothing")
    assert project.run("fix", "--suggested", "--diff").code == 1


def test_a_file_in_another_encoding_gets_none(project: Project) -> None:
    """Its columns are not those of the tree."""
    source = "# coding: latin-1\nimport tensorflow as tf\ns = 'é'; tf.rank(2, axes=1)\n"
    project.write({"a.py": source.encode("latin-1")})
    assert project.run("check", "--no-mypy").code == 1
    assert project.run("fix", "--suggested").out == "nothing to fix in 1 file\n"


def test_a_link_out_of_the_folder_is_not_followed(project: Project) -> None:
    project.write({"elsewhere/a.py": WRONG, "here/b.py": "print(1)\n"})
    os.symlink(project.root / "elsewhere" / "a.py", project.root / "here" / "a.py")
    before = project.read("elsewhere/a.py")
    result = project.run("fix", "--suggested", "here")
    assert result.code == 2
    assert result.err == "tftypes: here/a.py: not fixed: the link leads out of the given folders\n"
    assert project.read("elsewhere/a.py") == before


def test_unsafe_fixes_of_lints_are_others(project: Project) -> None:
    project.write({"a.py": WRONG})
    result = project.run("fix", "--suggested", "--unsafe")
    assert result.code == 2
    assert "--suggested and --unsafe exclude each other: give one of them" in result.err


def test_sarif_holds_each(project: Project) -> None:
    project.write({"a.py": WRONG})
    (run,) = json.loads(project.run("check", "--no-mypy", "--format", "sarif").out)["runs"]
    fixes = [each["fixes"][0] for each in run["results"]]
    texts = [
        each["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] for each in fixes
    ]
    assert texts == [
        "rows = tf.reduce_sum(x, axis=1)\n",
        "gram = tf.matmul(x, x, transpose_b=True)\n",
    ]

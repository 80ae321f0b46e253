"""What a new user runs into: misspelt commands, files that are no programs, old code, servers."""

from __future__ import annotations

import json

import pytest

from .conftest import Project

WRONG = "import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n"
ONE_BRANCH = """\
import tensorflow as tf

@tf.function
def widths(a, b):
    if tf.reduce_any(a > b):
        low = tf.minimum(a, b)
        high = tf.maximum(a, b)
    return high - low

widths(tf.ones([2]), tf.zeros([2]))
"""
HASHED = "import tensorflow as tf\nd = {tf.zeros([2]): 1}\n"


def test_functions_without_annotations_are_checked(project: Project) -> None:
    project.write(
        {
            "a.py": """
                import tensorflow as tf
                def train():
                    return tf.redcue_mean(tf.zeros([2, 3]))
                def test_it():
                    tf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))
                """
        }
    )
    plain = project.run("check", "-q")
    assert project.run("init").code == 0

    for result in (plain, project.run("check", "-q")):
        assert [line.rpartition("[")[2] for line in result.out.splitlines()] == [
            "tf-attribute]",
            "tf-shape]",
        ]


def test_a_misspelt_command_has_a_suggestion(project: Project) -> None:
    assert "did you mean 'check'?" in project.run("chekc").err


def test_a_code_that_nobody_knows_is_told(project: Project) -> None:
    project.write({"a.py": HASHED})

    result = project.run("lint", "--select", "nosuch")

    assert result.err == "warning: --select: 'nosuch' is not a code of tftypes or mypy\n"


def test_a_file_that_is_no_program_is_not_checked(project: Project) -> None:
    project.write({"data.csv": "a,b\n", "script": "#!/usr/bin/env python\nx = 1\n"})

    assert project.run("lint", "data.csv").err == (
        "tftypes: data.csv: not a Python file: its name ends in none of .py, .pyi\n"
    )
    assert project.run("lint", "script").code == 0


def test_known_findings_of_types_and_lints_are_left_out(project: Project) -> None:
    project.write({"a.py": WRONG + HASHED.partition("\n")[2]})
    options = ["--no-mypy", "--baseline", "known.json"]

    assert (
        project.run("check", "--update-baseline", *options).out == "known.json: 2 known findings\n"
    )
    result = project.run("check", *options)

    assert (result.code, result.out) == (
        0,
        "no problems found in 1 file, 2 known findings left out\n",
    )
    project.write({"b.py": WRONG})
    assert project.run("check", "-q", *options).out.startswith("b.py:2:1: error: ")


def test_an_update_of_lints_keeps_what_is_known_of_types_and_the_other_way_round(
    project: Project,
) -> None:
    private = "from tensorflow.python.framework import ops\n"
    project.write({"a.py": private + WRONG})
    baseline = ["--update-baseline", "--baseline", "known.json"]
    project.run("check", "--no-mypy", *baseline)
    both = project.read("known.json")

    assert project.run("lint", *baseline).out == "known.json: 2 known findings\n"
    assert project.read("known.json") == both
    project.run("check", "--no-mypy", "--no-lint", *baseline)
    assert project.read("known.json") == both
    project.write({"a.py": WRONG})
    assert project.run("lint", *baseline).out == "known.json: 1 known finding\n"


@pytest.mark.parametrize("given", [(), ("--no-mypy",)])
def test_what_the_engine_and_a_lint_say_of_one_place_is_said_once(
    project: Project, given: tuple[str, ...]
) -> None:
    project.write({"a.py": HASHED})

    def codes(*options: str) -> list[str]:
        lines = project.run("check", "-q", *given, *options).out.splitlines()
        return [line.rpartition("  ")[2] for line in lines]

    # The lint has a fix, so it is the one that is kept.
    assert codes() == ["[tensor-hash]"]
    assert codes("--select=tensor-hash") == ["[tensor-hash]"]
    assert codes("--select=tf-value") == ["[tf-value]"]
    assert codes("--disable=tensor-hash") == ["[tf-value]"]


def test_an_argument_of_an_older_tensorflow_is_said_once(project: Project) -> None:
    project.write({"a.py": "import tensorflow as tf\ntf.argmax(tf.ones([2]), dimension=0)\n"})
    told = project.run("check", "--no-mypy").out
    assert (
        "a.py:2:1: error: tf.argmax(): has no parameter 'dimension'; did you mean 'axis'?" in told
    )
    assert "deprecated-argument" not in told
    assert "[deprecated-argument]" in project.run("lint").out


def test_a_name_that_one_branch_sets_is_said_once(project: Project) -> None:
    project.write({"a.py": ONE_BRANCH})
    lines = project.run("check", "-q", "--no-mypy").out.splitlines()
    assert [line.rpartition("  ")[2] for line in lines] == ["[tf-trace]"]


def test_servers_get_paths_from_the_top_of_the_work_tree(
    project: Project, monkeypatch: object
) -> None:
    project.write({"src/net/train.py": HASHED})
    monkeypatch.chdir(project.root / "src" / "net")  # type: ignore[attr-defined]

    assert "file=src/net/train.py," in project.run("lint", "--format", "github").out
    log = json.loads(project.run("lint", "--format", "sarif").out)["runs"][0]
    [result] = log["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == "src/net/train.py"
    assert log["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"{project.root.as_uri()}/"


def test_descriptions_are_short_enough_and_the_help_is_whole(project: Project) -> None:
    project.write({"a.py": HASHED})
    [rule] = json.loads(project.run("lint", "--format", "sarif").out)["runs"][0]["tool"]["driver"][
        "rules"
    ]

    assert len(rule["fullDescription"]["text"]) <= 1024 < len(rule["help"]["markdown"])
    assert rule["helpUri"].endswith("docs/lint/tensor-hash.md")
    assert rule["defaultConfiguration"] == {"level": "error"}


def test_functions_that_mypy_passes_over_are_counted_and_named(project: Project) -> None:
    functions = "".join(f"def f{number}(x):\n    pass\n" for number in range(5))
    project.write({"a.py": f"{functions}def typed(x: int): ...\n", "mypy.ini": "[mypy]\n"})

    assert project.run("check", "-q").err == (
        "warning: 5 functions without annotations, in which only tensors are checked: "
        "a.py:1 f0, a.py:3 f1, a.py:5 f2 and 2 more; check_untyped_defs = true lets mypy check the rest\n"
    )
    assert project.run("check", "-q", "--", "--check-untyped-defs").err == ""
    project.write({"mypy.ini": "[mypy]\ncheck_untyped_defs = True\n"})
    assert project.run("check", "-q").err == ""

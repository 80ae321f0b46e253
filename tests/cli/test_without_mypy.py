"""`tftypes check --no-mypy`: the engine and the lints alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Project

WRONG = """\
import tensorflow as tf

def f(x):
    return tf.matmul(tf.zeros([2, 3]), tf.zeros([4, 5]))
"""
MESSAGE = (
    "tf.matmul(): argument 'b': inner dims 3 and 4 differ: a is float32[2, 3], b is float32[4, 5]"
)


def test_what_is_wrong_is_shown(project: Project) -> None:
    project.write({"a.py": WRONG})

    result = project.run("check", "--no-mypy")

    assert result.code == 1
    assert result.out == (
        f"a.py:4:12: error: {MESSAGE}  [tf-shape]\n"
        "   4 |     return tf.matmul(tf.zeros([2, 3]), tf.zeros([4, 5]))\n"
        "     |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        "     = suggested fix, line 4: return tf.matmul(tf.zeros([2, 4]), tf.zeros([4, 5]))\n"
        "\n"
        "found 1 error in 1 file (1 checked)\n"
    )


def test_the_same_findings_as_with_the_adapter(project: Project) -> None:
    project.write(
        {
            "layers.py": "import tensorflow as tf\n\ndef dense(x, w):\n    return tf.matmul(x, w)\n",
            "net.py": "import tensorflow as tf\nfrom layers import dense\n\n"
            "dense(tf.zeros([2, 3]), tf.zeros([4, 5]))\nreveal_type(tf.zeros([2]))\n",
            "mypy.ini": "[mypy]\nplugins = tftypes_mypy\n",
        }
    )
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "layers.py", "net.py"]
    mypy = subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=False)

    alone = json.loads(project.run("check", "--no-mypy", "--format", "json").out)

    told = [line for line in mypy.stdout.splitlines() if "in dense()" not in line]
    assert [each["message"] for each in alone["findings"]] == [
        line.split(": ", 2)[2].rpartition("  [")[0] or line.split(": ", 2)[2] for line in told
    ]


def test_the_way_to_a_finding_is_its_hint(project: Project) -> None:
    project.write({"a.py": WRONG.replace("f(x)", "f()") + "\nf()\n"})

    assert "= in f(), which is called at a.py:6\n" in project.run("check", "--no-mypy").out


@pytest.mark.parametrize("form", ["json", "github", "sarif", "junit"])
def test_every_format(project: Project, form: str) -> None:
    project.write({"a.py": WRONG})

    assert "tf-shape" in project.run("check", "--no-mypy", "--format", form).out


@pytest.mark.parametrize(
    "comment",
    [
        "# type: ignore",
        "# type: ignore[tf-shape]",
        "# type: ignore[tftypes]",
        "# tftypes: ignore",
        "# tftypes: ignore[tf-shape]",
    ],
)
def test_a_comment_silences_a_finding(project: Project, comment: str) -> None:
    project.write({"a.py": WRONG.replace("5]))", f"5]))  {comment}")})

    assert project.run("check", "--no-mypy").out == "no problems found in 1 file\n"
    assert project.run("lint").out == "no problems found in 1 file\n"


def test_a_comment_for_another_code_does_not(project: Project) -> None:
    project.write({"a.py": WRONG.replace("5]))", "5]))  # type: ignore[tf-rank]")})

    assert project.run("check", "--no-mypy").code == 1


def test_a_comment_above_all_statements_is_for_the_file(project: Project) -> None:
    project.write({"a.py": f"# type: ignore\n{WRONG}"})

    assert project.run("check", "--no-mypy").code == 0


def test_a_file_that_does_not_parse_is_a_finding_and_the_others_are_checked(
    project: Project,
) -> None:
    project.write({"a.py": "import tensorflow as tf\ndef f(:\n", "b.py": WRONG})

    out = project.run("check", "--no-mypy", "-q").out

    assert out.startswith("a.py:2:7: error: ") and "[syntax]" in out
    assert f"b.py:4:12: error: {MESSAGE}" in out


def test_codes_are_selected_and_disabled(project: Project) -> None:
    project.write({"a.py": WRONG})

    assert project.run("check", "--no-mypy", "--disable", "tf-shape").code == 0
    assert project.run("check", "--no-mypy", "--disable", "tftypes").code == 0
    assert project.run("check", "--no-mypy", "--select", "tf-shape").code == 1


def test_what_a_lint_says_of_a_name_is_not_said_again(project: Project) -> None:
    project.write({"a.py": "import tensorflow as tf\nx = tf.keras.losses.mean_squared_error\n"})

    [line] = project.run("check", "--no-mypy", "-q").out.splitlines()

    assert line.endswith("[deprecated-symbol]")
    assert "[tf-attribute]" in project.run("check", "--no-mypy", "--no-lint", "-q").out


def test_the_order_of_the_files_does_not_matter(project: Project) -> None:
    files = {f"m{number}.py": WRONG.replace("4, 5", f"4, {number}") for number in range(6)}
    project.write(files)

    forward = project.run("check", "--no-mypy", *sorted(files)).out

    assert project.run("check", "--no-mypy", *sorted(files, reverse=True)).out == forward


def test_where_mypy_is_not_installed_it_is_done_without(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"a.py": WRONG})
    monkeypatch.setattr("tftypes.cli.commands.find_spec", lambda name: None)

    assert MESSAGE in project.run("check").out


def test_mypy_is_not_imported(project: Project) -> None:
    project.write({"a.py": WRONG})
    program = (
        "import sys\nfrom tftypes.cli.commands import cli\n"
        "try:\n    cli(['check', '--no-mypy', '-q'])\n"
        "finally:\n    print({'mypy.build', 'tensorflow', 'numpy'} & set(sys.modules))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.endswith("set()\n"), run.stdout + run.stderr


class TestCache:
    """What was found is kept by what it depends on."""

    def entries(self, project: Project) -> list[Path]:
        return [
            each for each in (project.root / ".tftypes_cache/engine").rglob("*") if each.is_file()
        ]

    def test_a_second_run_runs_nothing(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write({"a.py": WRONG})
        first = project.run("check", "--no-mypy")

        monkeypatch.setattr("tftypes.inference.runs.Runs.analyze", None)

        assert project.run("check", "--no-mypy").out == first.out

    def test_an_edit_of_what_a_file_imports_is_seen(self, project: Project) -> None:
        sizes = "SIZE = {}\n"
        project.write(
            {
                "a.py": "import tensorflow as tf\nfrom sizes import SIZE\n\n"
                "tf.zeros([2, SIZE]) + tf.zeros([2, 3])\n",
                "sizes.py": sizes.format(3),
            }
        )
        for size, code in ((3, 0), (4, 1), (3, 0)):
            project.write({"sizes.py": sizes.format(size)})
            assert project.run("check", "--no-mypy").code == code

    def test_it_is_the_same_wherever_the_project_lies(
        self, project: Project, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        project.write({"a.py": WRONG})
        project.run("check", "--no-mypy")
        elsewhere = Project(tmp_path_factory.mktemp("elsewhere"))
        elsewhere.write({"a.py": WRONG})
        os.chdir(elsewhere.root)
        elsewhere.run("check", "--no-mypy")

        assert [each.name for each in self.entries(project)] == [
            each.name for each in self.entries(elsewhere)
        ]

    @pytest.mark.parametrize(
        "content",
        [b"", b"nonsense", b"\0" * 100, b"e3b0c442\n[]", b"cposix\nsystem\n"],
        ids=["empty", "nonsense", "zeros", "wrong checksum", "a pickle"],
    )
    def test_a_damaged_entry_is_none(self, project: Project, content: bytes) -> None:
        project.write({"a.py": WRONG})
        first = project.run("check", "--no-mypy")
        [entry] = self.entries(project)
        entry.write_bytes(content)

        assert project.run("check", "--no-mypy").out == first.out
        assert entry.read_bytes() != content

    def test_an_entry_with_a_true_checksum_and_another_form_is_none(self, project: Project) -> None:
        from hashlib import sha256

        project.write({"a.py": WRONG})
        first = project.run("check", "--no-mypy")
        [entry] = self.entries(project)
        entry.write_bytes(sha256(b'[["a"],2]').hexdigest().encode() + b'\n[["a"],2]')

        assert project.run("check", "--no-mypy").out == first.out

    def test_links_are_not_followed(
        self, project: Project, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        project.write({"a.py": WRONG})
        elsewhere = tmp_path_factory.mktemp("elsewhere")
        (project.root / ".tftypes_cache").mkdir()
        (project.root / ".tftypes_cache/engine").symlink_to(elsewhere)

        assert MESSAGE in project.run("check", "--no-mypy").out
        assert not list(elsewhere.iterdir())

    def test_a_folder_that_cannot_be_written_to_has_no_cache(self, project: Project) -> None:
        project.write({"a.py": WRONG, ".tftypes_cache": "a file\n"})

        assert MESSAGE in project.run("check", "--no-mypy").out


def test_the_cache_lies_where_it_is_asked_for_or_nowhere(project: Project) -> None:
    project.write({"a.py": "import tensorflow as tf\n"})

    assert project.run("check", "--no-mypy", "--no-cache").code == 0
    assert not (project.root / ".tftypes_cache").exists()
    assert project.run("check", "--no-mypy", "--cache-dir", "elsewhere").code == 0
    assert not (project.root / ".tftypes_cache").exists()
    assert (project.root / "elsewhere" / "engine").exists()


@pytest.mark.parametrize("alone", [[], ["--no-mypy"]], ids=["with mypy", "alone"])
def test_a_missing_module_is_told_once(project: Project, alone: list[str]) -> None:
    project.write(
        {"a.py": "import tensorflow.foo\nimport keras.foo\nfrom keras.layers import Dens\n"}
    )

    out = project.run("check", *alone, "--format", "github").out

    assert out.count("title=tftypes tf-attribute") == out.count("::error") == 3


@pytest.mark.parametrize("alone", [[], ["--no-mypy"]], ids=["with mypy", "alone"])
def test_byte_order_marks_and_ends_of_lines_hide_nothing(
    project: Project, alone: list[str]
) -> None:
    wrong = b"import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([4, 5]))\n"
    project.write(
        {
            "crlf.py": b"\xef\xbb\xbf" + wrong.replace(b"\n", b"\r\n"),
            "mark.py": b"\xef\xbb\xbf" + wrong.replace(b"\n", b"; ", 1),
            "old.py": b"x = 1\r" + wrong.replace(b"\n", b"\r"),
        }
    )

    out = project.run("check", *alone, "-q").out

    places = [line.partition(": error: tf.matmul()")[0] for line in out.splitlines()]
    assert [each for each in places if each in ("crlf.py:2:1", "mark.py:1:26", "old.py:3:1")] == [
        "crlf.py:2:1", "mark.py:1:26", "old.py:3:1"
    ]  # fmt: skip


def test_a_file_that_is_too_large_to_run_is_named(project: Project) -> None:
    project.write({"data.py": f"import tensorflow as tf\nNUMBERS = [{'1, ' * 700_000}]\n"})

    out = project.run("check", "--no-mypy").out

    assert "data.py:1:1: note: the file is larger than 2,000,000 bytes, so its tensors" in out


_USES_UTILS = "import tensorflow as tf\nimport utils\n\nutils.both(tf.zeros([2]))\n"


@pytest.mark.parametrize(
    ("configured", "said"),
    [("", []), ("\n[tool.mypy]\nmypy_path = '$MYPY_CONFIG_FILE_DIR/two'\n", ["one/train.py"])],
)
def test_each_script_looks_for_modules_in_its_own_project_and_where_mypy_is_told_to(
    configured: str, said: list[str], project: Project
) -> None:
    files = {"one/train.py": _USES_UTILS, "two/utils.py": "def both(x, y): return x\n"}
    project.write({"pyproject.toml": f"[tool.tftypes]\n{configured}", **files})

    out = project.run("check", "--no-mypy", "-q").out

    assert [line.partition(":")[0] for line in out.splitlines()] == said


def test_a_gradient_that_is_none_is_told_once(project: Project) -> None:
    project.write(
        {
            "a.py": """
            import tensorflow as tf

            x = tf.constant(1.0)
            with tf.GradientTape() as tape:
                y = x * 2
            gradient = tape.gradient(y, x)
            """
        }
    )

    out = project.run("check", "--no-mypy", "-q").out

    assert [line.rpartition("[")[2] for line in out.splitlines()] == ["tf-gradient]"]

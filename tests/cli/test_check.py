"""`tftypes check`: what the user sees."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Project

MATMUL = "import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n"
NET = """
    import tensorflow as tf
    from tftypes import Shape, Tensor, float32
    from tensorflow.python.framework import ops

    def net(x: Tensor[float32, Shape[2, 3]], w: Tensor[float32, Shape[2, 3]]):
        return tf.matmul(x, w)

    class Celsius:
        def __tf_tensor__(self):
            return tf.constant(20.0)

    count: int = "three"
    """


def test_one_report_of_types_and_lints_sorted_by_place(project: Project) -> None:
    project.write({"net.py": NET})

    result = project.run("check", "net.py")

    shown = result.out.splitlines()
    assert result.code == 1
    assert result.err == ""
    assert [line.split("  [")[1].rstrip("]") for line in shown if line.startswith("net.py")] == [
        "private-import",
        "tf-shape",
        "tf-tensor-signature",
        "assignment",
    ]
    assert shown[0] == (
        "net.py:3:1: warning: `tensorflow.python.framework` is private to TensorFlow"
        " and may change in any release  [private-import]"
    )
    assert "net.py:6:12: error: tf.matmul(): argument 'b': inner dims 3 and 2 differ" in result.out
    assert result.out.endswith(
        """\
   6 |     return tf.matmul(x, w)
     |            ^~~~~~~~~~~~~~~
     = suggested fix, line 6: return tf.matmul(x, w, transpose_b=True)
net.py:9:9: error: TensorFlow calls `value.__tf_tensor__(dtype, name)`: dtype and name are not accepted  [tf-tensor-signature]
   9 |     def __tf_tensor__(self):
     |         ^~~~~~~~~~~~~
     = write `def __tf_tensor__(self, dtype=None, name=None)`
net.py:12:14: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]
  12 | count: int = "three"
     |              ^~~~~~~

found 3 errors, 1 warning in 1 file (1 checked)
"""
    )


def test_nothing_found(project: Project) -> None:
    project.write({"a.py": "x = 1\n", "folder with spaces/b.py": "y = 'é'\n"})

    result = project.run("check", ".")

    assert (result.code, result.out, result.err) == (0, "no problems found in 2 files\n", "")


def test_without_paths_the_current_folder_is_checked(project: Project) -> None:
    project.write({"a.py": "x: int = ''\n"})

    assert project.run("check").out.startswith("a.py:1:10: error: ")


def test_tests_of_the_same_name_in_folders_that_are_no_packages(project: Project) -> None:
    project.write(
        {
            "core/tests/test_ops.py": MATMUL,
            "core/tests/helper.py": "def size() -> int:\n    return 3\n",
            "train/tests/test_ops.py": "import helper\nx: str = helper.size()\n",
            "train/tests/test_more.py": MATMUL,
            "train/tests/test_more.pyi": "",
        }
    )

    result = project.run("check", "-q")

    assert (result.code, result.err) == (1, "")
    assert [(line.split(":")[0], line.rpartition("[")[2]) for line in result.out.splitlines()] == [
        ("core/tests/test_ops.py", "tf-shape]"),
        ("train/tests/test_ops.py", "assignment]"),
    ]


def test_tests_of_the_same_name_may_be_alike(project: Project) -> None:
    """mypy knows a module in its cache again by the name, the size and the second."""
    for folder, shape in (("one", "3"), ("two", "3"), ("three", "4")):
        wrong = f"import tensorflow as tf\ntf.reshape(tf.zeros([2]), [{shape}])\n"
        project.write({f"{folder}/test_ops.py": wrong})
        os.utime(project.root / folder / "test_ops.py", (1e9, 1e9))

    for _ in range(2):
        lines = project.run("check", "-q").out.splitlines()
        assert [(line.split("/")[0], line.split("do not make ")[1][:3]) for line in lines] == [
            ("one", "[3]"),
            ("three", "[4]"),
            ("two", "[3]"),
        ]


def test_a_note_is_no_problem(project: Project) -> None:
    project.write({"a.py": "reveal_type(1)\n"})

    result = project.run("check", "a.py")

    assert result.code == 0
    assert result.out == (
        'a.py:1:13: note: Revealed type is "Literal[1]?"  [reveal]\n'
        "   1 | reveal_type(1)\n"
        "     |             ^\n"
        "\n"
        "no problems found in 1 file\n"
    )


def test_notes_stand_with_their_error(project: Project) -> None:
    project.write(
        {
            "a.py": """
                from typing import overload
                @overload
                def f(x: int) -> int: ...
                @overload
                def f(x: str) -> str: ...
                def f(x): return x
                f(1.0)
                """
        }
    )

    assert project.run("check", "a.py").out == (
        'a.py:7:1: error: No overload variant of "f" matches argument type "float"  [call-overload]\n'
        "   7 | f(1.0)\n"
        "     | ^~~~~~\n"
        "     = Possible overload variants:\n"
        "           def f(x: int) -> int\n"
        "           def f(x: str) -> str\n"
        "\n"
        "found 1 error in 1 file (1 checked)\n"
    )


def test_quiet_shows_the_findings_and_nothing_else(project: Project) -> None:
    project.write({"a.py": "x: int = ''\n"})

    assert project.run("check", "-q", "a.py").out == (
        'a.py:1:10: error: Incompatible types in assignment (expression has type "str", '
        'variable has type "int")  [assignment]\n'
    )
    assert project.run("check", "-q", "--disable", "assignment", "a.py").out == ""


def test_json_for_programs(project: Project) -> None:
    project.write({"a.py": "x: int = ''\n"})

    result = project.run("check", "--format", "json", "a.py")

    assert result.code == 1
    assert json.loads(result.out) == {
        "version": 1,
        "files": 1,
        "findings": [
            {
                "path": "a.py",
                "line": 1,
                "column": 10,
                "end_line": 1,
                "end_column": 12,
                "code": "assignment",
                "severity": "error",
                "message": "Incompatible types in assignment "
                '(expression has type "str", variable has type "int")',
                "hint": None,
                "source": "mypy",
                "related": [],
            }
        ],
    }


class TestFilesThatDoNotParse:
    def test_each_is_one_finding_and_the_rest_is_checked(self, project: Project) -> None:
        project.write(
            {
                "bad.py": "def f(:\n    pass\n",
                "worse.py": "x = 1\n y = (\n",
                "good.py": "x: int = ''\n",
            }
        )

        result = project.run("check", "-q", ".")

        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        assert result.code == 1
        assert result.out.splitlines() == [
            f"bad.py:1:7: error: not valid Python {version}: invalid syntax  [syntax]",
            'good.py:1:10: error: Incompatible types in assignment (expression has type "str", '
            'variable has type "int")  [assignment]',
            f"worse.py:2:1: error: not valid Python {version}: unexpected indent  [syntax]",
        ]

    def test_what_is_imported_from_one_is_unknown(self, project: Project) -> None:
        project.write(
            {
                "bad.py": "class Base(:\n",
                "good.py": """
                    from bad import Base, anything
                    import bad
                    class Derived(Base):
                        def f(self) -> int:
                            return anything + bad.something
                    x: int = ""
                    """,
            }
        )

        result = project.run("check", "-q", ".")

        assert [line.rpartition("  ")[2] for line in result.out.splitlines()] == [
            "[syntax]",
            "[assignment]",
        ]

    def test_one_that_is_imported_only_is_reported_too(self, project: Project) -> None:
        project.write({"bad.py": "def f(:\n", "good.py": "import bad\nx: int = ''\n"})

        result = project.run("check", "-q", "good.py")

        assert [line.split(":")[0] for line in result.out.splitlines()] == ["bad.py", "good.py"]

    def test_once_it_is_mended_it_is_checked(self, project: Project) -> None:
        project.write({"a.py": "def f(:\n", "b.py": "import a\na.f('')\n"})
        assert "[syntax]" in project.run("check", "-q", ".").out

        project.write({"a.py": "def f(x: int) -> None: ...\n"})

        assert project.run("check", "-q", ".").out.startswith("b.py:2:5: error: Argument 1")

    def test_bytes_that_are_no_text(self, project: Project) -> None:
        project.write({"a.py": b"x = '\xff'\n", "b.py": "x: int = ''\n"})

        first, second = project.run("check", "-q", ".").out.splitlines()

        assert first.startswith("a.py:1:") and first.endswith("[syntax]")
        assert second.startswith("b.py:1:10: error")

    def test_a_file_that_cannot_be_read(self, project: Project) -> None:
        project.write({"b.py": "x: int = ''\n"})
        (project.root / "a.py").symlink_to("nowhere.py")

        for options in ([], ["--no-lint"]):
            first, second = project.run("check", "-q", *options, ".").out.splitlines()

            assert (
                first == "a.py:1:1: error: cannot be read: No such file or directory  [unreadable]"
            )
            assert second.startswith("b.py:1:10: error")

    @pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python parses it")
    def test_a_newer_python_that_the_program_is_for_decides_what_is_valid(
        self, project: Project
    ) -> None:
        project.write(
            {
                "pyproject.toml": '[project]\nrequires-python = ">=3.12"\n',
                "new.py": """
                    import tensorflow as tf
                    from tftypes import Shape, Tensor, float32
                    type Rows[N] = Tensor[float32, Shape["M", N, 28]]
                    def first[T](items: list[T], rows: Rows[3]) -> T:
                        return items[f"{"a"}"]
                    """,
                "bad.py": "def f(:\n",
                "other.py": "import tensorflow as tf\nfrom new import Rows\nd = {tf.zeros([2]): 1}\n",
            }
        )
        running = f"{sys.version_info[0]}.{sys.version_info[1]}"
        note = (
            f"new.py:1:1: note: Python {running} runs tftypes and cannot read this file, so its tensors and lints "
            "are not checked; run tftypes with Python 3.12  [syntax]"
        )

        for command in (["check"], ["check", "--no-mypy"], ["lint"]):
            lines = project.run(*command, "-q").out.splitlines()
            assert note in lines
            assert [line.split(":")[0] for line in lines if ": error: " in line] == (
                ["bad.py", "new.py", "other.py"] if command == ["check"] else ["bad.py", "other.py"]
            )
        assert project.run("lint", "new.py").code == 0

    @pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python parses it")
    def test_without_one_the_python_that_runs_does(self, project: Project) -> None:
        project.write({"new.py": 'x = f"{"a"}"\n'})

        for command in (["check"], ["check", "--no-mypy"], ["lint"]):
            assert project.run(*command).out.startswith("new.py:1:9: error: not valid")


class TestWhichCodes:
    FILE = {"a.py": "from tensorflow.python import ops\nx: int = ''\n"}

    def codes(self, project: Project, *options: str) -> list[str]:
        result = project.run("check", "--format", "json", *options, "a.py")
        return [finding["code"] for finding in json.loads(result.out)["findings"]]

    def test_all_by_default(self, project: Project) -> None:
        project.write(self.FILE)

        assert self.codes(project) == ["private-import", "assignment"]

    def test_select(self, project: Project) -> None:
        project.write(self.FILE)

        assert self.codes(project, "--select", "assignment") == ["assignment"]
        assert self.codes(project, "--select", "tf-shape,private-import") == ["private-import"]

    def test_disable(self, project: Project) -> None:
        project.write(self.FILE)

        assert self.codes(project, "--disable", "assignment") == ["private-import"]

    def test_without_lints_a_private_module_is_told_by_nobody(self, project: Project) -> None:
        project.write(self.FILE)

        assert self.codes(project, "--no-lint") == ["assignment"]

    def test_in_the_configuration(self, project: Project) -> None:
        project.write(self.FILE)
        project.write({"pyproject.toml": '[tool.tftypes]\ndisable = ["assignment"]\n'})

        assert self.codes(project) == ["private-import"]
        assert self.codes(project, "--disable", "private-import,import-not-found") == []

    def test_the_parent_switches_its_children_off(self, project: Project) -> None:
        project.write({"net.py": NET})

        assert "[tf-shape]" in project.run("check", "net.py").out
        assert "[tf-shape]" not in project.run("check", "--disable", "tftypes", "net.py").out
        assert "found 1 error in" in project.run("check", "--select", "tftypes", "net.py").out

    def test_comments_silence_lints(self, project: Project) -> None:
        project.write(
            {"a.py": "import tensorflow.python  # type: ignore # tftypes: ignore[private-import]\n"}
        )

        assert project.run("check").out == "no problems found in 1 file\n"


class TestWhichFiles:
    def test_exclude(self, project: Project) -> None:
        project.write(
            {
                "pyproject.toml": '[tool.tftypes]\nexclude = ["broken"]\n',
                "a.py": "x = 1\n",
                "broken/b.py": "x: int = ''\n",
            }
        )

        assert project.run("check").out == "no problems found in 1 file\n"
        assert project.run("check", "broken").code == 1

    def test_paths(self, project: Project) -> None:
        project.write(
            {
                "pyproject.toml": '[tool.tftypes]\npaths = ["src"]\n',
                "src/a.py": "x = 1\n",
                "b.py": "x: int = ''\n",
            }
        )

        assert project.run("check").out == "no problems found in 1 file\n"

    def test_what_mypy_excludes_it_is_not_given_unless_named(self, project: Project) -> None:
        project.write(
            {
                "mypy.ini": "[mypy]\nexclude = ^old/\n",
                "a.py": "x = 1\n",
                "old/b.py": "x: int = ''\nimport tensorflow.python  # type: ignore\n",
            }
        )

        assert [line.split(":")[0] for line in project.run("check", "-q").out.splitlines()] == [
            "old/b.py"
        ]
        assert "[assignment]" not in project.run("check").out
        assert "[assignment]" in project.run("check", "old/b.py").out

    def test_a_stub_stands_for_its_module(self, project: Project) -> None:
        project.write({"a.py": "x: int = ''\n", "a.pyi": "x: int\n"})

        assert project.run("check").out == "no problems found in 2 files\n"

    def test_a_name_that_looks_like_an_option(self, project: Project) -> None:
        project.write({"-x.py": "x: int = ''\n", "@y.py": "y: int = ''\n"})

        result = project.run("check", "-q", ".")

        assert [line.split(":")[0] for line in result.out.splitlines()] == ["-x.py", "@y.py"]

    def test_a_project_elsewhere_is_checked_as_from_within(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write(
            {
                "pyproject.toml": '[tool.tftypes]\nexclude = ["old"]\n[tool.mypy]\nmypy_path = "lib"\n',
                "a.py": "import helper\nx: int = helper.text\n",
                "lib/helper.py": "text = ''\n",
                "old/b.py": "x: int = ''\n",
            }
        )
        elsewhere = project.root.parent / "elsewhere"
        elsewhere.mkdir()
        monkeypatch.chdir(elsewhere)

        result = project.run("check", "-q", "../project/a.py", "../project/old")

        assert [line.split(":")[0] for line in result.out.splitlines()] == [
            str(project.root / "a.py"),
            str(project.root / "old" / "b.py"),
        ]

        monkeypatch.chdir(project.root.parent)
        assert project.run("check", "-q", "project").out.startswith("project/a.py:2:10: error")


class TestFailures:
    """One clear line, exit code 2."""

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (["gone.py"], "gone.py: no such file or folder"),
            (["empty"], "no Python files in empty"),
            (["--format", "xml"], "Invalid value for '--format': 'xml' is not one of"),
            (["--formt", "json"], "--formt"),
            (["--min-coverage", "nan"], "--min-coverage: expected a number from 0 to 100, got nan"),
            (
                ["--select", "tf-shap"],
                "--select: there is no code 'tf-shap'; did you mean 'tf-shape'?",
            ),
            (["--disable", "asignment"], "did you mean 'assignment'?"),
            (["--config", "gone.toml"], "gone.toml: cannot be read: No such file or directory"),
        ],
    )
    def test_options_and_paths(self, project: Project, arguments: list[str], line: str) -> None:
        project.write({"a.py": "x = 1\n", "empty/notes.txt": ""})

        result = project.run("check", *arguments)

        assert result.code == 2
        assert result.out == ""
        assert result.err.startswith("tftypes: ") and result.err.count("\n") == 1
        assert line in result.err

    @pytest.mark.parametrize(
        ("name", "text", "line"),
        [
            ("pyproject.toml", "[tool.mypy\n", "pyproject.toml:1: not valid TOML: "),
            ("mypy.ini", "[mypy\n", "mypy.ini: File contains no section headers."),
            ("mypy.ini", "[mypy]\nplugins = gone\n", 'mypy.ini: Error importing plugin "gone"'),
        ],
    )
    def test_broken_configuration_hides_no_finding(
        self, project: Project, name: str, text: str, line: str
    ) -> None:
        project.write({"a.py": MATMUL, name: text})

        result = project.run("check", "-q", "a.py")

        assert (result.code, result.out.count("[tf-shape]")) == (2, 1)
        assert line in result.err and result.err.count("\n") == 1

    def test_an_option_that_mypy_does_not_know_hides_no_finding(self, project: Project) -> None:
        project.write({"a.py": MATMUL})

        result = project.run("check", "-q", "a.py", "--", "--strickt")

        assert (result.code, result.out.count("[tf-shape]")) == (2, 1)
        assert result.err == "tftypes: mypy failed: unrecognized arguments: --strickt\n"

    def test_a_plugin_that_crashes(self, project: Project) -> None:
        project.write(
            {
                "mypy.ini": "[mypy]\nplugins = crash.py, tftypes_mypy\n",
                "crash.py": """
                    from mypy.plugin import Plugin
                    class Crash(Plugin):
                        def get_function_hook(self, fullname):
                            if fullname == "a.f":
                                raise KeyError("crashed here")
                    def plugin(version):
                        return Crash
                    """,
                "a.py": "def f() -> None: ...\nf()\n",
            }
        )

        result = project.run("check", "a.py")

        assert (result.code, result.out) == (2, "no problems found in 1 file\n")
        assert result.err == (
            "tftypes: mypy stopped with an internal error at a.py:2: KeyError: 'crashed here'; "
            "`-- --show-traceback` shows where\n"
        )
        traced = project.run("check", "a.py", "--", "--show-traceback")
        assert 'raise KeyError("crashed here")' in traced.err

    def test_a_damaged_cache(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MYPY_CACHE_DIR", "cache")
        options = ("--", "--no-sqlite-cache")
        project.write({"a.py": "import json\n"})
        project.run("check", "a.py", *options)
        [data] = project.root.glob("cache/*/json/__init__.data.ff")
        written = data.stat().st_mtime_ns
        data.write_bytes(data.read_bytes()[:100])
        os.utime(data, ns=(written, written))
        project.write({"a.py": "import json\nx: int = ''\n"})

        result = project.run("check", "a.py", *options)

        assert (result.code, result.out.count("[assignment]")) == (1, 1)
        assert result.err == (
            "warning: mypy stopped with an internal error that it has with its cache only; it was "
            "run without, and is fast again once the cache is removed\n"
        )

    def test_an_error_of_our_own(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"a.py": "x = 1\n"})

        def broken(*_: object) -> None:
            raise RuntimeError("out of\norder")

        monkeypatch.setattr("tftypes.cli.check.check", broken)

        result = project.run("check")

        assert result.code == 2
        assert result.err == (
            "tftypes: internal error: RuntimeError: out of order; TFTYPES_TRACEBACK=1 shows where\n"
        )
        monkeypatch.setenv("TFTYPES_TRACEBACK", "1")
        with pytest.raises(RuntimeError):
            project.run("check")

    def test_an_interrupt_says_nothing(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write({"a.py": "x = 1\n"})

        def interrupted(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("tftypes.cli.mypy_run._run", interrupted)

        result = project.run("check", "a.py")

        assert (result.code, result.out, result.err.strip()) == (130, "", "")

    def test_types_tensorflow_over_our_stubs(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write(
            {
                "a.py": "x = 1\n",
                "site/types_tensorflow-2.18.dist-info/METADATA": "Name: types-tensorflow\nVersion: 2.18\n",
            }
        )
        monkeypatch.syspath_prepend(project.root / "site")

        result = project.run("check", "a.py")

        assert result.code == 2
        assert result.err == (
            "tftypes: types-tensorflow is installed over tftypes-tensorflow-stubs, so types are "
            "missing: pip uninstall -y types-tensorflow && pip install --force-reinstall --no-deps "
            "tftypes-tensorflow-stubs\n"
        )
        assert project.run("lint", "a.py").code == 0

    def test_our_stubs_went_with_types_tensorflow(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.write({"a.py": "x = 1\n"})
        others = [each for each in sys.path if not (Path(each) / "tensorflow-stubs").exists()]
        monkeypatch.setattr(sys, "path", others)

        result = project.run("check", "a.py")

        assert (result.code, result.err) == (
            2,
            "tftypes: files of tftypes-tensorflow-stubs are missing, as after an uninstall of "
            "types-tensorflow: pip install --force-reinstall --no-deps tftypes-tensorflow-stubs\n",
        )

    def test_mypy_is_not_installed(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"a.py": "x = 1\n"})
        monkeypatch.setattr("tftypes.cli.environment.find_spec", lambda name: None)

        assert project.run("check").err == (
            "tftypes: mypy and the stubs are not installed: pip install 'tftypes[mypy]'\n"
        )


@pytest.mark.skipif(sys.version_info < (3, 11), reason="`python -m` always looks here first")
def test_a_module_named_as_one_of_pythons_own_does_not_replace_it(project: Project) -> None:
    project.write({"json.py": "x: int = ''\nraise SystemExit('imported')\n"})

    assert project.run("check", "-q").out.startswith("json.py:1:10: error")


class TestLint:
    def test_the_lints_alone(self, project: Project) -> None:
        project.write({"a.py": "from tensorflow.python import ops\nx: int = ''\n"})

        assert project.run("lint", "a.py").out == (
            "a.py:1:1: warning: `tensorflow.python` is private to TensorFlow and may change in any"
            " release  [private-import]\n"
            "   1 | from tensorflow.python import ops\n"
            "     | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "     = import the public name from `tensorflow`\n"
            "\n"
            "found 1 warning in 1 file (1 checked)\n"
        )

    def test_needs_no_mypy(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        project.write({"a.py": "x = 1\n"})
        monkeypatch.setattr("tftypes.cli.environment.find_spec", lambda name: None)

        assert project.run("lint").out == "no problems found in 1 file\n"

    def test_disabled_rules_do_not_run(self, project: Project) -> None:
        project.write(
            {"a.py": "from tensorflow.python import ops  # tftypes: ignore[private-import]\n"}
        )

        assert project.run("lint", "--disable", "private-import").code == 0


def test_what_is_gone_is_told_once_and_with_what_to_use(project: Project) -> None:
    """Both mypy and the lint know that the name is gone; the lint knows its successor."""
    project.write(
        {
            "a.py": """
                import tensorflow as tf
                from tensorflow import estimator
                from tensorflow.python.framework import ops  # tftypes: ignore[private-import]
                loss = tf.keras.losses.mean_squared_error
                mode = estimator.ModeKeys
                """
        }
    )
    result = project.run("check", "-q")

    assert [line.rpartition("  ")[2] for line in result.out.splitlines()] == [
        "[deprecated-symbol]",
        "[deprecated-symbol]",
    ]

"""`tftypes lint`, `fix` and `rules`: what the user of a project sees."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Project
from tests.cli.test_command import on_a_terminal
from tftypes_lint import all_rules

WRONG = """
    class A:
        def __tf_tensor__(self): ...
    """
PRIVATE = "import tensorflow.python\n"
SUMMARY = "found 1 error and 1 warning in 2 files (2 checked)"


@pytest.fixture
def wrong(project: Project) -> Project:
    """A project with an error in one file and a warning in another."""
    project.write({"a.py": WRONG, "b.py": PRIVATE})
    return project


def codes(project: Project, *arguments: str) -> list[str]:
    """The codes of what is reported, in order."""
    return [
        each["code"]
        for each in json.loads(project.run("lint", "--format=json", *arguments).out)["findings"]
    ]


def test_the_report_shows_the_line_and_what_to_do(project: Project) -> None:
    project.write({"a.py": WRONG})

    result = project.run("lint")

    assert result.code == 1
    assert result.out == (
        "a.py:2:9: error: TensorFlow calls `value.__tf_tensor__(dtype, name)`: dtype and name are "
        "not accepted  [tf-tensor-signature]\n"
        "   2 |     def __tf_tensor__(self): ...\n"
        "     |         ^~~~~~~~~~~~~\n"
        "     = write `def __tf_tensor__(self, dtype=None, name=None)`\n"
        "\n"
        "found 1 error in 1 file (1 checked)\n"
    )


class TestConfiguration:
    def test_severity_decides_whether_it_fails(self, wrong: Project) -> None:
        wrong.write(
            {
                "pyproject.toml": """
                    [tool.tftypes.lint]
                    private-import.severity = "note"

                    [[tool.tftypes.lint.overrides]]
                    paths = ["a.py"]
                    disable = ["tf-tensor-signature"]
                    """
            }
        )

        assert codes(wrong) == ["private-import"]
        assert wrong.run("lint").code == 0

    def test_select_and_disable(self, wrong: Project) -> None:
        assert codes(wrong, "--select=private-import") == ["private-import"]
        assert codes(wrong, "--disable=private-import") == ["tf-tensor-signature"]
        assert codes(wrong, "--select=tf-shape") == []

    def test_a_mistake_names_file_and_key(self, wrong: Project) -> None:
        wrong.write({"pyproject.toml": "[tool.tftypes.lint]\nprivate-import.severity = 'x'\n"})

        for command in ("lint", "fix", "check"):
            result = wrong.run(command, "-q")
            found = 0 if command == "fix" else 2
            assert (result.code, len(result.out.splitlines())) == (2, found)
            assert result.err == (
                "tftypes: pyproject.toml:2: [tool.tftypes.lint] private-import.severity: "
                'expected one of error, warning, note, off, got "x"\n'
            )


class TestBaseline:
    def test_only_what_is_new_fails(self, wrong: Project) -> None:
        update = wrong.run("lint", "--update-baseline")
        assert (update.code, update.err) == (0, "")
        assert update.out == (
            "tftypes-baseline.json: 2 known findings\n"
            "to use it, pass `--baseline tftypes-baseline.json`, or set "
            '`baseline = "tftypes-baseline.json"`\n'
            "under [tool.tftypes.lint] in the configuration\n"
        )

        known = wrong.run("lint", "--baseline", "tftypes-baseline.json")
        assert known.code == 0
        assert known.out == "no problems found in 2 files, 2 known findings left out\n"

        wrong.write({"b.py": f"\n\n{PRIVATE}import tensorflow.python.ops\n"})
        new = wrong.run("lint", "--baseline", "tftypes-baseline.json", "-q")
        assert (new.code, new.out.count("\n")) == (1, 1)
        assert new.out.startswith("b.py:2:8: warning: `tensorflow.python.ops` is private")

    def test_the_configuration_names_it_for_lint_and_check(self, wrong: Project) -> None:
        wrong.write({"pyproject.toml": '[tool.tftypes.lint]\nbaseline = "known.json"\n'})
        missing = wrong.run("lint")
        assert missing.code == 2
        assert missing.err == (
            "tftypes: known.json: cannot be read: No such file or directory; "
            "`--update-baseline` writes it\n"
        )

        wrong.run("lint", "--update-baseline")

        assert wrong.run("lint").code == 0
        (wrong.root / "sub").mkdir()
        os.chdir("sub")
        assert wrong.run("lint", "..").code == 0

    def test_a_file_that_is_no_baseline(self, wrong: Project) -> None:
        wrong.write({"known.json": "{}"})

        assert wrong.run("lint", "--baseline=known.json").err == (
            "tftypes: known.json: not a baseline of version 1\n"
        )


class TestCache:
    def test_it_lies_in_the_project_unless_switched_off(self, wrong: Project) -> None:
        wrong.run("lint", "--no-cache")
        assert not (wrong.root / ".tftypes_cache").exists()

        first, second = wrong.run("lint"), wrong.run("lint")

        assert (wrong.root / ".tftypes_cache" / "lint").exists()
        assert first == second == wrong.run("lint", "--no-cache")

    def test_the_configuration_switches_it_off(self, wrong: Project) -> None:
        wrong.write({"pyproject.toml": "[tool.tftypes.lint]\ncache = false\n"})
        wrong.run("lint")

        assert not (wrong.root / ".tftypes_cache").exists()


class TestStatistics:
    def test_what_is_found_most_comes_first(self, wrong: Project) -> None:
        wrong.write({"c.py": PRIVATE, "d.py": "def f(:\n"})

        result = wrong.run("lint", "--statistics")

        assert (result.code, result.err) == (1, "")
        assert result.out == (
            "2  private-import       fix  An import of `tensorflow.python` or something in it\n"
            "1  syntax                    The file is not valid Python\n"
            "1  tf-tensor-signature  fix  A `__tf_tensor__` that TensorFlow cannot call, or that "
            "does not give a tensor\n"
            "\n"
            "found 2 errors, 2 warnings in 4 files (4 checked)\n"
        )
        assert wrong.run("lint", "--statistics", "-q").out.count("\n") == 3

    def test_they_count_what_is_listed_and_no_more(self, wrong: Project) -> None:
        wrong.run("lint", "--update-baseline")
        wrong.write({"c.py": PRIVATE})

        result = wrong.run(
            "lint", "--statistics", "--format=json", "--baseline=tftypes-baseline.json"
        )

        assert json.loads(result.out) == {
            "version": 1,
            "files": 3,
            "statistics": [
                {
                    "code": "private-import",
                    "count": 1,
                    "fixable": True,
                    "summary": "An import of `tensorflow.python` or something in it",
                }
            ],
        }

    def test_nothing_found(self, project: Project) -> None:
        project.write({"a.py": "x = 1\n"})

        assert project.run("lint", "--statistics").out == "no problems found in 1 file\n"

    def test_other_formats_have_no_place_for_them(self, wrong: Project) -> None:
        result = wrong.run("lint", "--statistics", "--format=sarif")

        assert (result.code, result.out) == (2, "")
        assert result.err == (
            "tftypes: --statistics: expected the format text or json, got sarif\n"
        )


class TestOutputFile:
    @pytest.mark.parametrize("form", ["text", "json", "github", "sarif", "junit"])
    def test_it_holds_what_stdout_would(self, wrong: Project, form: str) -> None:
        printed = wrong.run("lint", f"--format={form}")
        result = wrong.run("lint", f"--format={form}", "--output-file", "report")

        assert (result.code, result.out, result.err) == (1, "", "")
        assert wrong.read("report") == printed.out

    def test_a_report_that_cannot_be_written_leaves_the_last_one(
        self, wrong: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(source: object, target: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        wrong.run("lint", "--output-file", "report")
        before = wrong.read("report")
        wrong.write({"b.py": ""})
        monkeypatch.setattr("os.replace", full)
        result = wrong.run("lint", "--output-file", "report", "--no-cache")

        assert (result.code, result.out) == (2, "")
        assert result.err == "tftypes: report: cannot be written: No space left on device\n"
        assert wrong.read("report") == before
        assert not list(wrong.root.glob(".report*")), "nothing half-written is left behind"

    def test_a_folder_that_is_not_there(self, wrong: Project) -> None:
        result = wrong.run("lint", "--output-file", "no/report")

        assert (result.code, result.out) == (2, "")
        assert result.err == "tftypes: no/report: cannot be written: No such file or directory\n"

    def test_a_link_stays_one_and_a_pipe_is_written_to(self, wrong: Project) -> None:
        (wrong.root / "link").symlink_to("report")
        os.mkfifo(wrong.root / "pipe")
        wrong.run("lint", "--output-file", "link")
        reader = os.open(wrong.root / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        wrong.run("lint", "--output-file", "pipe")
        piped = os.read(reader, 10_000).decode()
        os.close(reader)

        assert (wrong.root / "link").is_symlink()
        assert wrong.read("report") == piped == wrong.run("lint").out

    def test_check_has_it_too(self, wrong: Project) -> None:
        result = wrong.run("check", "--statistics", "--output-file", "report", "a.py")

        assert (result.code, result.out) == (1, "")
        assert wrong.read("report").startswith("1  tf-tensor-signature  fix  ")


class TestFix:
    def test_what_is_fixed_is_told_and_the_second_time_there_is_nothing(
        self, wrong: Project
    ) -> None:
        result = wrong.run("fix")

        assert (result.code, result.err) == (0, "")
        assert result.out == (
            "a.py:2:9: add dtype and name  [tf-tensor-signature]\nfixed 1 problem in 1 file\n"
        )
        assert wrong.read("a.py") == (
            "class A:\n    def __tf_tensor__(self, dtype=None, name=None): ...\n"
        )
        assert wrong.run("fix").out == "nothing to fix in 2 files\n"

    def test_a_patch_that_git_applies(self, wrong: Project) -> None:
        import subprocess

        before = wrong.read("a.py")
        patch = wrong.run("fix", "--diff")

        assert patch.code == 1
        assert wrong.read("a.py") == before
        subprocess.run(["git", "init", "-q"], check=True)
        subprocess.run(["git", "apply", "-"], input=patch.out, text=True, check=True)
        assert "dtype=None" in wrong.read("a.py")
        assert wrong.run("fix", "--diff").out == ""

    def test_unsafe_fixes_wait_to_be_asked_for(self, project: Project) -> None:
        project.write(
            {
                "a.py": """
                    import tensorflow as tf

                    class A: ...

                    tf.register_tensor_conversion_function(A, lambda v, **k: v.t, priority=1)
                    """
            }
        )

        assert project.run("fix").out == "nothing to fix in 1 file\n1 more with --unsafe\n"
        assert "fixed 1 problem in 1 file" in project.run("fix", "--unsafe").out
        assert "def __tf_tensor__(self, dtype=None, name=None):" in project.read("a.py")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_folder_that_cannot_be_written_to(self, wrong: Project) -> None:
        wrong.root.chmod(0o555)
        try:
            result = wrong.run("fix", "--no-cache")
        finally:
            wrong.root.chmod(0o755)

        assert result.code == 2
        assert "tftypes: a.py: cannot be written: Permission denied\n" in result.err


def test_rules_are_listed_with_what_they_can_do(project: Project) -> None:
    lines = project.run("rules").out.splitlines()

    assert [line.split()[0] for line in lines] == sorted(all_rules())
    assert next(line for line in lines if line.startswith("tf-tensor-signature")).split() == [
        "tf-tensor-signature",
        "error",
        "fix",
        "A",
        "`__tf_tensor__`",
        "that",
        "TensorFlow",
        "cannot",
        "call,",
        "or",
        "that",
        "does",
        "not",
        "give",
        "a",
        "tensor",
    ]


def test_explain_shows_what_the_fix_makes_of_it(project: Project) -> None:
    text = project.run("explain", "tensor-conversion-registration").out

    assert "Reported: a function for a class\n\n    # celsius.py\n    import tensorflow" in text
    assert "Fixed: a function for a class\n\n    # celsius.py\n" in text
    assert "The fix is safe where the class and the function are in the file" in text


def test_junit(wrong: Project) -> None:
    wrong.write({"c.py": "x = 1\n"})
    suite = ElementTree.fromstring(wrong.run("lint", "--format=junit").out)[0]

    assert {name: suite.get(name) for name in ("name", "tests", "failures")} == {
        "name": "tftypes",
        "tests": "3",
        "failures": "2",
    }
    assert [case.get("file") for case in suite] == ["a.py", "b.py", "c.py"]
    failure = suite[0][0]
    assert failure.tag == "failure"
    assert failure.text and failure.text.startswith("a.py:2:9: error: TensorFlow calls")


def test_a_terminal_sees_progress_and_a_file_does_not(wrong: Project) -> None:
    assert "checking" in on_a_terminal(wrong, "lint")
    assert wrong.spawn("lint").err == ""


def test_a_file_that_does_not_parse_is_one_finding_among_the_others(wrong: Project) -> None:
    wrong.write({"broken.py": "def f(:\n", "latin.py": b"x = '\xff'\n"})

    assert codes(wrong) == ["tf-tensor-signature", "private-import", "syntax", "syntax"]
    assert wrong.run("fix").code == 0


def test_the_hooks_of_pre_commit_run_what_is_there(project: Project) -> None:
    """The definition names commands and options that exist; files come as arguments."""
    import shlex

    hooks = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
    entries = [
        line.partition("entry:")[2].strip()
        for line in hooks.read_text().splitlines()
        if "entry:" in line
    ]
    project.write({"a.py": "x = 1\n"})

    assert len(entries) == 2
    for entry in entries:
        program, *arguments = shlex.split(entry)
        assert program == "tftypes"
        assert project.run(*arguments, "a.py").code == 0


def test_fixes_without_libcst_say_what_to_install(
    wrong: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tftypes.cli.fix.find_spec", lambda name: None)

    assert wrong.run("fix").err == "tftypes: fixes need libcst: pip install 'tftypes[lint]'\n"

"""The command as a program: how it starts, what a terminal sees, how it ends."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from importlib.metadata import version

import pytest

from tests.cli.conftest import Project
from tftypes.cli.codes import PLUGIN_CODES, known_codes, summary

ANSI = "\x1b["


def on_a_terminal(project: Project, *arguments: str, **variables: str) -> str:
    """What a terminal receives on stdout and stderr."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **variables}
    process = subprocess.Popen(
        [sys.executable, "-m", "tftypes", *arguments],
        cwd=project.root,
        env=environment,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    received = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux's way of saying that the other end is closed
            break
        if not part:
            break
        received += part
    process.wait()
    os.close(ours)
    return received.decode()


def test_help_is_quick_because_it_imports_nothing_heavy(project: Project) -> None:
    program = (
        "import sys, runpy; sys.argv = ['tftypes', '--help']\n"
        "try: runpy.run_module('tftypes', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "heavy = ('tensorflow', 'numpy', 'mypy', 'rich', 'tomlkit', 'libcst', 'tftypes_lint')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.startswith("Usage: ")
    assert done.stdout.endswith("\n[]\n")


def test_version(project: Project) -> None:
    result = project.spawn("--version")

    assert (result.code, result.out) == (0, f"tftypes {version('tftypes')}\n")


def test_the_installed_command_is_the_same(project: Project) -> None:
    command = os.path.join(os.path.dirname(sys.executable), "tftypes")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)

    assert done.stdout == project.spawn("--version").out


@pytest.mark.parametrize("text", ["x = 1\n", "x: int = ''\n", None])
def test_exit_codes(project: Project, text: str | None) -> None:
    project.write({"a.py": text} if text else {})

    assert project.spawn("check", "a.py").code == {"x = 1\n": 0, "x: int = ''\n": 1, None: 2}[text]


def test_a_terminal_gets_colours_and_sees_progress(project: Project) -> None:
    project.write({"a.py": "x: int = ''\n"})

    received = on_a_terminal(project, "check", "a.py")

    assert "checking 1 file" in received
    assert f"{ANSI}1;31merror{ANSI}0m: Incompatible types" in received


def test_no_color_and_a_pipe_are_respected(project: Project) -> None:
    project.write({"a.py": "x: int = ''\n"})

    assert f"{ANSI}1;31m" not in on_a_terminal(project, "check", "-q", "a.py", NO_COLOR="1")
    assert ANSI not in project.spawn("check", "a.py").out


def test_an_output_that_knows_no_unicode(project: Project) -> None:
    project.write({"é.py": "x: int = ''  # é\n"})

    result = project.spawn("check", "é.py", PYTHONIOENCODING="ascii")

    assert result.code == 1
    assert result.out.startswith("\\xe9.py:1:10: error: ")


def test_a_reader_that_stops_early(project: Project) -> None:
    project.write({"a.py": "x: int = ''\n" * 3000})
    process = subprocess.Popen(
        [sys.executable, "-m", "tftypes", "check", "a.py"],
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()

    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait() == 1


def test_without_click_it_says_what_to_install(project: Project) -> None:
    program = "import sys; sys.modules['click'] = None\nfrom tftypes.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert done.stderr == "tftypes: the command needs its extra: pip install 'tftypes[cli]'\n"


class TestExplain:
    def test_the_codes_are_those_that_the_plugin_reports(self) -> None:
        from tftypes.inference.codes import CODES

        assert set(PLUGIN_CODES) == {*CODES, "tftypes"}

    def test_without_a_code_all_are_listed(self, project: Project) -> None:
        lines = project.run("explain").out.splitlines()

        assert [line.split()[0] for line in lines] == known_codes()
        assert ["tf-shape", "Sizes that do not fit"] in [line.split(None, 1) for line in lines]

    def test_a_code_of_the_plugin(self, project: Project) -> None:
        assert project.run("explain", "tf-axis").out == (
            "An axis that the tensor does not have, or one given twice: `tf.reduce_sum(x, axis=2)` of\n"
            "a matrix. Axes of a tensor of rank n go from -n to n - 1.\n"
        )

    def test_a_lint_shows_its_examples(self, project: Project) -> None:
        out = project.run("explain", "private-import").out

        assert out.startswith("An import of `tensorflow.python` or something in it.\n")
        assert "Reported: every form of import\n\n    import tensorflow.python  # error:" in out
        assert "Right: the public interface\n\n    import tensorflow as tf\n" in out

    def test_one_of_mypys(self, project: Project) -> None:
        assert project.run("explain", "arg-type").out == (
            "arg-type is mypy's: https://mypy.readthedocs.io/en/stable/_refs.html#code-arg-type\n"
        )

    def test_one_that_is_misspelled(self, project: Project) -> None:
        result = project.run("explain", "tf-dtyp")

        assert result.code == 2
        assert result.err == "tftypes: there is no code 'tf-dtyp'; did you mean 'tf-dtype'?\n"

    @pytest.mark.parametrize("code", known_codes())
    def test_every_summary_is_a_short_line(self, code: str) -> None:
        assert 10 < len(summary(code)) < 100

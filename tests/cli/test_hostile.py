"""What comes with a checkout is read, and has no say in what the command does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .conftest import Project, Result

WRONG = "import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n"
HASHED = "import tensorflow as tf\nd = {tf.zeros([2]): 1}\n"
#: Has a fix besides.
KEPT = "import tensorflow as tf\nx = tf.zeros([2])\nd = {x: 1}\n"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A file outside of the project."""
    file = tmp_path / "elsewhere.py"
    file.write_text("import tensorflow as tf\ntf.zeros([2]) is True\n")
    return file


def test_a_name_is_no_option_of_mypy(project: Project, tmp_path: Path) -> None:
    plugin = tmp_path / "evil.py"
    plugin.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\ndef plugin(version): ...\n")
    project.write(
        {
            "evil.ini": f"[mypy]\nplugins = {plugin}\n",
            "a\n--config-file=evil.ini\nb.py": WRONG,
            "c\u2028--config-file=evil.ini.py": WRONG,
            "--config-file=evil.ini.py": WRONG,
            "@evil.ini.py": WRONG,
        }
    )
    result = project.run("check", "-q", "--select", "tf-shape")

    assert (result.code, result.out.count("[tf-shape]")) == (1, 4), result.out + result.err
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("command", ["check", "lint", "fix", "imports"])
def test_a_name_is_no_option_of_the_command(project: Project, command: str) -> None:
    """As a shell passes it for `*.py`, and pre-commit for what has changed."""
    project.write({"--output-file=a.py": HASHED, "a.py": "", "out/b.py": ""})

    result = project.run(command, "--output-file=a.py", "a.py")

    assert (result.code, project.read("a.py")) == (2, "")
    assert result.err == (
        "tftypes: --output-file=a.py: an option and a file; write ./--output-file=a.py for the file\n"
    )
    assert "[tensor-hash]" in project.run("lint", "-q", "./--output-file=a.py").out


@pytest.mark.parametrize("no_mypy", [(), ("--no-mypy",)])
def test_encodings_that_python_refuses_are_told(project: Project, no_mypy: tuple[str, ...]) -> None:
    """mypy takes them for UTF-8, where the file can be read as that."""
    codecs = ("rot13", "hex", "undefined", "nosuch", "cp037", "utf-16-le")
    files = {f"{each}.py": f"# coding: {each}\n{WRONG}" for each in codecs}
    project.write({**files, "ascii.py": "# coding: ascii\n# \xe9\n", "plain.py": WRONG})

    result = project.run("check", "-q", *no_mypy)

    assert result.out.count("1:1: error: not valid Python") == len(codecs) + 1
    assert result.out.count("[syntax]") == len(codecs) + 1
    assert "plain.py:2:1: error" in result.out


def test_latin_1_that_is_utf_8_as_well_is_python(project: Project) -> None:
    project.write({"a.py": "# coding: latin-1\nx = '\xe9'\n"})

    assert project.run("check").code == 0


@pytest.mark.parametrize("options", [(), ("--no-mypy",), ("--no-lint",), ("--min-coverage=0",)])
def test_a_pipe_that_is_named_is_told(project: Project, options: tuple[str, ...]) -> None:
    project.write({"plain.py": WRONG})
    os.mkfifo(project.root / "pipe.py")

    result = project.run("check", "-q", *options, "pipe.py", "plain.py")

    assert "pipe.py:1:1: error: cannot be read: not a regular file" in result.out
    assert "plain.py:2:1: error" in result.out


def test_a_name_that_is_not_utf_8_hides_no_other_file(project: Project) -> None:
    project.write({"plain.py": WRONG, os.fsdecode(b"n\xff.py"): WRONG + HASHED})

    result = project.run("check", "-q")

    assert "plain.py:2:1: error" in result.out
    assert "n\\xff.py:1:1: error: the name is not UTF-8" in result.out
    assert "[tensor-hash]" in result.out


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif", "junit"])
def test_each_format_holds_every_name(project: Project, form: str) -> None:
    project.write(
        {os.fsdecode(b"n\xff.py"): HASHED, "a\nb\x1b.py": HASHED, "::error::c.py": HASHED}
    )

    result = project.run("lint", "--format", form, "--output-file", "report")

    assert (result.code, result.err) == (1, "")
    written = project.read("report")
    assert written.count("tensor-hash") >= 3
    assert "\x1b" not in written and "\n::error::c" not in written


@pytest.mark.parametrize("suffix", [".svg", ".html", ".dot", ".mmd", ".json", ".txt"])
def test_each_drawing_holds_every_name(project: Project, suffix: str) -> None:
    project.write({os.fsdecode(b"n\xff.py"): "", "a\nb.py": "", f"out{suffix}": "the last one"})

    assert project.run("imports", "-o", f"out{suffix}").code == 0
    assert project.read(f"out{suffix}") != "the last one"


def test_a_drawing_that_cannot_be_made_leaves_the_last_one(project: Project) -> None:
    project.write({"a.py": "", "out/last.svg": ""})

    result = project.run("imports", "-o", "out", "--format", "svg")

    assert (result.code, result.err) == (2, "tftypes: out: cannot be written: Is a directory\n")


def test_a_link_that_leads_out_is_not_fixed(project: Project, elsewhere: Path) -> None:
    before = elsewhere.read_bytes()
    project.write({"own.py": elsewhere.read_text()})
    (project.root / "link.py").symlink_to(elsewhere)

    result = project.run("fix", "--unsafe")

    assert elsewhere.read_bytes() == before
    assert result.err == "tftypes: link.py: not fixed: the link leads out of the given folders\n"
    assert (result.code, "fixed 1 problem in 1 file" in result.out) == (2, True)
    assert "tf.zeros([2]) is True" not in project.read("own.py")


def test_a_link_to_another_folder_leads_out_of_the_one_that_is_named(project: Project) -> None:
    project.write({"a/real.py": "import tensorflow as tf\ntf.zeros([2]) is True\n", "b/own.py": ""})
    (project.root / "b" / "link.py").symlink_to("../a/real.py")
    before = project.read("a/real.py")

    assert project.run("fix", "--unsafe", "b").code == 2
    assert project.read("a/real.py") == before
    assert project.run("fix", "--unsafe").code == 0
    assert project.read("a/real.py") != before


def test_a_cache_that_is_a_link_is_told(project: Project, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    project.write({"a.py": HASHED, ".tftypes_cache/x": ""})
    (project.root / ".tftypes_cache" / "lint").symlink_to(target)

    result = project.run("lint", "-q")

    assert target.read_text() == "precious"
    assert result.err == "warning: the cache is not used: .tftypes_cache/lint: is a link\n"
    assert "[tensor-hash]" in result.out


@pytest.fixture
def powerless() -> list[str]:
    """What a command begins with to be run by somebody who may not read everything."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root may read everything, and there is no setpriv to give that up")
    rights = "-dac_override,-dac_read_search"
    return [setpriv, f"--bounding-set={rights}", f"--inh-caps={rights}"]


@pytest.fixture
def locked(project: Project, powerless: list[str]) -> Iterator[Callable[..., Result]]:
    """Runs a command where a file and a folder cannot be read, and nothing can be written."""
    project.write({"own.py": KEPT, "secret.py": KEPT, "locked/in.py": KEPT, "sub/other.py": KEPT})
    closed = [project.root / "secret.py", project.root / "locked"]

    def run(*arguments: str) -> Result:
        command = [*powerless, sys.executable, "-m", "tftypes", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return Result(done.returncode, done.stdout, done.stderr)

    for path in closed:
        path.chmod(0)
    project.root.chmod(0o555)
    yield run
    for path in (project.root, *closed):
        path.chmod(0o755)


@pytest.mark.parametrize("command", [("lint",), ("check", "--no-mypy", "--select=tensor-hash")])
def test_what_cannot_be_read_is_told_and_hides_nothing(
    locked: Callable[..., Result], command: tuple[str, ...]
) -> None:
    result = locked(*command, "-q", ".")

    assert (result.code, result.err) == (1, "")
    assert [line.partition(": `")[0] for line in result.out.splitlines()] == [
        "locked:1:1: error: cannot be read: Permission denied  [unreadable]",
        "own.py:3:6: error",
        "secret.py:1:1: error: cannot be read: Permission denied  [unreadable]",
        "sub/other.py:3:6: error",
    ]


@pytest.mark.parametrize("named", ["locked", "locked/in.py", "secret.py"])
@pytest.mark.parametrize("command", [("lint",), ("check", "--no-mypy")])
def test_what_cannot_be_read_may_be_named(
    locked: Callable[..., Result], command: tuple[str, ...], named: str
) -> None:
    result = locked(*command, "-q", named)

    assert (result.code, result.err) == (1, "")
    assert result.out == f"{named}:1:1: error: cannot be read: Permission denied  [unreadable]\n"


def test_a_fix_that_cannot_be_written_is_not_counted(
    project: Project, locked: Callable[..., Result]
) -> None:
    result = locked("fix", "--unsafe", "own.py", "sub")

    assert result.out.splitlines()[1:] == ["fixed 1 problem in 1 file"]
    assert result.err == "tftypes: own.py: cannot be written: Permission denied\n"
    assert (result.code, project.read("own.py")) == (2, KEPT)


def test_a_cache_of_mypys_that_cannot_be_written_is_told(
    project: Project, locked: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MYPY_CACHE_DIR")

    result = locked("check", "-q", "own.py")

    assert result.err == (
        "warning: mypy cannot use its cache and was run without: "
        "PermissionError: [Errno 13] Permission denied: '.mypy_cache'\n"
    )
    assert (result.code, "[tensor-hash]" in result.out) == (1, True)


def test_a_patch_is_of_bytes(project: Project) -> None:
    source = (
        "# coding: latin-1\nimport tensorflow as tf\nx = 'é\x0c'\nprint(tf.zeros([2]) is True)\n"
    )
    project.write({"a.py": source.encode("latin-1"), "b\tc.py": source.encode("latin-1")})
    patch = project.spawn_bytes("fix", "--diff", "--unsafe")

    assert b'"a/b\\011c.py"' in patch and "'é\x0c'".encode("latin-1") in patch


def test_a_crash_of_mypy_is_told_with_its_file_and_the_others_are_checked(project: Project) -> None:
    project.write(
        {
            "crashes.py": "def f() -> None: ...\nf()\n",
            "wrong.py": WRONG,
            "plugin.py": """
                import os, signal
                from mypy.plugin import Plugin

                class Kills(Plugin):
                    def get_function_hook(self, fullname):
                        return kill if fullname == "crashes.f" else None

                def kill(context):
                    os.kill(os.getpid(), signal.SIGSEGV)

                def plugin(version):
                    return Kills
                """,
            "mypy.ini": "[mypy]\nplugins = ./plugin.py\ncache_dir = own\n",
        }
    )
    result = project.run("check", "-q", "wrong.py", "crashes.py")

    assert result.out.splitlines()[0] == (
        "crashes.py:1:1: error: mypy was ended by SIGSEGV while it checked this file  [internal-error]"
    )
    assert "[tf-shape]" in result.out and result.code == 1


@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        ("lint - <&-", 0, "no problems found in 1 file\n", ""),
        ("lint -q a.py >&-", 1, "", ""),
        ("fix --unsafe --diff a.py >&-", 1, "", "a.py:3:6: use the reference"),
        ("lint -q gone.py 2>&-", 2, "", ""),
        ("lint a.py >&- 2>&-", 1, "", ""),
    ],
)
def test_streams_may_be_closed(
    project: Project, arguments: str, code: int, out: str, err: str
) -> None:
    project.write({"a.py": KEPT})

    done = subprocess.run(
        f"{sys.executable} -m tftypes {arguments}",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (code, out), done.stderr
    assert done.stderr == err or (err and done.stderr.startswith(err))

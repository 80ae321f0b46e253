"""A project in a folder of its own, and the command run in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from tftypes.cli.commands import cli

#: Click before 8.2 mixes the two streams unless told not to.
SEPARATE = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}


@dataclass
class Result:
    """What the user sees."""

    code: int
    out: str
    err: str


@dataclass
class Project:
    """A folder with files, which is the current one."""

    root: Path

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Writes files by name; text may be indented as the test is."""
        for name, content in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                file.write_bytes(content)
            else:
                file.write_text(dedent(content).lstrip("\n"), encoding="utf-8")

    def read(self, name: str) -> str:
        """The text of a file."""
        return (self.root / name).read_text(encoding="utf-8")

    def run(self, *arguments: str, stdin: str | None = None) -> Result:
        """Runs the command in this process."""
        result = CliRunner(**SEPARATE).invoke(
            cli, arguments, input=stdin, prog_name="tftypes", catch_exceptions=False
        )
        return Result(result.exit_code, result.stdout, result.stderr)

    def spawn_bytes(self, *arguments: str) -> bytes:
        """What the command, as a process of its own, writes to stdout."""
        command = [sys.executable, "-m", "tftypes", *arguments]
        return subprocess.run(command, cwd=self.root, capture_output=True, check=False).stdout

    def spawn(self, *arguments: str, **variables: str) -> Result:
        """Runs the command as a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "tftypes", *arguments],
            cwd=self.root,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all tests: mypy reads typeshed once and not in every one."""
    return tmp_path_factory.mktemp("mypy_cache")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mypy_cache: Path) -> Project:
    """An empty project, the top of its work tree."""
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    monkeypatch.setenv("MYPY_CACHE_DIR", str(mypy_cache))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "MYPYPATH", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return Project(root)

"""mypy with the adapter, run over a program that a test writes down."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from atexit import register
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

_SUMMARY = re.compile(r"(Found|Success|Daemon|Restarting)")


@dataclass
class Program:
    """A folder with modules, all of which are checked."""

    folder: Path
    config: str = ""
    #: When the last edit was made, as the files tell.
    _second: int = 1_000_000_000

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        text = "[mypy]\nplugins = tftypes_mypy\n" + textwrap.dedent(self.config)
        (self.folder / "mypy.ini").write_text(text)

    def write(self, **modules: str) -> None:
        """Writes modules by name; `a__b` is the module b of the package a.

        mypy sees no edit that keeps the size and the second: each one takes a second of its own.
        """
        for name, text in modules.items():
            path = self.folder / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
            self._second += 1
            os.utime(path, (self._second, self._second))

    @property
    def files(self) -> list[str]:
        return sorted(str(each.relative_to(self.folder)) for each in self.folder.rglob("*.py"))

    def cold(self, *options: str) -> list[str]:
        return self.mypy(f"--cache-dir={os.devnull}", *options)

    def fresh(self, *options: str) -> list[str]:
        """As cold, but that the stubs come from a cache: a quarter of the time, where the tests share the settings."""
        shutil.rmtree(self.folder / ".fresh", ignore_errors=True)
        return self.mypy(self._kept(".fresh"), *options)

    def warm(self, *options: str) -> list[str]:
        """From the cache of the run before; the first time only the stubs are in it."""
        return self.mypy(self._kept(".cache"), *options)

    def workers(self) -> list[str]:
        options = ("--num-workers=2", self._kept(".cache_of_workers"), "--local-partial-types")
        for _ in range(5):  # on a busy machine mypy gives its workers too little time to start
            try:
                return self.mypy(*options, "--show-traceback")
            except AssertionError as error:
                if not any(
                    each in str(error) for each in ("connect to build worker", "TimeoutError")
                ):
                    raise
        pytest.skip("mypy's workers do not start in time")

    def _kept(self, name: str) -> str:
        """The option for a cache in the folder, which begins with the stubs."""
        if not (self.folder / name).exists():
            shutil.copytree(_stubs(self.config), self.folder / name)
        return f"--cache-dir={name}"

    def mypy(self, *options: str) -> list[str]:
        return self._run("mypy", *options, *self.files)

    @contextmanager
    def daemon(self) -> Iterator[Program]:
        """While it runs, `check` asks it."""
        try:
            yield self
        finally:
            self._run("mypy.dmypy", "kill")

    def check(self) -> list[str]:
        return self._run("mypy.dmypy", "run", "--", *self.files)

    def _run(self, module: str, *arguments: str) -> list[str]:
        command = [sys.executable, "-m", module, *arguments]
        environment = {**os.environ, "MYPY_FORCE_COLOR": "0", "TERM": "dumb"}
        run = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert not run.stderr, run.stderr + run.stdout
        return sorted(line for line in run.stdout.splitlines() if not _SUMMARY.match(line))


@cache
def _stubs(config: str) -> Path:
    """What mypy keeps of the stubs under a configuration. The folder goes when the tests end."""
    folder = Path(mkdtemp())
    register(shutil.rmtree, folder, ignore_errors=True)
    program = Program(folder, config)
    program.write(stubs="import numpy, tensorflow, tftypes, typing_extensions\n")
    program.mypy("--cache-dir=.cache")
    return folder / ".cache"

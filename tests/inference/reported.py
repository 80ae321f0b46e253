"""Programs with their mistakes and remedies, and what TensorFlow makes of each: printed as JSON, in a process of its own."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.stubs.conftest import QUIET

ROOT = Path(__file__).parents[2]
TEXT = Path(__file__).with_suffix(".txt")
_MARK = re.compile(r" *#([-+!])$")


@dataclass(frozen=True)
class Program:
    """A mistake as people report it, and the same program with its remedy."""

    name: str
    wrong: str
    mended: str
    #: The lines of the wrong one where a finding is right.
    lines: frozenset[int]
    #: Whether it raises nothing, though it does not do what it should.
    silent: bool


def programs(text: Path = TEXT) -> list[Program]:
    head, *blocks = text.read_text().split("\n== ")
    starts = ("    import ", "    from ")
    before = [line[4:] for line in head.splitlines() if line.startswith(starts)]
    return [_program(before, *block.split("\n", 1)) for block in blocks]


def _program(before: list[str], name: str, text: str) -> Program:
    before = [] if name.endswith(" (with its own imports)") else before
    wrong, mended, lines = list(before), list(before), set()
    for line in text.rstrip().splitlines():
        mark = _MARK.search(line)
        kind = mark[1] if mark else ""
        code = _MARK.sub("", line)
        if kind != "+":
            wrong.append(code)
        if kind != "-":
            mended.append(code)
        if kind in ("-", "!"):
            lines.add(len(wrong))
    texts = ["\n".join(each) + "\n" for each in (wrong, mended)]
    return Program(name, texts[0], texts[1], frozenset(lines), name.endswith(" (silent)"))


def raised(code: str, path: str) -> list[int] | None:
    """The lines of a program in the traceback of what it raises; None where it runs to its end."""
    module = types.ModuleType("program")
    module.__file__ = path
    Path(path).write_text(code)  # AutoGraph reads it
    sys.modules["program"] = module
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, path, "exec"), module.__dict__)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        found = [each.lineno or 0 for each in frames if each.filename == path]
        told = re.findall(re.escape(path) + r'", line (\d+)', str(error))
        return [*found, *map(int, told)]
    return None


def _outcomes(text: Path) -> Iterator[tuple[list[int] | None, list[int] | None]]:
    import keras

    for number, each in enumerate(programs(text)):
        results = []
        for code in (each.wrong, each.mended):
            sys.modules.pop("program", None)
            keras.backend.clear_session()  # collects what the last program left
            gc.freeze()  # what stays is TensorFlow's: to look through it again takes longer than most programs
            keras.config.set_dtype_policy("float32")
            results.append(raised(code, os.path.abspath(f"program_{number}_{len(results)}.py")))
        yield results[0], results[1]


def outcomes(text: Path) -> list[tuple[list[int] | None, list[int] | None]]:
    """The lines at which TensorFlow refuses the wrong and the mended program of each, None where it runs it."""
    command = [sys.executable, "-m", "tests.inference.reported", str(text)]
    run = subprocess.run(command, cwd=ROOT, env=QUIET, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [(wrong, mended) for wrong, mended in json.loads(run.stdout.splitlines()[-1])]


def main() -> None:
    text = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        json.dump(list(_outcomes(text)), sys.stdout)


if __name__ == "__main__":
    main()

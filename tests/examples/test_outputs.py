"""What README and docs quote is what the commands really say.

A file is shown as a Python block that begins with its name; a later console block runs on it:

    $ tftypes check model.py
    model.py:3:1: error: ...

The file is written without its `# error:` comments. A line `...` stands for any lines, and `...`
at the end of a line for the rest of it. Console blocks without output are not run.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
FILE = re.compile(r"# (\w+\.py)\n")
EXPECTED = re.compile(r"  # (?:error|revealed): .*")


class Quote(NamedTuple):
    page: str
    command: str
    output: str
    files: dict[str, str]


def quotes(page: Path) -> Iterator[Quote]:
    files: dict[str, str] = {}
    for language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "python" and (name := FILE.match(text)):
            files[name[1]] = EXPECTED.sub("", text)
        elif language == "console":
            command, _, output = text.removeprefix("$ ").partition("\n")
            if output and not output.startswith("$ "):
                yield Quote(page.name, command, output, dict(files))


QUOTES = [quote for page in PAGES for quote in quotes(page)]


def said(quote: Quote, folder: Path) -> str:
    for name, text in quote.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    program, *arguments = shlex.split(quote.command)
    command = [sys.executable, *(["-m", "tftypes"] if program == "tftypes" else []), *arguments]
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=quiet)
    return done.stdout + done.stderr


def pattern(output: str) -> str:
    """A regular expression for the output as it is quoted."""
    parts = []
    for line in output.splitlines(keepends=True):
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith("...\n"):
            parts.append(re.escape(line.removesuffix("...\n")) + r".*\n")
        else:
            parts.append(re.escape(line))
    return "".join(parts) + r"\s*\Z"


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: f"{quote.page}: {quote.command}")
def test_the_output_is_as_quoted(quote, tmp_path):
    output = said(quote, tmp_path)
    assert re.match(pattern(quote.output), output), output


def test_there_are_quotes():
    assert {quote.page for quote in QUOTES} >= {"README.md", "command.md"}

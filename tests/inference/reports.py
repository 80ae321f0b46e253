"""What the engine says of a program that a test writes down."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from tftypes.inference.analysis import analyze

_EXPECTED = re.compile(r"#\s*(revealed|error):\s*(.*?)\s*$")


def said(source: str, folder: Path, **others: str) -> list[str]:
    """What is said of a program, a line each: `3 revealed: Tensor[...]`, `5 error: [tf-shape] text`.

    Other modules of the program are given by name.
    """
    for name, text in others.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    path = folder / "program.py"
    path.write_text(textwrap.dedent(source))
    found = analyze([str(path)])
    assert not found.failures, found.failures
    lines = [
        (place.line, f"{place.line} revealed: {' | '.join(shown)}")
        for place, shown in found.revealed.items()
    ]
    lines += [
        (each.place.line, f"{each.place.line} {each.severity}: [{each.code}] {each.message}")
        for each in found.findings
        if each.place.path == str(path)
    ]
    return [text for _, text in sorted(lines)]


def check(source: str, folder: Path, **others: str) -> None:
    """The program's comments `# revealed: TYPE` and `# error: [code] text` are what the engine says, and all of it.

    A comment's error text is a part of the message.
    """
    got = {
        int(each.partition(" ")[0]): each.partition(" ")[2]
        for each in said(source, folder, **others)
    }
    wanted = {}
    for number, line in enumerate(textwrap.dedent(source).splitlines(), 1):
        if match := _EXPECTED.search(line):
            wanted[number] = f"{match[1]}: {match[2]}"
    unlike = [
        f"line {number}: wanted {wanted.get(number, 'nothing')!r}, got {got.get(number, 'nothing')!r}"
        for number in sorted(wanted.keys() | got.keys())
        if not got.get(number, "").startswith(wanted.get(number, "nothing"))
    ]
    assert not unlike, "\n".join(unlike)

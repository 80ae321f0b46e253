"""The cases of the documentation, checked by the engine alone.

What does not hold yet is listed in open_checks.json, by file and line, with the reason. The list can only shrink.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.checks import Case, analyse, read
from tftypes.inference.codes import CODES

HERE = Path(__file__).parent
CHECKS = sorted((HERE.parents[1] / "docs" / "checks").glob("*.md"))
OPEN: dict[str, dict[str, str]] = json.loads((HERE / "open_checks.json").read_text())


def problems(case: Case, folder: Path) -> dict[str, str]:
    """By the text of a line, what is said of it that should not be, or is not said. mypy's own codes are mypy's."""
    analyse([case], folder)
    left = list(case.reported)
    found: dict[int, str] = {}
    for line, kind, code, text in case.expected():
        if kind == "error" and code not in CODES:
            continue
        same = [each for each in left if _fits(each, (line, kind, code, text))]
        if same:
            left.remove(same[0])
        else:
            found[line] = f"expected {kind} {code} {text}"
    for line, kind, code, text in left:
        found[line] = f"{found.get(line, 'nothing expected')}, got {kind} {code} {text}"
    lines = case.text.splitlines()
    return {lines[line - 1].strip(): problem for line, problem in found.items()}


def _fits(got: tuple[int, str, str, str], expected: tuple[int, str, str, str]) -> bool:
    """Whether it is what is expected; a type may say more where the comment leaves it open."""
    if got[:3] != expected[:3]:
        return False
    if got[1] != "revealed":
        return expected[3] in got[3]
    form = re.escape(expected[3])
    for part, filled in ((r"\.\.\.", ".+"), ("Any", ".+"), ("None", r"[^,\]]+")):
        form = form.replace(part, filled)
    return got[3] == expected[3] or re.fullmatch(form, got[3]) is not None


@pytest.mark.parametrize("path", CHECKS, ids=lambda path: path.stem)
def test_the_engine_says_what_the_comments_say(path: Path, tmp_path: Path) -> None:
    compare(path, tmp_path, OPEN.get(path.name, {}))


def compare(path: Path, folder: Path, known: Mapping[str, str]) -> None:
    """The problems of a file are those that are known, by line."""
    found: dict[str, str] = {}
    for case in read(path):
        found.update(problems(case, folder))
    new = {line: problem for line, problem in found.items() if line not in known}
    assert not new, "\n".join(f"{line}\n    {problem}" for line, problem in new.items())
    done = known.keys() - found.keys()
    assert not done, f"these hold now, take them off the list: {sorted(done)}"


def test_the_list_is_of_files_that_there_are() -> None:
    assert OPEN.keys() <= {path.name for path in CHECKS}
    assert all(reason for lines in OPEN.values() for reason in lines.values())


def main() -> None:
    """`python -m tests.inference.test_checks` takes off the list what holds now."""
    left = {}
    for path in CHECKS:
        found: set[str] = set()
        for case in read(path):
            with TemporaryDirectory() as folder:
                found |= problems(case, Path(folder)).keys()
        known = OPEN.get(path.name, {})
        left[path.name] = {line: reason for line, reason in known.items() if line in found}
    text = json.dumps(
        {name: lines for name, lines in left.items() if lines}, indent=1, ensure_ascii=False
    )
    (HERE / "open_checks.json").write_text(text + "\n")


if __name__ == "__main__":
    main()

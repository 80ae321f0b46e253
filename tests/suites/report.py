"""`python -m tests.suites.report FOLDER`: what the engine says of each program in a folder, as the graders read it.

A program is a file, or a folder NAME with NAME_main.py. Each is analysed alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tftypes.inference.analysis import analyze


def programs(folder: Path) -> Iterator[list[Path]]:
    """The files of each program, the one that is run first."""
    for path in sorted(folder.iterdir()):
        main = path / f"{path.name}_main.py"
        if path.suffix == ".py" and path.name not in ("grade.py", "verify.py"):
            yield [path]
        elif main.exists():
            yield [main, *sorted(each for each in path.rglob("*.py") if each != main)]
        elif path.is_dir() and not path.name.startswith(("_", ".")):
            yield from programs(path)


def report(files: list[Path], root: Path) -> Iterator[str]:
    """What is said of one program, as mypy prints it."""
    found = analyze([str(each) for each in files])
    for failure in found.failures:
        print(f"{failure.place.path}:{failure.place.line}: {failure.error}", file=sys.stderr)
    for place, shown in sorted(found.revealed.items()):
        for text in shown:
            yield f'{Path(place.path).relative_to(root)}:{place.line}: note: Revealed type is "{text}"'
    for each in found.findings:
        path = Path(each.place.path).relative_to(root)
        yield f"{path}:{each.place.line}: {each.severity}: {each.message}  [{each.code}]"


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    for files in programs(root):
        for line in report(files, root):
            print(line)


if __name__ == "__main__":
    main()

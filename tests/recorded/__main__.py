"""Prints how much of the given programs, or of those here, the checker knows:

python -m tests.recorded [program.py ...] [--lost] [--stand-ins]
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from .instrument import STAND_INS
from .measure import VERDICTS, WRONG, Program, measure

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))


def table(programs: list[Program]) -> Table:
    result = Table("program", *VERDICTS, "exact %", "errors")
    whole: Counter[str] = Counter()
    for program in programs:
        whole += program.counts
        result.add_row(program.path.stem, *_cells(program.counts), str(len(program.errors)))
    result.add_section()
    result.add_row("all", *_cells(whole), str(sum(len(each.errors) for each in programs)))
    return result


def _cells(counts: Counter[str]) -> list[str]:
    share = counts[VERDICTS[0]] / max(counts.total(), 1)
    return [*(str(counts[verdict]) for verdict in VERDICTS), f"{share:.1%}"]


def main(arguments: list[str]) -> None:
    console = Console(soft_wrap=True)
    paths = [Path(each).resolve() for each in arguments if not each.startswith("-")] or PROGRAMS
    programs = measure(paths, STAND_INS in arguments)
    for program in programs:
        if program.failure:
            console.print(
                f"{program.path} ended early: {program.failure.splitlines()[-1]}", markup=False
            )
        for error in program.errors:
            console.print(error, markup=False)
        for expression in program.causes():
            if expression.verdict == WRONG or "--lost" in arguments:
                line, source = expression.place[0], program.source(expression)
                said = ", ".join(map(str, expression.claimed))
                console.print(
                    f"{program.path.name}:{line}: {expression.verdict}: {source}: {expression.results}; said {said}",
                    markup=False,
                )
    console.print(table(programs))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Runs every benchmark and prints one table of ratios."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table


def named(words: Sequence[str] | None = None) -> list[str]:
    """The benchmarks that the command line names, or all."""
    here = [str(Path(__file__).parent)]
    every = [module.name for module in pkgutil.iter_modules(here) if module.name != "__main__"]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"a benchmark: {', '.join(every)}; all if none")
    names: list[str] = parser.parse_args(words).name
    for name in names:
        if name not in every:
            parser.error(f"argument name: expected one of {', '.join(every)}, got {name!r}")
    return names or every


def main() -> None:
    """Prints the rows of the named benchmarks, or of all."""
    console = Console()
    for name in named():
        with console.status(f"measuring {name} ..."):
            rows = importlib.import_module(f"benchmarks.{name}").rows()
        table = Table(title=name, title_justify="left")
        for heading in ("what", "tftypes", "against", "unit", "ratio"):
            table.add_column(heading, justify="left" if heading in ("what", "unit") else "right")
        for what, ours, theirs, unit in rows:
            table.add_row(what, f"{ours:.4g}", f"{theirs:.4g}", unit, f"{ours / theirs:.2f}")
        console.print(table)


if __name__ == "__main__":
    main()

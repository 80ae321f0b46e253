"""Runs every benchmark and prints one table of ratios."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table


def main(names: list[str]) -> None:
    """Prints the rows of the named benchmarks, or of all."""
    console = Console()
    here = [str(Path(__file__).parent)]
    found = [module.name for module in pkgutil.iter_modules(here) if module.name != "__main__"]
    for name in names or found:
        with console.status(f"measuring {name} ..."):
            rows = importlib.import_module(f"benchmarks.{name}").rows()
        table = Table(title=name, title_justify="left")
        for heading in ("what", "tftypes", "against", "unit", "ratio"):
            table.add_column(heading, justify="left" if heading in ("what", "unit") else "right")
        for what, ours, theirs, unit in rows:
            table.add_row(what, f"{ours:.4g}", f"{theirs:.4g}", unit, f"{ours / theirs:.2f}")
        console.print(table)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The baseline: a file of findings that are known, of lints and of types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal

from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes_lint import ENGINE_CODES, Finding, all_rules
from tftypes_lint.baseline import Baseline, BaselineError

#: The baseline where no other file is named.
FILE: Final = "tftypes-baseline.json"

Kind = Literal["lints", "types"]


def new(findings: list[Finding], config: Config) -> list[Finding]:
    """The findings that the baseline does not know; all where there is none.

    Raises:
        Failure: the baseline cannot be read.
    """
    return findings if config.baseline is None else _read(config).new(findings)


def update(findings: Iterable[Finding], config: Config, kinds: Sequence[Kind]) -> list[str]:
    """Writes what was found into the baseline; says how much that is, and what it takes to count.

    What the baseline knows of other kinds, which were not looked at, stays.

    Raises:
        Failure: the baseline cannot be read or written.
    """
    file = _file(config)
    baseline = Baseline.of(findings, config.root)
    if file.exists():
        old = _read(config).known.items()
        baseline.known.update({each: count for each, count in old if _kind(each.code) not in kinds})
    try:
        baseline.write(file)
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be written: {error.strerror or error}") from None
    number = sum(baseline.known.values())
    told = [f"{shown(file)}: {number} known finding{'s' * (number != 1)}"]
    if config.baseline is None:
        told.append(f'to use it, pass `--baseline {FILE}`, or set `baseline = "{FILE}"`')
        told.append("under [tool.tftypes.lint] in the configuration")
    return told


def _kind(code: str) -> Kind:
    return "lints" if code in all_rules() or code in ENGINE_CODES else "types"


def _read(config: Config) -> Baseline:
    file = _file(config)
    try:
        return Baseline.read(file, config.root)
    except OSError as error:
        hint = "; `--update-baseline` writes it" if not file.exists() else ""
        raise Failure(f"{shown(file)}: cannot be read: {error.strerror or error}{hint}") from None
    except BaselineError as error:
        raise Failure(f"{shown(file)}: {error}") from None


def _file(config: Config) -> Path:
    return config.root / (config.baseline or FILE)

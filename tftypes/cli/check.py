"""The job of `tftypes check` and `tftypes lint`: files in, one report out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tftypes.cli.codes import parent
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes_lint import Exclusions, Finding, all_rules, discover, lint
from tftypes_lint.findings import by_place
from tftypes_lint.rules.private_import import CODE as PRIVATE_IMPORT
from tftypes_lint.source import SYNTAX, UNREADABLE

#: Said whatever is selected: about such a file nothing else can be said.
ALWAYS: Final = frozenset({SYNTAX, UNREADABLE})
NO_STUB: Final = frozenset({"import-not-found", "import-untyped"})


@dataclass(frozen=True)
class Report:
    """What was found in how many files, and what the user should know besides."""

    findings: list[Finding]
    files: int
    warnings: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether there is something to put right; a note is only a note."""
        return any(finding.severity != "note" for finding in self.findings)


@dataclass(frozen=True)
class Files:
    """The Python files to check; `named` are those that the user named one by one."""

    all: tuple[Path, ...]
    named: frozenset[Path]


def find_files(paths: Sequence[Path], config: Config) -> Files:
    """The Python files at and below the paths; those of the configuration when there are none.

    Raises:
        Failure: a path is not there, or there is no Python file.
    """
    wanted = list(paths) or [config.root / path for path in config.paths] or [config.root]
    for path in wanted:
        if not path.exists():
            raise Failure(f"{shown(path)}: no such file or folder")
    found = discover(wanted, Exclusions(config.exclude, config.root))
    if not found:
        raise Failure(f"no Python files in {', '.join(shown(path) or '.' for path in wanted)}")
    named = frozenset(_as_shown(path) for path in wanted if not path.is_dir())
    return Files(tuple(map(_as_shown, found)), named)


def check(files: Files, config: Config) -> Report:
    """mypy with the plugin, and the lints unless they are switched off.

    Raises:
        Failure: mypy cannot do it.
    """
    from tftypes.cli.environment import require_checker
    from tftypes.cli.mypy_run import check_types

    require_checker()
    readable = [file for file in files.all if os.access(file, os.R_OK)]
    # An unreadable file is a finding even where the lints are switched off.
    lintable = files.all if config.lint else sorted({*files.all} - {*readable})
    # mypy in the foreground, where an interrupt ends it at once.
    with ThreadPoolExecutor(1) as background:
        linting = background.submit(lint, lintable, codes=_active_rules(config))
        types = check_types(readable, files.named, config)
        linted = linting.result()
    # mypy is the judge of syntax: it knows the Python that the program is for.
    judged = types.checked | types.unparsed
    lints = [each for each in linted if each.code != SYNTAX or each.path not in judged]
    return _report([*_less_private(types.findings, lints), *lints], files, config, types.warnings)


def _less_private(types: Iterable[Finding], lints: Iterable[Finding]) -> list[Finding]:
    """Without mypy's word that a private module has no stub, where the lint says why."""
    private = {(each.path, each.line) for each in lints if each.code == PRIVATE_IMPORT}
    return [
        each for each in types if not (each.code in NO_STUB and (each.path, each.line) in private)
    ]


def lint_only(files: Files, config: Config) -> Report:
    """The lints alone."""
    codes = _active_rules(config)
    return _report(lint(files.all, codes=codes, jobs=os.cpu_count() or 1), files, config)


def _active_rules(config: Config) -> list[str]:
    return [code for code in all_rules() if _is_active(code, config)]


def _report(
    findings: Iterable[Finding], files: Files, config: Config, warnings: Sequence[str] = ()
) -> Report:
    kept = [each for each in findings if each.code in ALWAYS or _is_active(each.code, config)]
    return Report(by_place(kept), len(files.all), tuple(warnings))


def _is_active(code: str, config: Config) -> bool:
    """Whether findings of this code are wanted; a code stands for its children, too."""
    names = {code, parent(code)}
    return not names & {*config.disable} and bool(not config.select or names & {*config.select})


def _as_shown(path: Path) -> Path:
    return Path(shown(path))

"""The job of `tftypes check` and `tftypes lint`: files in, one report out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tftypes.cli.codes import parent
from tftypes.cli.config import Config, shown
from tftypes.cli.failure import Failure
from tftypes_lint import Exclusions, Finding, Settings, all_rules, discover, lint
from tftypes_lint.baseline import Baseline, BaselineError
from tftypes_lint.cache import Cache
from tftypes_lint.engine import Progress
from tftypes_lint.findings import by_place
from tftypes_lint.rules.private_import import CODE as PRIVATE_IMPORT
from tftypes_lint.settings import SettingsError, read_settings
from tftypes_lint.source import INTERNAL, SYNTAX, UNREADABLE
from tftypes_lint.suppressions import UNUSED

if TYPE_CHECKING:
    from tftypes.cli.coverage import Coverage

#: Said whatever is selected: about such a file nothing else can be said.
ALWAYS: Final = frozenset({SYNTAX, UNREADABLE, INTERNAL})
#: The baseline where no other file is named.
BASELINE: Final = "tftypes-baseline.json"
NO_STUB: Final = frozenset({"import-not-found", "import-untyped"})


@dataclass(frozen=True)
class Report:
    """What was found in how many files, and what the user should know besides."""

    findings: list[Finding]
    files: int
    warnings: tuple[str, ...] = ()
    #: How many findings the baseline knows.
    known: int = 0
    #: How much is known of the tensors, where that was asked for.
    coverage: Coverage | None = None

    @property
    def failed(self) -> bool:
        """Whether there is something to put right; a note is only a note."""
        if self.coverage is not None and not self.coverage.is_enough:
            return True
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
    settings_of(config)  # a mistake in them is told before mypy begins
    readable = [file for file in files.all if os.access(file, os.R_OK)]
    # An unreadable file is a finding even where the lints are switched off.
    lintable = files.all if config.lint else sorted({*files.all} - {*readable})
    # mypy in the foreground, where an interrupt ends it at once.
    with ThreadPoolExecutor(1) as background:
        linting = background.submit(_lints, lintable, config, jobs=1)
        types = check_types(readable, files.named, config)
        linted = linting.result()
    # mypy is the judge of syntax: it knows the Python that the program is for.
    judged = types.checked | types.unparsed
    lints = [each for each in linted if each.code != SYNTAX or each.path not in judged]
    new = _new(lints, config)
    found = [*_less_private(types.findings, lints), *new]
    return _report(found, files, config, types.warnings, len(lints) - len(new))


def check_without_mypy(files: Files, config: Config) -> Report:
    """The engine and the lints, unless they are switched off: what they find, mypy's own checks left out."""
    from tftypes.cli.engine_run import check_tensors

    settings_of(config)
    readable = [file for file in files.all if os.access(file, os.R_OK)]
    tensors = check_tensors(readable, config)
    # A file that cannot be read or parsed is a finding even where the lints are switched off.
    linted = _lints(files.all, config, jobs=config.jobs or os.cpu_count() or 1)
    wanted = [each for each in linted if config.lint or each.code in ALWAYS]
    # The lints do not know what a comment has silenced here.
    lints = [
        each
        for each in wanted
        if each.code != UNUSED or (each.path, each.line) not in tensors.silenced
    ]
    new = _new(lints, config)
    return _report([*tensors.findings, *new], files, config, known=len(lints) - len(new))


def check_coverage(files: Files, config: Config, *, minimum: float, listed: bool) -> Report:
    """As `check`, and how much is known of the tensors; `listed` says where it is not all.

    Raises:
        Failure: mypy cannot do it.
    """
    from tftypes.cli import coverage

    # What comes from mypy's cache is not looked at, and could not be noted.
    fresh = replace(config, mypy_args=(*config.mypy_args, f"--cache-dir={os.devnull}"))
    with coverage.noting() as folder:
        report = check(files, fresh)
        lost, found = coverage.read(folder, config.root, map(shown, files.all), minimum)
    findings = by_place([*report.findings, *lost]) if listed else report.findings
    return replace(report, findings=findings, coverage=found)


def _less_private(types: Iterable[Finding], lints: Iterable[Finding]) -> list[Finding]:
    """Without mypy's word that a private module has no stub, where the lint says why."""
    private = {(each.path, each.line) for each in lints if each.code == PRIVATE_IMPORT}
    return [
        each for each in types if not (each.code in NO_STUB and (each.path, each.line) in private)
    ]


def lint_only(files: Files, config: Config, progress: Progress | None = None) -> Report:
    """The lints alone."""
    found = _lints(files.all, config, jobs=config.jobs or os.cpu_count() or 1, progress=progress)
    new = _new(found, config)
    return _report(new, files, config, known=len(found) - len(new))


def update_baseline(files: Files, config: Config, progress: Progress | None = None) -> str:
    """Writes what is found now into the baseline; says how much that is."""
    jobs = config.jobs or os.cpu_count() or 1
    found = _report(_lints(files.all, config, jobs=jobs, progress=progress), files, config).findings
    file = _baseline_file(config)
    baseline = Baseline.of(found, config.root)
    try:
        baseline.write(file)
    except OSError as error:
        raise Failure(f"{shown(file)}: cannot be written: {error.strerror or error}") from None
    number = sum(baseline.known.values())
    return f"{shown(file)}: {number} known finding{'s' * (number != 1)}"


def settings_of(config: Config) -> Settings:
    """What the configuration says about the lints.

    Raises:
        Failure: it says something that cannot be.
    """
    rules = all_rules()
    select = [code for code in config.select if code in rules] if config.select else None
    disable = [code for code in config.disable if code in rules]
    with setting_errors(config):
        return read_settings(config.lint_table, config.root, select, disable)


def cache_of(config: Config, settings: Settings) -> Cache:
    """The cache of the project; one that forgets everything where it is switched off."""
    return Cache.at(config.root, settings) if config.cache else Cache.empty()


def _lints(
    files: Sequence[Path], config: Config, *, jobs: int, progress: Progress | None = None
) -> list[Finding]:
    settings = settings_of(config)
    with setting_errors(config):
        cache = cache_of(config, settings)
        return lint(files, settings, jobs=jobs, cache=cache, progress=progress)


@contextmanager
def setting_errors(config: Config) -> Iterator[None]:
    """What is wrong with the settings of the lints, told with the file that they are in."""
    try:
        yield
    except SettingsError as error:
        where = f"{shown(config.file)}: " if config.file else ""
        raise Failure(f"{where}[tool.tftypes.lint] {error}") from None


def _new(findings: list[Finding], config: Config) -> list[Finding]:
    """The findings that the baseline does not know."""
    if config.baseline is None:
        return findings
    file = _baseline_file(config)
    try:
        baseline = Baseline.read(file, config.root)
    except OSError as error:
        hint = "; `tftypes lint --update-baseline` writes it" if not file.exists() else ""
        raise Failure(f"{shown(file)}: cannot be read: {error.strerror or error}{hint}") from None
    except BaselineError as error:
        raise Failure(f"{shown(file)}: {error}") from None
    return baseline.new(findings)


def _baseline_file(config: Config) -> Path:
    return config.root / (config.baseline or BASELINE)


def _report(
    findings: Iterable[Finding],
    files: Files,
    config: Config,
    warnings: Sequence[str] = (),
    known: int = 0,
) -> Report:
    kept = [each for each in findings if each.code in ALWAYS or _is_active(each.code, config)]
    return Report(by_place(kept), len(files.all), tuple(warnings), known)


def _is_active(code: str, config: Config) -> bool:
    """Whether findings of this code are wanted; a code stands for its children, too."""
    names = {code, parent(code)}
    return not names & {*config.disable} and bool(not config.select or names & {*config.select})


def _as_shown(path: Path) -> Path:
    text = shown(path)
    return path if str(path) == text else Path(text)

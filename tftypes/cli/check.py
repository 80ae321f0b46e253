"""The job of `tftypes check` and `tftypes lint`: files in, one report out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tftypes.cli import known, unparsed
from tftypes.cli.codes import PLUGIN_CODES, parent
from tftypes.cli.config import Config, place, shown
from tftypes.cli.failure import Failure
from tftypes.cli.options import LINT
from tftypes_lint import Exclusions, Finding, Settings, all_rules, discover, lint
from tftypes_lint.cache import Cache
from tftypes_lint.engine import Progress
from tftypes_lint.files import SUFFIXES
from tftypes_lint.findings import by_place
from tftypes_lint.rules.deprecated_argument import CODE as DEPRECATED_ARGUMENT
from tftypes_lint.rules.deprecated_symbol import CODE as DEPRECATED_SYMBOL
from tftypes_lint.rules.private_import import CODE as PRIVATE_IMPORT
from tftypes_lint.settings import SettingsError, read_settings
from tftypes_lint.source import INTERNAL, SYNTAX, UNREADABLE
from tftypes_lint.writing import read_regular

if TYPE_CHECKING:
    from tftypes.cli.coverage import Coverage
    from tftypes_lint.fixes import FixedFile

#: Said whatever is selected: about such a file nothing else can be said.
ALWAYS: Final = frozenset({SYNTAX, UNREADABLE, INTERNAL})
#: What is said of a name that is gone, and of a module that is gone or private.
NO_NAME: Final = frozenset({"attr-defined", "tf-attribute"})
NO_MODULE: Final = frozenset({"import-not-found", "import-untyped"})


@dataclass(frozen=True)
class Report:
    """What was found in how many files, and what the user should know besides."""

    findings: list[Finding]
    files: int
    #: Their paths.
    paths: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    #: How many findings the baseline knows.
    known: int = 0
    #: What stood for files that are not read again, by their paths.
    texts: Mapping[str, bytes] = field(default_factory=dict)
    #: The fixes of findings, each by itself, where they were asked for.
    offers: Mapping[Finding, FixedFile] = field(default_factory=dict)
    #: How much is known of the tensors, where that was asked for.
    coverage: Coverage | None = None
    #: Why not all could be checked.
    problems: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether there is something to put right; a note is only a note."""
        if self.coverage is not None and not self.coverage.is_enough:
            return True
        return any(finding.severity != "note" for finding in self.findings)


@dataclass(frozen=True)
class Files:
    """The Python files to check, and what was asked for."""

    all: tuple[Path, ...]
    #: Those that the user named one by one.
    named: frozenset[Path]
    #: The folders that were asked for, and those of the files that were named.
    folders: tuple[Path, ...]


def find_files(paths: Sequence[Path], config: Config) -> Files:
    """The Python files at and below the paths; those of the configuration when there are none.

    Raises:
        Failure: a path is not there, or there is no Python file.
    """
    wanted = list(paths) or [config.root / path for path in config.paths] or [config.root]
    for path in wanted:
        if not _is_there(path):
            raise Failure(f"{shown(path)}: no such file or folder")
        if not os.path.isdir(path) and path.suffix not in SUFFIXES and not _is_script(path):
            raise Failure(
                f"{shown(path)}: not a Python file: its name ends in none of {', '.join(SUFFIXES)}"
            )
    found = discover(wanted, Exclusions(config.exclude, config.root))
    if not found:
        raise Failure(f"no Python files in {', '.join(shown(path) or '.' for path in wanted)}")
    named = frozenset(_as_shown(path) for path in wanted if not os.path.isdir(path))
    folders = tuple(path if os.path.isdir(path) else path.parent for path in wanted)
    return Files(tuple(map(_as_shown, found)), named, folders)


def _is_there(path: Path) -> bool:
    """Whether there is such a file or folder, be it one that nobody may look at, which is told."""
    try:
        return path.exists()
    except OSError:
        return True


def _is_script(path: Path) -> bool:
    """Whether a file without a suffix says in its first line that Python runs it."""
    try:
        head = read_regular(path)[:100].partition(b"\n")[0]
    except OSError:
        return True  # which is told as a finding
    return not path.suffix and head.startswith(b"#!") and b"python" in head


def check(files: Files, config: Config) -> Report:
    """mypy with the plugin, and the lints unless they are switched off.

    Where mypy cannot do it, what is found without mypy is reported, and why.

    Raises:
        Failure: mypy is not installed as it should be.
    """
    from tftypes.cli.environment import require_checker
    from tftypes.cli.mypy_run import check_types

    require_checker()
    readable = readable_in(files)
    # An unreadable file is a finding even where the lints are switched off.
    lintable = files.all if config.lint else sorted({*files.all} - {*readable})
    # mypy in the foreground, where an interrupt ends it at once.
    with ThreadPoolExecutor(1) as background:
        linting = background.submit(_lints, lintable, config, jobs=1)
        try:
            types = check_types(readable, files.named, config)
        except Failure as error:
            linting.cancel()
            report = check_without_mypy(files, config)
            return replace(report, problems=(*report.problems, str(error)))
        linted, warnings = linting.result()
    # mypy is the judge of syntax: it knows the Python that the program is for.
    told = types.unparsed.union(each.path for each in types.findings if each.code == SYNTAX)
    lints = [each for each in linted if each.code != SYNTAX or each.path not in told]
    typed, lints = (
        _said_once(types.findings, lints, config) if config.lint else (types.findings, lints)
    )
    new = known.new(lints, config)
    # Where the project has a baseline, it holds for types as well.
    fresh = known.new(typed, config)
    left_out = len(lints) - len(new) + len(typed) - len(fresh)
    return _report([*fresh, *new], files, config, [*types.warnings, *warnings], left_out)


def check_without_mypy(files: Files, config: Config) -> Report:
    """The engine and the lints, unless they are switched off: what they find, mypy's own checks left out."""
    from tftypes.cli.engine_run import check_tensors

    readable = readable_in(files)
    tensors = check_tensors(readable, config)
    # A file that cannot be read or parsed is a finding even where the lints are switched off.
    linted, warnings = _lints(files.all, config, jobs=config.jobs or os.cpu_count() or 1)
    lints = [each for each in linted if config.lint or each.code in ALWAYS]
    found = [each for said in _said_once(tensors.findings, lints, config) for each in said]
    new = known.new(found, config)
    # The two caches lie in one folder, of which one warning is enough.
    told = dict.fromkeys([*cache_warnings(tensors.cache_problem), *warnings])
    return _report(new, files, config, tuple(told), len(found) - len(new))


def check_coverage(
    job: Callable[[Files, Config], Report],
    files: Files,
    config: Config,
    *,
    minimum: float,
    listed: bool,
) -> Report:
    """What the job reports, and how much is known of the tensors; `listed` says where it is not all.

    Raises:
        Failure: the job cannot be done.
    """
    from tftypes.cli import coverage

    report = job(files, config)
    readable = readable_in(files)
    lost, found = coverage.measure(readable, minimum)
    wrong = {(each.path, each.line, each.column) for each in report.findings}
    untold = (each for each in lost if (each.path, each.line, each.column) not in wrong)
    findings = by_place([*report.findings, *untold]) if listed else report.findings
    return replace(report, findings=findings, coverage=found)


def readable_in(files: Files) -> list[Path]:
    """The files that can be read to their end, which pipes and devices may not have."""
    return [file for file in files.all if os.path.isfile(file) and os.access(file, os.R_OK)]


#: Lints of what the engine says, too, where it runs the code, and by which codes.
_ALSO_RUN: Final = {
    "gradient-none": ("tf-gradient",),
    "numpy-in-function": ("tf-trace",),
    "tensor-condition": ("tf-trace",),
    "tensor-hash": ("tf-trace", "tf-value"),
    "tensor-iteration": ("tf-trace",),
    "tape-reuse": ("tf-gradient",),
    "variable-in-function": ("tf-state",),
}


def _said_once(
    types: Sequence[Finding], lints: Sequence[Finding], config: Config
) -> tuple[list[Finding], list[Finding]]:
    """Both without what the other says of the same place, and what to use.

    The engine knows why, and what does it there; a lint that has a fix is worth more.
    """
    types, lints = (
        [each for each in found if is_active(each.code, config)] for found in (types, lints)
    )
    rules = all_rules()
    with_fixes = [each for each in lints if hasattr(rules.get(each.code), "fix")]
    linted = {place for each in with_fixes for place in _places(each)}
    types = [each for each in types if (each.path, each.line, each.column, each.code) not in linted]
    run = {(each.path, each.line, each.column, each.code) for each in types}
    calls: dict[str, list[Finding]] = {}
    for each in types:
        if each.code == "tf-call":
            calls.setdefault(each.path, []).append(each)
    lints = [
        each for each in lints if run.isdisjoint(_places(each)) and not _is_refused(each, calls)
    ]
    names: set[tuple[str, int, int]] = set()
    lines: set[tuple[str, int]] = set()
    for each in lints:
        if each.code == DEPRECATED_SYMBOL:
            # A finding begins with the name, or with the statement that imports it.
            names.update((each.path, each.line, column) for column in range(1, each.end_column))
        if each.code in (DEPRECATED_SYMBOL, PRIVATE_IMPORT):
            lines.add((each.path, each.line))
    kept = [
        each
        for each in types
        if not (each.code in NO_NAME and (each.path, each.line, each.column) in names)
        and not (each.code in NO_MODULE and (each.path, each.line) in lines)
    ]
    return kept, lints


def _is_refused(lint: Finding, calls: Mapping[str, Sequence[Finding]]) -> bool:
    """Whether a lint is about an argument of a call that the engine refuses; `calls` are those by file."""
    place = lint.line, lint.column
    return lint.code == DEPRECATED_ARGUMENT and any(
        (call.line, call.column) < place < (call.end_line, call.end_column)
        for call in calls.get(lint.path, ())
    )


def _places(lint: Finding) -> Iterator[tuple[str, int, int, str]]:
    """Where the engine says the same, and by which codes."""
    for code in _ALSO_RUN.get(lint.code, ()):
        yield lint.path, lint.line, lint.column, code


def lint_only(files: Files, config: Config, progress: Progress | None = None) -> Report:
    """The lints alone."""
    jobs = config.jobs or os.cpu_count() or 1
    found, warnings = _lints(files.all, config, jobs=jobs, progress=progress)
    new = known.new(found, config)
    return _report(new, files, config, warnings, len(found) - len(new))


def settings_of(config: Config) -> Settings:
    """What the configuration says about the lints.

    Raises:
        Failure: it says something that cannot be.
    """
    with setting_errors(config):
        return _settings(config)


def _settings(config: Config) -> Settings:
    rules = all_rules()
    select = [code for code in config.select if code in rules] if config.select else None
    disable = [code for code in config.disable if code in rules]
    settings = read_settings(config.lint_table, config.root, select, disable)
    return replace(settings, others=tuple(PLUGIN_CODES))


def sound(config: Config) -> Config:
    """The configuration without what cannot be in the table of the lints, which its problems tell."""
    try:
        _settings(config)
    except SettingsError as error:
        table = {key: value for key, value in config.lint_table.items() if key != error.path[0]}
        problems = (*config.problems, _told(error, config))
        return sound(replace(config, lint_table=table, problems=problems))
    return config


def cache_warnings(problem: tuple[Path, str] | None) -> list[str]:
    """Why a cache is not used, if so."""
    return [f"the cache is not used: {shown(problem[0])}: {problem[1]}"] if problem else []


def cache_of(config: Config, settings: Settings) -> Cache:
    """The cache of the project; one that forgets everything where it is switched off."""
    if not config.cache:
        return Cache.empty()
    return Cache.at(config.root, settings, config.cache_dir)


def _lints(
    files: Sequence[Path], config: Config, *, jobs: int, progress: Progress | None = None
) -> tuple[list[Finding], list[str]]:
    """The findings, and what the user should know besides."""
    settings = settings_of(config)
    with setting_errors(config):
        cache = cache_of(config, settings)
        found = lint(files, settings, jobs=jobs, cache=cache, progress=progress)
    return [*unparsed.judged(found, config)], cache_warnings(cache.problem)


@contextmanager
def setting_errors(config: Config) -> Iterator[None]:
    """What is wrong with the settings of the lints, told with the file that they are in."""
    try:
        yield
    except SettingsError as error:
        raise Failure(_told(error, config)) from None


def _told(error: SettingsError, config: Config) -> str:
    where = f"{place(config.file, [*LINT.split('.'), *error.path])}: " if config.file else ""
    return f"{where}[{LINT}] {error}"


def _report(
    findings: Iterable[Finding],
    files: Files,
    config: Config,
    warnings: Sequence[str] = (),
    known: int = 0,
) -> Report:
    kept = [each for each in findings if is_active(each.code, config)]
    paths = tuple(map(shown, files.all))
    return Report(by_place(kept), len(files.all), paths, tuple(warnings), known)


def is_active(code: str, config: Config) -> bool:
    """Whether findings of this code are wanted; a code stands for its children, too."""
    names = {code, parent(code)}
    return (
        code in ALWAYS
        or not names & {*config.disable}
        and bool(not config.select or names & {*config.select})
    )


def _as_shown(path: Path) -> Path:
    text = shown(path)
    return path if str(path) == text else Path(text)

"""What is worked out about one file by itself, in a worker process or from the cache."""

from __future__ import annotations

import gc
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tftypes_lint.findings import Finding
from tftypes_lint.generated import is_generated, skeleton
from tftypes_lint.packed import Packed
from tftypes_lint.rule import (
    OptionError,
    Problem,
    Rule,
    Wanted,
    all_rules,
    check,
    collect,
    interested,
    is_project,
)
from tftypes_lint.settings import Active, Settings, SettingsError
from tftypes_lint.source import INTERNAL, Source, module_name, parse_problem, unreadable
from tftypes_lint.suppressions import Suppression, read
from tftypes_lint.writing import read_regular

#: Set in the environment, it lets a mistake in a rule show where it happened.
DEBUG: Final = "TFTYPES_DEBUG"


class FileResult(NamedTuple):
    """What the rules found in one file, before comments silence any, and the facts they keep."""

    findings: tuple[Finding, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    #: By code: they are looked at only when the project is checked anew.
    facts: Mapping[str, Packed] = {}
    #: Nobody is told what is wrong with generated code; that it imports something counts.
    generated: bool = False
    parsed: bool = True


def analyse_file(settings: Settings, file: Path) -> FileResult:
    """What the rules say about a file; that it cannot be read is one finding."""
    try:
        source = Source(str(file), read_regular(file))
    except OSError as error:
        return FileResult((unreadable(str(file), error),), parsed=False)
    return analyse(settings, source)


def analyse(settings: Settings, source: Source) -> FileResult:
    """What the rules say about a source; that it does not parse is one finding."""
    active = settings.active(source.path)
    generated = not settings.generated and is_generated(source)
    wanted = interested(active, source)
    if generated:
        wanted = [code for code in wanted if is_project(all_rules()[code])]
        source = _read_less(source, wanted)
    broken = parse_problem(source)
    if broken:
        return FileResult((broken,), parsed=False)
    found: list[Finding] = []
    facts: dict[str, Packed] = {}
    for code in wanted:
        rule, options = all_rules()[code], active[code].options
        try:
            if is_project(rule):
                facts |= collected(settings, code, source)
            else:
                problems = check(rule, source, options)
                found += [finding_of(rule, each, source.path, active[code]) for each in problems]
        except Exception as error:
            found.append(failure(code, source.path, error))
    suppressions = () if generated else tuple(read(source))
    return FileResult(tuple(found), suppressions, facts, generated)


def _read_less(source: Source, codes: Iterable[str]) -> Source:
    """As much of generated code as the rules look at: its imports, unless its bytes interest one."""
    if any(all_rules()[code].PREFILTER for code in codes):
        return source
    shorter = skeleton(source)
    return source if parse_problem(shorter) else shorter


def failure(code: str, path: str, error: Exception) -> Finding:
    """A mistake in a rule, as one finding; raised again where `TFTYPES_DEBUG` is set.

    Raises:
        SettingsError: it is a mistake in the rule's options.
    """
    if isinstance(error, OptionError):
        raise SettingsError(f"{code}.{error}", code) from None
    if os.environ.get(DEBUG):
        raise error
    message = f"the lint {code} failed: {type(error).__name__}: {error}"
    hint = f"please report it with what {DEBUG}=1 shows"
    return Finding(path, 1, 1, 1, 1, INTERNAL, "error", message, hint)


def collected(settings: Settings, code: str, source: Source) -> dict[str, Packed]:
    """The facts that a rule keeps of a file, by its code; empty when it keeps none."""
    facts = collect(all_rules()[code], source, settings.options(code))
    return {} if facts is None else {code: Packed.of(facts)}


def is_wanted(path: str, wanted: Wanted, contents: Mapping[str, bytes]) -> bool:
    """Whether a rule that asked for more wants this file, whose content is given or read."""
    if module_name(path) in wanted.modules:
        return True
    content = contents.get(path)
    try:
        content = read_regular(path) if content is None and wanted.words else content
    except OSError:
        return False
    return content is not None and any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)".encode(), content) for word in wanted.words
    )


def collect_each(
    settings: Settings, code: str, contents: Mapping[str, bytes], files: Sequence[Path]
) -> list[Packed | None]:
    """The facts that a rule keeps of each file, whatever its PREFILTER."""
    with parsing():
        return [_collect(settings, code, contents, file) for file in files]


def _collect(
    settings: Settings, code: str, contents: Mapping[str, bytes], file: Path
) -> Packed | None:
    path = str(file)
    try:
        source = Source(path, contents[path] if path in contents else read_regular(file))
    except OSError:
        return None
    return None if parse_problem(source) else collected(settings, code, source).get(code)


def finding_of(rule: Rule, problem: Problem, path: str, active: Active) -> Finding:
    """A problem as it is reported."""
    message = rule.MESSAGE.format_map(problem.values)
    severity = active.severity or problem.severity or rule.SEVERITY
    return Finding(path, *problem.span, rule.CODE, severity, message, problem.hint)


def analyse_all(settings: Settings, files: Sequence[Path]) -> list[FileResult]:
    """`analyse_file` for each, as fast as one process can."""
    with parsing():
        return [analyse_file(settings, file) for file in files]


@contextmanager
def parsing() -> Iterator[None]:
    """As `uncollected`, and without what Python warns of while parsing, such as odd escapes.

    That is the program's own business.
    """
    with uncollected(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector: trees and facts have no cycles, and are many."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

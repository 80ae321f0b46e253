"""What is worked out about one file by itself, in a worker process or from the cache."""

from __future__ import annotations

import gc
import os
import pickle
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tftypes_lint.findings import Finding
from tftypes_lint.rule import (
    OptionError,
    Problem,
    Rule,
    Wanted,
    all_rules,
    check,
    collect,
    is_project,
    matches,
)
from tftypes_lint.settings import Active, Settings, SettingsError
from tftypes_lint.source import INTERNAL, Source, module_name, parse_problem, unreadable
from tftypes_lint.suppressions import Suppression, read

#: What a file says near its top when a program wrote it and nobody is to edit it.
_GENERATED: Final = re.compile(rb"@generated|generated[^\n]*\n?.{0,80}do not (?:edit|modify)", re.I)
_HEADER: Final = 1000
#: Set in the environment, it lets a mistake in a rule show where it happened.
DEBUG: Final = "TFTYPES_DEBUG"


class FileResult(NamedTuple):
    """What the rules found in one file, before comments silence any, and the facts they keep."""

    findings: tuple[Finding, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    #: By code, pickled: they are looked at only when the project is checked anew.
    facts: Mapping[str, bytes] = {}
    #: Nobody is told what is wrong with generated code; that it imports something counts.
    generated: bool = False
    parsed: bool = True


def analyse_file(settings: Settings, file: Path) -> FileResult:
    """What the rules say about a file; that it cannot be read is one finding."""
    try:
        source = Source(str(file), file.read_bytes())
    except OSError as error:
        return FileResult((unreadable(str(file), error),), parsed=False)
    return analyse(settings, source)


def analyse(settings: Settings, source: Source) -> FileResult:
    """What the rules say about a source; that it does not parse is one finding."""
    broken = parse_problem(source)
    if broken:
        return FileResult((broken,), parsed=False)
    generated = not settings.generated and is_generated(source)
    found: list[Finding] = []
    facts: dict[str, bytes] = {}
    for code, active in settings.active(source.path).items():
        rule = all_rules()[code]
        if not matches(rule, source):
            continue
        try:
            if is_project(rule):
                facts |= collected(settings, code, source)
            elif not generated:
                problems = check(rule, source, active.options)
                found += [finding_of(rule, each, source.path, active) for each in problems]
        except Exception as error:
            found.append(failure(code, source.path, error))
    return FileResult(tuple(found), tuple(read(source)), facts, generated)


def failure(code: str, path: str, error: Exception) -> Finding:
    """A mistake in a rule, as one finding; raised again where `TFTYPES_DEBUG` is set.

    Raises:
        SettingsError: it is a mistake in the rule's options.
    """
    if isinstance(error, OptionError):
        raise SettingsError(f"{code}.{error}") from None
    if os.environ.get(DEBUG):
        raise error
    message = f"the lint {code} failed: {type(error).__name__}: {error}"
    hint = f"please report it with what {DEBUG}=1 shows"
    return Finding(path, 1, 1, 1, 1, INTERNAL, "error", message, hint)


def collected(settings: Settings, code: str, source: Source) -> dict[str, bytes]:
    """The facts that a rule keeps of a file, pickled, by its code; empty when it keeps none."""
    facts = collect(all_rules()[code], source, settings.options(code))
    return {} if facts is None else {code: pickle.dumps(facts, pickle.HIGHEST_PROTOCOL)}


def is_wanted(path: str, wanted: Wanted, contents: Mapping[str, bytes]) -> bool:
    """Whether a rule that asked for more wants this file, whose content is given or read."""
    if module_name(path) in wanted.modules:
        return True
    content = contents.get(path)
    try:
        content = Path(path).read_bytes() if content is None and wanted.words else content
    except OSError:
        return False
    return content is not None and any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)".encode(), content) for word in wanted.words
    )


def collect_each(
    settings: Settings, code: str, contents: Mapping[str, bytes], files: Sequence[Path]
) -> list[bytes | None]:
    """The pickled facts that a rule keeps of each file, whatever its PREFILTER."""
    with parsing():
        return [_collect(settings, code, contents, file) for file in files]


def _collect(
    settings: Settings, code: str, contents: Mapping[str, bytes], file: Path
) -> bytes | None:
    path = str(file)
    try:
        source = Source(path, contents[path] if path in contents else file.read_bytes())
    except OSError:
        return None
    return None if parse_problem(source) else collected(settings, code, source).get(code)


def finding_of(rule: Rule, problem: Problem, path: str, active: Active) -> Finding:
    """A problem as it is reported."""
    message = rule.MESSAGE.format_map(problem.values)
    severity = active.severity or problem.severity or rule.SEVERITY
    return Finding(path, *problem.span, rule.CODE, severity, message, problem.hint)


def is_generated(source: Source) -> bool:
    """Whether the file says that it was generated and is not to be edited.

    >>> is_generated(Source("a.py", b"# Generated by protoc.  DO NOT EDIT!"))
    True
    >>> is_generated(Source("a.py", b"# The table was generated by hand."))
    False
    """
    return _GENERATED.search(source.content, 0, _HEADER) is not None


def analyse_all(settings: Settings, files: Sequence[Path]) -> list[FileResult]:
    """`analyse_file` for each, as fast as one process can."""
    with parsing():
        return [analyse_file(settings, file) for file in files]


@contextmanager
def parsing() -> Iterator[None]:
    """Without the garbage collector, which finds nothing in trees and costs a third of the time.

    What Python warns of while parsing, such as odd escapes, is the program's own business.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if enabled:
            gc.enable()

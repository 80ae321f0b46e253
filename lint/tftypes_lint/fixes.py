"""Makes fixes: in memory first, round by round until nothing is left to fix, then on disk."""

from __future__ import annotations

import ast
import difflib
import io
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from tftypes_lint.analysis import FileResult, analyse, finding_of, parsing
from tftypes_lint.cache import Cache
from tftypes_lint.changes import contradict
from tftypes_lint.engine import Progress, analyse_files, project_problems, reported
from tftypes_lint.escaping import visible
from tftypes_lint.findings import Finding
from tftypes_lint.rule import Fix, Problem, Rule, all_rules, check, fix, is_project
from tftypes_lint.settings import Settings
from tftypes_lint.source import Source, encoding
from tftypes_lint.suppressions import comments
from tftypes_lint.writing import read_regular, write_whole

#: Fixes that make room for others settle in two or three rounds; a rule that never settles stops here.
_ROUNDS: Final = 10


class Repair(NamedTuple):
    """A fix, and what it is for."""

    finding: Finding
    fix: Fix


@dataclass(frozen=True)
class FixedFile:
    """A file before and after, and the fixes that make the difference."""

    path: Path
    before: bytes
    after: bytes
    repairs: tuple[Repair, ...]

    def diff(self) -> bytes:
        """The difference as a unified diff, to the byte, with names quoted as git quotes them."""
        old, new = (io.BytesIO(content).readlines() for content in (self.before, self.after))
        before, after = (_quoted(f"{side}/{self.path}").encode() for side in "ab")
        lines = difflib.diff_bytes(difflib.unified_diff, old, new, before, after)
        return b"".join(
            line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"
            for line in lines
        )

    def is_within(self, folders: Iterable[Path]) -> bool:
        """Whether the file is in one of the folders once symbolic links are followed."""
        place = os.path.realpath(self.path)
        tops = (os.path.join(os.path.realpath(folder), "") for folder in folders)
        return any(map(place.startswith, tops))

    def write(self) -> bool:
        """Replaces the file, whole or not at all; its mode stays. False when it changed meanwhile.

        Raises:
            OSError: it cannot be written; it is then as it was.
        """
        content = read_regular(self.path)
        if content != self.before:
            return content == self.after
        write_whole(self.path, self.after)
        return True


@dataclass(frozen=True)
class Fixes:
    """What can be fixed, and what could be with unsafe fixes."""

    files: tuple[FixedFile, ...]
    #: What is offered and not made, by the problem that it is for.
    offered: tuple[Repair, ...] = ()


@dataclass
class _State:
    """The project as it is with the fixes made so far."""

    settings: Settings
    results: dict[str, FileResult]
    contents: dict[str, bytes] = field(default_factory=dict)
    made: dict[str, list[Repair]] = field(default_factory=lambda: defaultdict(list))
    #: The files as they were read first: others may change them meanwhile, and a fix is right for one content alone.
    _read: dict[str, bytes] = field(default_factory=dict)

    def source(self, path: str) -> Source:
        if path not in self.contents and path not in self._read:
            self._read[path] = read_regular(path)
        return Source(path, self.contents[path] if path in self.contents else self._read[path])


def find_fixes(
    files: Sequence[Path],
    settings: Settings | None = None,
    *,
    unsafe: bool = False,
    jobs: int = 1,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Fixes:
    """What fixing the files makes of them; nothing is written.

    Raises:
        SettingsError: a rule cannot use one of its options.
    """
    settings, cache = settings or Settings(), cache or Cache.empty()
    state = _State(settings, analyse_files(files, settings, jobs, cache, progress))
    cache.save()
    before: dict[str, bytes] = {}
    offered: list[Repair] = []
    with parsing():
        for _ in range(_ROUNDS):
            offered, changed = _round(state, unsafe=unsafe, jobs=jobs)
            for path, content in changed.items():
                before.setdefault(path, state.source(path).content)
                state.contents[path] = content
                state.results[path] = analyse(settings, state.source(path))
            if not changed:
                break
    fixed = (
        FixedFile(Path(path), content, state.contents[path], tuple(state.made[path]))
        for path, content in sorted(before.items())
        if content != state.contents[path]
    )
    return Fixes(tuple(fixed), tuple(offered))


def find_offers(
    files: Sequence[Path],
    settings: Settings | None = None,
    *,
    jobs: int = 1,
    cache: Cache | None = None,
) -> Iterator[FixedFile]:
    """Each fix by itself, safe or not: the file before and after it."""
    settings, cache = settings or Settings(), cache or Cache.empty()
    state = _State(settings, analyse_files(files, settings, jobs, cache, None))
    with parsing():
        for path, repairs in _repairs(state, jobs):
            source = state.source(path)
            for repair in repairs:
                content = _changed(source, [repair])
                if content is not None:
                    yield FixedFile(Path(path), source.content, content, (repair,))


def fix_source(
    source: Source, settings: Settings, *, unsafe: bool = False, alone: bool = False
) -> Source:
    """A source by itself, fixed as far as rules on one file can.

    Where it is `alone`, it is the whole project, and rules on the project fix it, too.
    """
    state = _State(settings, {}, {source.path: source.content})
    with parsing():
        for _ in range(_ROUNDS):
            state.results = {source.path: analyse(settings, state.source(source.path))}
            _, changed = _round(state, unsafe=unsafe, jobs=1 if alone else 0)
            state.contents.update(changed)
            if not changed:
                break
    return state.source(source.path)


def _repairs(state: _State, jobs: int) -> Iterator[tuple[str, list[Repair]]]:
    """What the rules offer for what they report, by path. With no jobs, file rules alone."""
    problems: dict[str, list[tuple[str, Problem]]] = defaultdict(list)
    fixers = [code for code in state.settings.codes if hasattr(all_rules()[code], "fix")]
    if jobs and any(is_project(all_rules()[code]) for code in fixers):
        for code, path, problem in project_problems(
            state.settings, state.results, jobs, state.contents, codes=fixers
        ):
            problems[path].append((code, problem))
    for path, result in state.results.items():
        if result.generated or not result.parsed:
            continue
        wanted = {finding.code for finding in result.findings} & {*fixers}
        if wanted or path in problems:
            yield path, list(_repairs_of(state, path, sorted(wanted), problems[path]))


def _repairs_of(
    state: _State, path: str, codes: Sequence[str], project: Sequence[tuple[str, Problem]]
) -> Iterator[Repair]:
    source = state.source(path)
    active = state.settings.active(path)
    problems = [(code, problem) for code, problem in project if code in active]
    for code in codes:
        found_now = check(all_rules()[code], source, active[code].options)
        problems += [(code, each) for each in found_now]
    found = {
        finding_of(all_rules()[code], problem, path, active[code]): (code, problem)
        for code, problem in problems
    }
    for finding in reported(state.settings, path, state.results[path], list(found)):
        code, problem = found.get(finding, (None, None))
        made = _fix(all_rules()[code], source, problem) if code and problem else None
        if made:
            yield Repair(finding, made)


def _fix(rule: Rule, source: Source, problem: Problem) -> Fix | None:
    made = fix(rule, source, problem)
    return made if made and made.changes else None


def _round(state: _State, *, unsafe: bool, jobs: int) -> tuple[list[Repair], dict[str, bytes]]:
    """What is offered and not made, and the new contents of the files with what is made."""
    offered: list[Repair] = []
    changed: dict[str, bytes] = {}
    for path, found in _repairs(state, jobs):
        wanted = [each for each in found if unsafe or each.fix.safety == "safe"]
        offered += [each for each in found if each not in wanted]
        content, made = _make(state.source(path), wanted)
        if made:
            changed[path] = content
            state.made[path] += made
    return offered, changed


def _make(source: Source, wanted: Sequence[Repair]) -> tuple[bytes, list[Repair]]:
    """The content with as many of the fixes as go together, each whole."""
    together = _compatible(wanted)
    content = _changed(source, together)
    if content is not None:
        return content, together
    for repair in wanted:  # one of them is at fault: as many as can be, one a round
        content = _changed(source, [repair])
        if content is not None:
            return content, [repair]
    return source.content, []


def _compatible(wanted: Sequence[Repair]) -> list[Repair]:
    """The fixes that contradict none of those before."""
    taken: list[Repair] = []
    for repair in wanted:
        before = [change for each in taken for change in each.fix.changes]
        if not any(contradict(one, other) for one in repair.fix.changes for other in before):
            taken.append(repair)
    return taken


def _changed(source: Source, made: Sequence[Repair]) -> bytes | None:
    """The content with the fixes made.

    None when it would not be Python, or not this encoding, or without one of the comments.
    """
    # libcst is slow to import, and fixes alone need it.
    from libcst import ParserSyntaxError

    from tftypes_lint import transform, trivia

    changes = [change for repair in made for change in repair.fix.changes]
    try:
        if source.text.encode(source.encoding) != source.content:
            return None
        text = transform.transformed(source.text, changes)
        content = text.encode(source.encoding)
        ast.parse(content)
    except (ValueError, SyntaxError, RecursionError, MemoryError, ParserSyntaxError):
        return None
    if content == source.content or encoding(content) != source.encoding:
        return None
    lost = comments(source.text) - comments(text)
    return None if any(not trivia.PRAGMA.match(each) for each in lost) else content


def _quoted(name: str) -> str:
    """A name in the head of a patch."""
    plain = name == visible(name) and not set(name) & {'"', "\\"}
    if plain:
        return name
    escapes = (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}" for byte in os.fsencode(name))
    return '"' + "".join(f"\\{each}" if each in ('"', "\\") else each for each in escapes) + '"'

"""The fixes that the engine suggests for what it finds, as files before and after them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tftypes.cli import known
from tftypes.cli.check import Files, is_active, readable_in
from tftypes.cli.config import Config, shown
from tftypes.cli.engine_run import check_tensors
from tftypes.inference.messages import Change
from tftypes_lint.findings import Finding
from tftypes_lint.fixes import FixedFile, Repair
from tftypes_lint.rule import Fix
from tftypes_lint.writing import read_regular


def suggestions(files: Files, config: Config) -> Iterator[FixedFile]:
    """Each suggested fix by itself."""
    contents = _contents(files)  # read first: a file that changes meanwhile is not written
    for finding, change in _changes(files, config).items():
        if (content := contents.get(finding.path)) is not None:
            yield _fixed(content, [(finding, change)])


def all_suggested(files: Files, config: Config) -> Iterator[FixedFile]:
    """The files with all suggested fixes; of those that change the same lines, the first one."""
    contents = _contents(files)
    by_file: dict[str, list[tuple[Finding, Change]]] = defaultdict(list)
    for finding, change in _changes(files, config).items():
        kept = by_file[finding.path]
        if all(change.line > other.end_line for _, other in kept[-1:]):
            kept.append((finding, change))
    for path, changes in by_file.items():
        if path in contents:
            yield _fixed(contents[path], changes)


def _contents(files: Files) -> dict[str, bytes]:
    found = {}
    for file in readable_in(files):
        with suppress(OSError):
            found[shown(file)] = read_regular(file)
    return found


def _changes(files: Files, config: Config) -> dict[Finding, Change]:
    """The changes by the findings that are reported, in the order of the lines that change."""
    changes = check_tensors(readable_in(files), config).changes
    new = known.new([each for each in changes if is_active(each.code, config)], config)
    return {
        each: changes[each] for each in sorted(new, key=lambda each: (each.path, changes[each]))
    }


def _fixed(content: bytes, changes: list[tuple[Finding, Change]]) -> FixedFile:
    after = content
    for _, change in reversed(changes):  # those above keep their lines
        after = change.applied(after)
    repairs = (
        Repair(finding, Fix("unsafe", " ".join(change.text.split()), ()))
        for finding, change in changes
    )
    return FixedFile(Path(changes[0][0].path), content, after, tuple(repairs))

"""What a body puts into a list or dict of its own, where mypy expects what it has seen put in first.

    parts = [tf.expand_dims(start, -1)]
    parts.append(rows)              # a RaggedTensor, in this call
    return tf.concat(parts, -1)     # and so is this

mypy reports it and goes on with what it had. What it reports in a body nobody else hears.
"""

from __future__ import annotations

from functools import partial

from mypy.errors import ErrorInfo, Errors, ErrorWatcher

from tftypes_mypy import typetext
from tftypes_mypy.assigned_lines import grown_in
from tftypes_mypy.features.bodies.model import Function
from tftypes_mypy.features.mypy_errors import containers
from tftypes_mypy.features.mypy_errors import messages as mypy_messages
from tftypes_mypy.features.mypy_errors.verdicts import FOREIGN, judge
from tftypes_mypy.syntax import walk


def watcher(function: Function, errors: Errors) -> ErrorWatcher:
    """Hears what mypy says of a body, and drops nothing."""
    return ErrorWatcher(errors, filter_errors=partial(_hears, function))


def _hears(function: Function, file: str, info: ErrorInfo) -> bool:
    if info.severity == "error" and containers.is_put(info.message) and _is_foreign(info.message):
        nodes = walk(function.item.body)
        containers.loosen(grown_in(nodes, info.line, function.source.tree))
    return False


def _is_foreign(message: str) -> bool:
    """Whether it is something else than what is expected, and no tensor of another shape or dtype."""
    for pattern, _ in mypy_messages.MESSAGES:
        match = pattern.match(message)
        if match is not None:
            try:
                got, expected = typetext.read(match["got"]), typetext.read(match["expected"])
            except typetext.Unreadable:
                return True
            return judge(got, expected, lambda name: None) is FOREIGN
    return True

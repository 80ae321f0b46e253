"""What hooks gave while mypy tries one expression: each member of a union with each of another, for each overload.

Of `a + b * c` whose operands may be all that NumPy takes for an array, that is forty thousand calls of the same hook
with a few hundred different types.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from mypy.errors import ErrorWatcher
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

CallContext = FunctionContext | MethodContext


class Trials:
    """Remembers for as long as one trial lasts, of hooks that report nothing and note nothing."""

    def __init__(self) -> None:
        self._outermost: ErrorWatcher | None = None
        self._results: dict[object, Type] = {}

    def call(self, hook: Callable[[Any], Type], context: CallContext) -> Type:
        """What the hook gives, asked once for the same types."""
        if _has_failed(context):
            return context.default_return_type
        results = self._current(context)
        if results is None:
            return hook(context)
        receiver = context.type if isinstance(context, MethodContext) else None
        given = tuple(map(tuple, context.arg_types))
        key = context.context, receiver, given, context.default_return_type
        if key not in results:
            results[key] = hook(context)
        return results[key]

    def _current(self, context: CallContext) -> MutableMapping[object, Type] | None:
        """What is known of the trial that mypy is in, whose errors it holds back; None outside of one."""
        checker: Any = context.api
        outermost = next((w for w in checker.errors._watchers if w._filter is True), None)
        if outermost is None:
            return None
        if outermost is not self._outermost:
            self._outermost = outermost
            self._results = {}
        return self._results


def _has_failed(context: CallContext) -> bool:
    """Whether mypy tries an overload that the arguments do not fit: it drops what comes out."""
    checker: Any = context.api
    watchers = checker.errors._watchers
    return bool(watchers) and watchers[-1].filter_revealed_type and watchers[-1].has_new_errors()

"""Where dtype or shape was lost, and why: what `tftypes check --report-untracked` shows.

Each call and operation that gives a tensor is noted, with what is known of it. A body
that is checked for several calls counts as what is known of it in the best of them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import IO, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, IndexExpr, OpExpr, RefExpr, UnaryExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, TupleType, Type, get_proper_type

from tftypes.algebra import TensorType
from tftypes.inference.models.tensorflow.ops import RULES
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes_mypy import convert, names
from tftypes_mypy.features.calls.annotated import callee_name
from tftypes_mypy.features.calls.opened import mentions_tensor

#: The folder for the notes of a run; without it nothing is noted.
VARIABLE: Final = "TFTYPES_UNTRACKED"
EXACT, PARTLY, UNKNOWN = "exact", "partly", "unknown"
_ORDER: Final = (EXACT, PARTLY, UNKNOWN)
_SEQUENCES: Final = ("builtins.list", "builtins.tuple")


class Notes:
    """The notes of one process, in a file of its own: mypy's workers are processes."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._stream: IO[str] | None = None
        #: The calls whose bodies have just returned no tensor.
        self._left_out: set[Context] = set()

    def leave_out(self, at: Context) -> None:
        """Notes nothing of a call this time: its body returns no tensor."""
        self._left_out.add(at)

    def note(self, context: FunctionContext | MethodContext, fullname: str, result: Type) -> None:
        """Writes down what is known of the result of a call or an operation."""
        at = context.context
        checker: Any = context.api
        if at in self._left_out:
            self._left_out.discard(at)
            return
        known = _known(result, context)
        if known is None or not isinstance(at, (CallExpr, OpExpr, IndexExpr, UnaryExpr)):
            return
        entry = {
            "path": checker.path,
            "line": at.line,
            "column": at.column,
            "end_line": at.end_line or at.line,
            "end_column": at.end_column or at.column,
            "known": known,
            "what": _shown(at),
            "type": _text(result),
            "why": "" if known == EXACT else _why(context, fullname, checker),
        }
        if self._stream is None:
            path = os.path.join(self._folder, f"{os.getpid()}.jsonl")
            self._stream = open(path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115
        self._stream.write(json.dumps(entry) + "\n")


def notes() -> Notes | None:
    """Where to note, if the run is to."""
    folder = os.environ.get(VARIABLE)
    return Notes(folder) if folder else None


def _known(result: Type, context: FunctionContext | MethodContext) -> str | None:
    """How much is known of the tensors in a result; None where there is none."""
    found = [_of_tensor(tensor) for tensor in _tensors(result)]
    if found:
        return max(found, key=_ORDER.index)
    if isinstance(get_proper_type(result), AnyType) and any(
        mentions_tensor(typ) for types in context.arg_types for typ in types
    ):
        return UNKNOWN
    return None


def _tensors(typ: Type) -> Iterator[TensorType]:
    tensor = convert.tensor_of(typ)
    if tensor is not None:
        yield tensor
    for item in _items(typ):
        yield from _tensors(item)


def _items(typ: Type) -> Sequence[Type]:
    """The types of what a list or a tuple holds."""
    typ = get_proper_type(typ)
    if isinstance(typ, TupleType):
        return typ.items
    if isinstance(typ, Instance) and typ.type.fullname in _SEQUENCES:
        return typ.args
    return ()


def _of_tensor(tensor: TensorType) -> str:
    if tensor.dtype.is_known and tensor.shape.is_known:
        return EXACT
    if tensor.dtype.is_known or tensor.shape.min_rank or tensor.shape.rank is not None:
        return PARTLY
    return UNKNOWN


def _text(result: Type) -> str:
    tensors = [str(TensorType(tensor.dtype, tensor.shape)) for tensor in _tensors(result)]
    return ", ".join(tensors) or "?"


def _shown(at: Context) -> str:
    if isinstance(at, CallExpr):
        return f"{callee_name(at)}()"
    if isinstance(at, (OpExpr, UnaryExpr)):
        return f"operator {at.op}"
    return "indexing"


def _why(context: FunctionContext | MethodContext, fullname: str, checker: TypeChecker) -> str:
    """The first reason for which something is not known."""
    if isinstance(context, MethodContext):
        owner = convert.tensor_of(context.type)
        if owner is not None and _of_tensor(owner) != EXACT:
            return f"of the tensor only {describe(owner)} is known"
    for name, types in zip(context.callee_arg_names, context.arg_types):
        for typ in types:
            reason = _lost(typ)
            if reason:
                return f"argument '{name}' {reason}" if name else f"an argument {reason}"
    called = _called(context.context, fullname)
    if called.startswith("tensorflow.") and called not in RULES:
        return "there is no rule for it"
    if names.is_foreign(called):
        return "it depends on values that only a run tells"
    return "its body tells no more" if called else "the function is not known"


def _called(at: Context, fullname: str) -> str:
    """The full name of what is called: of one of several overloads mypy tells the last part."""
    callee = at.callee if isinstance(at, CallExpr) else None
    if "." not in fullname and isinstance(callee, RefExpr):
        return callee.fullname or fullname
    return fullname


def _lost(typ: Type) -> str:
    """What is not known of an argument."""
    typ = get_proper_type(typ)
    if isinstance(typ, AnyType):
        if typ.missing_import_name:
            return "comes from a module that has no types"
        return "is not known"
    if any(isinstance(get_proper_type(item), AnyType) for item in _items(typ)):
        return "holds what is not known"
    for tensor in _tensors(typ):
        if tensor.shape.rank is None:
            return f"has an unknown rank: {describe(tensor)}"
        if not tensor.dtype.is_known:
            return f"has an unknown dtype: {describe(tensor)}"
        if not tensor.shape.is_known:
            return f"has unknown dims: {describe(tensor)}"
    return ""

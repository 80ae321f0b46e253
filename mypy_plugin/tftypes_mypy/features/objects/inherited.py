"""Attributes that a method of a base class assigns, which `super().__init__(...)` calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, FuncDef, SuperExpr, SymbolTableNode, TypeInfo
from mypy.types import Type

from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.model import Actual, Frame, Function
from tftypes_mypy.features.keras import functional

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

_FIRST: Final = frozenset({"__init__", "build"})


def given(frame: Frame) -> Mapping[str, Type]:
    """What `super().__init__(...)` in the method assigns: nothing before mypy has come by."""
    if frame.is_inheriting:
        return {}
    if frame.inherited is None:
        frame.is_inheriting = True
        try:
            frame.inherited = _of_parent(frame)
        finally:
            frame.is_inheriting = False
    return frame.inherited or {}


def _of_parent(frame: Frame) -> Mapping[str, Type] | None:
    """The same; None where mypy has not come by so far."""
    info = frame.function.info
    for node in frame.bound.calls_of_parent:
        if isinstance(node.callee, SuperExpr) and all(map(frame.checker.has_type, node.args)):
            symbol = _of_base(info, node.callee.name)
            parent = _method(symbol, frame)
            if parent is None:
                return functional.made_by(symbol, info, node, frame.values)
            arguments = _given(node, parent, frame)
            outcome = (
                None if arguments is None else frame.bodies.infer(parent, arguments, frame.checker)
            )
            below = info.mro[: info.mro.index(parent.info)]
            attributes = {} if outcome is None else outcome.attributes
            return untouched(attributes, below, frame.bodies, frame.checker)
    return None


def _of_base(info: TypeInfo, name: str) -> SymbolTableNode | None:
    return next((base.names[name] for base in info.mro[1:] if name in base.names), None)


def _method(symbol: SymbolTableNode | None, frame: Frame) -> Function | None:
    node = symbol.node if symbol is not None else None
    return frame.bodies.find(node, frame.checker) if isinstance(node, FuncDef) else None


def _given(call: CallExpr, parent: Function, frame: Frame) -> Mapping[str, Sequence[Actual]] | None:
    return body_arguments.bind_call(call, parent.item, [frame.parameters[0]], frame.values)


def untouched(
    given: Mapping[str, Type], below: Iterable[TypeInfo], bodies: Bodies, checker: TypeChecker
) -> Mapping[str, Type]:
    """What `__init__` gives to an object, without what methods of the classes that derive from its own assign too."""
    for info in below:
        methods = bodies.assigned_by(info, checker)
        given = {name: typ for name, typ in given.items() if methods.get(name, _FIRST) <= _FIRST}
    return given


def is_of_base(name: str, frame: Frame) -> bool:
    bases = frame.function.info.mro[1:]
    return any(name in frame.bodies.assigned_by(each, frame.checker) for each in bases)

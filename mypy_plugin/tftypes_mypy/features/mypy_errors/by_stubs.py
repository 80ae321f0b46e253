"""What mypy refuses by TensorFlow's stubs, and nothing else, where TensorFlow takes it or nothing happens at all."""

from __future__ import annotations

import re
from typing import Final

from mypy.errorcodes import ARG_TYPE, EMPTY_BODY, LIST_ITEM, OVERRIDE
from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MypyFile,
    RefExpr,
)
from mypy.types import AnyType, CallableType, NoneType, UnionType, get_proper_type

from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.mypy_errors import called
from tftypes_mypy.ranges import begin
from tftypes_mypy.syntax import expressions_at, those_of

_OVERRIDES: Final = re.compile(
    r'(?:Signature of|Argument \d+ of|Return type "[^"]*" of) "(?P<name>\w+)"(?: is)? incompatible with '
    r'.*supertype "(?P<base>[^"]*)"'
)
_PARTIAL: Final = re.compile(
    r'Argument 1 to "partial" has incompatible type ".*"; expected "Callable\[\.\.\., '
)


def is_override(info: ErrorInfo, tree: MypyFile) -> bool:
    """`@tf.function`, on a method that overrides another: to mypy alone what it makes is Any.

    And a method without annotations that overrides one of TensorFlow's: so is the class to mypy alone.
    """
    override = _OVERRIDES.match(info.message) if info.code is OVERRIDE else None
    if override is None:
        return False
    if override["base"].startswith("tensorflow."):
        return any(
            each.name == override["name"] and each.line == info.line and each.type is None
            for each in those_of(tree, FuncDef)
        )
    return any(
        isinstance(made_by, RefExpr) and made_by.fullname.startswith("tensorflow.")
        for method in those_of(tree, Decorator)
        if method.name == override["name"] and method.line <= info.line <= method.func.line
        for each in method.original_decorators
        for made_by in [each.callee if isinstance(each, CallExpr) else each]
    )


def is_open(info: ErrorInfo, tree: MypyFile) -> bool:
    """`Int64List(value=v)`, of what may be anything, or else is of some type that mypy knows."""
    return info.code is ARG_TYPE and any(
        _may_be_anything(argument)
        for call in called.tensorflows_at(info, tree)
        for argument in call.args
        if begin(argument) == (info.line, info.column)
    )


def _may_be_anything(argument: Expression) -> bool:
    """Whether mypy knows one of several things that it may be, or the None that stood in a list before it."""
    typ = type_of(argument)
    if not isinstance(typ, UnionType):
        return isinstance(typ, NoneType) and isinstance(argument, IndexExpr)
    kinds = [get_proper_type(item) for item in typ.items]
    has_none = any(isinstance(kind, NoneType) for kind in kinds)
    return not has_none and any(isinstance(kind, AnyType) for kind in kinds)


def is_partial(info: ErrorInfo, tree: MypyFile) -> bool:
    """`self.op = partial(Conv2D, 3)`, where another branch gives it one of a separable convolution."""
    return _PARTIAL.match(info.message) is not None and any(
        alone.is_of_tensorflow(type_of(each))
        for each in expressions_at(tree, info.line, info.column)
    )


def is_looked_up(info: ErrorInfo, tree: MypyFile) -> bool:
    """`type(layer) in [Reshape, Permute]`: what nothing equals may stand in it all the same."""
    return info.code is LIST_ITEM and any(
        begin(item) == (info.line, info.column) and alone.is_of_tensorflow(type_of(item))
        for compared in those_of(tree, ComparisonExpr)
        if not {"in", "not in"}.isdisjoint(compared.operators)
        for operand in compared.operands
        if isinstance(operand, ListExpr)
        for item in operand.items
    )


def is_empty(info: ErrorInfo, tree: MypyFile) -> bool:
    """`def build(self) -> tf.keras.Model:`, with nothing below but what it is for."""
    return info.code is EMPTY_BODY and any(
        isinstance(typ := each.type, CallableType) and alone.is_of_tensorflow(typ.ret_type)
        for each in those_of(tree, FuncDef)
        if each.line == info.line
    )


def is_flag(info: ErrorInfo, tree: MypyFile) -> bool:
    """`FLAGS.folder = self.get_temp_dir()`: what absl says of its flags, mypy takes for a type that nothing is of."""
    return info.message.endswith('variable has type "_T")')

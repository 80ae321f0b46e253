"""What mypy refuses by TensorFlow's stubs, and nothing else, where TensorFlow takes it or nothing happens at all."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ARG_TYPE, EMPTY_BODY, FUNC_RETURNS_VALUE, LIST_ITEM, OVERRIDE
from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    RefExpr,
)
from mypy.types import AnyType, CallableType, NoneType, UnionType, get_proper_type

from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.mypy_errors import called
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.features.mypy_errors.put import is_from_tensorflow
from tftypes_mypy.features.mypy_errors.until import given_at
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin
from tftypes_mypy.syntax import expressions_at, those_of

_OVERRIDES: Final = Pattern(
    r'(?:Signature of|Argument \d+ of|Return type "[^"]*" of) "(?P<name>\w+)"(?: is)? incompatible with '
    r'.*supertype "(?P<base>[^"]*)"'
)
_PARTIAL: Final = Pattern(
    r'Argument 1 to "partial" has incompatible type ".*"; expected "Callable\[\.\.\., '
)
#: What makes an operation in a graph makes nothing elsewhere.
_OPERATION: Final = Pattern(
    r'Item "None" of "Operation \| None"|.*(?:\(got|has incompatible type|expression has type) "Operation \| None"'
)
#: A dtype where a container has others, which nobody annotated.
_OF_DTYPE: Final = Pattern(
    r'(?:Argument \d+ to "\w+" of "(?:dict|\w+Dict|defaultdict|list|set|tuple)" has incompatible|Invalid index) type "[^"]*\bDType\[[^"]*"'
    r'(?: for "\w+\[DType\[[^"]*")?; expected (?:type )?"[^"]*\bDType\[\w+\]"'
)
_STRUCTURE: Final = Pattern(
    r'(?:Incompatible |Argument ).*"Sequence\[[^"]*Tensor\[[^"]*"[,;] (?:expected|variable has type) "(?:list|tuple)\['
)
_PRINT: Final = "builtins.print"
_SUM: Final = "builtins.sum"
_OF_SUM: Final = Pattern(
    r'List item \d+ has incompatible type ".*"; expected "(?:builtins\.)?bool"'
    r'|Argument 1 to "sum" has incompatible type ".*"; expected "Iterable\[(?:builtins\.)?bool\]"'
    r'|Value of type variable "\w+" of "sum" cannot be '
)
#: Where a `unittest.TestCase` is wanted. TensorFlow's is one, which its stub leaves out: to read that of unittest takes long.
_TEST: Final = Pattern(
    r'.* has incompatible type ".*"; expected "(?:type\[)?TestCase\]?"'
    r'|Invalid self argument ".*" to attribute function ".*" with type "Callable\[\[TestCase\b'
)


def is_override(info: ErrorInfo, tree: MypyFile) -> bool:
    """`@tf.function`, on a method that overrides another, or on that one: to mypy alone what it makes is Any.

    And a method without annotations that overrides one of TensorFlow's: so is the class to mypy alone.
    """
    override = _OVERRIDES.match(info.message) if info.code is OVERRIDE else None
    if override is None:
        return False
    name, base = override["name"], override["base"]
    decorated = {each.func: each.line for each in those_of(tree, Decorator)}
    methods = [
        each
        for each in those_of(tree, FuncDef)
        if each.name == name and decorated.get(each, each.line) <= info.line <= each.line
    ]
    if base.startswith("tensorflow."):
        return any(each.type is None for each in methods)
    return any(
        name in kind.names and alone.is_made_by_tensorflow(kind.names[name].node)
        for each in methods
        for kind in (each.info.mro if each.info else ())
        if kind is each.info or base in (kind.name, kind.fullname)
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


def is_test_case(info: ErrorInfo, tree: MypyFile) -> bool:
    """`run(self)` in a `tf.test.TestCase`, of a function that takes a `unittest.TestCase`."""
    if _TEST.match(info.message) is None:
        return False
    found = expressions_at(tree, info.line, info.column)
    owners = [each.expr for each in found if isinstance(each, MemberExpr)]
    return any(alone.is_of_tensorflow(type_of(each)) for each in (*found, *owners))


def is_printed(info: ErrorInfo, tree: MypyFile) -> bool:
    """`print(model.summary())`: that there is a None below is nothing that the program is wrong in."""
    if info.code is not FUNC_RETURNS_VALUE:
        return False
    around = called.calls_at(info, tree)
    return any(
        isinstance(c.callee, RefExpr) and c.callee.fullname == _PRINT for c in around
    ) and any(alone.is_member(c.callee) for c in around)


def is_operation(info: ErrorInfo, tree: MypyFile) -> bool:
    """`tf.no_op().name`: there is no operation outside of a graph, and who asks it is in one."""
    return _OPERATION.match(info.message) is not None


def is_dtype(info: ErrorInfo, tree: MypyFile) -> bool:
    """`{tf.float16: tf.float32}.get(x.dtype)`: of which dtypes a dict has keys, mypy makes a type of its own."""
    return _OF_DTYPE.match(info.message) is not None


def is_summed(info: ErrorInfo, tree: MypyFile) -> bool:
    """`sum([loss, 0.1])`: of a list that fits no signature mypy says that it fits not the first, of bools."""
    if _OF_SUM.match(info.message) is None:
        return False
    return TENSOR.search(info.message) is not None or any(
        isinstance(call.callee, RefExpr)
        and call.callee.fullname == _SUM
        and any(map(alone.is_of_tensorflow, map(type_of, call.args[0].items)))
        for call in those_of(tree, CallExpr)
        if call.args
        and isinstance(call.args[0], ListExpr)
        and (info.line, info.column) in map(begin, (call, *call.args[0].items))
    )


def is_structure(info: ErrorInfo, tree: MypyFile) -> bool:
    """`made: list[tf.Tensor] = tape.gradient(loss, weights)`, of the kind that `weights` is, of which more is not known."""
    return _STRUCTURE.match(info.message) is not None and any(
        is_from_tensorflow(value)
        for given in given_at(info, tree)
        for value in (given, *alone.bound_to(given, tree))
        if isinstance(value, CallExpr)
    )

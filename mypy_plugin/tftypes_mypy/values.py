"""What is known of the value of an expression: the arguments of op rules.

A literal, a name that is assigned once, a tensor's shape and arithmetic on those
keep their values; of anything else its type tells what it is.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    BytesExpr,
    CallExpr,
    ComplexExpr,
    EllipsisExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.types import (
    Instance,
    LiteralType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType, dtypes, shapes
from tftypes_mypy import convert, names
from tftypes_mypy.assignments import Assignments
from tftypes_mypy.ops import RULES, ListOf, OpError, PyValue, getitem

#: How deep a chain of names and calls is followed.
DEPTH: Final = 24

_CONSTANTS: Final[dict[str, object]] = {
    "builtins.True": True,
    "builtins.False": False,
    "builtins.None": None,
    "builtins.Ellipsis": Ellipsis,
    "tensorflow.newaxis": None,
    "numpy.newaxis": None,
}
_BINARY: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "/": operator.truediv,
    "**": operator.pow,
}
_UNARY: Final[dict[str, Callable[[Any], Any]]] = {
    "-": operator.neg,
    "+": operator.pos,
    "not": operator.not_,
    "~": operator.invert,
}
_PYTHON: Final = {
    f"builtins.{name}": name for name in ("int", "float", "bool", "str", "bytes", "complex")
}


class Values:
    """Evaluates expressions of one module, as its checker sees them."""

    def __init__(self, checker: TypeChecker) -> None:
        self._checker = checker
        self.types = convert.Types(checker.modules)
        self._assignments: Assignments | None = None

    def type_of(self, expression: Expression) -> Type | None:
        """The type that mypy has found for an expression, if it came by already."""
        return self._checker.lookup_type_or_none(expression)

    def of(self, expression: Expression, typ: Type | None = None, depth: int = 0) -> Any:
        """The abstract value of an expression; what its type says where no more is known."""
        value = self._known(expression, depth) if depth < DEPTH else UNKNOWN
        if value is not UNKNOWN:
            return value
        if typ is None:
            typ = self.type_of(expression)
        return UNKNOWN if typ is None else of_type(typ)

    def _known(self, expression: Expression, depth: int) -> Any:
        evaluate = _EVALUATORS.get(type(expression))
        return UNKNOWN if evaluate is None else evaluate(self, expression, depth + 1)

    # --- literals and containers

    def _literal(self, expression: Any, depth: int) -> Any:
        return expression.value

    def _bytes(self, expression: BytesExpr, depth: int) -> Any:
        return PyValue("bytes")

    def _ellipsis(self, expression: EllipsisExpr, depth: int) -> Any:
        return Ellipsis

    def _sequence(self, expression: TupleExpr | ListExpr, depth: int) -> Any:
        items: list[Any] = []
        for item in expression.items:
            if not isinstance(item, StarExpr):
                items.append(self.of(item, depth=depth))
                continue
            inner = self.of(item.expr, depth=depth)
            if isinstance(inner, Shape) and inner.dims is not None:
                inner = inner.dims
            if not isinstance(inner, (tuple, list)):
                return ListOf(UNKNOWN) if isinstance(expression, ListExpr) else UNKNOWN
            items.extend(inner)
        return items if isinstance(expression, ListExpr) else tuple(items)

    def _slice(self, expression: SliceExpr, depth: int) -> slice:
        parts = (expression.begin_index, expression.end_index, expression.stride)
        return slice(*(None if part is None else self.of(part, depth=depth) for part in parts))

    # --- operators

    def _binary(self, expression: OpExpr, depth: int) -> Any:
        apply = _BINARY.get(expression.op)
        if apply is None:
            return UNKNOWN
        left = self.of(expression.left, depth=depth)
        right = self.of(expression.right, depth=depth)
        if not (_is_computable(left) and _is_computable(right)):
            return UNKNOWN
        if _may_explode(expression.op, left, right):
            return UNKNOWN
        try:
            return apply(left, right)
        except (TypeError, ValueError, ArithmeticError):
            return UNKNOWN

    def _unary(self, expression: UnaryExpr, depth: int) -> Any:
        value = self.of(expression.expr, depth=depth)
        apply = _UNARY.get(expression.op)
        if apply is None or not _is_computable(value) or isinstance(value, (tuple, list)):
            return UNKNOWN
        try:
            return apply(value)
        except TypeError:
            return UNKNOWN

    # --- names

    def _name(self, expression: NameExpr, depth: int) -> Any:
        if expression.fullname in _CONSTANTS:
            return _CONSTANTS[expression.fullname]
        node = expression.node
        if not isinstance(node, Var):
            return UNKNOWN
        if node.final_value is not None:
            return node.final_value
        value = self.assignments.value_of(node)
        return UNKNOWN if value is None else self._known(value, depth)

    @property
    def assignments(self) -> Assignments:
        if self._assignments is None:
            self._assignments = Assignments(self._checker.tree)
        return self._assignments

    def _member(self, expression: MemberExpr, depth: int) -> Any:
        node = expression.node
        if isinstance(node, Var) and node.final_value is not None:
            return node.final_value
        if expression.fullname in _CONSTANTS:
            return _CONSTANTS[expression.fullname]
        owner = expression.expr.node if isinstance(expression.expr, RefExpr) else None
        if isinstance(owner, TypeInfo) and convert.is_dimension(owner):
            value = convert.dimension_value(owner) if expression.name == "value" else None
            return UNKNOWN if value is None else value
        if expression.name in ("rank", "ndims", "ndim"):
            value = self.of(expression.expr, depth=depth)
            shape = value.shape if isinstance(value, TensorType) else value
            if isinstance(shape, Shape) and shape.rank is not None:
                return shape.rank
        return UNKNOWN

    def _index(self, expression: IndexExpr, depth: int) -> Any:
        base = self.of(expression.base, depth=depth)
        index = self.of(expression.index, depth=depth)
        if isinstance(base, Shape):
            return _index_shape(base, index)
        if isinstance(base, (tuple, list)):
            return _index_sequence(base, index)
        if isinstance(base, TensorType):
            try:
                return getitem(base, index)
            except OpError:
                return UNKNOWN
        return UNKNOWN

    # --- calls

    def _call(self, expression: CallExpr, depth: int) -> Any:
        callee = expression.callee
        if not isinstance(callee, RefExpr) or ARG_STAR in expression.arg_kinds:
            return UNKNOWN
        if callee.fullname in RULES:
            return self._rule(expression, callee.fullname, depth)
        positional = [self.of(arg, depth=depth) for arg in expression.args]
        if callee.fullname in _CALLS:
            return _CALLS[callee.fullname](positional)
        if isinstance(callee, MemberExpr) and not positional:
            owner = self.of(callee.expr, depth=depth)
            if callee.name == "as_list" and isinstance(owner, Shape) and owner.dims is not None:
                return list(owner.dims)
            if callee.name == "get_shape" and isinstance(owner, TensorType):
                return owner.shape
        return UNKNOWN

    def _rule(self, expression: CallExpr, fullname: str, depth: int) -> Any:
        typ = self.type_of(expression)
        tensor = convert.tensor_of(typ) if typ is not None else None
        # Only small tensors of ints are followed by value: shapes, axes, sizes.
        if tensor is None or not (tensor.shape.rank is None or tensor.shape.rank <= 1):
            return UNKNOWN
        positional, keyword = [], {}
        for arg, name in zip(expression.args, expression.arg_names):
            if name is None:
                positional.append(self.of(arg, depth=depth))
            else:
                keyword[name] = self.of(arg, depth=depth)
        try:
            return RULES[fullname].apply(positional, keyword)
        except OpError:
            return UNKNOWN


_EVALUATORS: Final[dict[type[Expression], Callable[[Values, Any, int], Any]]] = {
    IntExpr: Values._literal,
    FloatExpr: Values._literal,
    ComplexExpr: Values._literal,
    StrExpr: Values._literal,
    BytesExpr: Values._bytes,
    EllipsisExpr: Values._ellipsis,
    TupleExpr: Values._sequence,
    ListExpr: Values._sequence,
    SliceExpr: Values._slice,
    OpExpr: Values._binary,
    UnaryExpr: Values._unary,
    NameExpr: Values._name,
    MemberExpr: Values._member,
    IndexExpr: Values._index,
    CallExpr: Values._call,
}


def _is_computable(value: object) -> bool:
    if isinstance(value, (tuple, list)):
        return True
    return isinstance(value, (int, float, complex, Expr))


def _may_explode(sign: str, left: object, right: object) -> bool:
    """Whether computing it could cost more than a checker may spend."""
    if sign == "**":
        return any(isinstance(value, int) and abs(value) > 64 for value in (left, right))
    sequences = isinstance(left, (tuple, list)), isinstance(right, (tuple, list))
    if sign != "*" or not any(sequences):
        return False
    times, items = (left, right) if sequences[1] else (right, left)
    return not isinstance(times, int) or times * len(items) > 1000  # type: ignore[arg-type]


def _index_shape(shape: Shape, index: Any) -> Any:
    if type(index) is int:
        try:
            return shape[index]
        except IndexError:
            return UNKNOWN
    if isinstance(index, slice) and shape.dims is not None:
        dims = _index_sequence(shape.dims, index)
        return Shape.of(*dims) if isinstance(dims, tuple) else UNKNOWN
    return UNKNOWN


def _index_sequence(items: Any, index: Any) -> Any:
    parts = (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)
    if not all(part is None or type(part) is int for part in parts):
        return UNKNOWN
    try:
        return items[index]
    except (IndexError, ValueError):
        return UNKNOWN


def _length(args: list[Any]) -> Any:
    value = args[0] if len(args) == 1 else UNKNOWN
    if isinstance(value, (tuple, list, str)):
        return len(value)
    if isinstance(value, Shape) and value.rank is not None:
        return value.rank
    if isinstance(value, TensorType) and value.shape.rank:
        return value.shape[0]
    return UNKNOWN


def _number(kind: type[int] | type[float]) -> Callable[[list[Any]], Any]:
    def convert_number(args: list[Any]) -> Any:
        value = args[0] if len(args) == 1 else UNKNOWN
        if isinstance(value, Expr) and kind is int:
            return value
        return kind(value) if isinstance(value, (int, float)) else UNKNOWN

    return convert_number


def _container(kind: type[list[Any]] | type[tuple[Any, ...]]) -> Callable[[list[Any]], Any]:
    def make(args: list[Any]) -> Any:
        value = args[0] if len(args) == 1 else UNKNOWN
        if isinstance(value, Shape):
            value = value.dims
        return kind(value) if isinstance(value, (tuple, list)) else UNKNOWN

    return make


def _shape(args: list[Any]) -> Any:
    value = args[0] if len(args) == 1 else UNKNOWN
    if isinstance(value, Shape):
        return value
    if value is None:
        return Shape.unknown()
    if not isinstance(value, (tuple, list)):
        return UNKNOWN
    return Shape.of(*(dim if _is_dim(dim) else UNKNOWN for dim in value))


def _is_dim(value: object) -> bool:
    return isinstance(value, Expr) or (type(value) is int and value >= 0)


_CALLS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "builtins.len": _length,
    "builtins.int": _number(int),
    "builtins.float": _number(float),
    "builtins.list": _container(list),
    "builtins.tuple": _container(tuple),
    names.TENSOR_SHAPE: _shape,
}


def of_type(typ: Type) -> Any:
    """What the type of an expression says of its value."""
    typ = get_proper_type(typ)
    if isinstance(typ, LiteralType):
        return typ.value if isinstance(typ.value, (int, str, bool)) else UNKNOWN
    if isinstance(typ, TupleType):
        return tuple(of_type(item) for item in typ.items)
    if isinstance(typ, UnionType):
        return of_union([of_type(item) for item in typ.items])
    if not isinstance(typ, Instance):
        return UNKNOWN
    if typ.last_known_value is not None:
        return of_type(typ.last_known_value)
    tensor = convert.tensor_of(typ)
    if tensor is not None:
        return tensor
    if typ.type.fullname in _PYTHON:
        return PyValue(_PYTHON[typ.type.fullname])
    if typ.args and typ.type.fullname in ("builtins.list", "typing.Sequence", "builtins.tuple"):
        return ListOf(of_type(typ.args[0]))
    if typ.args and typ.type.fullname == names.TENSOR_SHAPE:
        return convert.shape_of(typ.args[0])
    if typ.args and typ.type.fullname == names.TF_DTYPE:
        return convert.dtype_of(typ.args[0])
    return UNKNOWN


def of_union(values: list[Any]) -> Any:
    """One of several values: what they have in common."""
    first = values[0]
    python = {type(value).__name__ for value in values}
    if len(python) == 1 and python <= set(_PYTHON.values()):
        return PyValue(python.pop())
    if not all(isinstance(value, TensorType) and value.kind == first.kind for value in values):
        return UNKNOWN
    dtype, shape = first.dtype, first.shape
    for value in values[1:]:
        dtype, shape = dtypes.join(dtype, value.dtype), shapes.join(shape, value.shape)
    return TensorType(dtype, shape, first.kind)

"""What is known of the value of an expression: the arguments of op rules.

A literal, a name that is assigned once, a tensor's shape and arithmetic on those
keep their values; of anything else its type tells what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    BytesExpr,
    CallExpr,
    ComplexExpr,
    DictExpr,
    EllipsisExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
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
from mypy.types import Type

from tftypes.algebra import UNKNOWN, Expr, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import RULES, ListOf, OpError, PyValue, arrays, getitem
from tftypes.inference.models.tensorflow.ops.parsing import FEATURES, feature
from tftypes_mypy import arithmetic, convert, names
from tftypes_mypy.constants import CONSTANTS
from tftypes_mypy.current import Current
from tftypes_mypy.floats import may_be_int
from tftypes_mypy.python_calls import CALLS, items_of, joined, method
from tftypes_mypy.ranges import Ways
from tftypes_mypy.typed import of_type, of_union

#: How deep a chain of names and calls is followed.
DEPTH: Final = 24
#: What is its own value, and most of what is evaluated.
LITERALS: Final = (IntExpr, FloatExpr, StrExpr)

_BOOL: Final = PyValue("bool")
_FLOAT: Final = PyValue("float")
#: The longest list that a comprehension makes, item by item.
LONGEST_COMPREHENSION: Final = 64


def written_arguments(call: CallExpr) -> tuple[list[Expression], dict[str, Expression]] | None:
    """The arguments without and with a name; None where `*args` or `**kwargs` hide some."""
    if any(kind.is_star() for kind in call.arg_kinds):
        return None
    pairs = list(zip(call.args, call.arg_names))
    return [a for a, name in pairs if name is None], {n: a for a, n in pairs if n is not None}


class Values(Current):
    """Evaluates expressions of one module, as its checker sees them."""

    def __init__(self, checker: TypeChecker, types: convert.Types | None = None) -> None:
        super().__init__(checker, types)
        #: Whether TensorFlow may convert operands of different dtypes here, as NumPy does.
        self.promotes = False
        #: Whether it is the body of a call that is being checked, for its arguments.
        self.is_of_call = False
        #: Whether no other module than this one can have told it to.
        self.promotes_alone = False
        #: Whether Keras may be an older one, whose symbols TensorFlow's functions take.
        self.takes_symbols = False
        #: The branches of which it is known whether this call goes through them.
        self.ways: Ways = {}
        #: The names of lists and dicts into which a function of the program may have put something else.
        self.changed: set[Var] = set()
        #: The variables of comprehensions, while one is gone through item by item.
        self._items: dict[Var, Any] = {}

    @property
    def is_of_item(self) -> bool:
        """Whether what is evaluated is that of one item of a comprehension."""
        return bool(self._items)

    def of(self, expression: Expression, typ: Type | None = None, depth: int = 0) -> Any:
        """The abstract value of an expression; what its type says where no more is known."""
        value = self._known(expression, depth) if depth < DEPTH else UNKNOWN
        if value is not UNKNOWN:
            return value
        if self.changed and isinstance(expression, NameExpr) and expression.node in self.changed:
            return UNKNOWN
        typ = self.type_of(expression) if typ is None else self.current(expression, typ)
        value = UNKNOWN if typ is None else of_type(typ)
        if value.__class__ is not PyValue:
            return value
        if value == _FLOAT and may_be_int(expression, self._checker.tree):
            return PyValue("float", sure=False)
        if value == _BOOL and self._is_negated(expression, depth) and not self.is_outside_graphs:
            return UNKNOWN
        return value

    @property
    def is_outside_graphs(self) -> bool:
        """Whether what is being checked is sure to run outside of graphs."""
        return False

    def _is_negated(self, expression: Expression, depth: int) -> bool:
        """Whether it is `not x` of what may be a tensor, of which AutoGraph makes a tensor in a graph."""
        if depth > DEPTH:
            return True
        if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            known, var = self.assignments, expression.node
            again = [site.value for site in known.bindings_of(var)]
            bound = [each for each in (known.value_of(var), *again) if each is not None]
            return any(self._is_negated(each, depth + 1) for each in bound)
        if not isinstance(expression, UnaryExpr) or expression.op != "not":
            return False
        value = self.of(expression.expr, depth=depth + 1)
        return value is UNKNOWN or (isinstance(value, TensorType) and value.kind != "array")

    def is_still(self, var: Var, at: Expression) -> bool:
        """Whether no function has changed what a name stands for, where it is read."""
        return False

    def makes_function(self, expression: Expression) -> bool:
        """Whether it is a call that returns a function whose body is known."""
        return False

    def is_only_read(self, var: Var) -> bool:
        """Whether what a name of another scope stands for is sure to stay what it is."""
        return False

    def made_once(self, var: Var) -> Expression | None:
        """The list or dict that a name of another scope stands for, if it is sure to stay what it is."""
        return None

    def each_of(self, comprehension: ListComprehension, typ: Type) -> Sequence[Type] | None:
        """The types of the items that a comprehension makes, if what it goes through is known item by item."""
        return None

    def truth(self, condition: Expression) -> bool | None:
        """Whether a condition holds; None where that is not known."""
        return None

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
            if isinstance(item, LITERALS):
                items.append(item.value)
                continue
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

    def _dict(self, expression: DictExpr, depth: int) -> Any:
        items: dict[Any, Any] = {}
        for key, value in expression.items:
            name = UNKNOWN if key is None else self.of(key, depth=depth)
            if not isinstance(name, (str, int)):
                return UNKNOWN
            items[name] = self.of(value, depth=depth)
        return items

    def _slice(self, expression: SliceExpr, depth: int) -> slice:
        parts = (expression.begin_index, expression.end_index, expression.stride)
        return slice(*(None if part is None else self.of(part, depth=depth) for part in parts))

    # --- operators

    def _binary(self, expression: OpExpr, depth: int) -> Any:
        left = self.of(expression.left, depth=depth)
        if expression.op in ("or", "and"):
            if not isinstance(left, (int, float, str, tuple, list, type(None))):
                return UNKNOWN
            keeps = bool(left) == (expression.op == "or")
            return left if keeps else self.of(expression.right, depth=depth)
        right = self.of(expression.right, depth=depth)
        if expression.op == "+" and (isinstance(left, Shape) or isinstance(right, Shape)):
            return joined(left, right)
        return arithmetic.binary(expression.op, left, right)

    def _unary(self, expression: UnaryExpr, depth: int) -> Any:
        return arithmetic.unary(expression.op, self.of(expression.expr, depth=depth))

    # --- names

    def _name(self, expression: NameExpr, depth: int) -> Any:
        if expression.fullname in CONSTANTS:
            return CONSTANTS[expression.fullname]
        node = expression.node
        if not isinstance(node, Var):
            return UNKNOWN
        if node in self._items:
            return self._items[node]
        if node.final_value is not None:
            return node.final_value
        known = self.assignments
        value = known.value_of(node)
        if value is None and known.calls_with(node) and self.is_still(node, expression):
            value = known.given_to(node)
        if value is None:
            value = known.latest(node, expression, self.ways)
        return UNKNOWN if value is None else self.past(value, depth)

    def past(self, expression: Expression, depth: int) -> Any:
        """What a name was bound to, further above."""
        before, self._is_past = self._is_past, True
        try:
            return self._known(expression, depth)
        finally:
            self._is_past = before

    def _member(self, expression: MemberExpr, depth: int) -> Any:
        node = expression.node
        if isinstance(node, Var) and node.final_value is not None:
            return node.final_value
        if expression.fullname in CONSTANTS:
            return CONSTANTS[expression.fullname]
        if isinstance(node, Var) and node.type is not None and _is_dtype(expression.fullname):
            return of_type(node.type)  # also in a body that mypy has not checked
        owner = expression.expr.node if isinstance(expression.expr, RefExpr) else None
        if isinstance(owner, TypeInfo):
            return self._class_member(owner, expression, depth)
        if expression.name == "shape":
            value = self.of(expression.expr, depth=depth)
            if isinstance(value, TensorType) and value.kind == "array":
                return UNKNOWN if value.shape.dims is None else tuple(value.shape.dims)
            if value is UNKNOWN:
                return self._sizes(expression.expr)
        if expression.name in ("rank", "ndims", "ndim"):
            value = self.of(expression.expr, depth=depth)
            shape = value.shape if isinstance(value, TensorType) else value
            if isinstance(shape, Shape) and shape.rank is not None:
                return shape.rank
        return UNKNOWN

    def _sizes(self, expression: Expression) -> Any:
        """The sizes of one of Keras' symbols; some are known when the model is called, and not before."""
        known = convert.symbol_of(self.type_of(expression))
        dims = None if known is None else known.shape.dims
        if dims is None:
            return UNKNOWN
        return tuple(UNKNOWN if isinstance(dim, Expr) else dim for dim in dims)

    def _class_member(self, owner: TypeInfo, expression: MemberExpr, depth: int) -> Any:
        """`Config.units`, as the class itself says."""
        if convert.is_dimension(owner):
            value = convert.dimension_value(owner) if expression.name == "value" else None
            return UNKNOWN if value is None else value
        symbol = owner.names.get(expression.name)
        node = symbol.node if symbol is not None else None
        if not isinstance(node, Var) or owner.is_enum:
            return UNKNOWN
        if self.assignments.sets_attribute(expression.name):
            return UNKNOWN
        bound = self.assignments.value_of(node)
        return UNKNOWN if bound is None else self._known(bound, depth)

    def _comprehension(self, expression: ListComprehension, depth: int) -> Any:
        """`[f(x) for x in items]` of items that are known one by one."""
        generator = expression.generator
        index = generator.indices[0]
        if len(generator.indices) != 1 or any(generator.condlists):
            return UNKNOWN
        items = items_of(self.of(generator.sequences[0], depth=depth))
        if items is None or len(items) > LONGEST_COMPREHENSION:
            return UNKNOWN
        targets = index.items if isinstance(index, TupleExpr) else [index]
        variables = [t.node for t in targets if isinstance(t, NameExpr) and isinstance(t.node, Var)]
        if len(variables) != len(targets):
            return UNKNOWN
        found = []
        for item in items:
            parts = [item] if index is targets[0] else items_of(item)
            if parts is None or len(parts) != len(variables):
                return UNKNOWN
            self._items.update(zip(variables, parts))
            try:
                found.append(self.of(generator.left_expr, depth=depth))
            finally:
                for variable in variables:
                    self._items.pop(variable, None)
        return found

    def _index(self, expression: IndexExpr, depth: int) -> Any:
        base = self.of(expression.base, depth=depth)
        if isinstance(base, TensorType) and base.kind == "array":
            return self._part(base, expression.index, depth)
        index = self.of(expression.index, depth=depth)
        if isinstance(base, Shape):
            return arithmetic.index_shape(base, index)
        if isinstance(base, (tuple, list)):
            return arithmetic.index_sequence(base, index)
        if isinstance(base, dict) and isinstance(index, (str, int)):
            return base.get(index, UNKNOWN)
        keys = index if isinstance(index, tuple) else (index,)
        may_be_mask = any(key is UNKNOWN for key in keys)
        if isinstance(base, TensorType) and not may_be_mask:
            try:
                return getitem(base, index)
            except OpError:
                return UNKNOWN
        return UNKNOWN

    def _part(self, whole: TensorType, index: Expression, depth: int) -> Any:
        """`x[i, :3]` of an array; what is in one of an unknown dtype may be lists."""
        key = self._key(index, depth) if whole.dtype.is_known else UNKNOWN
        part = None if key is UNKNOWN else arrays.getitem(whole, key)
        return UNKNOWN if part is None else part

    def _key(self, written: Expression, depth: int) -> Any:
        """An index of an array; which number it is tells nothing of the part's shape."""
        if isinstance(written, TupleExpr):
            return tuple(self._key(item, depth) for item in written.items)
        value = self.of(written, depth=depth)
        typ = self.type_of(written) if value is UNKNOWN else None
        known = value if typ is None else of_type(typ)
        return 0 if isinstance(known, PyValue) and known.type == "int" else known

    # --- calls

    def _call(self, expression: CallExpr, depth: int) -> Any:
        callee = expression.callee
        if not isinstance(callee, RefExpr) or ARG_STAR in expression.arg_kinds:
            return UNKNOWN
        if callee.fullname in RULES:
            return self._rule(expression, callee.fullname, depth)
        if callee.fullname in FEATURES:
            return self._feature(expression, callee.fullname, depth)
        if any(name is not None for name in expression.arg_names):
            return UNKNOWN
        if callee.fullname in CALLS:
            value = CALLS[callee.fullname]([self.of(arg, depth=depth) for arg in expression.args])
            asks = value is UNKNOWN and callee.fullname == names.INT_SHAPE
            return self._sizes(expression.args[0]) if asks and expression.args else value
        if not isinstance(callee, MemberExpr):
            return UNKNOWN
        receiver = self.of(callee.expr, depth=depth)
        if receiver is UNKNOWN:
            return UNKNOWN
        arguments = [self.of(arg, depth=depth) for arg in expression.args]
        return method(receiver, callee.name, arguments)

    def _feature(self, expression: CallExpr, fullname: str, depth: int) -> Any:
        positional, keyword = self._arguments(expression, depth)
        return feature(fullname, positional, keyword)

    def _arguments(self, expression: CallExpr, depth: int) -> tuple[list[Any], dict[str, Any]]:
        positional, keyword = [], {}
        for arg, name in zip(expression.args, expression.arg_names):
            if name is None:
                positional.append(self.of(arg, depth=depth))
            else:
                keyword[name] = self.of(arg, depth=depth)
        return positional, keyword

    def _rule(self, expression: CallExpr, fullname: str, depth: int) -> Any:
        typ = self.type_of(expression)
        tensor = convert.tensor_of(typ) if typ is not None else None
        # Only small tensors of ints are followed by value: shapes, axes, sizes.
        is_small = (
            tensor is not None
            and tensor.shape.rank in (None, 0, 1)
            and tensor.dtype.is_integer is not False
        )
        if not is_small and fullname != "tensorflow.unstack":
            return UNKNOWN
        positional, keyword = self._arguments(expression, depth)
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
    DictExpr: Values._dict,
    SliceExpr: Values._slice,
    OpExpr: Values._binary,
    UnaryExpr: Values._unary,
    NameExpr: Values._name,
    MemberExpr: Values._member,
    IndexExpr: Values._index,
    CallExpr: Values._call,
    ListComprehension: Values._comprehension,
}


def _is_dtype(fullname: str) -> bool:
    """Whether this is a name in TensorFlow's top module, where its dtypes are."""
    return fullname.rpartition(".")[0] == "tensorflow"


__all__ = ["DEPTH", "Values", "of_type", "of_union"]

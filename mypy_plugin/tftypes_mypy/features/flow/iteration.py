"""Python's own functions and statements that take tensors apart: `for row in x`, `zip(x, y)`, `enumerate(x)`, `abs(x)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import chain
from typing import Any, Final

from mypy.nodes import CallExpr, Expression, MypyFile, NameExpr, OpExpr, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.plugins.default import tuple_mul_callback
from mypy.types import (
    Instance,
    LiteralType,
    TupleType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, Shape, TensorType
from tftypes.algebra.tensors import Kind
from tftypes.inference.models.tensorflow.ops import OpError, data, operators
from tftypes_mypy import convert, names, numpy_types
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.calls.alternatives import of_expression
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.data import elements, passes
from tftypes_mypy.python_calls import range_of
from tftypes_mypy.syntax import is_spread, those_of
from tftypes_mypy.values import Values


def _row(typ: Type, values: Values) -> Type | None:
    """What iterating over a tensor or a dataset gives; None where that is not known to be one."""
    tensor, types = convert.tensor_of(typ), values.types
    if tensor is None:
        return passes.element(typ, values)
    if tensor.kind not in ("tensor", "variable"):
        return None
    if tensor.shape.rank == 0 or tensor.shape == Shape.unknown():
        return None
    return convert.type_of_tensor(TensorType(tensor.dtype, data.rest(tensor.shape)), types)


def iterate(context: MethodContext, values: Values) -> Type:
    """`for row in x`: the slices along the first dim."""
    made = get_proper_type(context.default_return_type)
    row = _row(context.type, values)
    if row is None or not isinstance(made, Instance) or len(made.args) != 1:
        return made
    return made.copy_modified(args=[row])


def each(context: FunctionContext, values: Values) -> Type:
    """`enumerate(x)`, `tqdm(x)`."""
    made = get_proper_type(context.default_return_type)
    given = context.arg_types[0] if context.arg_types else []
    row = _row(given[0], values) if len(given) == 1 else None
    if row is None or not isinstance(made, Instance) or len(made.args) != 1:
        return made
    return made.copy_modified(args=[row])


def zipped(context: FunctionContext, values: Values) -> Type:
    """`zip(x, y)`."""
    made = get_proper_type(context.default_return_type)
    columns = get_proper_type(made.args[0]) if isinstance(made, Instance) and made.args else None
    given = [typ for types in context.arg_types for typ in types]
    if not isinstance(made, Instance) or not isinstance(columns, TupleType):
        return made
    rows = [_row(typ, values) for typ in given]
    if not any(rows) or len(rows) < len(columns.items):
        return made
    rounds = [_rounds(each, values) for expressions in context.args for each in expressions]
    shortest = min((count for count in rounds if count is not None), default=None)
    if shortest is not None:  # of `zip(range(3), dataset)` no more than three elements are seen
        rows = [row and (passes.first(t, values, shortest) or row) for row, t in zip(rows, given)]
    items = [row or item for row, item in zip(rows, columns.items)]
    return made.copy_modified(args=[columns.copy_modified(items=items)])


def _rounds(sequence: Expression, values: Values) -> int | None:
    """How long a range is that is written there."""
    written = sequence if isinstance(sequence, CallExpr) else None
    if written is None or getattr(written.callee, "fullname", "") != "builtins.range":
        return None
    found = range_of([values.of(each) for each in written.args])
    return None if found is None else len(found)


def absolute(context: FunctionContext, values: Values) -> Type:
    """`abs(x)`: the operator of the same name."""
    made = context.default_return_type
    if not context.args or len(context.args[0]) != 1:
        return made
    found = of_expression(context.args[0][0], context.arg_types[0][0], values)
    if len(found) != 1 or not isinstance(found[0], TensorType) or values.promotes:
        return made
    try:
        result = operators.method("__abs__", found[0])
    except OpError:
        return made
    if found[0].kind == "array":  # of no dims, it gives one of NumPy's numbers
        is_number = result.shape.rank == 0
        return made if is_number else numpy_types.type_of_array(result, made, values.types)
    return op_calls.to_type(result, made, values.types)


def summed(context: FunctionContext, values: Values) -> Type:
    """`sum(losses)`, which is 0 to mypy where there is nothing to sum; and what an array holds makes it an int."""
    made, shown = context.default_return_type, [typ for types in context.arg_types for typ in types]
    at = context.context
    is_hidden = isinstance(at, CallExpr) and is_spread(at) and any(map(mentions_tensor, shown))
    if is_hidden or any(map(numpy_types.is_array, shown)):
        return convert.unknown()
    given = [values.of(*each) for each in zip(chain(*context.args), shown)]
    if isinstance(given[0], (list, tuple)) and any(map(_is_tensor, given[0])):
        try:
            total = reduce(_added, [*given[1:], *given[0]], 0)
        except OpError as error:
            op_calls.fail(context, error.complete("sum()", {}), context.context, values)
            return convert.unknown()
        is_known = isinstance(total, TensorType)
        return op_calls.to_type(total, made, values.types) if is_known else convert.unknown()
    row = _row(shown[0], values)
    tensors = [row] if row is not None else [*filter(_is_held, flatten_nested_unions([made]))]
    known = [convert.tensor_of(each) for each in tensors]
    if len(known) != 1 or len(shown) != 1:
        return convert.unknown() if any(known) else made
    if known[0] is None and mentions_tensor(shown[0]):
        return convert.unknown()  # of tensors and what else no signature tells
    if known[0] is None or known[0].kind not in _ADDED:
        return made
    return convert.type_of_tensor(replace(known[0], kind=_ADDED[known[0].kind]), values.types)


def least(context: FunctionContext, values: Values) -> Type:
    """`min(tf.size(x), 3)`: one of them, or the op's result in a graph; mypy joins them to what can be compared."""
    made, shown = context.default_return_type, [typ for types in context.arg_types for typ in types]
    items = map(get_proper_type, flatten_nested_unions([made]))
    is_joined = any(isinstance(t, Instance) and t.type.fullname.startswith(_JOINED) for t in items)
    return convert.unknown() if is_joined and any(map(mentions_tensor, shown)) else made


def _is_tensor(value: object) -> bool:
    return isinstance(value, TensorType) and value.kind != "array"


def _added(total: Any, item: Any) -> Any:
    """What Python makes of two things that it adds; UNKNOWN where that is neither a tensor nor a number."""
    if not {each.kind for each in (total, item) if isinstance(each, TensorType)} <= _ADDED.keys():
        return UNKNOWN
    if isinstance(total, TensorType):
        return operators.method("__add__", total, item)
    if isinstance(item, TensorType):
        return operators.method("__radd__", item, total)
    numbers = isinstance(total, (int, float)), isinstance(item, (int, float))
    return total + item if all(numbers) else UNKNOWN


def _is_held(typ: Type) -> bool:
    """Whether it is what something holds that is summed, and not the 0 of nothing."""
    return not isinstance(get_proper_type(typ), LiteralType)


def repeated(context: MethodContext, values: Values) -> Type:
    """`[1.0, 2.0] * x`: Python asks the tensor, and not the list, which mypy thinks is repeated."""
    made = tuple_mul_callback(context)  # mypy's own, which it asks where no plugin has a hook
    given = context.arg_types[0] if context.arg_types else []
    tensor = convert.tensor_of(given[0]) if len(given) == 1 else None
    if tensor is None:
        return made
    unknown = convert.unknown()
    items = values.of(context.context.left) if isinstance(context.context, OpExpr) else UNKNOWN
    if items is UNKNOWN or values.promotes:
        return unknown
    try:
        result = operators.method("__rmul__", tensor, items)
    except OpError:
        return unknown
    return op_calls.to_type(result, unknown, values.types)


def over_dataset(context: MethodContext, values: Values) -> Type:
    """`for element in dataset`: mypy may have the elements of what the name stood for before."""
    at = context.context
    is_call = isinstance(at, CallExpr) and getattr(at.callee, "name", "") == "__iter__"
    if is_call:
        return _with_element(context, elements.element_of(context.type))
    return _with_element(context, passes.element(context.type, values))


def iterator(context: FunctionContext, values: Values) -> Type:
    """`iter(dataset)`, which may be read in a graph; of one of several datasets nothing is known."""
    shown = context.arg_types[0][0]
    given = get_proper_type(values.current(context.args[0][0], shown))
    if not isinstance(given, UnionType):
        return _with_element(context, elements.element_of(given))
    found = map(elements.element_of, (shown, *convert.members(given)))
    return _with_element(context, convert.unknown() if any(found) else None)


def first(context: FunctionContext, values: Values) -> Type:
    """`next(iter(dataset))`, and the only `next(elements)` after `elements = iter(dataset)`."""
    made = context.default_return_type
    given = context.args[0][0] if context.args and context.args[0] else None
    if isinstance(given, NameExpr):
        checker: Any = context.api
        given = _read_once(given, checker.tree, values)
    if not isinstance(given, CallExpr) or len(given.args) != 1:
        return made
    if getattr(given.callee, "fullname", "") != "builtins.iter":
        return made
    typ = values.type_of(given.args[0])
    typ = None if typ is None else values.current(given.args[0], typ)
    return (passes.first(typ, values) if typ is not None else None) or made


def _read_once(name: NameExpr, tree: MypyFile, values: Values) -> Expression | None:
    """What a name was bound to that is read nowhere else, and no more often than it is bound."""
    var = name.node
    bound = values.assignments.source_of(var) if isinstance(var, Var) else None
    if bound is None or not values.assignments.runs_with(name, bound):
        return None
    named = [each for each in those_of(tree, NameExpr) if each.node is var]
    return bound if len(named) == 2 else None


def _with_element(context: FunctionContext | MethodContext, element: Type | None) -> Type:
    """The iterator with these elements."""
    made = get_proper_type(context.default_return_type)
    if element is None or not isinstance(made, Instance) or len(made.args) != 1:
        return made
    return made.copy_modified(args=[element])


#: What mypy makes of things that can be compared with each other.
_JOINED: Final = ("builtins.object", "_typeshed.", "tensorflow._bases.")
#: What a sum of them is.
_ADDED: Final[dict[Kind, Kind]] = {"tensor": "tensor", "variable": "tensor", "ragged": "ragged"}

FUNCTIONS: Final[dict[str, Callable[..., Type]]] = {
    "builtins.abs": absolute,
    "builtins.sum": summed,
    "builtins.min": least,
    "builtins.max": least,
    "builtins.iter": iterator,
    "builtins.next": first,
    "builtins.enumerate": each,
    "builtins.zip": zipped,
    **dict.fromkeys(names.PROGRESS, each),
}

METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"{elements.DATASET}.__iter__": over_dataset,
    **{f"{owner}.__iter__": iterate for owner in (names.TENSOR, names.VARIABLE)},
    **{f"builtins.{owner}.__mul__": repeated for owner in ("list", "tuple")},
}

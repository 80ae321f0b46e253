"""NumPy's arrays on their way to tensors: the shape and dtype of what NumPy's functions and Keras' data sets give.

NumPy's own stubs know the dtype at times, and hardly ever the shape. Both are kept beside the type of an array, so that
mypy's checks of NumPy stay what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, RefExpr
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, TupleType, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import OpError, arrays, operators
from tftypes.inference.models.tensorflow.ops.array_functions import (
    ELEMENTWISE,
    FUNCTIONS,
    MAKERS,
    apply,
    combined,
    is_scalar,
)
from tftypes.inference.models.tensorflow.ops.conversion import is_told
from tftypes.inference.models.tensorflow.ops.values import PyValue
from tftypes_mypy import convert, heap, names, numpy_types
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.moments import moment
from tftypes_mypy.values import Values, of_type, written_arguments

CallContext = FunctionContext | MethodContext

ARRAY: Final = ("numpy.ndarray.", "numpy._ArrayOrScalarCommon.")
#: Where NumPy keeps what it shows as `numpy.zeros`, `numpy.random.rand`.
MODULES: Final = ("numpy._core.", "numpy.core.", "numpy.lib.", "numpy.random.", "numpy.linalg.")
_CALLED: Final = ".__call__"
_OPERATORS: Final = operators.DUNDERS | operators.REFLECTED


def function(fullname: str) -> Callable[..., Type] | None:
    """The hook of a function of NumPy."""
    loaded = fullname.removesuffix(".load_data").removeprefix(_KERAS)
    if loaded in _DATASETS and fullname == f"{_KERAS}{loaded}.load_data":
        return partial(_loaded, name=loaded)
    name = fullname.rpartition(".")[2]
    known = fullname.startswith(MODULES) and (name in FUNCTIONS or name in MAKERS)
    return partial(call, name=name) if known else None


def method(fullname: str) -> Callable[..., Type] | None:
    """The hook of a method of arrays and random generators, of an operator, or of a ufunc."""
    name = fullname.rpartition(".")[2]
    if fullname.startswith(ARRAY):
        if name == "__getitem__":
            return index
        if name in _OPERATORS:
            return partial(operator, name=name)
        return partial(call, name=name) if name in FUNCTIONS else None
    if fullname.startswith("numpy.") and fullname.endswith(_CALLED):
        return ufunc
    return function(fullname)


def call(context: CallContext, values: Values, name: str) -> Type:
    """`np.zeros([2, 3])`, `x.reshape(-1, 3)`."""
    at = context.context
    if not isinstance(at, CallExpr) or (written := written_arguments(at)) is None:
        return context.default_return_type
    found = _once(context, values, lambda: _applied(context, written, values, name))
    context = _told(context, values, partial(_made_by, name, at, context, values.types))
    if name == "reshape" and (found is None or found.shape.rank is None):
        # Of a tuple whose items it does not know, mypy takes NumPy's overload for one without any.
        return numpy_types.of_any_rank(context.default_return_type)
    return _made(found, context, values)


def _applied(
    context: CallContext,
    written: tuple[list[Expression], dict[str, Expression]],
    values: Values,
    name: str,
) -> TensorType | None:
    """What the rule of a function says of the arguments as they are written."""
    positional = [values.of(each) for each in written[0]]
    named = {name: values.of(each) for name, each in written[1].items()}
    if isinstance(context, MethodContext):
        itself = numpy_types.array_of(context.type)
        if itself is not None:
            positional.insert(0, itself)
    found = apply(name, positional, named)
    if name == "unique" and found is not None:
        count = numpy_types.distinct_in(context.arg_types[0][0])
        found = found if count is None else arrays.array(found.dtype, Shape.of(count))
    return found


def ufunc(context: MethodContext, values: Values) -> Type:
    """`np.exp(x)`: an object, whose name tells what it does."""
    callee = context.context.callee if isinstance(context.context, CallExpr) else None
    if not isinstance(callee, RefExpr) or not callee.fullname.startswith("numpy."):
        return context.default_return_type
    return call(context, values, callee.fullname.rpartition(".")[2])


def operator(context: MethodContext, values: Values, name: str) -> Type:
    """`x / 255.0` of an array; with a tensor it is the tensor's operator."""
    left = numpy_types.array_of(context.type)
    right = (
        values.of(context.args[0][0], context.arg_types[0][0])
        if context.args and context.args[0]
        else None
    )
    if left is None:
        return context.default_return_type
    if is_told(right):
        try:
            made = operators.method(name, left, right)
        except OpError:
            return convert.unknown() if values.promotes else context.default_return_type
        if values.promotes:
            made = op_calls.promoted(made, [[left], [right]])
            return op_calls.to_type(made, convert.unknown(), values.types)
        return op_calls.to_type(made, context.default_return_type, values.types)
    context = _told(context, values, partial(_array_if, _is_numeric(right), values.types))
    operands = (right, left) if name in operators.REFLECTED else (left, right)
    symbol = _OPERATORS[name]
    if is_scalar(right):
        found = combined(symbol, *operands)
        return _made(None if found is UNKNOWN else found, context, values)
    found = apply("matmul" if symbol == "@" else _UFUNCS.get(symbol, ""), operands, {})
    return _made(found, context, values)


def _is_numeric(value: Any) -> bool:
    """Whether it is a number of Python, or an array."""
    if isinstance(value, PyValue):
        return value.type in ("int", "float", "bool")
    return isinstance(value, (int, float, TensorType))


def index(context: MethodContext, values: Values) -> Type:
    """`x[:100, ..., np.newaxis]`."""
    found = numpy_types.array_of(context.type)
    if found is None or not isinstance(context.context, IndexExpr):
        return context.default_return_type
    typ = context.arg_types[0][0]
    key = values.of(context.context.index, typ)
    made, gives_array = arrays.getitem(found, key), _chooses(key, typ)
    if made is None and gives_array:
        made = arrays.array(found.dtype, Shape.unknown())
    context = _told(context, values, partial(_array_if, gives_array, values.types))
    return _made(made, context, values)


def _chooses(key: Any, typ: Type) -> bool:
    """Whether an index gives an array for sure, and no number."""
    parts: Sequence[Type] = [typ]
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        parts = proper.items
    elif isinstance(proper, Instance) and proper.type.fullname == "builtins.tuple":
        parts = proper.args
    keys = key if isinstance(key, tuple) else (key,)
    return any(
        each is ... or each is None or isinstance(each, (slice, list)) for each in keys
    ) or any(map(numpy_types.is_array, parts))


def transposed(context: AttributeContext, types: convert.Types) -> Type:
    """`x.T`."""
    found = numpy_types.array_of(context.type)
    if found is None or not isinstance(context.context, MemberExpr):
        return context.default_attr_type
    made = apply("transpose", [found], {})
    if made is None:
        return context.default_attr_type
    return numpy_types.type_of_array(made, context.default_attr_type, types)


def sizes(context: AttributeContext, types: convert.Types) -> Type:
    """`x.shape`: what it is where it is read, of a name that may be bound again."""
    if context.is_lvalue:
        return context.default_attr_type
    default = numpy_types.of_any_sizes(context.default_attr_type)
    found = numpy_types.array_of(context.type)
    if found is None or found.shape.dims is None:
        return default
    return numpy_types.type_of_sizes(TensorType(found.dtype, found.shape), default, types)


# --- what mypy would say of a call if it was shown NumPy's overloads ------------------------------------------------


def _told(context: CallContext, values: Values, find: Callable[[], Type | None]) -> CallContext:
    """The call with what is sure of its result, in the body of a call, where mypy was shown no overload that says so."""
    is_open = values.is_of_call and isinstance(
        get_proper_type(context.default_return_type), AnyType
    )
    found = find() if is_open else None
    return context if found is None else context._replace(default_return_type=found)


def _array_if(gives_array: bool, types: convert.Types) -> Type | None:
    return numpy_types.any_array(types) if gives_array else None


def _made_by(name: str, call: CallExpr, context: CallContext, types: convert.Types) -> Type | None:
    """What a function gives whatever it is given, or since what it does to each item it does to an array."""
    if isinstance(context, MethodContext) and numpy_types.is_scalar(context.type):
        return None
    if name == "randint":
        return types.make("builtins.int", []) if _gives_number(call, context) else None
    if name in _SEVERAL and len(call.args) != 1 + _SEVERAL[name]:
        return types.make("builtins.tuple", [numpy_types.any_array(types)])
    if name in MAKERS or name in _SEVERAL:
        return numpy_types.any_array(types)
    is_each = name in ELEMENTWISE or (
        isinstance(context, MethodContext)
        and isinstance(context.type, Instance)
        and context.type.type.name.startswith(_UFUNC)
    )
    given = (typ for types_of in context.arg_types for typ in types_of)
    return _array_if(is_each and any(map(numpy_types.is_array, given)), types)


def _gives_number(call: CallExpr, context: CallContext) -> bool:
    """Whether `randint(3, 10)` gives one number of Python's."""
    if len(call.args) > 2 or "size" in call.arg_names or "dtype" in call.arg_names:
        return False
    given = [get_proper_type(typ) for types in context.arg_types for typ in types]
    return all(isinstance(t, Instance) and t.type.fullname == "builtins.int" for t in given)


#: How the classes are called of what does something to each item.
_UFUNC: Final = "_UFunc"
#: These give one array of so many arguments more than one, and several arrays otherwise.
_SEVERAL: Final = {"where": 2, "unique": 0}


def _once(
    context: CallContext, values: Values, find: Callable[[], TensorType | None]
) -> TensorType | None:
    """What is found of a call, of which mypy asks for each of NumPy's overloads."""
    checker: Any = context.api
    now = moment(context.context, checker)
    if now is None or values.is_of_item:
        return find()
    receiver = context.type if isinstance(context, MethodContext) else None
    key = context.context, now, receiver, tuple(map(tuple, context.arg_types))
    if _LAST.get("key") != key:
        _LAST["key"], _LAST["found"] = key, find()
    found: TensorType | None = _LAST["found"]
    return found


#: The call that was asked for last, and what was found of it.
_LAST: Final[dict[str, Any]] = heap.table()


def _made(found: TensorType | None, context: CallContext, values: Values) -> Type:
    default = context.default_return_type
    if found is None or found.shape.rank == 0:
        return default
    if found.shape.min_rank == 0 and isinstance(get_proper_type(default), AnyType):
        return default  # a scalar, as far as is known: what a number does an array may not do
    declared = of_type(default)
    if not found.dtype.is_known and isinstance(declared, TensorType):
        found = TensorType(declared.dtype, found.shape, "array")
    if found == TensorType(DType.any(), Shape.unknown(), "array"):
        return default
    is_call = isinstance(context.context, CallExpr)
    return numpy_types.type_of_array(found, default, values.types, is_expected=is_call)


# --- Keras' data sets -----------------------------------------------------------------------------------------------


def _loaded(context: CallContext, values: Values, name: str) -> Type:
    """`(x_train, y_train), (x_test, y_test) = mnist.load_data()`, of the sizes that are documented."""
    at, types = context.context, values.types
    default = context.default_return_type
    checker: Any = context.api
    # Where a name keeps its first type, `x = tf.constant(x)` would be an error of mypy's.
    if not isinstance(at, CallExpr) or not checker.options.allow_redefinition:
        return default
    if at.args and not set(at.arg_names) <= _HARMLESS:
        return default
    if types.find(names.ARRAY) is None:
        return default
    halves: list[Type] = []
    for half in _DATASETS[name].split(";"):
        parts = [_whole(TensorType.parse(part), types) for part in half.split(" and ")]
        if name in _CLASSES:
            parts[1] = numpy_types.with_distinct(parts[1], _CLASSES[name], types)
        halves.append(TupleType(parts, types.make("builtins.tuple", [convert.unknown()])))
    return TupleType(halves, types.make("builtins.tuple", [convert.unknown()]))


def _whole(array: TensorType, types: convert.Types) -> Type:
    """An array of so many dims for NumPy's stubs too, where an Any would fit several overloads."""
    number = types.make("builtins.int", [])
    ints: list[Type] = [number] * len(array.shape.dims or ())
    shape = TupleType(ints, types.make("builtins.tuple", [number]))
    made = types.make(names.ARRAY, [shape, convert.unknown()])
    return numpy_types.type_of_array(array, made, types)


_DIGITS: Final = "array uint8[60000, 28, 28] and array uint8[60000]; array uint8[10000, 28, 28] and array uint8[10000]"
_PHOTOS: Final = "array uint8[50000, 32, 32, 3] and array {0}[50000, 1]; array uint8[10000, 32, 32, 3] and array {0}[10000, 1]"
_KERAS: Final = "tensorflow.keras.datasets."
#: What the documentation says that `load_data()` gives, where the arguments leave it so.
_DATASETS: Final = {
    "mnist": _DIGITS,
    "fashion_mnist": _DIGITS,
    "cifar10": _PHOTOS.format("uint8"),
    "cifar100": _PHOTOS.format("int64"),
    "boston_housing": "array float64[404, 13] and array float64[404]; array float64[102, 13] and array float64[102]",
    "california_housing": "array ?[16512, 8] and array ?[16512]; array ?[4128, 8] and array ?[4128]",
    "imdb": "array ?[25000] and array ?[25000]; array ?[25000] and array ?[25000]",
    "reuters": "array ?[8982] and array ?[8982]; array ?[2246] and array ?[2246]",
}
#: How many classes its labels are of, each of which both halves have.
_CLASSES: Final = {"mnist": 10, "fashion_mnist": 10, "cifar10": 10, "cifar100": 100}
#: The arguments of `load_data` that leave the sizes alone.
_HARMLESS: Final = frozenset(
    {"num_words", "skip_top", "seed", "start_char", "oov_char", "index_from"}
)

_UFUNCS: Final = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "**": "power",
    "<": "less",
    ">": "greater",
    "<=": "less",
    ">=": "greater",
    "==": "equal",
    "!=": "equal",
}

ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    **{f"{owner}T": transposed for owner in ARRAY},
    **{f"{owner}shape": sizes for owner in ARRAY},
}

"""Functional Keras models: what goes in and comes out is known before there is any data.

inputs = keras.Input([28, 28, 1])
outputs = layers.Dense(10)(layers.Flatten()(inputs))
model = keras.Model(inputs, outputs)

One of Keras' symbols has the dtype and shape of the tensors that it stands for. A dim that is only known when the model is
called is a name in there, the same in the inputs and the outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mypy.nodes import CallExpr, Expression, IndexExpr, SymbolTableNode, TypeInfo
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, Symbol, TensorType
from tftypes.algebra.matching import substitute
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    PyValue,
    Unsure,
    getitem,
    keras_layers,
    operators,
)
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.values import DENSE
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies.arguments import Given
from tftypes_mypy.features.bodies.model import Actual
from tftypes_mypy.features.bodies.results import attributes_of, exact
from tftypes_mypy.features.bodies.values import BodyValues, type_of
from tftypes_mypy.features.keras import steps, symbols
from tftypes_mypy.features.structures import displays, nests
from tftypes_mypy.names import SYMBOL
from tftypes_mypy.values import Values, of_type, written_arguments

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

MODEL: Final = "tensorflow.keras.Model"
INPUT: Final[tuple[str, str]] = ("tensorflow.keras.Input", "tensorflow.keras.layers.Input")

#: Where a model keeps its inputs and outputs.
_INPUTS: Final = "(inputs)"
_OUTPUTS: Final = "(outputs)"
#: The size of a batch, by the name that all inputs have for it.
_BATCH: Final = "batch"


def function(fullname: str, bodies: Bodies) -> Callable[..., Type] | None:
    """The hook of `keras.Input` and `keras.Model`."""
    if fullname in INPUT:
        return partial(placeholder, bodies=bodies)
    if fullname in _MERGES:
        return partial(merge, bodies=bodies, name=_MERGES[fullname])
    return model if fullname == MODEL else None


# --- making them ---------------------------------------------------------------------------------------------------------


def placeholder(context: FunctionContext, values: BodyValues, bodies: Bodies) -> Type:
    """`Input(shape=(28, 28, 1))`."""
    from tftypes_mypy.features.keras import program_layers as layers

    at = context.context
    written = written_arguments(at) if isinstance(at, CallExpr) else None
    if written is None or len(written[0]) > 1:
        return context.default_return_type
    given = {**dict(zip(("shape",), written[0])), **written[1]}
    if not given.keys() <= {"shape", "name", "dtype", "batch_size", "batch_shape"}:
        return context.default_return_type
    is_whole = "batch_shape" in given
    if is_whole and given.keys() & {"shape", "batch_size"}:
        return context.default_return_type
    written_shape = given.get("batch_shape" if is_whole else "shape")
    shape = None if written_shape is None else _dims(written_shape, values)
    if shape is None or (is_whole and not shape):
        return context.default_return_type
    checker: Any = context.api
    batch = values.of(given["batch_size"]) if "batch_size" in given else None
    if is_whole:
        batch, *shape = shape
    place = f"{checker.tree.fullname}:{context.context.line}:{context.context.column}"
    inner = [_size(dim, f"size{index}", f"{place}:{index}") for index, dim in enumerate(shape, 1)]
    dtype = _dtype(values.of(given["dtype"])) if "dtype" in given else None
    usual = layers.compute_dtype(bodies, checker)
    tensor = TensorType(dtype or usual, Shape.of(_size(batch, _BATCH), *inner))
    return steps.begin(symbols.symbol(tensor, values.types), place, values.types)


def _dims(given: Expression, values: Values) -> list[Any] | None:
    """The sizes that are written, None where one is left open; None where it is not known how many they are."""
    shape = values.of(given)
    if isinstance(shape, Shape) and shape.dims is not None:
        shape = shape.dims
    return list(shape) if isinstance(shape, (tuple, list)) else None


def _size(dim: Any, name: str, place: str = "") -> Dim:
    if dim is None:
        return symbols.named(name, place)
    return dim if isinstance(dim, (int, Expr)) and not isinstance(dim, bool) else UNKNOWN


def _dtype(value: Any) -> DType:
    if isinstance(value, DType):
        return value
    try:
        return DType.of(value) if isinstance(value, str) else DType.any()
    except ValueError:
        return DType.any()


# --- models -----------------------------------------------------------------------------------------------------------


def model(context: FunctionContext, values: BodyValues) -> Type:
    """`keras.Model(inputs, outputs)`: it knows both."""
    made, at = get_proper_type(context.default_return_type), context.context
    kept = sides(at, values) if isinstance(at, CallExpr) else {}
    return exact(made, kept) if kept and isinstance(made, Instance) else made


def sides(call: CallExpr, values: BodyValues) -> Mapping[str, Type]:
    """What a model keeps that is made of inputs and outputs; nothing where one of them is not known."""
    written = body_arguments.spelled_out(call, values)
    if written is None:
        return {}
    given = {**dict(zip(("inputs", "outputs"), written[0])), **written[1]}
    if not {"inputs", "outputs"} <= given.keys():
        return {}
    first, last = (_written(given[name], values) for name in ("inputs", "outputs"))
    if UNKNOWN in (symbols.structure(first), symbols.structure(last, True)):
        return {}
    return {_INPUTS: first, _OUTPUTS: last, **steps.between(first, last)}


def _written(given: Given, values: Values) -> Type:
    if isinstance(given, Actual):
        return given.type
    return displays.written(given, steps.current(given, values), values)


def made_by(
    init: SymbolTableNode | None, owner: TypeInfo, call: CallExpr, values: BodyValues
) -> Mapping[str, Type]:
    """The same of a class that derives from Model, where that is whose constructor is called, and has no `call` itself."""
    run = owner.get("call")
    if init is None or init.fullname != f"{MODEL}.__init__" or run is None:
        return {}
    is_kept = (run.fullname or "").startswith("tensorflow.keras.")
    return sides(call, values) if is_kept else {}


def is_model(typ: Type) -> bool:
    """Whether it is a model of which it is known what goes in and comes out."""
    return _OUTPUTS in attributes_of(typ)


def layers_of(typ: Type) -> tuple[Sequence[Type], int, TensorType] | None:
    """The layers of a model that applies one after the other, as `steps` has them."""
    return steps.of_model(typ, attributes_of(typ).get(_INPUTS))


def expected(typ: Type) -> Any:
    """What goes into such a model: a tensor, or several; their sizes may have names."""
    known = symbols.structure(attributes_of(typ)[_INPUTS])
    return known[0] if isinstance(known, list) and len(known) == 1 else known


def output(typ: Type, given: Any) -> Any:
    """What such a model makes of its inputs; UNKNOWN where that is not known."""
    kept = attributes_of(typ)
    sizes: dict[Any, Dim] = {}
    if not _fit(symbols.structure(kept[_INPUTS]), given, sizes):
        return UNKNOWN
    return _with(symbols.structure(kept[_OUTPUTS], True), sizes, kept[_OUTPUTS])


def _fit(expected: Any, given: Any, sizes: dict[Any, Dim]) -> bool:
    """Whether the inputs are such as the model was made for; notes the sizes that have names."""
    if isinstance(expected, list):
        if len(expected) == 1 and not isinstance(given, (list, tuple)):
            given = [given]
        if not isinstance(given, (list, tuple)) or len(expected) != len(given):
            return False
        return all(_fit(each, item, sizes) for each, item in zip(expected, given))
    if isinstance(given, (list, tuple)) and len(given) == 1:
        given = given[0]
    if not isinstance(given, TensorType) or given.kind not in DENSE:
        return False
    wanted, got = expected.shape.dims, as_tensor(given).shape.dims
    if wanted is None or got is None or len(wanted) != len(got):
        return False  # Keras adds a last dim, or takes it away
    return all(_fits(dim, size, sizes) for dim, size in zip(wanted, got))


def _fits(dim: Dim, size: Dim, sizes: dict[Any, Dim]) -> bool:
    if isinstance(dim, Symbol):
        known = sizes.setdefault(dim.key, size)
        if known is UNKNOWN:
            sizes[dim.key] = size
        return known is UNKNOWN or size is UNKNOWN or known == size
    return dim is UNKNOWN or size is UNKNOWN or dim == size or isinstance(size, Expr)


def _with(made: Any, sizes: dict[Any, Dim], typ: Type) -> Any:
    """The outputs for inputs of these sizes, in the structure that they were given in."""
    if isinstance(made, TensorType):
        return TensorType(made.dtype, substitute(made.shape, sizes))
    if made is UNKNOWN:
        return UNKNOWN
    below = list((nests.children(typ) or {}).values())
    items = [_with(item, sizes, each) for item, each in zip(made, below)]
    return items if nests.is_list(typ) else tuple(items)


# --- what is asked of them --------------------------------------------------------------------------------------------


def side(context: AttributeContext, types: convert.Types, name: str) -> Type:
    """`model.input`, `model.outputs`."""
    kept = attributes_of(context.type).get(_INPUTS if name.startswith("input") else _OUTPUTS)
    if kept is None:
        return context.default_attr_type
    known = symbols.structure(kept, True)
    if name.endswith("s"):
        return kept if isinstance(known, list) else nests.list_of([kept], types)
    return kept


def sizes(context: AttributeContext, types: convert.Types) -> Type:
    """`x.shape` of a symbol: a tuple, of which a layer may be made."""
    known = symbols.stands_for(context.type)
    if known is None or known.shape.dims is None:
        return context.default_attr_type
    inner = tuple(UNKNOWN if isinstance(dim, Expr) else dim for dim in known.shape.dims)
    return type_of(inner, types) or context.default_attr_type


ATTRIBUTES: Final[dict[str, Callable[..., Type]]] = {
    f"{SYMBOL}.shape": sizes,
    **{
        f"tensorflow.keras.{owner}.{name}": partial(side, name=name)
        for owner in ("Operation", "Model")
        for name in ("input", "inputs", "output", "outputs")
    },
}


def merge(context: FunctionContext, values: BodyValues, bodies: Bodies, name: str) -> Type:
    """`layers.concatenate([x, y])`: what the layer of that name makes."""
    from tftypes_mypy.features.keras import program_layers as layers

    at, default = context.context, context.default_return_type
    written = written_arguments(at) if isinstance(at, CallExpr) else None
    if written is None:
        return default
    by_name = {**dict(zip(("inputs", "axis"), written[0])), **written[1]}
    known = symbols.given(by_name["inputs"], values) if "inputs" in by_name else UNKNOWN
    if known is UNKNOWN:
        return default
    config = {"axis": values.of(by_name["axis"])} if "axis" in by_name else {}
    checker: Any = context.api
    layer = keras_layers.Layer(name, config)
    made = keras_layers.output(layer, [known], layers.compute_dtype(bodies, checker))
    return symbols.symbols_of(made, values.types)


#: Functions that make a layer and call it, with the layer's class.
_MERGES: Final = {
    f"tensorflow.keras.layers.{name.lower()}": name
    for name in ("Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate")
}


def operate(context: MethodContext, values: Values, name: str) -> Type:
    """`x + y`: of floats, as TensorFlow has it."""
    given = context.arg_types[0][0] if context.arg_types and context.arg_types[0] else None
    made = _operated(context.type, given, name)
    return context.default_return_type if made is None else symbols.symbols_of(made, values.types)


def _operated(symbol: Type, given: Type | None, name: str) -> Any:
    """What an operator makes of a symbol, and of another operand if it has two; None where that is not known."""
    left, right = symbols.stands_for(symbol), symbols.stands_for(given)
    value = right if right is not None else UNKNOWN if given is None else of_type(given)
    if left is None or not left.dtype.is_floating:
        return None
    if given is not None and not _is_alike(value, left):
        return None
    try:
        return operators.method(name, left, value)
    except OpError:
        return None


def _is_alike(value: Any, other: TensorType) -> bool:
    """Whether it takes the dtype of the other operand, or has it."""
    if isinstance(value, TensorType):
        return value.kind != "array" and value.dtype == other.dtype
    is_number = isinstance(value, PyValue) and value.type in ("int", "float")
    return is_number or type(value) in (int, float)


def operate_on_number(context: MethodContext, values: Values, name: str) -> Type:
    """`1 - x`: a symbol is of any class to mypy, so that it takes the operator of the number."""
    given = get_proper_type(context.arg_types[0][0]) if context.arg_types[0] else None
    if not isinstance(given, Instance) or given.type.fullname != SYMBOL:
        return context.default_return_type
    made = _operated(given, context.type, f"__r{name}__") if name in _OPERATORS else None
    return convert.unknown() if made is None else symbols.symbols_of(made, values.types)


def index(context: MethodContext, values: Values) -> Type:
    """`x[:, -1]`: Keras takes a number, or several of numbers, slices, `...` and `None`."""
    known, at = symbols.stands_for(context.type), context.context
    if known is None or not isinstance(at, IndexExpr):
        return context.default_return_type
    key = values.of(at.index, context.arg_types[0][0])
    keys = tuple(key) if isinstance(key, (tuple, list)) else (key,)
    if not all(map(_is_key, keys)) or not isinstance(key, (tuple, list, int)):
        return context.default_return_type
    try:
        made = getitem(known, keys)
    except (OpError, Unsure):
        return context.default_return_type
    return symbols.symbols_of(made, values.types)


def _is_key(value: Any) -> bool:
    if isinstance(value, slice):
        return all(part is None or type(part) is int for part in _ends(value))
    return value is None or value is Ellipsis or type(value) is int


def _ends(part: slice) -> tuple[Any, Any, Any]:
    return part.start, part.stop, part.step


_OPERATORS: Final = ("add", "sub", "mul", "truediv", "pow")
#: The operators of numbers; what a comparison makes is a symbol too.
_OF_NUMBERS: Final = (*_OPERATORS, "floordiv", "mod", "lt", "le", "gt", "ge", "eq", "ne")

METHODS: Final[dict[str, Callable[..., Type]]] = {
    f"{SYMBOL}.__neg__": partial(operate, name="__neg__"),
    f"{SYMBOL}.__getitem__": index,
    **{
        f"{SYMBOL}.__{prefix}{name}__": partial(operate, name=f"__{prefix}{name}__")
        for prefix in ("", "r")
        for name in _OPERATORS
    },
    **{
        f"builtins.{number}.__{name}__": partial(operate_on_number, name=name)
        for number in ("int", "float")
        for name in _OF_NUMBERS
    },
}

"""The constructors of specs: what `tf.TensorSpec(shape, dtype)` says is its type, and is kept beside it.

The type is that of whatever is put in the same place later: a list takes specs of other shapes.
What is kept beside it is what was written, and goes where mypy's own knowledge of a name goes: to
other modules, through the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, RefExpr
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type, get_proper_type

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType
from tftypes_mypy import convert, names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.signatures.applications import applications
from tftypes_mypy.values import Values

#: TensorFlow's specs of tensors, by the kind of tensor that the function's body gets.
KINDS: Final = names.SPECS

#: The key under which a type keeps what its spec says; after it the name that it is bound to.
_SAID: Final = "what the spec says "
ANY_NAME: Final = "*"

_FLOAT32: Final = DType.of("float32")


def said(typ: Instance, name: str) -> TensorType | None:
    """What a spec says, if its type was made where it was bound to this name."""
    for key, kept in typ.extra_attrs.attrs.items() if typ.extra_attrs is not None else ():
        spec = get_proper_type(kept)
        if key.startswith(_SAID) and name in (ANY_NAME, key[len(_SAID) :]):
            assert isinstance(spec, Instance)
            dtype, shape = convert.dtype_of(spec.args[0]), convert.shape_of(spec.args[1])
            return TensorType(dtype, shape, KINDS[spec.type.fullname])
    return None


def constructor(context: FunctionContext, values: Values, name: str) -> Type:
    """A call of `tf.TensorSpec` or a sibling: refuses what is none, keeps what it says."""
    default = get_proper_type(context.default_return_type)
    call = context.context
    if (
        not isinstance(default, Instance)
        or len(default.args) != 2
        or not isinstance(call, CallExpr)
    ):
        return default
    for code, argument, read in (("tf-shape", "shape", _shape), ("tf-dtype", "dtype", _dtype)):
        written = _arguments(call, name).get(argument)
        refused = None if written is None else read(written, values)
        if isinstance(refused, _Refused):
            words = f"tf.{name.rpartition('.')[2]}(): argument '{argument}': {refused.words}"
            context.api.fail(words, written or call, code=CODES[code])
    tensor = of_call(call, name, values)
    if tensor is None:
        return default.copy_modified(args=[convert.unknown(), convert.unknown()])
    made = default.copy_modified(
        args=[
            convert.type_of_dtype(tensor.dtype, values.types),
            convert.type_of_shape(tensor.shape, values.types),
        ]
    )
    return made.copy_with_extra_attr(_SAID + _bound_name(context, values), made)


def of_call(call: CallExpr, name: str, values: Values) -> TensorType | None:
    """What the call of a constructor says; None where nothing is known of its arguments."""
    given = _arguments(call, name)
    if not set(call.arg_kinds) <= {ARG_POS, ARG_NAMED} or "flat_values_spec" in given:
        return None
    shape = _shape(given["shape"], values) if "shape" in given else Shape.unknown()
    dtype = _dtype(given["dtype"], values) if "dtype" in given else _FLOAT32
    if "ragged_rank" in given and not _is_positive(values.of(given["ragged_rank"])):
        shape = Shape.unknown()  # with no ragged dim it stands for a plain tensor
    return TensorType(
        DType.any() if isinstance(dtype, _Refused) else dtype,
        Shape.unknown() if isinstance(shape, _Refused) else shape,
        KINDS[name],
    )


def has_dtype(call: CallExpr, name: str) -> bool:
    """Whether the dtype is written, and not the default."""
    return "dtype" in _arguments(call, name)


#: The parameters of the constructors, which are positional too.
_PARAMETERS: Final = {
    "tensorflow.TensorSpec": ("shape", "dtype", "name"),
    "tensorflow.RaggedTensorSpec": (
        "shape",
        "dtype",
        "ragged_rank",
        "row_splits_dtype",
        "flat_values_spec",
    ),
    "tensorflow.SparseTensorSpec": ("shape", "dtype"),
}


def _arguments(call: CallExpr, name: str) -> dict[str, Expression]:
    """The arguments as they are written; none where `*args` hide them."""
    if not set(call.arg_kinds) <= {ARG_POS, ARG_NAMED}:
        return {}
    parameters = _PARAMETERS[name]
    return {
        given or parameters[position]: expression
        for position, (given, expression) in enumerate(zip(call.arg_names, call.args))
        if given or position < len(parameters)
    }


def _bound_name(context: FunctionContext, values: Values) -> str:
    """The full name of the variable that is this call and nothing else, if there is one."""
    assert isinstance(context.api, TypeChecker)
    var = applications(context.api).name_of(context.context, values)
    return var.fullname if var is not None else ""


def _is_positive(value: Any) -> bool:
    return type(value) is int and value > 0


@dataclass(frozen=True)
class _Refused:
    words: str


def _shape(expression: Expression, values: Values) -> Shape | _Refused:
    value = values.of(expression)
    if isinstance(value, Shape):
        return value
    if type(value) is int or isinstance(value, Expr):
        value = (value,)
    if not isinstance(value, (list, tuple)):
        return Shape.unknown()
    dims: list[Dim] = []
    for dim in value:
        if type(dim) is int and dim < 0:
            return _Refused(f"a dim is not negative, got {dim}; None is any size")
        if isinstance(dim, (float, str)):
            return _Refused(f"a dim is an int or None, got {dim!r}")
        known = isinstance(dim, Expr) or (isinstance(dim, int) and not isinstance(dim, bool))
        dims.append(dim if known else UNKNOWN)
    return Shape.of(*dims)


#: Python's and NumPy's classes that TensorFlow takes for a dtype, and those that it does not.
_CLASSES: Final = {
    "builtins.float": "float32",
    "builtins.bool": "bool",
    "numpy.bool_": "bool",
    "numpy.str_": "string",
}
_NO_DTYPES: Final = {
    "builtins.int": "int is no dtype; tf.int32 or tf.int64",
    "builtins.str": "str is no dtype; tf.string",
    "builtins.complex": "complex is no dtype; tf.complex64 or tf.complex128",
}


def _dtype(expression: Expression, values: Values) -> DType | _Refused:
    fullname = expression.fullname if isinstance(expression, RefExpr) else ""
    if fullname in _NO_DTYPES:
        return _Refused(_NO_DTYPES[fullname])
    if fullname in _CLASSES or fullname.startswith("numpy."):
        name = _CLASSES.get(fullname, fullname.removeprefix("numpy."))
        return _dtype_named(name) or DType.any()
    value = values.of(expression)
    if isinstance(value, str):
        name = "float32" if value == "float" else value.removesuffix("_ref")
        return _dtype_named(name) or _Refused(f"{value!r} is no dtype")
    return value if isinstance(value, DType) else DType.any()


def _dtype_named(name: str) -> DType | None:
    try:
        return DType.of(name)
    except ValueError:
        return None


FUNCTIONS: Final[dict[str, Callable[..., Type]]] = {
    name: partial(constructor, name=name) for name in KINDS
}

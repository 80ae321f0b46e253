"""NumPy's arrays as algebra values, and back.

NumPy's stubs know the dtype at times and hardly ever the shape: both are kept beside the type of an array, so that mypy's
checks of NumPy stay what they are.
"""

from __future__ import annotations

from typing import Final

from mypy.types import AnyType, Instance, LiteralType, TupleType, Type, get_proper_type

from tftypes.algebra import Dim, DType, Shape, TensorType
from tftypes_mypy import names
from tftypes_mypy.convert import Types, dtype_by_name, tensor_of, type_of_tensor, unknown

#: Where an array keeps its shape and dtype, as the type of a tensor of those.
_CONTENTS: Final = "(array)"
#: Where the shape of an array keeps what it is.
_SIZES: Final = "(sizes)"
#: How many different items an array is known to have.
_DISTINCT: Final = "(distinct)"
#: NumPy's scalar types; those that are generic have the number of bits as argument.
_BITS: Final = "numpy._typing._nbit_base."
_NUMPY: Final = {
    "numpy.bool": "bool",
    "numpy.bool_": "bool",
    "numpy.float64": "float64",
    "numpy.floating": "float",
    "numpy.signedinteger": "int",
    "numpy.unsignedinteger": "uint",
}


def array_of(typ: Type) -> TensorType | None:
    """The NumPy array, or scalar, that a value of this type is; None when the type is none of one."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance):
        return None
    if typ.type.fullname == names.ARRAY:
        kept = typ.extra_attrs.attrs.get(_CONTENTS) if typ.extra_attrs is not None else None
        known = tensor_of(kept) if kept is not None else None
        if known is not None:
            return TensorType(known.dtype, known.shape, "array")
        dtype = get_proper_type(typ.args[-1]) if typ.args else None
        scalar = dtype.args[0] if isinstance(dtype, Instance) and dtype.args else unknown()
        return TensorType(numpy_dtype(scalar), Shape.unknown(), "array")
    dtype_of_scalar = numpy_dtype(typ)
    if dtype_of_scalar.is_known:
        # NumPy's stubs call the array that `np.float32(array)` makes a scalar too.
        return TensorType(dtype_of_scalar, Shape.unknown(), "array")
    return None


def is_array(typ: Type) -> bool:
    """Whether it is NumPy's class of arrays, and no scalar."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == names.ARRAY


def is_scalar(typ: Type) -> bool:
    """Whether it is one of NumPy's numbers, whose methods give numbers too."""
    return array_of(typ) is not None and not is_array(typ)


def with_distinct(array: Type, count: int, types: Types) -> Type:
    """The array, with the number of its different items."""
    proper = get_proper_type(array)
    if not isinstance(proper, Instance):
        return array
    literal = LiteralType(count, types.make("builtins.int", []))
    return proper.copy_with_extra_attr(_DISTINCT, literal)


def distinct_in(array: Type) -> int | None:
    """How many different items an array is known to have, as long as it is whole."""
    proper = get_proper_type(array)
    extra = proper.extra_attrs if isinstance(proper, Instance) else None
    kept = get_proper_type(extra.attrs.get(_DISTINCT)) if extra is not None else None
    return kept.value if isinstance(kept, LiteralType) and type(kept.value) is int else None


def as_tensor(typ: Type, types: Types) -> Type | None:
    """The tensor that an array becomes; None for what is no array."""
    array = array_of(typ)
    return None if array is None else type_of_tensor(TensorType(array.dtype, array.shape), types)


def of_any_sizes(default: Type) -> Type:
    """The type of `x.shape` as NumPy's stubs have it, with sizes that are not known where they say Any.

    Their Any is one by which mypy takes the first of several overloads: `np.random.binomial(1, 0.5, n)` is an int then.
    """
    proper = get_proper_type(default)
    if not isinstance(proper, Instance) or not any(_is_any(arg) for arg in proper.args):
        return default
    return proper.copy_modified(args=[unknown() if _is_any(arg) else arg for arg in proper.args])


def of_any_rank(made: Type) -> Type:
    """An array that may have any number of dims, where NumPy's stubs say that it has none."""
    proper = get_proper_type(made)
    shape = (
        get_proper_type(proper.args[0]) if isinstance(proper, Instance) and proper.args else None
    )
    if not isinstance(proper, Instance) or not isinstance(shape, TupleType) or shape.items:
        return made
    sizes = shape.partial_fallback.copy_modified(args=[unknown()])
    return proper.copy_modified(args=[sizes, *proper.args[1:]])


def _is_any(typ: Type) -> bool:
    return isinstance(get_proper_type(typ), AnyType)


def type_of_sizes(array: TensorType, default: Type, types: Types) -> Type:
    """The type of `x.shape`, with the sizes beside what NumPy's own stubs say of it."""
    proper = get_proper_type(default)
    if not isinstance(proper, Instance) or types.find(names.TENSOR) is None:
        return default
    return proper.copy_with_extra_attr(_SIZES, type_of_tensor(array, types))


def sizes_of(typ: Instance) -> tuple[Dim, ...] | None:
    """The shape of an array, of the type of which it is; None where that is not known."""
    kept = typ.extra_attrs.attrs.get(_SIZES) if typ.extra_attrs is not None else None
    array = tensor_of(kept) if kept is not None else None
    return None if array is None else array.shape.dims


def numpy_dtype(typ: Type) -> DType:
    """The dtype of one of NumPy's scalar types: `numpy.float64`, `numpy.floating[_32Bit]`."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance) or not typ.type.fullname.startswith("numpy."):
        return DType.any()
    family = _NUMPY.get(typ.type.fullname)
    if family is None:
        return DType.any()
    size = get_proper_type(typ.args[0]) if typ.args else None
    if typ.args and not isinstance(size, Instance):
        return DType.any()
    bits = size.type.name.strip("_").removesuffix("Bit") if isinstance(size, Instance) else ""
    return dtype_by_name(family + bits)


def type_of_array(
    array: TensorType, default: Type, types: Types, is_expected: bool = False
) -> Type:
    """NumPy's class, with the dtype and the shape beside what NumPy's own stubs say of it.

    Where the stubs may have made it of the dtype that is expected, it stays so.
    """
    if types.find(names.TENSOR) is None:
        return default  # a program without TensorFlow
    proper = get_proper_type(default)
    if not isinstance(proper, Instance) or proper.type.fullname != names.ARRAY:
        if not isinstance(proper, AnyType) or types.find(names.ARRAY) is None:
            return default
        proper = any_array(types)
    scalar = _numpy_scalar(array.dtype, types)
    is_told = is_expected and not _leaves_open(proper.args[-1])
    if scalar is not None and len(proper.args) == 2 and not is_told:
        # An Any in the type would leave a name that is assigned anew what it was before.
        dims = array.shape.dims if _is_any(proper.args[0]) else None
        sizes = proper.args[0] if dims is None else _ints(len(dims), types)
        proper = proper.copy_modified(args=[sizes, types.make(names.NUMPY_DTYPE, [scalar])])
    kept = TensorType(array.dtype, array.shape)
    return proper.copy_with_extra_attr(_CONTENTS, type_of_tensor(kept, types))


def any_array(types: Types) -> Instance:
    """An array of which nothing is known."""
    return types.make(names.ARRAY, [unknown(), unknown()])


def _ints(rank: int, types: Types) -> Type:
    sizes: list[Type] = [types.make("builtins.int", []) for _ in range(rank)]
    return TupleType(sizes, types.make("builtins.tuple", [unknown()]))


def _leaves_open(dtype: Type) -> bool:
    """Whether the dtype of an array is not known, or not its size: `Any`, `dtype[Any]`, `dtype[floating[Any]]`."""
    proper = get_proper_type(dtype)
    return _is_any(proper) or (isinstance(proper, Instance) and any(map(_leaves_open, proper.args)))


def _numpy_scalar(dtype: DType, types: Types) -> Type | None:
    """`numpy.floating[_32Bit]`; None for what NumPy has no such type for, or was not read."""
    for name, family in _NUMPY.items():
        bits = (dtype.name or "").removeprefix(family)
        info = types.find(name) if dtype.name == family or bits.isdigit() else None
        if info is None:
            continue
        if not info.type_vars:
            return Instance(info, [])
        size = types.find(f"{_BITS}_{bits}Bit")
        return Instance(info, [Instance(size, [])]) if size is not None else None
    return None

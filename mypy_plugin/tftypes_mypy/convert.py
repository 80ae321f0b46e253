"""The only place where mypy types become algebra values and back."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import TypeInfo, Var
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypeOfAny,
    TypeVarTupleType,
    TypeVarType,
    UninhabitedType,
    UnionType,
    UnpackType,
    flatten_nested_unions,
    get_proper_type,
)

from tftypes.algebra import (
    UNKNOWN,
    Dim,
    DType,
    Expr,
    NamedInt,
    Shape,
    Symbol,
    TensorType,
    Unknown,
    Variadic,
    dtypes,
)
from tftypes.algebra.expressions import Quotient
from tftypes.algebra.tensors import OPERATORS, Kind
from tftypes_mypy import heap, names
from tftypes_mypy.classes import Types as Types

# mypy's types of the symbols met so far, by the key that they have in the algebra.
# Overwritten at each meeting, since the daemon makes new nodes for old names.
_atoms: dict[object, Type] = heap.table()


# --- from mypy -----------------------------------------------------------------------


def dimension_value(info: TypeInfo) -> int | None | Unknown:
    """The value of a Dimension subclass: None where it has none, UNKNOWN where only a run tells."""
    for base in info.mro:
        if base.fullname == names.DIMENSION:
            break
        for stands_for in base._promote:
            if isinstance(stands_for, LiteralType) and type(stands_for.value) is int:
                return stands_for.value
        if "value" in base.names:
            return UNKNOWN
    return None


def is_dimension(info: TypeInfo) -> bool:
    return info.has_base(names.DIMENSION)


def _dimension(typ: Instance) -> Dim:
    value = dimension_value(typ.type)
    if isinstance(value, int):
        named = NamedInt(value, typ.type.name)
        _atoms[(typ.type.name, value)] = typ
        return named
    if value is UNKNOWN:
        return UNKNOWN
    key = typ.type.fullname
    _atoms[key] = typ
    return Symbol(typ.type.name, key=key, kind="dimension")


_SPELLINGS: Final = {sign: name for name, sign in names.ARITHMETIC.items()}
_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
}


def dim_of(typ: Type) -> Dim:
    """The dim that a type argument of `Shape` stands for; UNKNOWN when it is none."""
    typ = get_proper_type(typ)
    if isinstance(typ, LiteralType) and type(typ.value) is int:
        return typ.value
    if isinstance(typ, TypeVarType):
        _atoms[typ.id] = typ
        return Symbol(typ.name, key=typ.id, kind="typevar")
    if isinstance(typ, Instance):
        sign = names.ARITHMETIC.get(typ.type.fullname)
        if sign is not None and len(typ.args) == 2:
            left, right = (dim_of(arg) for arg in typ.args)
            if sign == "//" and right == 0:
                return UNKNOWN
            result: Dim = _OPERATORS[sign](left, right)
            return result
        if is_dimension(typ.type) and typ.type.fullname != names.DIMENSION:
            return _dimension(typ)
        if typ.last_known_value is not None and type(typ.last_known_value.value) is int:
            return typ.last_known_value.value
    return UNKNOWN


def shape_of(typ: Type) -> Shape:
    """The shape that a type argument of `Tensor` stands for."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance):
        return Shape.unknown()
    if typ.type.fullname in names.SHAPES_OF_RANK:
        rank = names.SHAPES_OF_RANK[typ.type.fullname]
        dims = [dim_of(arg) for arg in typ.args]
        return Shape.of(*dims) if len(dims) == rank else Shape.of(*[UNKNOWN] * rank)
    if typ.type.fullname != names.SHAPE:
        return Shape.unknown()
    for index, arg in enumerate(typ.args):
        if isinstance(arg, UnpackType):
            prefix = tuple(map(dim_of, typ.args[:index]))
            suffix = tuple(map(dim_of, typ.args[index + 1 :]))
            return Shape(prefix, _middle(arg.type), suffix)
    return Shape.of(*map(dim_of, typ.args))


def may_be_any(typ: Type | None) -> bool:
    """Whether a type is Any, or a union of which Any is a member."""
    proper = get_proper_type(typ)
    kinds: Sequence[Type | None] = proper.items if isinstance(proper, UnionType) else [typ]
    return any(isinstance(get_proper_type(kind), AnyType) for kind in kinds)


def is_endless(typ: Type | None) -> bool:
    """Whether a type is an alias that mentions itself, such as JSON's."""
    return isinstance(typ, TypeAliasType) and typ.is_recursive


def is_impossible(typ: Type) -> bool:
    """Whether no value is of the type: mypy's word for a tensor of two ranks at once.

    Arguments that are all Any fit everywhere to mypy, so `Shape[Any, Any]` meets any other shape; that shows
    where a name is bound again, to a tensor of which it knows the rank only.
    """
    if is_endless(typ):
        return False
    typ = get_proper_type(typ)
    if isinstance(typ, TupleType):
        return any(map(is_impossible, typ.items))
    if not isinstance(typ, Instance):
        return False
    if typ.type.fullname != names.SHAPE:
        return any(map(is_impossible, typ.args))
    unpacked = typ.args[0] if len(typ.args) == 1 else None
    middle = get_proper_type(unpacked.type) if isinstance(unpacked, UnpackType) else None
    return isinstance(middle, Instance) and isinstance(
        get_proper_type(middle.args[0]), UninhabitedType
    )


def members(union: UnionType) -> list[ProperType]:
    """What a value of the union may be."""
    items = [get_proper_type(item) for item in flatten_nested_unions(union.items)]
    return [item for item in items if not is_impossible(item)] or items


def _middle(typ: Type) -> Any:
    typ = get_proper_type(typ)
    if isinstance(typ, TypeVarTupleType):
        _atoms[typ.id] = typ
        return Variadic(typ.name, key=typ.id)
    return UNKNOWN


def dtype_of(typ: Type) -> DType:
    """The dtype that a type argument of `Tensor` stands for."""
    typ = get_proper_type(typ)
    if isinstance(typ, Instance) and typ.type.fullname.startswith(names.DTYPES):
        return dtype_by_name(typ.type.name)
    if isinstance(typ, TypeVarType):
        _atoms[typ.id] = typ
        return DType.var(typ.name, _bound_of(typ), key=typ.id)
    if isinstance(typ, UnionType):
        return dtypes.join_all(map(dtype_of, typ.items))
    return DType.any()


@cache
def dtype_by_name(name: str) -> DType:
    """The dtype, or the group of dtypes, of this name."""
    try:
        return DType.of(name)
    except ValueError:
        pass
    try:
        return DType.group(name)
    except ValueError:
        return DType.any()


def _bound_of(typ: TypeVarType) -> DType:
    if typ.values:
        return dtype_of(UnionType(list(typ.values)))
    bound = get_proper_type(typ.upper_bound)
    return dtype_of(bound) if not isinstance(bound, TypeVarType) else DType.any()


def tensor_of(typ: Type) -> TensorType | None:
    """The tensor that a value of this type is; None when the type is none of a tensor."""
    typ = get_proper_type(typ)
    if not isinstance(typ, Instance):
        return None
    kept = _tensors.get(typ)
    if kept is not None:
        return kept
    for base in typ.type.mro:
        kind = names.KINDS.get(base.fullname)
        if kind is None:
            continue
        if base is not typ.type:
            if kind in OPERATORS:
                return None  # what is joined or changed would lose its class
            return _tensor(map_instance_to_supertype(typ, base), kind)
        tensor = _tensor(typ, kind)
        if _is_fixed(tensor):
            if len(_tensors) == _MOST_KEPT:
                _tensors.clear()
            _tensors[typ] = tensor
        return tensor
    return None


def symbol_of(typ: Type | None) -> TensorType | None:
    """What one of Keras' symbols stands for; None where the type is not that of one, or nothing is known."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or proper.type.fullname != names.SYMBOL:
        return None
    if len(proper.args) != 2:
        return None
    tensor = TensorType(dtype_of(proper.args[0]), shape_of(proper.args[1]))
    return None if tensor.shape == Shape.unknown() else tensor


def has_symbol(typ: Type) -> bool:
    """Whether it is the type of one of Keras' symbols, or of a list or tuple with one in it."""
    if is_endless(typ):
        return False
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return any(map(has_symbol, proper.items))
    if not isinstance(proper, Instance):
        return False
    name = proper.type.fullname
    return name == names.SYMBOL or (name == "builtins.list" and has_symbol(proper.args[0]))


def type_of_symbol(tensor: TensorType, types: Types) -> Type:
    """The type of one of Keras' symbols, for tensors of this dtype and shape."""
    args = [type_of_dtype(tensor.dtype, types), type_of_shape(tensor.shape, types)]
    return types.make(names.SYMBOL, args)


def is_without_contents(typ: Type | None) -> bool:
    """Whether it is a tensor whose numbers nobody follows: only those of integers may be sizes."""
    tensor = None if typ is None else tensor_of(typ)
    return tensor is not None and tensor.dtype.is_integer is False


# Types that were read lately: mypy makes a type anew for each name that gets the value.
_tensors: dict[Instance, TensorType] = heap.table()
_MOST_KEPT: Final = 1 << 14


def _tensor(typ: Instance, kind: Kind) -> TensorType:
    if len(typ.args) != 2:
        return TensorType(DType.any(), Shape.unknown(), kind)
    return TensorType(dtype_of(typ.args[0]), shape_of(typ.args[1]), kind)


def _is_fixed(tensor: TensorType) -> bool:
    """Whether no class or variable of the program, which an edit may change, has a part in it."""
    shape = tensor.shape
    if isinstance(shape.middle, Variadic) or tensor.dtype.symbol is not None:
        return False
    return all(dim is UNKNOWN or type(dim) is int for dim in (*shape.prefix, *shape.suffix))


# --- to mypy -------------------------------------------------------------------------


def unknown() -> AnyType:
    """The type of what is not known: compatible both ways.

    mypy then takes none of several overloads for the one that is meant.
    """
    return AnyType(TypeOfAny.implementation_artifact)


def untold() -> AnyType:
    """A dim, a shape or a dtype that is not known, of a tensor that is one for sure."""
    return AnyType(TypeOfAny.special_form)


def type_of_dim(dim: Dim, types: Types) -> Type:
    """The type argument of `Shape` that stands for a dim."""
    if isinstance(dim, NamedInt):
        named = _atoms.get((dim.name, int(dim)))
        if named is not None:
            return named
    if isinstance(dim, int):
        return types.size(int(dim))
    if isinstance(dim, Expr):
        return _type_of_expression(dim, types)
    return untold()


def _type_of_expression(dim: Expr, types: Types) -> Type:
    """`2*N + 1` as `Add[Mul[N, Literal[2]], Literal[1]]`; the same for equal values."""
    if isinstance(dim, Symbol):
        return _atoms.get(dim.key, untold())
    if isinstance(dim, Quotient):
        return _apply("//", dim.numerator, dim.denominator, types)
    # The constant last, and positive terms first: that is how people write them.
    terms = sorted(
        dim.terms.items(),
        key=lambda term: (not term[0], term[1] < 0, str(sorted(map(str, term[0])))),
    )
    result: Type | None = None
    for monomial, coefficient in terms:
        sign = "-" if coefficient < 0 and result is not None else "+"
        term = _type_of_term(monomial, abs(coefficient) if sign == "-" else coefficient, types)
        result = term if result is None else _join(sign, result, term, types)
    return untold() if result is None else result


def _type_of_term(monomial: Iterable[tuple[Expr, int]], coefficient: int, types: Types) -> Type:
    factors = [atom for atom, power in sorted(monomial, key=str) for _ in range(power)]
    if not factors:
        return type_of_dim(coefficient, types)
    result = type_of_dim(factors[0], types)
    for factor in factors[1:]:
        result = _join("*", result, type_of_dim(factor, types), types)
    return (
        result if coefficient == 1 else _join("*", result, type_of_dim(coefficient, types), types)
    )


def _apply(sign: str, left: Dim, right: Dim, types: Types) -> Type:
    return _join(sign, type_of_dim(left, types), type_of_dim(right, types), types)


def _join(sign: str, left: Type, right: Type, types: Types) -> Type:
    if isinstance(left, AnyType) or isinstance(right, AnyType):
        return untold()
    return types.make(_SPELLINGS[sign], [left, right])


def type_of_shape(shape: Shape, types: Types) -> Type:
    """The type argument of `Tensor` that stands for a shape."""
    if shape.middle is None:
        args = [type_of_dim(dim, types) for dim in shape.prefix]
    elif shape == Shape.unknown():
        return untold()
    else:
        args = [
            *(type_of_dim(dim, types) for dim in shape.prefix),
            UnpackType(_type_of_middle(shape.middle, types)),
            *(type_of_dim(dim, types) for dim in shape.suffix),
        ]
    return types.make(names.SHAPE, args)


def _type_of_middle(middle: object, types: Types) -> Type:
    if isinstance(middle, Variadic) and middle.key in _atoms:
        return _atoms[middle.key]
    return types.make("builtins.tuple", [untold()])


def type_of_dtype(dtype: DType, types: Types) -> Type:
    """The type argument of `Tensor` that stands for a dtype."""
    if dtype.symbol is not None:
        return _atoms.get(dtype.symbol.key, untold())
    if dtype.name is not None:
        return types.plain(names.DTYPES + dtype.name)
    return untold()


def type_of_tensor(tensor: TensorType, types: Types) -> Instance:
    """TensorFlow's class, with its dtype and shape."""
    return types.make(
        names.CLASSES.get(tensor.kind, names.TENSOR),
        [type_of_dtype(tensor.dtype, types), type_of_shape(tensor.shape, types)],
    )


def forget(var: Var | None) -> None:
    """Makes a tensor, or a spec, of unknown dtype and shape of a variable that was inferred to know more.

    Nothing is known of one that was inferred to be a number or a list, and is a tensor too.
    """
    typ = get_proper_type(var.type) if var is not None else None
    if var is None or not isinstance(typ, Instance):
        return
    if typ.type.fullname in names.KINDS or typ.type.fullname in names.SPECS:
        var.type = typ.copy_modified(args=[untold() for _ in typ.args])
    elif typ.type.fullname.startswith("builtins.") or typ.type.fullname == names.SYMBOL:
        var.type = unknown()

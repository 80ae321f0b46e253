"""The type of a traced function, narrowed by its `input_signature`.

What is known then of a call is in the type, where other modules and mypy's cache
find it: the tensors that each parameter takes, how many `*args` there are, that
`**kwargs` are gone, which parameters have one value only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy.nodes import ARG_OPT, ARG_POS, ARG_STAR, ARG_STAR2, ArgKind
from mypy.type_visitor import TypeTranslator
from mypy.types import AnyType, Instance, Parameters, Type, get_proper_type

from tftypes.algebra import UNKNOWN, DTypeMismatch, ShapeMismatch, TensorType, dtypes, shapes
from tftypes_mypy import convert, names
from tftypes_mypy.features.signatures.applications import Target
from tftypes_mypy.features.signatures.contradictions import Bound
from tftypes_mypy.features.signatures.fixed import fix
from tftypes_mypy.features.signatures.specs import Leaf, Spec
from tftypes_mypy.values import Values


def narrow(
    result: Type,
    found: Target,
    given: Mapping[int, list[Spec]],
    bound: Bound,
    values: Values,
) -> Type:
    """`PolymorphicFunction[P, R]` with the parameters that calls have to fit.

    `given` are the specs of each parameter by its index; `bound` what they bind.
    """
    traced = get_proper_type(result)
    if not isinstance(traced, Instance) or len(traced.args) != 2:
        return result
    parameters = get_proper_type(traced.args[0])
    if not isinstance(parameters, Parameters) or parameters.arg_names != found.typ.arg_names:
        return result
    fill = _Fill(bound, values.types)
    # Once `*args` are counted, TensorFlow takes all before them by position only.
    counted = ARG_STAR in parameters.arg_kinds
    narrowed: list[tuple[Type, ArgKind, str | None]] = []
    for index, (typ, kind, name) in enumerate(
        zip(parameters.arg_types, parameters.arg_kinds, parameters.arg_names)
    ):
        typ = typ.accept(fill)
        specs = given.get(index, [])
        default = found.defaults.get(index)
        value = UNKNOWN if default is None else values.of(default)
        if kind == ARG_STAR:
            narrowed += [(_narrowed(typ, spec, values.types), ARG_POS, None) for spec in specs]
        elif specs:
            if kind == ARG_OPT and value is None:
                kind = ARG_POS  # None is no tensor: a call that leaves it out fails
            narrowed.append(
                (_narrowed(typ, specs[0], values.types), kind, None if counted else name)
            )
        elif kind != ARG_STAR2:
            positional = counted and not kind.is_named()
            narrowed.append((fix(typ, value, values.types), kind, None if positional else name))
    arg_types, arg_kinds, arg_names = zip(*narrowed) if narrowed else ((), (), ())
    taken = parameters.copy_modified(
        arg_types=list(arg_types),
        arg_kinds=list(arg_kinds),
        arg_names=list(arg_names),
        variables=[v for v in parameters.variables if v.id not in fill.keys],
    )
    return traced.copy_modified(args=[taken, traced.args[1].accept(fill)])


def _narrowed(typ: Type, spec: Spec, types: convert.Types) -> Type:
    """The type of a parameter and what its spec says, in one."""
    if not isinstance(spec, Leaf) or spec.tensor.kind != "tensor":
        return typ
    proper = get_proper_type(typ)
    if isinstance(proper, AnyType):
        return convert.type_of_tensor(spec.tensor, types)
    declared = convert.tensor_of(proper)
    if declared is None or declared.kind != "tensor":
        return typ
    try:
        dtype = dtypes.meet(declared.dtype, spec.tensor.dtype)
        shape = shapes.merge(declared.shape, spec.tensor.shape)
    except (DTypeMismatch, ShapeMismatch):
        return typ
    return convert.type_of_tensor(TensorType(dtype, shape), types)


class _Fill(TypeTranslator):
    """Puts what the specs bind in the place of type variables."""

    def __init__(self, bound: Bound, types: convert.Types) -> None:
        super().__init__()
        self.keys = bound.dims.keys() | bound.dtypes.keys()
        self._bound = bound
        self._types = types

    def visit_instance(self, t: Instance) -> Type:
        if t.type.fullname not in names.KINDS or len(t.args) != 2:
            return super().visit_instance(t)
        tensor = convert.tensor_of(t)
        assert tensor is not None
        symbol = tensor.dtype.symbol
        dtype = tensor.dtype if symbol is None else self._bound.dtypes.get(symbol.key, tensor.dtype)
        shape = shapes.substitute(tensor.shape, self._bound.dims)
        return t.copy_modified(
            args=[
                convert.type_of_dtype(dtype, self._types),
                convert.type_of_shape(shape, self._types),
            ]
        )

    def visit_type_alias_type(self, t: Any) -> Type:
        filled: Type = get_proper_type(t).accept(self)
        return filled

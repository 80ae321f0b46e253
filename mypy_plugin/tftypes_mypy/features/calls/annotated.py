"""Calls of the program's own annotated functions.

mypy takes two dims for compatible or not; the algebra has a third answer, solves
`2*N` for `N`, and can say which argument bound a name first. So the parameters
are opened for mypy, and the arguments checked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import CallExpr, Context, Expression, MemberExpr, NameExpr, SuperExpr
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType, UnifyError, dtypes, shapes
from tftypes.algebra.tensors import passes_for
from tftypes_mypy import convert, names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.calls.opened import Open, Substitute, mentions_tensor
from tftypes_mypy.features.signatures import fixed
from tftypes_mypy.features.structs import checks as structs_checks
from tftypes_mypy.features.structs import types as structs
from tftypes_mypy.features.structs.types import STRUCT_DTYPE, Struct
from tftypes_mypy.values import Values


@dataclass(frozen=True)
class Problem:
    """Why an argument is refuted."""

    code: str
    words: str


@dataclass
class Bound:
    """What the dims and dtypes of one call are bound to."""

    #: The variables of the signature, each with what it is while nothing is bound.
    opened: Mapping[object, Any]
    dims: dict[Any, Any] = field(default_factory=dict)
    dtypes: dict[Any, DType] = field(default_factory=dict)
    #: The argument that bound a name first, for the message.
    by: dict[Any, str] = field(default_factory=dict)
    #: Aliases that mention themselves, each with what it was held against: once is enough.
    within: set[tuple[Type, Type]] = field(default_factory=set)

    def resolve(self, tensor: TensorType) -> TensorType:
        """The tensor with what is bound in place; what stayed open is unknown."""
        dims = {key: self.dims.get(key, default) for key, default in self.opened.items()}
        dtype = tensor.dtype
        if dtype.symbol is not None and dtype.symbol.key in self.opened:
            dtype = self.dtypes.get(dtype.symbol.key, DType(dtype.names))
        return TensorType(dtype, shapes.substitute(tensor.shape, dims), tensor.kind)

    def take(self, declared: TensorType, got: TensorType, argument: str) -> Problem | None:
        """Binds what the argument tells; what is wrong where it is refuted."""
        if not passes_for(got.kind, declared.kind):
            return None  # mypy tells it
        expected, actual = (TensorType(t.dtype, t.shape) for t in (declared, got))
        words = f"expected {expected}, got {actual}"
        why = self._take_dtype(declared.dtype, got.dtype, argument)
        if why is not None:
            return Problem("tf-dtype", f"{words}: {why}" if why else words)
        ranks = got.shape.rank, declared.shape.rank
        if None not in ranks and ranks[0] != ranks[1]:
            return Problem("tf-rank", f"{words}: rank {ranks[0]}, expected {ranks[1]}")
        why = self._take_shape(declared.shape, got.shape, argument)
        return Problem("tf-shape", f"{words}: {why}") if why is not None else None

    def _take_dtype(self, declared: DType, got: DType, argument: str) -> str | None:
        symbol = declared.symbol
        if symbol is None or symbol.key not in self.opened:
            return "" if dtypes.compatible(got, declared) is False else None
        if dtypes.compatible(got, DType(declared.names)) is False:
            return f"{symbol.name} is one of {DType(declared.names)}"
        bound = self.dtypes.get(symbol.key)
        if bound is not None and dtypes.same(got, bound) is False:
            return f"{symbol.name} is {bound} in argument {self.by[symbol.key]}"
        if bound is None or (not bound.is_known and got.is_known):
            self.dtypes[symbol.key] = got
            self.by.setdefault(symbol.key, argument)
        return None

    def _take_shape(self, declared: Shape, got: Shape, argument: str) -> str | None:
        try:
            dims = shapes.unify(declared, got, self.dims)
        except UnifyError as error:
            key = error.symbol.key if error.symbol is not None else None
            if key in self.by and self.by[key] != argument:
                return f"{error.symbol} is {error.bound} in argument {self.by[key]}, {error.found} here"
            return str(error)
        for key in dims.keys() - self.dims.keys():
            self.by[key] = argument
        self.dims = dict(dims)
        # A Dimension is bound too, to be one size in this call; yet two names never match.
        own = {key: dim for key, dim in dims.items() if key in self.opened}
        expected = shapes.substitute(declared, own)
        if shapes.compatible(got, expected) is False:
            return shapes.mismatch(got, expected)
        return None

    def copy(self) -> Bound:
        return Bound(self.opened, dict(self.dims), dict(self.dtypes), dict(self.by), self.within)


@dataclass
class Opened:
    """A call between its two hooks: the signature as the user wrote it."""

    context: Context
    signature: CallableType
    variables: Mapping[object, Any]


class Calls:
    """The hooks; one instance a plugin, since a call is opened in one and closed in the other."""

    def __init__(self) -> None:
        self._open: dict[int, Opened] = {}

    def open(
        self, context: FunctionSigContext | MethodSigContext, converts: bool = False
    ) -> FunctionLike:
        """The signature hook: parameters take any tensor, variables of dims are gone."""
        signature = context.default_signature
        self._open.pop(id(context.context), None)
        if not isinstance(context.context, CallExpr) or not any(
            mentions_tensor(arg) for arg in signature.arg_types
        ):
            return signature
        if _is_overloaded(context) or (not converts and _is_of_tensorflow(signature)):
            return signature
        opener = Open(converts, _spec(context) if _is_named_tuple(signature) else None)
        arg_types = [arg.accept(opener) for arg in signature.arg_types]
        self._open[id(context.context)] = Opened(context.context, signature, opener.variables)
        return signature.copy_modified(
            arg_types=arg_types,
            variables=[v for v in signature.variables if v.id not in opener.variables],
        )

    def close(self, context: FunctionContext | MethodContext, values: Values) -> Type:
        """The call hook: checks the arguments and gives the result its dims."""
        opened = self._open.pop(id(context.context), None)
        if opened is None or opened.context is not context.context:
            return context.default_return_type
        bound = Bound(opened.variables)
        signature = opened.signature
        shown = callee_name(context.context)
        for declared, name, types, expressions in zip(
            signature.arg_types, signature.arg_names, context.arg_types, context.args
        ):
            for got, expression in zip(types, expressions):
                argument = f"'{name}'" if name else str(1 + _position(context, expression))
                value = values.of(expression, got)
                only = fixed.problem(declared, value)
                problem = (
                    _check(declared, got, value, bound, argument)
                    if only is None
                    else Problem("tf-signature", only)
                )
                if problem is not None:
                    context.api.fail(
                        f"{shown}(): argument {argument}: {problem.words}",
                        expression,
                        code=CODES[problem.code],
                    )
        result: Type = context.default_return_type.accept(Substitute(bound, values.types))
        return result


def _position(context: FunctionContext | MethodContext, expression: Expression) -> int:
    call = context.context
    assert isinstance(call, CallExpr)
    return call.args.index(expression) if expression in call.args else 0


def _is_named_tuple(signature: CallableType) -> bool:
    return signature.is_type_obj() and signature.type_object().is_named_tuple


def _spec(context: FunctionSigContext | MethodSigContext) -> Type | None:
    """A NamedTuple of tensors is made of specs too: in an input_signature."""
    checker: Any = context.api
    types = convert.Types(checker.modules)
    return types.make(names.TYPE_SPEC, []) if types.find(names.TYPE_SPEC) is not None else None


def _is_overloaded(context: FunctionSigContext | MethodSigContext) -> bool:
    call = context.context
    assert isinstance(call, CallExpr)
    checker: Any = context.api
    typ = get_proper_type(checker.lookup_type_or_none(call.callee))
    return isinstance(typ, FunctionLike) and len(typ.items) > 1


def _is_of_tensorflow(signature: CallableType) -> bool:
    """Whether a name of the program's stands for a function of TensorFlow: `as_tensor = tf.convert_to_tensor`."""
    node = signature.definition
    return node is not None and node.fullname.startswith(f"{names.TF}.")


def callee_name(call: Context) -> str:
    """How the user wrote the function: `tf.matmul`, `self.dense`, `f`."""
    parts: list[str] = []
    node = call.callee if isinstance(call, CallExpr) else None
    while isinstance(node, MemberExpr):
        parts.append(node.name)
        node = node.expr
    if isinstance(node, (NameExpr, SuperExpr)):
        parts.append(node.name)
    elif not parts:
        return "call"
    return ".".join(reversed(parts))


def _check(declared: Type, got: Type, value: Any, bound: Bound, argument: str) -> Problem | None:
    """Walks both types at once; (code, words) at the first tensor that is refuted."""
    if convert.is_endless(declared):
        if (declared, got) in bound.within:
            return None
        bound.within.add((declared, got))
    declared, got = get_proper_type(declared), get_proper_type(got)
    expected = convert.tensor_of(declared)
    if expected is not None:
        actual = convert.tensor_of(got)
        if actual is None and isinstance(value, TensorType):
            actual = value
        if actual is None and isinstance(got, UnionType):
            return _check_union(declared, got, bound, argument)
        return bound.take(expected, actual, argument) if actual is not None else None
    structure = structs.struct_of(declared)
    if structure is not None:
        return _check_struct(structure, structs.struct_of(got), bound, argument)
    if isinstance(declared, UnionType):
        return _check_alternatives(declared, got, value, bound, argument)
    if (
        isinstance(value, (list, tuple))
        and isinstance(declared, Instance)
        and len(declared.args) == 1
    ):
        # A list that is written out: mypy has opened its items along with the parameter.
        for item in value:
            problem = _check(declared.args[0], convert.unknown(), item, bound, argument)
            if problem is not None:
                return problem
        return None
    for inner, actual_inner in _pairs(declared, got):
        problem = _check(inner, actual_inner, UNKNOWN, bound, argument)
        if problem is not None:
            return problem
    return None


def _check_struct(
    declared: Struct, got: Struct | None, bound: Bound, argument: str
) -> Problem | None:
    if got is None:
        return None  # mypy tells it
    expected, actual = (TensorType(STRUCT_DTYPE, struct.shape) for struct in (declared, got))
    problem = bound.take(expected, actual, argument)
    found = structs_checks.difference(got, declared) if problem is None else None
    return Problem(*found) if found is not None else problem


def _check_union(declared: Type, got: UnionType, bound: Bound, argument: str) -> Problem | None:
    """A value of one of several types: refuted where every one of them is."""
    problem = None
    for item in got.items:
        trial = bound.copy()
        problem = _check(declared, item, UNKNOWN, trial, argument)
        if problem is None:
            return None
    return problem


def _check_alternatives(
    declared: UnionType, got: ProperType, value: Any, bound: Bound, argument: str
) -> Problem | None:
    """A parameter of one of several types: the first that takes the value binds."""
    problems = []
    for item in declared.items:
        trial = bound.copy()
        problem = _check(item, got, value, trial, argument)
        if problem is None and convert.tensor_of(item) is not None:
            bound.dims, bound.dtypes, bound.by = trial.dims, trial.dtypes, trial.by
            return None
        if problem is not None:
            problems.append(problem)
    tensors = [item for item in declared.items if convert.tensor_of(item) is not None]
    return problems[0] if tensors and len(problems) == len(tensors) else None


def _pairs(declared: ProperType, got: ProperType) -> list[tuple[Type, Type]]:
    """The types inside two containers that stand in the same place."""
    if isinstance(declared, TupleType) and isinstance(got, TupleType):
        if len(declared.items) == len(got.items):
            return list(zip(declared.items, got.items))
        return []
    if isinstance(declared, TypedDictType) and isinstance(got, TypedDictType):
        return [(item, got.items[key]) for key, item in declared.items.items() if key in got.items]
    if isinstance(declared, Instance):
        if isinstance(got, TupleType):
            if len(declared.args) == 1 and got.partial_fallback.type.has_base(
                declared.type.fullname
            ):
                return [(declared.args[0], item) for item in got.items]
            return []
        if isinstance(got, Instance) and got.type.has_base(declared.type.fullname):
            mapped = map_instance_to_supertype(got, declared.type)
            return list(zip(declared.args, mapped.args))
    return []

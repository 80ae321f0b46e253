"""`tf.TensorSpec` and its siblings: what they say, alone and inside an `input_signature`.

What a signature holds is read as it is written, through names that are bound
once; of a name in another module by its type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    DictExpr,
    Expression,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import (
    FunctionLike,
    Instance,
    NoneType,
    TupleType,
    Type,
    UnpackType,
    get_proper_type,
)

from tftypes.algebra import UNKNOWN, TensorType
from tftypes_mypy.features.signatures.spec_types import ANY_NAME, KINDS, has_dtype, of_call, said
from tftypes_mypy.values import Values

#: How deep names, containers and containers in containers are followed.
DEPTH: Final = 24

#: `[spec] * n` is counted up to this many.
LONGEST: Final = 1000


# --- what a spec says -----------------------------------------------------------------


@dataclass(frozen=True)
class Leaf:
    """One spec of a tensor."""

    at: Expression
    name: str
    tensor: TensorType
    #: Whether the dtype is the one that a spec has when none is given.
    defaulted: bool = False

    def __str__(self) -> str:
        return f"a {self.name}"


@dataclass(frozen=True)
class Items:
    """A list or a tuple of specs."""

    at: Expression
    name: str
    items: tuple[Spec, ...]

    def __str__(self) -> str:
        return f"a {self.name} of {len(self.items)}"


@dataclass(frozen=True)
class Entries:
    """A dict of specs, or a NamedTuple of them: then `record` is its class."""

    at: Expression
    entries: Mapping[Any, Spec]
    record: TypeInfo | None = None

    def __str__(self) -> str:
        return f"a {self.record.name}" if self.record is not None else "a dict"


@dataclass(frozen=True)
class Bad:
    """What no signature takes: a number, None, a dtype."""

    at: Expression
    words: str


@dataclass(frozen=True)
class Opaque:
    """A spec, or a structure of them, of which nothing more is known."""

    at: Expression


Spec = Leaf | Items | Entries | Bad | Opaque


def bad_ones(spec: Spec) -> Iterator[Bad]:
    """All that `tf.function` rejects in a spec whatever it stands for, in order."""
    if isinstance(spec, Bad):
        yield spec
    elif isinstance(spec, Items):
        for item in spec.items:
            yield from bad_ones(item)
    elif isinstance(spec, Entries):
        for item in spec.entries.values():
            yield from bad_ones(item)


# --- reading an expression ------------------------------------------------------------


def read(
    expression: Expression, values: Values, at: Expression | None = None, depth: int = 0
) -> Spec:
    """The spec that an expression stands for.

    Its errors are shown at `at`: the name in the call, where the expression is what
    that name is bound to; without it each part's own at the part.
    """
    reader = _READERS.get(type(expression)) if depth < DEPTH else None
    found = reader(expression, values, at, depth + 1) if reader is not None else None
    return _of_type(values.type_of(expression), at or expression, None) if found is None else found


def _name(expression: RefExpr, values: Values, at: Expression | None, depth: int) -> Spec | None:
    var = _variable(expression)
    if var is None:
        return None
    bound = values.assignments.value_of(var)
    if bound is not None:
        return read(bound, values, at or expression, depth)
    return _of_type(var.type, at or expression, ANY_NAME if var.is_final else var.fullname)


def _variable(expression: RefExpr) -> Var | None:
    node: Any = expression.node
    if node is None and isinstance(expression, MemberExpr) and isinstance(expression.expr, RefExpr):
        owner = expression.expr.node  # a class: of an object, a subclass may say otherwise
        symbol = owner.names.get(expression.name) if isinstance(owner, TypeInfo) else None
        node = symbol.node if symbol is not None else None
    return node if isinstance(node, Var) else None


def _sequence(
    expression: ListExpr | TupleExpr, values: Values, at: Expression | None, depth: int
) -> Spec:
    items: list[Spec] = []
    for item in expression.items:
        if not isinstance(item, StarExpr):
            items.append(read(item, values, at, depth))
            continue
        inner = read(item.expr, values, at or item, depth)
        if not isinstance(inner, Items):
            return Opaque(at or expression)
        items.extend(inner.items)
    return Items(at or expression, _CONTAINERS[type(expression)], tuple(items))


def _dict(expression: DictExpr, values: Values, at: Expression | None, depth: int) -> Spec:
    entries: dict[Any, Spec] = {}
    for key, item in expression.items:
        name = UNKNOWN if key is None else values.of(key)
        if not isinstance(name, (str, int)):
            return Opaque(at or expression)
        entries[name] = read(item, values, at, depth)
    return Entries(at or expression, entries)


def _operator(expression: OpExpr, values: Values, at: Expression | None, depth: int) -> Spec | None:
    """`[A] + [B]`, `[A] * 3`."""
    left = read(expression.left, values, at, depth)
    if not isinstance(left, Items):
        return None
    if expression.op == "+":
        right = read(expression.right, values, at, depth)
        if isinstance(right, Items) and left.name == right.name:
            return Items(at or expression, left.name, left.items + right.items)
    elif expression.op == "*":
        times = values.of(expression.right)
        if type(times) is int and times * len(left.items) <= LONGEST:
            return Items(at or expression, left.name, left.items * times)
    return None


def _call(expression: CallExpr, values: Values, at: Expression | None, depth: int) -> Spec | None:
    callee = expression.callee
    node = callee.node if isinstance(callee, RefExpr) else None
    kinds = set(expression.arg_kinds)
    if not isinstance(node, TypeInfo) or not kinds <= {ARG_POS, ARG_NAMED}:
        return None
    if node.fullname in KINDS:
        # Not by its type: where mypy has chosen an overload with Any, nothing is kept in it.
        tensor = of_call(expression, node.fullname, values)
        if tensor is None:
            return Opaque(at or expression)
        defaulted = not has_dtype(expression, node.fullname)
        return Leaf(at or expression, node.name, tensor, defaulted)
    parts = [read(part, values, at, depth) for part in expression.args]
    if node.fullname in _COPIES and len(parts) == 1 and isinstance(parts[0], Items):
        return Items(at or expression, _COPIES[node.fullname], parts[0].items)
    if node.fullname in _DICTS and kinds <= {ARG_NAMED}:
        return Entries(at or expression, dict(zip(expression.arg_names, parts)))
    if node.is_named_tuple:
        fields = node.metadata.get("namedtuple", {}).get("fields", [])
        names = [name or field for name, field in zip(expression.arg_names, fields)]
        if set(names) == set(fields):
            entries = dict(zip(names, parts))
            return Entries(at or expression, {field: entries[field] for field in fields}, node)
    return None


_CONTAINERS: Final[dict[type[Expression], str]] = {ListExpr: "list", TupleExpr: "tuple"}
_COPIES: Final = {"builtins.list": "list", "builtins.tuple": "tuple"}
_DICTS: Final = ("builtins.dict", "collections.OrderedDict")

_READERS: Final[dict[type[Expression], Callable[[Any, Values, Any, int], Spec | None]]] = {
    NameExpr: _name,
    MemberExpr: _name,
    ListExpr: _sequence,
    TupleExpr: _sequence,
    DictExpr: _dict,
    OpExpr: _operator,
    CallExpr: _call,
}


# --- reading a type -------------------------------------------------------------------

#: Instances of these are no specs, by the word for them.
_NO_SPECS: Final = {
    "builtins.int": "an int",
    "builtins.float": "a float",
    "builtins.bool": "a bool",
    "builtins.str": "a str",
    "builtins.bytes": "bytes",
    "builtins.complex": "a complex",
    "builtins.set": "a set",
    "numpy.ndarray": "an array",
    "tensorflow.DType": "a dtype",
    "tensorflow.Tensor": "a Tensor",
    "tensorflow.TensorShape": "a TensorShape",
    "tensorflow.Variable": "a Variable",
}


def _of_type(typ: Type | None, at: Expression, name: str | None) -> Spec:
    """What a type alone tells. Of a spec no more than that it is one, unless it was bound to `name`."""
    typ = get_proper_type(typ)
    if isinstance(typ, NoneType):
        return Bad(at, "None")
    if isinstance(typ, FunctionLike):
        shown = typ.type_object().name if typ.is_type_obj() else ""
        return Bad(at, f"the class {shown}" if shown else "a function")
    if isinstance(typ, TupleType) and typ.partial_fallback.type.fullname == "builtins.tuple":
        if any(isinstance(item, UnpackType) for item in typ.items):
            return Opaque(at)
        return Items(at, "tuple", tuple(_of_type(item, at, name) for item in typ.items))
    if not isinstance(typ, Instance):
        return Opaque(at)
    for base in typ.type.mro:
        if base.fullname in KINDS:
            tensor = said(typ, name) if name is not None else None
            return Leaf(at, base.name, tensor) if tensor is not None else Opaque(at)
        if base.fullname in _NO_SPECS:
            return Bad(at, _NO_SPECS[base.fullname])
    if "dataclass" in typ.type.metadata and not _is_flattened(typ.type):
        return Bad(at, f"the dataclass {typ.type.name}")
    return Opaque(at)


def _is_flattened(info: TypeInfo) -> bool:
    """Whether TensorFlow may know how to take an instance apart."""
    return info.has_base("tensorflow.TypeSpec") or info.get("__tf_flatten__") is not None

"""The abstract domain: what an expression of a program can be, as far as it is known before it runs.

| value | stands for |
| --- | --- |
| `TensorType`, `Tensor` | a tensor: dtype, shape, kind, contents of small constants; of a trace, or eager |
| int, float, str, None, `Ellipsis`, ... | that constant of Python |
| `Expr` | an int that is a size, or computed from sizes |
| `PyValue("int")` | a number, text or bool of which only the class is known |
| tuple, `Seq` | a tuple: of known length, or with a known beginning |
| `slice`, `Range`, `DType`, `Shape`, `Dataset` | that object, immutable |
| `External` | a module, function or class of a library, by its canonical full name |
| `Container`, `Instance`, `Class`, `Function`, `Module`, ... | an object with identity, on the heap |
| `OneOf` | one of a few dissimilar values |
| `Unknown` | anything, with what use has told of it; `TOP` where nothing can be told |

Two unknowns must not be confused: `tftypes.algebra.UNKNOWN` is a size that is not known; `TOP` is any value at all.
Symbols in sizes have a kind: a "typevar" or "dimension" of the program is rigid, a "soft" one was named by the engine
and may turn out equal to any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import DType, Expr, Shape, Symbol, TensorType, symbols
from tftypes.algebra.tensors import Kind
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes.inference.objects import Container, External, Trace, Unknown, Value, resolve
from tftypes.inference.state import ABSENT


@dataclass(frozen=True, slots=True)
class OfGraph:
    """The history of a tensor that a session computes: its graph, and what it needs.

    That are placeholders, each with the name that the program gives it, and variables. `own` is the one that it is itself.
    """

    graph: Any
    placeholders: frozenset[tuple[int, str]] = frozenset()
    reads_variables: bool = False
    own: tuple[int, str] | None = None


class Tensor(TensorType):
    """A tensor of which more is known than its type.

    `trace` is the graph that it belongs to, None for an eager one. `identity` tells one variable from another.
    `sources` says what it was differentiably computed from while tapes recorded: the tape, the identity of a
    source, and how it is used; None where that is not known. `history` is what a library keeps with it, as Keras the layer that made a
    symbolic tensor.
    """

    __slots__ = ("history", "identity", "sources", "trace")

    trace: Trace | None
    identity: int | None
    sources: frozenset[tuple[int, int, str]] | None
    history: Any

    def __init__(
        self,
        dtype: DType,
        shape: Shape,
        kind: Kind = "tensor",
        value: object = None,
        *,
        trace: Trace | None = None,
        identity: int | None = None,
        sources: frozenset[tuple[int, int, str]] | None = None,
        history: Any = None,
    ) -> None:
        _set_dtype(self, dtype)
        _set_shape(self, shape)
        _set_kind(self, kind)
        _set_value(self, value)
        _set_trace(self, trace)
        _set_identity(self, identity)
        _set_sources(self, sources)
        _set_history(self, history)

    @classmethod
    def of(cls, type_: TensorType, shape: Shape | None = None, **more: Any) -> Tensor:
        """The same tensor with more known of it; of another shape, and then without its contents."""
        if isinstance(type_, Tensor):
            known = {
                "trace": type_.trace,
                "identity": type_.identity,
                "sources": type_.sources,
                "history": type_.history,
            }
            more = {**known, **more}
        if shape is not None:
            return cls(type_.dtype, shape, type_.kind, **more)
        return cls(type_.dtype, type_.shape, type_.kind, type_.value, **more)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorType):
            return NotImplemented
        if (self.dtype, self.shape, self.kind) != (other.dtype, other.shape, other.kind):
            return False
        mine, others = placeholder_of(self), placeholder_of(other)
        return mine is None or others is None or mine == others

    def __hash__(self) -> int:
        return hash((self.dtype, self.shape, self.kind))


# Its slots are set past `__setattr__`, which a frozen class refuses: tensors are made by the thousand.
_set_dtype, _set_shape, _set_kind, _set_value = (
    vars(TensorType)[each].__set__ for each in ("dtype", "shape", "kind", "value")
)
_set_trace, _set_identity, _set_sources, _set_history = (
    vars(Tensor)[each].__set__ for each in ("trace", "identity", "sources", "history")
)


class Named(tuple[Value, ...]):
    """Several results of an op, with their names."""

    names: tuple[str, ...]

    def __new__(cls, items: Iterable[Value], names: tuple[str, ...]) -> Named:
        self = super().__new__(cls, items)
        self.names = names
        return self


# -- immutable values -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seq:
    """Items of which the first are known one by one, and the others, any number of them, together."""

    prefix: tuple[Value, ...]
    rest: Value
    #: How many items there are in all, None where that is not known.
    count: int | None = None


def count_of(items: tuple[Value, ...] | Seq) -> int | None:
    """How many items there are, None where that is not known."""
    return items.count if isinstance(items, Seq) else len(items)


@dataclass(frozen=True, slots=True)
class Mapped:
    """The contents of a dict: values by key, keys that may be missing, and what other keys may hold (ABSENT: none)."""

    known: Mapping[Any, Value]
    optional: frozenset[Any] = frozenset()
    rest: Value = ABSENT

    @property
    def is_whole(self) -> bool:
        """Whether it has these keys and no others for sure."""
        return self.rest is ABSENT and not self.optional


@dataclass(frozen=True, slots=True)
class Range:
    """A `range`: its start, stop and step, as values."""

    start: Value
    stop: Value
    step: Value = 1


#: What an operator or a handler gives that leaves the call to others.
NOT_IMPLEMENTED: Final = External("builtins.NotImplemented")


@dataclass(frozen=True, slots=True)
class Bound:
    """A method with its receiver; `function` is a value that takes the receiver first, or a library method's name."""

    function: Value
    receiver: Value


@dataclass(frozen=True, slots=True)
class Partial:
    """`functools.partial`: a callable with its first arguments."""

    function: Value
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Native:
    """A callable that a model made: `run(interpreter, call)` is its result."""

    name: str
    run: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Changed:
    """What a method that gives None has made of its receiver, an immutable value to the engine: the name is bound again.

    `call` is the node of the call, whose receiver it is: callables hand it on to their callers.
    """

    value: Value
    call: object


@dataclass(frozen=True, slots=True)
class Super:
    """`super()`: the classes after `after` in the receiver's MRO."""

    after: Value
    receiver: Value


@dataclass(frozen=True, slots=True)
class Descriptor:
    """`property`, `classmethod`, `staticmethod` and their like: the kind, the getter, the setter, the deleter."""

    kind: str
    get: Value
    set: Value = None
    delete: Value = None


@dataclass(frozen=True, slots=True)
class Dataset:
    """A `tf.data.Dataset`: what each element is as a graph sees it, and what is known of one pass over them.

    The size of a batch that may not be full is a symbol of kind "batch"; the pass says which batches are full.
    """

    element: Value
    once: Pass = Pass()
    #: What goes wrong as soon as somebody asks for elements: a code and a message.
    fault: tuple[str, str] | None = None
    #: What goes wrong with one of the elements behind the first one, where somebody asks for all.
    later: tuple[str, str] | None = None
    #: Whether TensorFlow itself does not know how many elements there are.
    uncounted: bool = False
    #: Whether it is one of `tf.compat.v1`.
    legacy: bool = False
    #: The tensors in each of the elements that come first.
    firsts: tuple[tuple[TensorType, ...], ...] = ()
    #: Whether it has the names of the classes that Keras has read of folders, as no method of it gives; None where that is open.
    named: bool | None = None
    #: Whether the elements are as specs say: what is not known of their sizes, no graph knows before it runs.
    told: bool = False

    @property
    def size(self) -> float | None:
        """How many elements there are, `inf` where they never end, None where it is not known."""
        return self.once.most if self.once.least == self.once.most else None


@dataclass(frozen=True, slots=True)
class ShapeOf:
    """The shape of an unknown: unpacking it tells its rank."""

    unknown: Unknown


@dataclass(frozen=True, slots=True)
class Spread:
    """Any number of positional arguments, each of them this: what `*items` of unknown length gives to a call."""

    item: Value


@dataclass(frozen=True, slots=True)
class TypeVariable:
    """A `TypeVar` or `TypeVarTuple`."""

    name: str
    bound: Value = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Annotation:
    """What an annotation says: a kind of value and its parts; `annotations` makes them, `contracts` holds values to them."""

    kind: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few dissimilar values."""

    values: tuple[Value, ...]


def is_dict(value: Value) -> bool:
    """Whether a value is a dict, whatever is known of what is in it."""
    found = resolve(value)
    return isinstance(found, Container) and found.kind == "dict"


def contents_of(value: Value) -> Value:
    """What a container holds; any other value as it is."""
    return value.contents if isinstance(value, Container) else value


def unlisted(value: Value) -> Value:
    """What is in a list; any other value as it is."""
    is_list = isinstance(value, Container) and value.kind == "list"
    return value.contents if is_list else value


def whole_dict(value: Value) -> Mapping[Any, Value] | None:
    """What is in a dict of which all is known; None for anything else."""
    found = resolve(value)
    contents = found.contents if isinstance(found, Container) else None
    return contents.known if isinstance(contents, Mapped) and contents.is_whole else None


def is_rigid(size: Expr) -> bool:
    """Whether a size is the program's own: equal to itself and to nothing else."""
    return all(each.kind in ("typevar", "dimension") for each in symbols(size))


#: The first ragged axis in the static shape of a tensor, which is None to Python.
RAGGED: Final = Symbol("ragged", key="ragged", kind="batch")


def is_static(size: Expr | int) -> bool:
    """Whether a size is there before a graph runs; one of a batch is None until then."""
    return isinstance(size, int) or all(each.kind != "batch" for each in symbols(size))


def is_symbol(value: Value) -> bool:
    """Whether it is for sure a tensor of a graph or of a model of Keras, which has no contents until that runs."""
    if type(value) is not Tensor:
        return False
    return value.kind == "symbol" or value.trace is not None and value.kind == "tensor"


def placeholder_of(value: Value) -> tuple[int, str] | None:
    """Which placeholder a tensor is; None where it is none."""
    history = value.history if type(value) is Tensor else None
    return history.own if type(history) is OfGraph else None


def has_no_value(value: Value) -> bool:
    """Whether it is for sure a symbol, or a tensor of a graph that a session runs."""
    return is_symbol(value) or type(value) is Tensor and type(value.history) is OfGraph


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The history of a part of a variable, `v[0]`: one may assign to it, which changes the variable."""

    variable: TensorType


#: The slot of a dict with what a signature of a saved model gives: nobody else says the keys.
OUTPUTS: Final = "<outputs>"
#: The history of what is taken for a tensor since the program reads its sizes: it may be an array.
ASSUMED: Final = "has a shape"
#: That of what an operator has made of a tensor and what is not known, whose class may answer in the place of the tensor.
MIXED: Final = "of an operand that is not known"
#: That of what an op has made of something that may be ragged.
OF_RAGGED: Final = "may be ragged"


def as_array(tensor: TensorType) -> TensorType:
    """An array of NumPy's of a tensor's dtype and shape."""
    return TensorType(tensor.dtype, tensor.shape, "array")


def may_have_more(value: Value) -> bool:
    """Whether it is taken for a tensor, but may have attributes that a tensor has not."""
    return isinstance(value, Tensor) and value.history == ASSUMED


def is_one(value: Value) -> bool:
    """Whether it is one tensor for sure, not a structure of several."""
    return isinstance(value, TensorType) and not may_have_more(value)


def is_mixed(value: Value) -> bool:
    """Whether an operator has made a tensor of one that is known and something that is not."""
    return isinstance(value, Tensor) and value.history == MIXED


def may_be_ragged(value: Value) -> bool:
    """Whether it is taken for a dense tensor, but an op may have made it of a ragged or sparse one."""
    if not isinstance(value, TensorType) or value.kind != "tensor":
        return False
    return value.shape.rank is None or getattr(value, "history", None) in (OF_RAGGED, MIXED)

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

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tftypes.algebra import DType, Expr, Shape, Symbol, TensorType, symbols
from tftypes.algebra.tensors import Kind
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes.inference.scopes import Scope
from tftypes.inference.state import ABSENT, Heap, Trail

Value = Any


class Top:
    """Any value at all: compatible with everything."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "TOP"


TOP: Final = Top()


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
    def of(cls, type_: TensorType, **more: Any) -> Tensor:
        """The same tensor with more known of it."""
        if isinstance(type_, Tensor):
            known = {
                "trace": type_.trace,
                "identity": type_.identity,
                "sources": type_.sources,
                "history": type_.history,
            }
            more = {**known, **more}
        return cls(type_.dtype, type_.shape, type_.kind, type_.value, **more)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorType):
            return NotImplemented
        return (self.dtype, self.shape, self.kind) == (other.dtype, other.shape, other.kind)

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


@dataclass(frozen=True, slots=True)
class Mapped:
    """The contents of a dict: values by key, keys that may be missing, and what other keys may hold (ABSENT: none)."""

    known: Mapping[Any, Value]
    optional: frozenset[Any] = frozenset()
    rest: Value = ABSENT


@dataclass(frozen=True, slots=True)
class Range:
    """A `range`: its start, stop and step, as values."""

    start: Value
    stop: Value
    step: Value = 1


@dataclass(frozen=True, slots=True)
class External:
    """A module, function or class of a library by its canonical full name.

    `legacy` marks a private name that is taken for the public function of that name: its parameters may be others, so
    nothing is refused.
    """

    name: str
    legacy: bool = False


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
    """What a method that gives None has made of its receiver, an immutable value to the engine: the name is bound again."""

    value: Value


@dataclass(frozen=True, slots=True)
class Super:
    """`super()`: the classes after `after` in the receiver's MRO."""

    after: Value
    receiver: Value


@dataclass(frozen=True, slots=True)
class Descriptor:
    """`property`, `classmethod`, `staticmethod` and their like: the kind, the getter, the setter."""

    kind: str
    get: Value
    set: Value = None


@dataclass(frozen=True, slots=True)
class Dataset:
    """A `tf.data.Dataset`: what each element is as a graph sees it, and what is known of one pass over them.

    The size of a batch that may not be full is a symbol of kind "batch"; the pass says which batches are full.
    """

    element: Value
    once: Pass = Pass()
    #: What goes wrong as soon as somebody asks for elements: a code and a message.
    fault: tuple[str, str] | None = None
    #: Whether it is one of `tf.compat.v1`.
    legacy: bool = False

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


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """What was noted of an object, in its order; after a branch, what was noted on either way.

    It is no value of the program: traces of a function, what a tape watches.
    """

    entries: tuple[Any, ...] = ()


def noted(target: Heap, key: Any) -> tuple[Any, ...]:
    """What is in the log that a slot holds."""
    found = target.read(key)
    return found.entries if type(found) is Log else ()


# -- objects on the heap ----------------------------------------------------------------------------------------------


#: Slots of containers: the full name of a dict's class, what a default dict makes, and how long a deque may be.
CLASS: Final = "<class>"
DEFAULT: Final = "<default>"
LENGTH: Final = "<length>"
#: The slot of the dict of an object's attributes that holds the object.
OWNER: Final = "<owner>"


class Container(Heap):
    """A list, set, dict, deque or iterator. Its one slot "contents" holds a tuple or `Seq`, or a `Mapped`."""

    __slots__ = ("kind",)

    def __init__(self, trail: Trail, kind: str, contents: Value) -> None:
        super().__init__(trail, {"contents": contents})
        #: "list", "set", "dict", "deque" or "iterator"; a subclass of a library's by its full name.
        self.kind = kind

    @property
    def contents(self) -> Value:
        return self.read("contents")


class Frame(Heap):
    """The variables of a call, a comprehension or a class body."""

    __slots__ = ("cls", "consume", "function", "held", "module", "parent", "receiver", "scope")

    def __init__(self, trail: Trail, scope: Scope, parent: Frame | None, module: Module) -> None:
        super().__init__(trail)
        self.scope = scope
        self.parent = parent
        self.module = module
        #: The class whose body this is, the function whose call, and what `super()` needs.
        self.cls: Class | None = None
        self.function: Function | None = None
        self.receiver: Value = None
        #: What takes the values that a generator yields, (value, frame) -> what is sent; None: they are collected.
        self.consume: Callable[[Value, Frame], Value] | None = None
        #: What the annotations of the function say of this call.
        self.held: Any = None


class Module(Frame):
    """A module of the program: its globals are its slots."""

    __slots__ = ("defined", "defined_as", "name", "path", "tree")

    def __init__(
        self, trail: Trail, name: str, path: str, tree: ast.Module | None, scope: Scope
    ) -> None:
        super().__init__(trail, scope, None, self)
        self.name = name
        self.path = path
        self.tree = tree
        #: Its functions by their code, and what decorators made of them.
        self.defined = Heap(trail)
        self.defined_as = Heap(trail)


class Class(Heap):
    """A class of the program; its attributes are its slots."""

    __slots__ = ("bases", "facts", "module", "mro", "name", "node")

    def __init__(
        self,
        trail: Trail,
        name: str,
        bases: tuple[Value, ...],
        node: ast.ClassDef | None,
        module: Module,
    ) -> None:
        super().__init__(trail)
        self.name = name
        self.bases = bases
        self.node = node
        self.module = module
        #: This class and what it derives from: `Class`, `External`, and TOP for a base that is not known.
        self.mro: tuple[Value, ...] = (self,)
        #: What decorators and bases say of it, such as the fields of a dataclass; fixed when it is made.
        self.facts: dict[str, Any] = {}

    def find(self, name: str) -> tuple[Value, Class] | None:
        """An attribute along the program's classes in the MRO, with the class that has it."""
        for each in self.mro:
            if type(each) is Class and (value := each.read(name)) is not ABSENT:
                return value, each
        return None

    @property
    def externals(self) -> tuple[str, ...]:
        """The names of the library classes that it derives from."""
        return tuple(each.name for each in self.mro if type(each) is External)

    @property
    def record(self) -> tuple[str, ...] | None:
        """The names of the fields of a named tuple; None for any other class."""
        for each in self.mro:
            if type(each) is Class and "record" in each.facts:
                found: tuple[str, ...] = each.facts["record"]
                return found
        return None

    @property
    def metaclass(self) -> Class | None:
        """The class of the program's that this class is an instance of."""
        for each in self.mro:
            if type(each) is Class and (found := each.facts.get("metaclass")) is not None:
                return found if type(found) is Class else None
        return None

    @property
    def is_open(self) -> bool:
        """Whether a base is not known, so that it may have any attribute."""
        return TOP in self.mro


#: The slot of an instance of a class that derives from a builtin one: the value of the builtin class that it is.
HELD: Final = "<held>"
#: The slot of an instance that may have attributes of which nobody here knows.
OPEN: Final = "<open>"
#: The slot of the spec of a dataset or an optional that holds the spec of what is in it.
ELEMENT: Final = "<element>"
#: The slot of an instance that may be of a class that derives from its own, which says other attributes.
DERIVED: Final = "<derived>"
#: The slot of a container that a library has made: what to say where the program asks for what is not in it.
EXPLAINED: Final = "<explained>"


def overloads_slot(name: str) -> str:
    """The slot of a class that holds the signatures which `@overload` gives a method."""
    return f"<overloads of {name}>"


class Instance(Heap):
    """An object of a class of the program or, by its canonical name, of a library."""

    __slots__ = ("cls",)

    def __init__(self, trail: Trail, cls: Class | External) -> None:
        super().__init__(trail)
        self.cls = cls


class Function(Heap):
    """A function or lambda of the program with its closure."""

    __slots__ = ("cls", "code", "defaults", "module", "parent")

    def __init__(
        self, trail: Trail, code: Any, parent: Frame, module: Module, defaults: Mapping[str, Value]
    ) -> None:
        super().__init__(trail)
        #: The compiled body with its parameters, one for each definition in the text.
        self.code = code
        self.parent = parent
        self.module = module
        self.defaults = defaults
        #: The class in whose body it was defined.
        self.cls: Class | None = None


class Trace(Heap):
    """A graph that is being made: of a tf.function, a callback of a dataset, a branch or loop that AutoGraph stages.

    Its slots hold what has happened while it was made.
    """

    __slots__ = ("kind", "outer")

    def __init__(self, trail: Trail, outer: Trace | None, kind: str) -> None:
        super().__init__(trail)
        self.outer = outer
        self.kind = kind

    def encloses(self, other: Trace) -> bool:
        """Whether the other is made within this one."""
        found: Trace | None = other
        while found is not None and found is not self:
            found = found.outer
        return found is self

    @property
    def root(self) -> Trace:
        """The outermost graph that it is made within."""
        found = self
        while found.outer is not None:
            found = found.outer
        return found


class TracedFunction(Heap):
    """What `tf.function` makes of a callable, with its settings."""

    __slots__ = ("function", "settings")

    def __init__(self, trail: Trail, function: Value, settings: Mapping[str, Value]) -> None:
        super().__init__(trail)
        self.function = function
        self.settings = settings


class Coroutine(Heap):
    """What a call of an async function gives; its slot "result" is what awaiting it gives."""

    __slots__ = ()


class Unknown(Heap):
    """A named unknown; its slot "is" holds what use has told of it."""

    __slots__ = ("cls", "name", "size")

    def __init__(
        self, trail: Trail, name: str, size: Expr | None = None, cls: Class | None = None
    ) -> None:
        super().__init__(trail)
        self.name = name
        #: The class that an annotation says; the value may be of a class that derives from it.
        self.cls = cls
        #: The size that it is where it is used as one.
        self.size = Symbol(name, ("unknown", self.birth), "soft") if size is None else size


# -- what is asked of values ------------------------------------------------------------------------------------------


def resolve(value: Value) -> Value:
    """What is known of a named unknown; any other value as it is."""
    while type(value) is Unknown:
        known = value.read("is")
        if known is ABSENT:
            return value
        value = known
    return value


def class_of(value: Value) -> Class | None:
    """The class of the program's that an object is of, or that it derives from."""
    cls = value.cls if isinstance(value, (Instance, Unknown)) else None
    return cls if isinstance(cls, Class) else None


def held(value: Value) -> Value:
    """What an instance of a subclass of a builtin class holds, as a list or a tuple; ABSENT for any other value."""
    if type(value) is not Instance:
        return ABSENT
    found = value.read(HELD)
    if found is ABSENT and type(value.cls) is Class and (names := value.cls.record) is not None:
        return tuple(value.read(name, TOP) for name in names)
    return found


def plain(value: Value) -> Value:
    """The builtin value that a value is or holds."""
    value = resolve(value)
    found = held(value)
    return value if found is ABSENT else found


def is_iterator(value: Value) -> bool:
    """Whether going through it takes its items from it."""
    return type(value) is Container and value.kind in ("iterator", "generator")


def is_unknown(value: Value) -> bool:
    """Whether it may be anything."""
    return value is TOP or type(value) is Unknown


_PYTHON_TYPES: Final = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "str",
    bytes: "bytes",
    complex: "complex",
}


def python_type(value: Value) -> str | None:
    """The name of the class of a number or text, known or not; None for anything else.

    >>> python_type(3), python_type(PyValue("str")), python_type(None)
    ('int', 'str', None)
    """
    found = _PYTHON_TYPES.get(type(value))
    if found is not None:
        return found
    if isinstance(value, PyValue):
        return value.type
    return "int" if isinstance(value, (Expr, int)) else None


def is_rigid(size: Expr) -> bool:
    """Whether a size is the program's own: equal to itself and to nothing else."""
    return all(each.kind in ("typevar", "dimension") for each in symbols(size))


def is_static(size: Expr | int) -> bool:
    """Whether a size is there before a graph runs; one of a batch is None until then."""
    return isinstance(size, int) or all(each.kind != "batch" for each in symbols(size))


def is_symbol(value: Value) -> bool:
    """Whether it is for sure a tensor of a graph, which has no contents until the graph runs."""
    return type(value) is Tensor and value.trace is not None and value.kind == "tensor"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The history of a part of a variable, `v[0]`: one may assign to it, which changes the variable."""

    variable: TensorType


#: The history of what is taken for a tensor since the program reads its sizes: it may be an array.
ASSUMED: Final = "has a shape"


def may_have_more(value: Value) -> bool:
    """Whether it is taken for a tensor, but may have attributes that a tensor has not."""
    return isinstance(value, Tensor) and value.history == ASSUMED


def is_tensor(value: Value) -> bool:
    """Whether it is a tensor or variable of TensorFlow's with one size along each axis."""
    return isinstance(value, TensorType) and value.kind in ("tensor", "variable")


if TYPE_CHECKING:
    Callback = Callable[..., Value]

"""Objects of a program: what has identity and slots, on the heap, and what is asked of values that may be such."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tftypes.algebra import Expr, Symbol
from tftypes.inference.graphs import GraphKind
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.scopes import Scope, assigned
from tftypes.inference.state import ABSENT, Heap, Trail

Value = Any


class Top:
    """Any value at all: compatible with everything."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "TOP"


TOP: Final = Top()


@dataclass(frozen=True, slots=True)
class External:
    """A module, function or class of a library by its canonical full name.

    `legacy` marks a private name that is taken for the public function of that name: its parameters may be others, so
    nothing is refused.
    """

    name: str
    legacy: bool = False


@dataclass(frozen=True, slots=True)
class Refused(External):
    """The exception of a call that is refused, with the finding that it is where nobody catches it."""

    finding: Any = None


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
#: The slot of a view, of the kind "dict_keys", "dict_values" or "dict_items", that holds the dict.
VIEWED: Final = "<viewed>"


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

    def __init__(
        self,
        trail: Trail,
        scope: Scope,
        parent: Frame | None,
        module: Module,
        variables: Mapping[str, Value] | None = None,
    ) -> None:
        super().__init__(trail, variables)
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

    __slots__ = ("_externals", "bases", "facts", "module", "mro", "name", "node")

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
        #: An MRO, and the names of the library classes in it.
        self._externals: tuple[tuple[Value, ...], tuple[str, ...]] = ((), ())
        #: What decorators and bases say of it, such as the fields of a dataclass; fixed when it is made.
        self.facts: dict[str, Any] = {}

    def find(self, name: str) -> tuple[Value, Class] | None:
        """An attribute along the program's classes in the MRO, with the class that has it."""
        for each in self.mro:
            if type(each) is Class and (value := each.read(name)) is not ABSENT:
                return value, each
        return None

    def may_assign(self, name: str) -> bool:
        """Whether some method of the program's gives instances an attribute."""
        nodes = (each.node for each in self.mro if type(each) is Class and each.node is not None)
        return any(name == each for node in nodes for _, each in assigned(node))

    @property
    def externals(self) -> tuple[str, ...]:
        """The names of the library classes that it derives from."""
        if self._externals[0] is not self.mro:
            names = tuple(each.name for each in self.mro if type(each) is External)
            self._externals = self.mro, names
        return self._externals[1]

    def fact(self, name: str) -> Any:
        """What is said of the class, or of the first one along the MRO of which it is said; None where it is of none."""
        told = (each.facts.get(name) for each in self.mro if type(each) is Class)
        return next((each for each in told if each is not None), None)

    @property
    def record(self) -> tuple[str, ...] | None:
        """The names of the fields of a named tuple; None for any other class."""
        found: tuple[str, ...] | None = self.fact("record")
        return found

    @property
    def metaclass(self) -> Class | None:
        """The class of the program's that this class is an instance of."""
        found = self.fact("metaclass")
        return found if type(found) is Class else None

    @property
    def is_open(self) -> bool:
        """Whether a base is not known, or an attribute was set by a name that is not: it may have any attribute."""
        own = (each for each in self.mro if type(each) is Class)
        return TOP in self.mro or any(each.read(OPEN) is not ABSENT for each in own)


#: The slot of an instance of a class that derives from a builtin one: the value of the builtin class that it is.
HELD: Final = "<held>"
#: The slot of an instance that may have attributes of which nobody here knows.
OPEN: Final = "<open>"
#: The slot of the spec of a dataset or an optional that holds the spec of what is in it.
ELEMENT: Final = "<element>"
#: The slot of an instance that may be of a class that derives from its own, which says other attributes.
DERIVED: Final = "<derived>"
#: The slot of a function that `abstractmethod` has marked.
ABSTRACT: Final = "__isabstractmethod__"
#: The slot of a class with those that derive from it, in the order in which they were defined.
SUBCLASSES: Final = "<subclasses>"
#: The slot of a container that a library has made: what to say where the program asks for what is not in it.
EXPLAINED: Final = "<explained>"
#: Its slot with the code that finds what `index()` does not, with places for what it is of and for the item.
INDEXED: Final = "<indexed>"
#: The slot of an iterator that never ends: what gives one item of it.
ENDLESS: Final = "endless"


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

    def __init__(self, trail: Trail, outer: Trace | None, kind: GraphKind) -> None:
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


def may_be_derived(value: Value) -> bool:
    """Whether an object may be of a subclass, which says in its own words what its methods do."""
    return isinstance(value, Instance) and value.read(OPEN) is not ABSENT


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


#: The slot of an iterator with what goes wrong as soon as somebody asks for an item: that of its dataset.
FAULT: Final = "<fault>"


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

"""Names looked up in the index: what each stands for, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tftypes.inference.spelling import misspelt

from . import calls, standard
from .entries import Attribute, Class, Constant, Entry, Function, Member, Module, Property
from .index import FOLDER, OPEN, Index, Table

OBJECT = "builtins.object"
#: These bases come last, whatever else there is: the first two only say what the type variables of a class are, and type
#: checkers leave them out.
LAST = ("typing.Protocol", "typing.Generic", OBJECT)


class _Place(NamedTuple):
    """Where a name leads: its canonical form, and the table and the path in it that declare it.

    A module has no path, and a table if its names are known; a member of a class of the standard library has no table.
    """

    name: str
    table: Table | None = None
    path: str = ""
    known: bool = False

    @property
    def is_module(self) -> bool:
        return self.known and not self.path

    @property
    def is_class(self) -> bool:
        return self.table is not None and bool(self.path) and self.table.is_class(self.path)


#: Packages of TensorFlow that can be imported though the stubs declare nothing of them.
PRIVATE: Final = frozenset(
    f"tensorflow.{name}"
    for name in (
        "compiler", "core", "dtensor", "include", "python", "security", "tools", "tsl",
        "distribute.experimental.rpc.kernels", "distribute.experimental.rpc.proto",
        "lite.experimental.genai", "lite.experimental.microfrontend", "lite.profiling", "lite.python",
        "lite.testing", "lite.toco", "lite.tools",
    )
)  # fmt: skip


#: Classes that take any keyword: their metaclass hands all of them to whoever makes variables.
_LAX: Final = ("tensorflow.Variable", "tensorflow.compat.v1.Variable")
#: How alike a name is that may be meant.
_LOOKING_ALIKE: Final = 0.75


class Declarations:
    """What is declared, by full name.

    It does nothing when it is made; each answer is kept.

    >>> declared = Declarations()
    >>> declared.canonical("tensorflow.matmul"), declared.canonical("keras.layers.MaxPool2D")
    ('tensorflow.linalg.matmul', 'tensorflow.keras.layers.MaxPooling2D')
    >>> declared.subclass("tensorflow.keras.layers.Dense", "tensorflow.keras.layers.Layer")
    True
    >>> declared.similar("tensorflow.matmull")
    'tensorflow.matmul'
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._index = Index(folder)
        self._places: dict[str, _Place] = {}
        self._entries: dict[str, Entry | None] = {}
        self._orders: dict[str, tuple[str, ...]] = {}
        #: Answers of `missing`, `similar`, `open` and `accepts`: each is asked for at every use of a name.
        self._missing: dict[str, bool] = {}
        self._similar: dict[str, str | None] = {}
        self._open: dict[str, bool] = {}
        self._accepts: dict[tuple[object, ...], tuple[Entry, str | None]] = {}
        self._found: dict[tuple[str, str], Member | None] = {}

    def canonical(self, name: str) -> str:
        """The one name of what a full name stands for.

        Imports, aliases and re-exports are followed, and inherited members to the class that declares them. What
        nobody declares keeps its last name, below the canonical name of the rest.

        >>> Declarations().canonical("tensorflow.compat.v2.add")
        'tensorflow.math.add'
        >>> Declarations().canonical("numpy.zeros")
        'numpy.zeros'
        """
        return self._place(name).name

    def find(self, name: str) -> Entry | None:
        """What is declared under a full name, whichever it is; None if nobody declares it.

        >>> str(Declarations().find("tensorflow.rank").overloads[0].parameters[1])
        'name: builtins.str | None = None'
        """
        if name not in self._entries:
            place = self._place(name)
            if place.name not in self._entries:
                self._entries[place.name] = self._entry(place)
            self._entries[name] = self._entries[place.name]
        return self._entries[name]

    def names(self, name: str) -> tuple[str, ...]:
        """The names that a module offers or a class has, along its MRO; none for anything else."""
        place = self._place(name)
        if not place.is_module:
            return self.members(place.name) if place.is_class else ()
        own = place.table.names if place.table else []
        stars = [star.module for star in self._stars(place.table)] if place.table else []
        brought = (each for star in stars for each in self.names(star) if not each.startswith("_"))
        return tuple(dict.fromkeys([*own, *brought]))

    def missing(self, name: str) -> bool:
        """Whether it is certain that there is no such name: its module or class is declared, closed, and lacks it.

        Of a private name it never is, as the stubs declare the public ones.

        >>> declared = Declarations()
        >>> declared.missing("tensorflow.matmull"), declared.missing("keras.src"), declared.missing("numpy.zero")
        (True, False, False)
        >>> declared.missing("tensorflow.contrib"), declared.missing("tensorflow.python.ops")
        (True, False)
        """
        if name not in self._missing:
            self._missing[name] = self._is_missing(name)
        return self._missing[name]

    def _is_missing(self, name: str) -> bool:
        owner, _, last = name.rpartition(".")
        place = self._place(owner)
        if last.startswith("_") or name in PRIVATE:
            return False
        if place.is_module:
            is_closed = place.table is not None and OPEN not in place.table.lines
        else:
            is_closed = place.is_class and not self.open(place.name)
        return is_closed and not self._place(name).known

    def similar(self, name: str) -> str | None:
        """The public name of the same module or class that looks most like this one; None if none does."""
        if name not in self._similar:
            self._similar[name] = self._nearest(name)
        return self._similar[name]

    def _nearest(self, name: str) -> str | None:
        owner, _, last = name.rpartition(".")
        public = [each for each in self.names(owner) if not each.startswith("_")]
        close = misspelt(last, public, _LOOKING_ALIKE)
        return f"{owner}.{close}" if close else None

    def mro(self, name: str) -> tuple[str, ...]:
        """The canonical names of a class and of all its bases, in the order in which Python asks them for a member.

        Of a class that nobody declares, itself and `object`.

        >>> Declarations().mro("tensorflow.errors.NotFoundError")[:3]
        ('tensorflow.errors.NotFoundError', 'tensorflow.errors.OpError', 'builtins.Exception')
        """
        if name not in self._orders:
            own = self.canonical(name)
            if own not in self._orders:
                self._orders[own] = self._order(own)
            self._orders[name] = self._orders[own]
        return self._orders[name]

    def subclass(self, name: str, base: str) -> bool:
        """Whether a class is the other, or derives from it."""
        return self.canonical(base) in self.mro(name)

    def member(self, cls: str, name: str) -> Member | None:
        """The member that a class, or its instances, have under a name: the first one along the MRO.

        >>> Declarations().member("tensorflow.keras.layers.Dense", "add_weight").owner
        'tensorflow.keras.Layer'
        """
        key = self.canonical(cls), name
        if key not in self._found:
            owner = self._owner(*key)
            self._found[key] = Member(owner, self._declared_in(owner, name)) if owner else None
        return self._found[key]

    def is_module(self, name: str) -> bool:
        """Whether a name is that of a module whose names are declared.

        >>> Declarations().is_module("tensorflow.keras.layers"), Declarations().is_module("tensorflow.Tensor")
        (True, False)
        """
        place = self._place(name)
        return place.is_module and place.table is not None

    def members(self, cls: str) -> tuple[str, ...]:
        """The names of all members along the MRO, each once."""
        return tuple(
            dict.fromkeys(name for owner in self.mro(cls) for name in self._own_names(owner))
        )

    def open(self, cls: str) -> bool:
        """Whether a class may have other members than those declared: it has `__getattr__`, or an unknown base.

        >>> Declarations().open("tensorflow.Tensor"), Declarations().open("numpy.ndarray")
        (False, True)
        """
        if cls not in self._open:
            is_known = all(map(self._is_known, self.mro(cls)))
            self._open[cls] = not is_known or self._owner(cls, OPEN) is not None
        return self._open[cls]

    def accepts(
        self,
        called: Function | Class,
        positional: int,
        keywords: Collection[str] = (),
        *,
        bound: bool = True,
        unpacked: bool = False,
    ) -> str | None:
        """None if a function or the constructor of a class takes such a call, otherwise what is wrong with it.

        >>> declared = Declarations()
        >>> declared.accepts(declared.find("tensorflow.matmul"), 2, ["transposeb"])
        "has no parameter 'transposeb'; did you mean 'transpose_b'?"
        >>> declared.accepts(declared.find("tensorflow.keras.layers.Dense"), 0)
        "argument 'units' is missing"

        See `calls.refusal` for the arguments.
        """
        if isinstance(called, Class) and called.name in _LAX:
            keywords = ()
        key = id(called), positional, *keywords, bound, unpacked
        known = self._accepts.get(key)
        if known is None:
            function = self._constructor(called) if isinstance(called, Class) else called
            refusal = None
            if function is not None:
                refusal = calls.refusal(
                    function, positional, keywords, bound=bound, unpacked=unpacked
                )
            known = self._accepts[key] = called, refusal  # it is kept, so that its id stays its own
        return known[1]

    def _constructor(self, cls: Class) -> Function | None:
        """What takes the arguments of a call of a class; None where nobody declares it."""
        order = self.mro(cls.name)
        found = (self.member(cls.name, name) for name in ("__init__", "__new__"))
        first = min((each for each in found if each), key=lambda each: order.index(each.owner))
        return first.entry if isinstance(first.entry, Function) else None

    def _place(self, name: str) -> _Place:
        if name not in self._places:
            self._places[name] = self._find_place(name)
        return self._places[name]

    def _find_place(self, name: str) -> _Place:
        owner, _, last = name.rpartition(".")
        if not owner:
            return self._module(name) or _Place(name)
        # As an import does: a module of this name, even where something in its package hides it.
        table = self._index.table(owner)
        found = self._offered(table, last) if table else None
        if found is None:
            place = self._place(owner)
            name = f"{place.name}.{last}"
            if place.is_module and place.table and place.table is not table:
                found = self._offered(place.table, last)
            elif place.is_class:
                found = self._inherited(place.name, last)
        return found or self._module(name) or _Place(name)

    def _module(self, name: str) -> _Place | None:
        table = self._index.table(name)
        return _Place(name, table, known=True) if table else None

    def _offered(self, table: Table, name: str) -> _Place | None:
        """What a module offers under a name, None if it does not."""
        if name in table.lines:
            return self._at(table, name)
        found = (
            self._offered(each, name) for each in self._stars(table) if not name.startswith("_")
        )
        return next((each for each in found if each), None)

    def _stars(self, table: Table) -> Iterator[Table]:
        found = (self._index.table(name) for name in table.stars)
        return (each for each in found if each)

    def _at(self, table: Table, path: str) -> _Place:
        """What is declared at a path, or what it stands for."""
        target = table.target(path)
        if target is None:
            return _Place(f"{table.module}.{path}", table, path, known=True)
        if table.is_module(path):
            return self._module(target) or _Place(target, known=True)
        return self._place(target)

    def _owner(self, cls: str, name: str) -> str | None:
        """The first class along the MRO that has a member of this name."""
        return next((each for each in self.mro(cls) if name in self._own_names(each)), None)

    def _inherited(self, cls: str, name: str) -> _Place | None:
        owner = self._owner(cls, name)
        if owner is None:
            return None
        place = self._place(owner)
        if place.table:
            return self._at(place.table, f"{place.path}.{name}")
        return _Place(f"{owner}.{name}", path=name, known=True)

    def _declared_in(self, cls: str, name: str) -> Function | Property | Attribute | Class:
        entry = self.find(f"{cls}.{name}")
        if isinstance(entry, (Function, Property, Attribute, Class)):
            return entry
        # A variable of the module, by another name; or a member of a class of the standard library.
        known = (entry.annotation, entry.value) if isinstance(entry, Constant) else ()
        return Attribute(f"{cls}.{name}", *known)

    def _entry(self, place: _Place) -> Entry | None:
        if place.is_module:
            return Module(place.name, open=place.table is None or OPEN in place.table.lines)
        return place.table.entry(place.path) if place.table else standard.function(place.name)

    def _order(self, name: str) -> tuple[str, ...]:
        place = self._place(name)
        if place.is_class and place.table:
            written = place.table.bases(place.path)
            bases = tuple(self.canonical(each) for each in written) or (OBJECT,)
            return linearized(name, bases, self.mro)
        known = standard.find(name)
        return standard.mro(known) if known else (name, OBJECT)

    def _is_known(self, cls: str) -> bool:
        return self._place(cls).is_class or standard.find(cls) is not None

    def _own_names(self, cls: str) -> Collection[str]:
        """The names of the members that a class itself declares."""
        place = self._place(cls)
        if place.is_class and place.table:
            return place.table.members.get(place.path, ())
        known = standard.find(cls)
        return standard.members(known) if known else ()


def linearized(
    name: str, bases: Sequence[str], order: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...]:
    """The class, and all its bases in their order, the C3 linearization; `order` gives that of each base.

    >>> orders = {
    ...     "A": ("A", "typing.Generic", "builtins.object"),
    ...     "B": ("B", "builtins.object"),
    ...     "C": ("C", "A", "typing.Generic", "builtins.object"),
    ... }
    >>> linearized("D", ["C", "B"], orders.__getitem__)
    ('D', 'C', 'A', 'B', 'typing.Generic', 'builtins.object')

    Raises TypeError where no order keeps that of every base.
    """
    inherited = [order(base) for base in bases]
    waiting = [[each for each in line if each not in LAST] for line in (*inherited, bases)]
    found = [name]
    while waiting := [each for each in waiting if each]:
        later = {each for line in waiting for each in line[1:]}
        head = next((line[0] for line in waiting if line[0] not in later), None)
        if head is None:
            raise TypeError(f"{name}: no order of the bases {', '.join(bases)} keeps that of each")
        found.append(head)
        waiting = [[each for each in line if each != head] for line in waiting]
    every = {each for line in inherited for each in line}
    return (*found, *(each for each in LAST if each in every))

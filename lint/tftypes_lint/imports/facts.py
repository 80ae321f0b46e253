"""What one file contributes to the import graph, whatever its place in the tree.

Facts are small and depend on the bytes alone, so that they are cached by content: names of
modules are as written, and resolved when the files come together in a `Project`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from tftypes_lint.findings import Span

#: When an import statement runs, as far as its own file tells.
Context = Literal["eager", "deferred", "type-only"]

#: One step of a program, its first item one of the codes below.
Event = tuple[Any, ...]
Program = tuple[Event, ...]

# What happens when a body runs, in order. Names are dotted, as written.
IMPORT: Final = "import"  # (code, index into `Facts.imports`)
BIND: Final = "bind"  # (code, name, line, dotted or None, called): a name gets a value
DELETE: Final = "delete"  # (code, name)
USE: Final = "use"  # (code, dotted, line, column, end_column): an attribute of an imported name
CALL: Final = "call"  # (code, dotted, line): a function or a class is called
RESULT: Final = "result"  # (code, dotted, line): what that call returned is called (a decorator)
CLASS: Final = "class"  # (code, bases): a class with these bases is made
BODY: Final = "body"  # (code, body): that of a class, whose names are not the module's
TRY: Final = "try"  # (code, body, caught, handlers, orelse, finalbody)
MAYBE: Final = "maybe"  # (code, body): may run or not
LOOP: Final = "loop"  # (code, body): runs some number of times, most likely
GUARDED: Final = "guarded"  # (code, body): runs, but what it raises may go no further
STOP: Final = "stop"  # (code,): nothing below it runs
RETURN: Final = "return"  # (code, dotted): and the result is this nested function

#: Those that hold programs: in each the second item is one, and so are those from the fourth on.
_HOLDING: Final = frozenset({BODY, TRY, MAYBE, LOOP, GUARDED})

#: Names of errors that a failing import raises, by what an `except` clause calls them.
IMPORT_ERRORS: Final = frozenset(
    {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
)
ATTRIBUTE_ERRORS: Final = frozenset({"AttributeError", "Exception", "BaseException"})


#: One name of `from m import name as asname`.
Name = tuple[str, str | None]


class Import(NamedTuple):
    """An import: `import module as asname` when `names` is None, else `from module import names`.

    `level` counts the leading dots. `scope` is the function that it stands in, dotted, or "";
    of a lazy loader it is `<name>`, the name whose first use imports the module.
    """

    span: Span
    level: int
    module: str
    names: tuple[Name, ...] | None
    asname: str | None
    context: Context
    scope: str
    #: Made by a call, such as `importlib.import_module("a.b")` or a lazy loader's.
    by_call: bool = False

    @property
    def bound(self) -> tuple[str, ...]:
        """The names that it binds; a star import is `*`.

        >>> Import(Span(1, 1, 1, 11), 0, "a.b", None, None, "eager", "").bound
        ('a',)
        """
        if self.by_call:
            return ()
        if self.names is None:
            return (self.asname or self.module.partition(".")[0],)
        return tuple(asname or name for name, asname in self.names)

    @property
    def text(self) -> str:
        """The statement on one line."""
        module = "." * self.level + self.module
        if self.by_call:
            return f'import_module("{module}")'
        if self.names is None:
            return f"import {module} as {self.asname}" if self.asname else f"import {module}"
        names = (f"{name} as {asname}" if asname else name for name, asname in self.names)
        return f"from {module} import {', '.join(names)}"


@dataclass(frozen=True)
class Facts:
    """The imports of a file, and what runs when it is imported."""

    imports: tuple[Import, ...] = ()
    #: What the module's own body does.
    program: Program = ()
    #: What the functions do that may be called while modules are imported, by dotted name.
    functions: Mapping[str, Program] = field(default_factory=dict)
    #: The bases of each class, by its dotted name.
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Names that the body uses when it runs, annotations apart.
    used_at_import: frozenset[str] = frozenset()
    #: Imported names that stand in annotations and nowhere else.
    type_only: frozenset[str] = frozenset()
    #: Those of them that something may look up at run time, through a decorator or a base class.
    read_annotations: frozenset[str] = frozenset()
    #: Capitalised attributes of anything: those that may be classes of modules.
    attributes: frozenset[str] = frozenset()
    #: `__all__`, where it is a plain list of names.
    exported: tuple[str, ...] | None = None
    #: The module may bind names in ways that cannot be followed (`globals()`, `exec`, ...).
    dynamic: bool = False
    #: It has `from __future__ import annotations`.
    postponed: bool = False
    #: Some annotation is read at run time, so that postponing them all may be noticed.
    annotations_read: bool = False
    #: It is a stub, and runs nothing.
    stub: bool = False


def flat(program: Iterable[Event], *, classes: bool = True) -> Iterator[Event]:
    """Every step of a program, those of its blocks as well, and of the bodies of classes."""
    for event in program:
        yield event
        if event[0] not in _HOLDING or (event[0] == BODY and not classes):
            continue
        for block in (event[1], *event[3:]):
            yield from flat(block, classes=classes)

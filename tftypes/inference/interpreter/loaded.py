"""What importing a module leaves, with its changes to what was there before: kept, so that it is run once.

A module that imports another begins with what the other's run has left, whoever is run as the main program. That is
right only as long as the main program has not changed anything that the run may have read.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tftypes.inference.contracts.signatures import SIGNATURE
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.sequences import concatenated
from tftypes.inference.objects import SUBCLASSES, TOP, Class, Function, Module
from tftypes.inference.state import Heap, Key
from tftypes.inference.values import Seq

#: A slot of what was there before, with its new value.
Change = tuple[Heap, Key, Any]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the first import of a module leaves."""

    name: str
    #: The births of what it has made itself.
    births: range
    #: All modules that it imports, at any remove, by their full names; None for those of libraries.
    modules: Mapping[str, Module | None]
    #: Attributes of packages, settings of the process, and records.
    changes: tuple[Change, ...]
    #: The settings that its run has read or changed.
    settings: frozenset[Key]
    escaped: int
    graphs: bool
    called: frozenset[Any]
    dropped: frozenset[Any]
    #: The files of those that may be otherwise if another of them is imported first.
    unsettled: frozenset[str]


def begin(interpreter: Interpreter) -> None:
    """From here on a program runs: what it changes of what is here decides what it can adopt."""
    interpreter.begun = interpreter.trail.now()
    interpreter.switches.reads.clear()


def is_untouched(interpreter: Interpreter) -> bool:
    """Whether the program has changed nothing that was there when it began, but for attributes of packages."""
    return all(map(_is_submodule, _changes(interpreter)))


def load(interpreter: Interpreter, name: str, is_in_cycle: bool) -> Loaded | None:
    """What the import of a module has left that has just been run; None where it may leave something else.

    The changes that are kept are taken back: who adopts the module makes them. A cycle makes them in an order that
    depends on which of its modules is imported first.
    """
    changes = _changes(interpreter)
    if interpreter.modules.get(name) is None or interpreter.lists_subclasses:
        return None
    if is_in_cycle and not all(map(partial(_is_ordered, interpreter), changes)):
        return None
    for target, key, old in reversed(_touched(interpreter)):
        interpreter.write(target, key, old)
    start = 0 if interpreter.begun is None else interpreter.begun[1]
    return Loaded(
        name,
        range(start + 1, interpreter.trail.now()[1] + 1),
        dict(interpreter.modules),
        tuple(changes),
        frozenset((*interpreter.switches.reads, *_settings(interpreter, changes))),
        interpreter.escaped,
        interpreter.graphs,
        frozenset(interpreter.called),
        frozenset(interpreter.dropped),
        frozenset((*interpreter.early, *(each.place.path for each in interpreter.failures))),
    )


def adopt(interpreter: Interpreter, name: str) -> Module | None:
    """The module as its first import has left it, with all that it imports; None where it must be run."""
    found, modules = interpreter.loaded.get(name), interpreter.modules
    if found is None:
        return None
    others = {name: each for name, each in found.modules.items() if not _is_main(interpreter, name)}
    if any(modules.get(each, module) is not module for each, module in others.items()):
        return None  # one of them was run in another way
    for each in _changes(interpreter):
        is_unread = each[0] is interpreter.switches and each[1] not in found.settings
        if is_unread or _is_harmless(each) or each in found.changes:
            continue
        if not _is_apart(interpreter, found, each):
            return None  # it has begun in another state
    modules.update(others)
    for target, key, value in found.changes:
        known = target.read(key, ()) if key == SUBCLASSES else None
        if isinstance(known, tuple) and isinstance(value, tuple):
            value = concatenated(known, tuple(each for each in value if each not in known))
        elif known is not None:
            value = Seq((), TOP)
        interpreter.write(target, key, value)
    interpreter.switches.reads |= found.settings
    interpreter.escaped = max(interpreter.escaped, found.escaped)
    interpreter.graphs = interpreter.graphs or found.graphs
    interpreter.called |= found.called
    interpreter.dropped |= found.dropped
    interpreter.early |= found.unsettled
    return found.modules[name]


def _is_main(interpreter: Interpreter, name: str) -> bool:
    """Whether a module is the main program: what imports it has run it again, under its name."""
    module = interpreter.modules.get(name)
    return module is not None and module.path == interpreter.main


def _touched(interpreter: Interpreter) -> list[Change]:
    """The slots that were there when the program began and that it has written since, with the values before."""
    return [] if interpreter.begun is None else [*interpreter.trail.touched(*interpreter.begun)]


def _changes(interpreter: Interpreter) -> list[Change]:
    slots = {(id(target), key): (target, key) for target, key, _ in _touched(interpreter)}
    return [(target, key, target.read(key)) for target, key in slots.values()]


def _settings(interpreter: Interpreter, changes: Iterable[Change]) -> Iterator[Key]:
    return (key for target, key, _ in changes if target is interpreter.switches)


def _is_apart(interpreter: Interpreter, found: Loaded, change: Change) -> bool:
    """Whether a module cannot have read what has changed: another has made it, which it does not import."""
    birth, known = change[0].birth, list(interpreter.loaded.values())
    at = bisect(known, birth, key=lambda each: each.births.start) - 1
    return at >= 0 and birth in known[at].births and known[at].name not in found.modules


def _is_ordered(interpreter: Interpreter, change: Change) -> bool:
    """Whether a change is the same in any order: a switch, or what a module outside of the cycle has made of it."""
    if change[0] is interpreter.switches or _is_harmless(change):
        return True
    adopted = filter(None, map(interpreter.loaded.get, interpreter.modules))
    return any(change in each.changes for each in adopted)


def _is_harmless(change: Change) -> bool:
    """Whether the import of a module does not depend on a change: an attribute of a package, or a record of the engine.

    Such a record says what derives from a class, which functions a module has defined, or what annotations say.
    """
    target, key, value = change
    return (
        (key == SUBCLASSES and isinstance(target, Class))
        or isinstance(key, Code)
        or (
            key == SIGNATURE
            and isinstance(target, Function)
            and not getattr(value, "enforced", False)
        )
        or _is_submodule(change)
    )


def _is_submodule(change: Change) -> bool:
    target, key, value = change
    return (
        isinstance(target, Module)
        and isinstance(value, Module)
        and value.name == f"{target.name}.{key}"
    )

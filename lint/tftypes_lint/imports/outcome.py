"""What following an import leads to: who meets what half initialised, what fails, what is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tftypes_lint.imports.bindings import Bindings
from tftypes_lint.imports.project import Module


class Step(NamedTuple):
    """A module, and the import in it that is running."""

    module: str
    number: int


class Hit(NamedTuple):
    """An import of a module that is still being initialised: `chain` leads back to `target`.

    The first step of the chain is the import in `target` that was running, the last is the one
    that asks for `target` again. `implicit`: only as the parent of what was asked for.
    """

    module: str
    number: int
    target: str
    chain: tuple[Step, ...]
    implicit: bool


class Unbound(NamedTuple):
    """A name that is asked of a module before the module binds it.

    `bound_at` is the line that would bind it; None for a submodule, which its package has as
    an attribute once it is imported. `entry` is the import that leads there, and `place` the
    line and the columns of what fails.
    """

    module: str
    number: int | None
    place: tuple[int, int, int]
    target: str
    name: str
    bound_at: int | None
    chain: tuple[Step, ...]
    entry: str


@dataclass
class State:
    """A module that was begun: what its names stand for, as far as that is known."""

    module: Module
    #: What stands behind each of its imports: see `Project.origins`.
    origins: Sequence[str | None]
    done: bool = False
    #: Names, and the module or the dotted object that each is; None where that is unknown.
    names: Bindings = field(default_factory=Bindings)
    #: The names of lazy loaders that were not used yet, with their imports.
    lazy: dict[str, int] = field(default_factory=dict)
    #: Anything may be bound: a star import from elsewhere, `globals()`.
    open: bool = False


@dataclass
class Outcome:
    """What an import of `entry` leads to."""

    entry: str
    hits: list[Hit]
    #: The functions that were called, each with its module.
    called: set[tuple[str, str]]
    states: dict[str, State]
    #: What was imported before.
    earlier: tuple[Outcome, ...] = ()
    #: Why the import fails, when it does.
    unbound: Unbound | None = None

"""Names of a module that are bound again, and that its functions read: what they stand for when one is called.

A traced function keeps what it has found when it was traced: there they stand for anything that they have been.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import GDEF, Context, NameExpr, Var
from mypy.types import Type, get_proper_type

from tftypes_mypy.features.bodies import redefined

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies


class Now:
    """The types of those names at one moment, and of all that was before."""

    def __init__(self, checker: TypeChecker, names: Sequence[str]) -> None:
        self.ever: dict[Var, Type] = {}
        self.current: dict[Var, Type] = {}
        for name in names:
            symbol = checker.tree.names.get(name)
            var = symbol.node if symbol is not None else None
            if isinstance(var, Var) and var.type is not None and var.is_inferred:
                self.ever[var] = var.type
                self.current[var] = checker.binder.get(expression(var)) or var.type

    @property
    def key(self) -> tuple[Type, ...]:
        """What tells one moment from another, as far as functions see it."""
        return tuple(get_proper_type(var.type) or typ for var, typ in self.ever.items())


def expression(var: Var) -> NameExpr:
    """A name of a module, as it would be read."""
    found = NameExpr(var.name)
    found.node, found.kind, found.fullname = var, GDEF, var.fullname
    return found


def now(checker: TypeChecker, bodies: Bodies) -> Now | None:
    """The names of the module that is being checked; None where no function reads one that is bound again."""
    source = bodies.source_of(checker)
    names = source.bound_again if source is not None else ()
    return Now(checker, sorted(names)) if names else None


@contextmanager
def at(place: Context, checker: TypeChecker, bodies: Bodies) -> Iterator[None]:
    """While bodies are checked for what a module runs there, and for no body around."""
    bodies.running = checker.tree.fullname
    bodies.moment = redefined.moment(place, checker)
    bodies.now = None if bodies.moment is None else now(checker, bodies)
    try:
        with standing_for(None if bodies.now is None else bodies.now.current):
            yield
    finally:
        bodies.moment = bodies.now = None


def standing_for(types: Mapping[Var, Type] | None) -> AbstractContextManager[None]:
    """Lets the names stand for these types."""
    return _standing_for(types) if types else _NOTHING


_NOTHING: Final = nullcontext()


@contextmanager
def _standing_for(types: Mapping[Var, Type]) -> Iterator[None]:
    before = {var: var.type for var in types}
    for var, typ in types.items():
        var.type = typ
    try:
        yield
    finally:
        for var, typ in before.items():
            var.type = typ

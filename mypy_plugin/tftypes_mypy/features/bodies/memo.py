"""What bodies made of the arguments of earlier calls, to be taken again where all that they asked for is the same.

Beside its arguments a body may ask whether it runs in a graph, and what names stand for
that the running module binds again. Most ask for neither.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from mypy.types import Type

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies
    from tftypes_mypy.features.bodies.model import Outcome


class Epoch(NamedTuple):
    """What the running module has made of the names that it binds again."""

    module: str
    #: How many functions and classes it has defined of those that it defines again.
    defined: int
    bound: tuple[Type, ...]


class Around(NamedTuple):
    """What a body may see of its surroundings."""

    is_eager: bool
    #: None where the running module binds no name again, or it is not known how far it is.
    epoch: Epoch | None


class Memo:
    """Outcomes by the function and its arguments, each with what was around it."""

    def __init__(self) -> None:
        self._known: defaultdict[Any, list[tuple[Around, Outcome]]] = defaultdict(list)

    def clear(self) -> None:
        self._known.clear()

    def find(self, key: Any, now: Around, bodies: Bodies) -> Outcome | None:
        """The outcome that is the same now, if there is one."""
        for around, outcome in self._known.get(key, ()):
            if outcome.asks_eager and around.is_eager != now.is_eager:
                continue
            if around.epoch == now.epoch or (
                _is_apart(outcome, around, bodies) and _is_apart(outcome, now, bodies)
            ):
                return outcome
        return None

    def keep(self, key: Any, around: Around, outcome: Outcome) -> None:
        self._known[key].append((around, outcome))


def _is_apart(outcome: Outcome, around: Around, bodies: Bodies) -> bool:
    """Whether no body that was checked can see the names that the running module binds again."""
    epoch = around.epoch
    return epoch is None or not (
        epoch.defined or any(bodies.imports(name, epoch.module) for name in outcome.modules)
    )

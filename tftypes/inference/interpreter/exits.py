"""Exits: how a path leaves a function, a loop or a `try`, and where it arrives."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Literal

from tftypes.inference.objects import Value
from tftypes.inference.state import Changes, Mark

Kind = Literal["return", "break", "continue", "raise", "unwind", "suspend"]


class Exit(Exception):
    """This path ends here; its state was handed to the target that it concerns."""


class Exhausted(Exception):
    """The statement has used up its budget of steps."""


class Stopped(BaseException):
    """Whoever observes the run has seen enough of it: no statement follows."""


@dataclass(slots=True)
class Arrival:
    """One path that has arrived: how, with which value, and what it had changed since the target's mark.

    `changes` is None where the path ended in the state that is the present one, so that nothing can follow it.
    """

    kind: Kind
    value: Value
    changes: Changes | None


@dataclass(slots=True)
class Target:
    """Where exits arrive.

    That is the end of a call or of a loop, a `try` with handlers, or a `finally` that all exits pass. What consumes a
    generator runs inside of it: its `break` and `return` arrive at a "barrier" and unwind from there to the "generator"
    target around the generator; a generator that is resumed by hand suspends there at its next `yield`.
    """

    kind: Literal["call", "loop", "try", "finally", "barrier", "generator"]
    mark: Mark
    #: The mark of the present round of a loop, for `continue`.
    round: Mark | None = None
    #: The statement of a loop, and whether AutoGraph makes it a part of the graph.
    node: ast.AST | None = None
    staged: bool = False
    arrivals: list[Arrival] = field(default_factory=list)
    #: Whether an exception has passed a `finally` that nobody catches: what another one leaves there, nobody sees.
    passed: bool = False
    #: Whether an exception is caught here: True, False, or None where that is not known.
    catches: object = None


def undecided(exception: Value) -> None:
    """What a manager catches that decides later, when its `__exit__` is called."""

"""Whether a function has to do with tensors at all: what it names, what the functions do that it names, and so on.

A body that gets no tensor and reaches no name of TensorFlow's can tell nothing: it is not checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mypy.checker import TypeChecker

from tftypes_mypy.features.bodies.arguments import depend
from tftypes_mypy.features.bodies.model import Function

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies


def reaches_tensors(function: Function, bodies: Bodies, checker: TypeChecker) -> bool:
    """Whether TensorFlow is named in the body, or in one that it may lead to."""
    known = bodies.reaching.get(function.item)
    if known is None:
        known = any(
            each.mentions_tensors
            or any(bodies.may_hold_tensors(info, checker) for info in each.classes)
            for each in _reached(function, bodies, checker)
        )
        if function.outer is None:  # others are copies for one call
            bodies.reaching[function.item] = known
    return known


def watch(function: Function, bodies: Bodies, checker: TypeChecker) -> None:
    """Lets the daemon come back to a call that is not followed when one of the bodies has to do with tensors."""
    if not checker.options.fine_grained_incremental:
        return
    modules = {each.source.name for each in _reached(function, bodies, checker)}
    frame = bodies.frame_of(checker)
    if frame is None:
        depend(modules, checker)
    else:
        frame.modules |= modules


def _reached(function: Function, bodies: Bodies, checker: TypeChecker) -> Iterator[Function]:
    """The function, and those without annotations that one of them names."""
    left, seen = [function], {function.item}
    while left:
        current = left.pop()
        yield current
        for node in current.named:
            is_nested = "." not in node.fullname
            found = (
                Function(node, node.name, current.source)
                if is_nested
                else bodies.find(node, checker)
            )
            if found is not None and found.item not in seen:
                seen.add(found.item)
                left.append(found)

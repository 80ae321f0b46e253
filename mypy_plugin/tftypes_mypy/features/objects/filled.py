"""Lists and models in attributes that `__init__` fills: what is in them when it is through.

self.blocks = []                            self.model = Sequential()
for units in (8, 16):                       self.model.add(layers.Dense(8))
    self.blocks.append(layers.Dense(units))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mypy.types import Type

from tftypes_mypy import convert
from tftypes_mypy.features.bodies import grown_lists
from tftypes_mypy.features.bodies.model import Frame
from tftypes_mypy.features.keras import growing
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import kept


def lists(frame: Frame) -> dict[str, Type]:
    """The lists that the method has filled: with what is in them, where that was seen."""
    first = frame.function.item.arguments[0].variable if frame.function.item.arguments else None
    pairs = (grown_lists.grown(node) for node in frame.bound.own)
    keys = (None if pair is None else grown_lists.key_of(pair[0], first) for pair in pairs)
    found: dict[str, Type] = {}
    types = frame.values.types
    for name in {key for key in keys if isinstance(key, str)}:
        # mypy gives the list the type of what comes first into it.
        found[name] = types.make("builtins.list", [convert.unknown()])
        items = frame.loops.items(name) if frame.loops is not None else None
        if items and name in frame.function.source.only_read.grown:
            found[name] = kept(nests.list_of(items, types))
    return found


def models(known: Mapping[str, Type], frame: Frame) -> dict[str, Type]:
    """The models, with all layers that were added to them."""
    found: dict[str, Type] = {}
    for name in frame.loops.models if frame.loops is not None else ():
        held = frame.loops.items(name) if frame.loops is not None else None
        if held and name in known and growing.is_sequential(held[0]):
            found[name] = held[0]
    return found


def lost(frame: Frame) -> Iterable[str]:
    """The attributes with models of which it was not seen what was added to them."""
    loops = frame.loops
    return () if loops is None else [name for name in loops.models if not loops.items(name)]

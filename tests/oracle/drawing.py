"""The parts of calls drawn at random: mostly right, in part unknown, sometimes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Dims = list[int]
Draw = Callable[[st.SearchStrategy[Any]], Any]

NUMBERS = st.sampled_from(["f32", "f32", "f32", "f64", "f16", "i32", "i64", "u8", "c64"])
DTYPES = st.one_of(NUMBERS, st.sampled_from(["b", "s"]))
FLAGS = st.booleans()


def rarely(draw: Draw, times: int = 12) -> bool:
    """Once in so many times: where a drawn call goes wrong, or loses what is known."""
    return bool(draw(st.integers(1, times)) == 1)


def dims(draw: Draw, least: int = 0, most: int = 5) -> Dims:
    sizes = st.integers(0, 4) if rarely(draw) else st.integers(1, 5)
    return list(draw(st.lists(sizes, min_size=least, max_size=most)))


def shape(draw: Draw, sizes: Dims) -> str:
    """The text of a shape of these sizes, some of which may be unknown, or 5 under the name N."""
    if rarely(draw, 25):
        return "..."
    texts = []
    for size in sizes:
        unknown = size == 2 and draw(FLAGS)
        texts.append("None" if unknown else "N" if size == 5 else str(size))
    return ", ".join(texts)


def tensor(draw: Draw, sizes: Dims, dtype: str = "f32") -> str:
    return f"{dtype}[{shape(draw, sizes)}]"


def spoilt(draw: Draw, sizes: Dims) -> Dims:
    """The sizes, or rarely others."""
    if not rarely(draw):
        return sizes
    if not sizes or draw(FLAGS):
        return [*sizes, draw(st.integers(1, 4))]
    place = draw(st.integers(0, len(sizes) - 1))
    return [*sizes[:place], draw(st.integers(0, 6)), *sizes[place + 1 :]]


def axis(draw: Draw, rank: int) -> int:
    """An axis from either end, rarely out of range."""
    if rank == 0 or rarely(draw):
        return int(draw(st.integers(-7, 6)))
    return int(draw(st.integers(-rank, rank - 1)))


def stretchable(draw: Draw, sizes: Dims) -> Dims:
    """Sizes that broadcast with the given ones."""
    kept = sizes[draw(st.integers(0, len(sizes))) :]
    return spoilt(draw, [1 if rarely(draw, 4) else size for size in kept])


def call(name: str, *arguments: str, **keywords: Any) -> str:
    given = [
        *arguments,
        *(f"{key}={value}" for key, value in keywords.items() if value is not None),
    ]
    return f"tf.{name}({', '.join(given)})"

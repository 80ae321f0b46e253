"""What the property tests draw: expressions with their Python text, shapes, sizes for names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from tftypes.algebra import UNKNOWN, Dim, Shape, Symbol, Unknown, Variadic, dims
from tftypes.algebra.shape import Middle
from tftypes.algebra.shapes import substitute

NAMES = "NMHK"
N, M, H, K = map(Symbol, NAMES)

Sizes = Mapping[str, int]

#: A size for every name.
sizes = st.fixed_dictionaries({name: st.integers(0, 20) for name in NAMES})
#: A different size for every name: names never match.
distinct_sizes = st.lists(
    st.integers(0, 30), min_size=len(NAMES), max_size=len(NAMES), unique=True
).map(lambda values: dict(zip(NAMES, values)))


def _combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    divisors = st.integers(1, 6).map(str) | st.sampled_from(NAMES) | st.just("(N + 1)")
    return (
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner)
        | st.builds("({} {} {})".format, inner, st.sampled_from(["//", "%"]), divisors)
        | st.builds("(-{})".format, inner)
    )


#: The text of an expression, which is Python as well.
texts = st.recursive(st.sampled_from(NAMES) | st.integers(0, 9).map(str), _combined, max_leaves=6)


def python_value(text: str, sizes: Sizes) -> int | None:
    """What Python makes of the text, None where it divides by zero."""
    try:
        return int(eval(text, {}, dict(sizes)))
    except ZeroDivisionError:
        return None


def is_parsed(text: str) -> bool:
    """Whether the text is a dim: it does not divide by a constant 0."""
    try:
        dims.parse(text)
    except (dims.DimSyntaxError, ZeroDivisionError):
        return False
    return True


expressions = texts.filter(is_parsed).map(dims.parse)

#: Shapes as they stand in annotations.
shape_dims = st.integers(0, 4) | st.sampled_from([UNKNOWN, N, M, N + 1])
fixed_shapes = st.lists(shape_dims, max_size=4).map(lambda drawn: Shape(tuple(drawn)))
shapes = fixed_shapes | st.builds(
    Shape,
    st.lists(shape_dims, max_size=2).map(tuple),
    st.sampled_from([UNKNOWN, Variadic("Ts")]),
    st.lists(shape_dims, max_size=2).map(tuple),
)

Concrete = tuple[int, ...]


@dataclass(frozen=True)
class World:
    """One run of a program: a size for every name, dims for the variadic, tensors of some shapes.

    The names have different sizes, none of them 1, so that different names neither
    match nor broadcast.
    """

    sizes: dict[str, int]
    run: Concrete
    tensors: tuple[Concrete, ...]

    def admits(self, shape: Shape, tensor: Concrete) -> bool:
        """Whether a tensor of these sizes has the shape."""
        filled = substitute(shape, {**self.sizes, "Ts": Shape(self.run)})
        least = len(filled.prefix) + len(filled.suffix)
        if len(tensor) != least and (filled.middle is None or len(tensor) < least):
            return False
        right = tensor[len(tensor) - len(filled.suffix) :]
        pairs = [*zip(filled.prefix, tensor), *zip(filled.suffix, right)]
        return all(isinstance(dim, Unknown) or dim == size for dim, size in pairs)


@st.composite
def worlds(draw: st.DrawFn, tensors: int = 1) -> World:
    """Worlds with a number of tensors, which may well be of equal or broadcastable sizes."""
    sizes = draw(st.permutations([0, 2, 3, 4, 5, 6]).map(lambda s: dict(zip(NAMES, s))))
    size = st.sampled_from([1, *sizes.values()])
    first = draw(st.lists(size, max_size=4).map(tuple))
    drawn = [first]
    for _ in range(tensors - 1):
        kept = tuple(draw(st.sampled_from([old, 1, draw(size)])) for old in first)
        drawn.append(draw(st.sampled_from([first, kept, kept[1:], (2, *kept)])))
    start = draw(st.integers(0, len(first)))
    run = first[start : draw(st.integers(start, len(first)))]
    return World(sizes, run, tuple(drawn))


@st.composite
def shapes_of(draw: st.DrawFn, world: World, tensor: Concrete) -> Shape:
    """A shape that the tensor has: some dims forgotten, some named, some run left open."""
    named = [N, M, H, K, N + 1, 2 * M]
    every: list[Dim] = []
    for size in tensor:
        names = [dim for dim in named if substitute(Shape.of(dim), world.sizes) == Shape.of(size)]
        every.append(draw(st.sampled_from([size, UNKNOWN, *names])))
    start = draw(st.integers(0, len(tensor)))
    stop = draw(st.integers(start, len(tensor)))
    middles: list[Middle] = [None, UNKNOWN]
    if tensor[start:stop] == world.run:
        middles.append(Variadic("Ts"))
    middle = draw(st.sampled_from(middles))
    if middle is None:
        return Shape(tuple(every))
    return Shape(tuple(every[:start]), middle, tuple(every[stop:]))

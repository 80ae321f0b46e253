"""Keras' layers of several operands: which of them go together, beside the shapes that a merging layer makes.

What is refused here is refused of tensors with values. Of symbols Keras looks at some of it only when the model runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import Dim, Shape, ShapeMismatch, TensorType, broadcast, equal

from .keras_ops_windows import channels_first
from .rule import OpError, Unsure
from .values import DENSE, STRING, differ, is_number, numbers_in

#: How many states a recurrent layer has; of GRU Keras takes the first of as many as there are.
STATES: Final = {"LSTM": 2, "GRU": 1, "SimpleRNN": 1}
_TAKEN: Final = {1: "one state, h", 2: "[h, c]"}


def check_states(name: str, units: Any, x: Any, states: Any, eager: bool = True) -> None:
    """Refuses states that a recurrent layer cannot begin with; eagerly it broadcasts the cells of an LSTM.

    >>> x, state = TensorType.parse("float32[8, 6, 4]"), TensorType.parse("float32[8, 5]")
    >>> check_states("GRU", 5, x, state)
    >>> check_states("LSTM", 5, x, [state])
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected 2 states, got 1

    Raises:
      OpError: if there are fewer than the layer has, or one of them has another size.
    """
    found = list(states) if isinstance(states, (list, tuple)) else [states]
    if not all(map(_is_dense, found)):
        return
    check_count(name, found)
    for i, state in enumerate(found[: STATES[name]]):
        is_broadcast = eager and i == 1 and bool(state.shape.rank) and state.shape[-1] == 1
        _check_state(name, None if is_broadcast else units, x, state)


def check_count(name: str, states: Sequence[Any]) -> None:
    """Refuses another number of states than a layer has."""
    count, takes_more = STATES[name], name == "GRU"
    if len(states) < count or len(states) > count and not takes_more:
        plural = "" if count == 1 else "s"
        words = f"expected {count} state{plural}, got {len(states)}"
        hint = f"{_TAKEN[count]}, as return_state=True gives after the output"
        raise OpError("tf-value", words, "initial_state", hint)


def check_step(states: Sequence[Any]) -> None:
    """Refuses what one step of an LSTMCell cannot begin with: states that it gave in a list, taken apart the wrong way."""
    first = states[0] if states else None
    if len(states) < 2:
        hint = "out, states = cell(x, states) keeps the list of both"
        raise OpError("tf-value", f"expected [h, c], got a list of {len(states)}", "states", hint)
    if isinstance(first, TensorType) and (first.shape.rank or 0) > 2:
        words = f"expected a state h of rank 2, got {first}"
        hint = "out, (h, c) = cell(x, [h, c]) takes the states apart"
        raise OpError("tf-rank", words, "states", hint)


#: The ranks of states beside 2 that a layer broadcasts.
_BROADCAST: Final = {"SimpleRNN": (1, 3, 4), "LSTM": (1,)}


def _check_state(name: str, units: Any, x: Any, state: TensorType) -> None:
    rank = state.shape.rank
    if rank is None:
        return
    if rank == 0 or rank != 2 and rank not in _BROADCAST.get(name, ()) and units not in (None, 1):
        words = f"expected a state of rank 2 [batch, units], got rank {rank}"
        hint = f"{_TAKEN[STATES[name]]}, as return_state=True gives after the output"
        raise OpError("tf-rank", words, "initial_state", hint if rank == 3 else None)
    rows, width = state.shape[0], state.shape[-1]
    if is_number(units) and equal(width, units) is False:
        words = f"expected a state of {units} units, got {state.shape}"
        hint = f"units={width} takes it" if is_number(width) else None
        raise OpError("tf-shape", words, "initial_state", hint)
    batch = x.shape[0] if rank == 2 and _is_dense(x) and x.shape.rank else rows
    if differ(rows, batch) and equal(rows, 1) is False:
        words = f"expected a state for each of {batch} sequences, got {state.shape}"
        raise OpError("tf-shape", words, "initial_state")


def check_attention(query: Any, value: Any, key: Any, mask: Any, heads: Any) -> None:
    """Refuses what attention of several heads cannot put together: batches, steps, and a mask for them.

    >>> x = TensorType.parse("float32[8, 6, 4]")
    >>> check_attention(x, x, None, TensorType.parse("float32[6, 6]"), 2)
    >>> check_attention(x, x, None, TensorType.parse("float32[8, 6]"), 2)
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected a mask that broadcasts to [8, 6, 6], got [8, 6]

    Raises:
      OpError: if Keras refuses them.
    """
    if not (_is_dense(query) and _is_dense(value)):
        return
    check_keys(value, key)
    if None not in (query.shape.rank, value.shape.rank) and query.shape.rank != value.shape.rank:
        words = f"expected rank {query.shape.rank} as query has, got rank {value.shape.rank}"
        raise OpError("tf-rank", words, "value")
    if query.shape.rank != 3 or value.shape.rank != 3:
        return
    if differ(query.shape[0], value.shape[0]):
        words = f"batches of {query.shape[0]} and {value.shape[0]}: query is {query.shape}, value is {value.shape}"
        raise OpError("tf-shape", words, "value")
    if _is_dense(mask) and mask.shape.rank is not None:
        _check_mask(query, value, mask, heads)


def check_keys(value: Any, key: Any) -> None:
    """Refuses keys for other steps than there are values, of symbols too."""
    if not (_is_dense(value) and _is_dense(key)) or None in (value.shape.rank, key.shape.rank):
        return
    steps = value.shape.slice(0, -1), key.shape.slice(0, -1)
    if steps[0].rank != steps[1].rank or any(map(differ, *steps)):
        words = f"expected the sizes of value but for the last one: value is {value.shape}, key is {key.shape}"
        raise OpError("tf-shape", words, "key")


def _check_mask(query: TensorType, value: TensorType, mask: TensorType, heads: Any) -> None:
    batch, steps = query.shape.slice(0, 1), Shape.of(query.shape[1], value.shape[1])
    rank = mask.shape.rank or 0
    count = Shape.of(heads) if is_number(heads) else Shape.of(None)
    full = batch + (count if rank > 3 else Shape.of()) + steps
    try:
        fits = rank >= 2 and broadcast(mask.shape, full).rank == full.rank
    except ShapeMismatch:
        fits = False
    if not fits:
        words = f"expected a mask that broadcasts to {full}, got {mask.shape}"
        is_key = mask.shape == Shape.of(query.shape[0], value.shape[1])
        hint = "attention_mask[:, None, :] is for the steps of the value" if is_key else None
        raise OpError("tf-shape", words, "attention_mask", hint)


_MERGING: Final = (
    "Add", "Average", "Concatenate", "Maximum", "Minimum", "Multiply", "Subtract", "Dot", "Attention", "AdditiveAttention",
)  # fmt: skip


#: How many inputs a layer takes, where that is not any number above zero.
_COUNTS: Final = {
    "Subtract": (2, 2),
    "Dot": (2, 2),
    "Attention": (2, 3),
    "AdditiveAttention": (2, 3),
}


def check_merged(name: str, inputs: Any) -> None:
    """Refuses another number of inputs than a layer that merges them takes.

    >>> x = TensorType.parse("float32[8, 3]")
    >>> check_merged("Subtract", [x, x])
    >>> check_merged("Subtract", [x, x, x])
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: expected 2 inputs, got 3

    Raises OpError for it.
    """
    if name == "Dot" and isinstance(inputs, TensorType):
        raise OpError("tf-value", "expected a list of tensors, got one", hint="[a, b] is one")
    if name not in _MERGING or not isinstance(inputs, (list, tuple)):
        return
    if name not in ("Concatenate", "Attention", "AdditiveAttention"):
        rows = [each.shape[0] for each in inputs if _is_dense(each) and each.shape.rank]
        other = next((each for each in rows if differ(each, rows[0])), None)
        if other is not None:
            words = f"batches of {rows[0]} and {other}"
            raise OpError(
                "tf-shape", words, hint="tf.repeat() of the smaller one makes it as large"
            )
    least, most = _COUNTS.get(name, (1, len(inputs)))
    if not least <= len(inputs) <= most:
        expected = f"{least} inputs" if least == most else f"{least} or {most} inputs"
        expected = "at least one input" if name not in _COUNTS else expected
        raise OpError("tf-value", f"expected {expected}, got {len(inputs)}")


def _strided(shapes: Sequence[Shape], place: int = 0) -> str | None:
    """What makes the image at a place as small as the other of two, where a layer with strides has made that."""
    shapes = shapes[::-1] if place else shapes
    told = [[each for each in shape.slice(1, 3).dims or () if is_number(each)] for shape in shapes]
    if any(len(each) < 2 for each in told) or min(told[1]) < 2 or not is_number(shapes[1][-1]):
        return None
    strides = -(-told[0][0] // told[1][0])
    fits = [-(-large // strides) == small for large, small in zip(*told)]
    if strides < 2 or not all(fits):
        return None
    return (
        f"layers.Conv2D({shapes[1][-1]}, 1, strides={strides})(inputs[{place}]) makes it as small"
    )


def merging(name: str, inputs: Any) -> str | None:
    """What gives inputs shapes that go together, where they have not."""
    if name not in _MERGING or not isinstance(inputs, (list, tuple)) or len(inputs) < 2:
        return None
    shapes = [each.shape for each in inputs if isinstance(each, TensorType) and each.shape.dims]
    if len(shapes) < len(inputs) or name in _COUNTS and name != "Subtract":
        return None
    ranks = {each.rank for each in shapes}
    if len(ranks) > 1:
        return "layers.Flatten() of each gives them one rank" if name == "Concatenate" else None
    spread = () if name == "Concatenate" else (1,)  # a size of 1 is as large as any
    sizes = zip(*(each.dims or () for each in shapes))
    axes = [i for i, row in enumerate(sizes) if _vary([dim for dim in row if dim not in spread])]
    sides = shapes[-1].slice(1, 3).dims or ()
    is_joined = name == "Concatenate"  # along the channels
    apart = {*axes} - {3} if is_joined else {*axes}
    is_smaller = ranks == {4} and {1, 2} <= apart and len(shapes) == 2
    is_kept = name == "Multiply"  # the smaller one says how much of each place
    for place in () if is_kept else (0,) if is_joined else (0, 1):
        if is_smaller and (strided := _strided(shapes, place)) is not None:
            return strided
    is_gate = not is_joined and any(1 in (each.dims or ())[1:3] for each in shapes)
    if ranks == {4} and apart and apart <= {1, 2} and len(apart) > is_joined and not is_gate:
        known = all(map(is_number, sides))
        if len(shapes) == 2 and known:
            first = (shapes[0].dims or ())[1:3]
            is_first = sum(map(_known, first)) < sum(map(_known, sides))
            if all(map(is_number, first)) and first != sides:
                place = int([*map(_known, first)] > [*map(_known, sides)])
                larger = (sides, first)[place]
                return f"layers.Resizing{tuple(larger)}(inputs[{place}]) makes it as large"
            small, large = "ab" if is_first else "ba"
            return f"layers.Resizing(*{large}.shape[1:3])({small}) makes {small} of [a, b] as large"
        return f"layers.Resizing{tuple(sides)} of the others makes them as large" if known else None
    if len(axes) != 1 or axes == [0]:
        return None
    if name == "Concatenate":
        return f"axis={axes[0]} joins them"
    widths = [width for each in shapes if is_number(width := each[-1])]
    if axes[0] != len(shapes[0].dims or ()) - 1 or len(widths) < len(shapes):
        return None
    width = max(widths)
    layer = f"Conv2D({width}, 1)" if ranks == {4} else f"Dense({width})"
    return f"layers.{layer} of the others makes them as wide"


def _known(size: Dim) -> int:
    return size if isinstance(size, int) else 0


def _vary(sizes: Sequence[Dim]) -> bool:
    return any(differ(sizes[0], each) for each in sizes[1:])


def check_ids(ids: Any, count: Any) -> None:
    """Refuses numbers that an embedding of so many rows has no row for; negative ones count from the end.

    Raises:
      OpError: if one of the numbers that are known is out of range.
    """
    if isinstance(ids, TensorType) and ids.dtype == STRING:
        hint = "keras.layers.TextVectorization() or StringLookup() before it numbers them"
        raise OpError("tf-dtype", "expected numbers, got strings", hint=hint)
    if not isinstance(ids, TensorType) or not is_number(count):
        return
    found = numbers_in(ids.value)
    for each in found:
        if not -count <= each < count:
            words = f"the embedding has {count} rows, 0 to {count - 1}, and none for {each}"
            hint = f"input_dim={max(found) + 1} has one for each" if each >= count else None
            raise OpError("tf-value", words, "inputs", hint)


#: The layers that take inputs of the rank alone that they were built for, and those that look along an axis of their own.
_OF_ONE_RANK: Final = ("BatchNormalization", "GroupNormalization", "EinsumDense", "PReLU")
_ALONG: Final = ("BatchNormalization", "GroupNormalization", "LayerNormalization")


def check_built(name: str, config: Mapping[str, Any], built_for: Shape, x: Any) -> None:
    """Refuses inputs of another rank or width than those that a layer was built for.

    >>> x = TensorType.parse("float32[8, 6, 4]")
    >>> check_built("Dense", {}, Shape.of(None, 4), x)
    >>> check_built("BatchNormalization", {"axis": 1}, Shape.of(None, 5, 4), x)
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: built for inputs with 5 in axis 1, got 6

    Raises OpError for them.
    """
    if not isinstance(x, TensorType) or not x.shape.rank or not built_for.rank:
        return
    hint = f"a second {name}() takes these"
    if name in _OF_ONE_RANK and x.shape.rank != built_for.rank:
        words = f"built for inputs of rank {built_for.rank}, got rank {x.shape.rank}"
        raise OpError("tf-rank", words, hint=hint)
    axis = _built_along(name, config)
    if axis is None or axis > 0 and x.shape.rank != built_for.rank:
        return
    if -built_for.rank <= axis < built_for.rank and -x.shape.rank <= axis < x.shape.rank:
        wanted, got = built_for[axis], x.shape[axis]
        if equal(wanted, got) is False:
            what = "a last dim of" if axis == -1 else ""
            words = (
                f"built for inputs with {what or wanted} {wanted if what else f'in axis {axis}'}"
            )
            raise OpError("tf-shape", f"{words}, got {got}", hint=hint)


def _built_along(name: str, config: Mapping[str, Any]) -> int | None:
    """The axis whose size a layer was built for."""
    if name == "Dense" or name in STATES:
        return -1
    if "Conv" in name and "LSTM" not in name:
        try:
            return 1 if channels_first(config.get("data_format")) else -1
        except Unsure:
            return None
    axis = config.get("axis", -1) if name in _ALONG else None
    return axis if type(axis) is int else None


def check_texts(shape: Shape) -> None:
    """Refuses texts in rows of words: what splits them takes one text in each row.

    Raises:
      OpError: if there are more.
    """
    if shape.rank in (0, 1):
        return
    if equal(shape[-1], 1) is False:
        words = f"expected texts of rank 1, or with a last dim of 1, got {shape}"
        raise OpError("tf-shape", words, hint="split=None leaves words alone")
    if shape.rank != 2 or shape[-1] != 1:
        raise Unsure


def is_size(value: Any) -> bool:
    """Whether it may be a size: None is found out, and a float is rounded."""
    return value is not None and not isinstance(value, float)


def _is_dense(value: Any) -> bool:
    return isinstance(value, TensorType) and value.kind in DENSE

"""What a call gives for an argument that it lacks: a keyword as code, from what the call has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from tftypes.algebra import DType
from tftypes.inference.interpreter.arguments import bound, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow import tables
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor
from tftypes.inference.models.tensorflow.ops.joining import joining_axis
from tftypes.inference.models.tensorflow.ops.values import contents
from tftypes.inference.objects import Value

#: What the arguments that are given say for another one; None where they say nothing.
Guess: TypeAlias = "Callable[[Mapping[str, Value], Call], str | None]"


def _joining(given: Mapping[str, Value], call: Call) -> str | None:
    values = to_rule(given.get("values"))
    if not isinstance(values, (list, tuple)):
        return None
    return str(joining_axis([as_tensor(each).shape for each in values]))


def _classes(name: str, given: Mapping[str, Value], call: Call) -> str | None:
    """One more than the largest of the first numbers that an argument may hold."""
    ids = tensor_of(given.get(name))
    written = written_argument(call.node, list(given).index(name), name) if ids else None
    if ids is None or written is None or not ids.dtype.is_integer or ids.shape.rank == 0:
        return None  # one number tells nothing of others
    known = contents(ids)
    if isinstance(known, tuple) and known and all(type(each) is int for each in known):
        return str(max(known) + 1)
    largest = f"tf.reduce_max({written})"
    is_int32 = ids.dtype == DType.of("int32")
    return f"{largest if is_int32 else f'tf.cast({largest}, tf.int32)'} + 1"


def _largest_pixel(given: Mapping[str, Value], call: Call) -> str | None:
    """What images of a dtype hold at most, floats by the convention of `tf.image`."""
    found = tensor_of(given.get("a", given.get("img1")))
    if found is None:
        return None
    return "255" if found.dtype == DType.of("uint8") else "1.0" if found.dtype.is_floating else None


def _for_unknown_keys(given: Mapping[str, Value], call: Call) -> str | None:
    dtype = tables.value_dtype(given.get("initializer"))
    if dtype is None:
        return None
    return (
        '""'
        if dtype.is_string
        else "-1"
        if dtype.is_integer
        else "0.0"
        if dtype.is_floating
        else None
    )


def _count(name: str) -> Guess:
    return lambda given, call: _classes(name, given, call)


#: By the canonical name of what is called: the argument, and what it may be.
_GUESSES: Final[Mapping[str, tuple[str, Guess]]] = MappingProxyType(
    {
        "tensorflow.concat": ("axis", _joining),
        "tensorflow.expand_dims": ("axis", lambda given, call: "-1"),
        "tensorflow.one_hot": ("depth", _count("indices")),
        "tensorflow.image.psnr": ("max_val", _largest_pixel),
        "tensorflow.image.ssim": ("max_val", _largest_pixel),
        "tensorflow.image.ssim_multiscale": ("max_val", _largest_pixel),
        "tensorflow.lookup.StaticHashTable": ("default_value", _for_unknown_keys),
        "tensorflow.nn.conv1d": ("padding", lambda given, call: "'SAME'"),
        "tensorflow.nn.conv2d": ("padding", lambda given, call: "'SAME'"),
        "tensorflow.nn.max_pool2d": ("padding", lambda given, call: "'SAME'"),
        "tensorflow.nn.avg_pool2d": ("padding", lambda given, call: "'SAME'"),
        **{
            f"tensorflow.math.unsorted_segment_{each}": ("num_segments", _count("segment_ids"))
            for each in ("sum", "mean", "max", "min", "prod", "sqrt_n")
        },
    }
)  # fmt: skip


def _missing(interpreter: Interpreter, call: Call, name: str) -> tuple[str, str] | None:
    """The argument that a call of this name may lack, and what it is then."""
    argument, guess = _GUESSES.get(name, ("", None))
    given = bound(interpreter, call, name)
    if guess is None or argument in given or call.is_open:
        return None
    found = guess(given, call)
    return None if found is None else (argument, found)


REMEDIES: Final = {"missing": _missing}

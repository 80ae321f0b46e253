"""Datasets of generators: what these yield first, and whether it is what the dataset is told."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final

from tftypes.algebra import TensorType, same, shapes
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.models.tensorflow.generated_specs import members_of, regrouped, written_spec
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.specs import spec_kind
from tftypes.inference.models.tensorflow.structures import is_list
from tftypes.inference.objects import Container, Value, resolve
from tftypes.inference.values import Mapped, Seq
from tftypes.inference.widening import soften


def arguments(interpreter: Interpreter, args: Value) -> list[Value] | None:
    """What a generator is given: arrays of what is converted to tensors; None where that is not known."""
    given = () if args is None else interpreter.known_items(args)
    found = [None] if given is None else [tensor_of(each) for each in given]
    known = [arrays.of_tensor(interpreter, each) for each in found if each is not None]
    return known if len(known) == len(found) else None


def yielded(
    interpreter: Interpreter, generator: Value, args: Sequence[Value], node: ast.AST
) -> tuple[tuple[Value, ...], bool]:
    """The items that a generator gives first, and whether there are no others."""
    with interpreter.eagerly():
        found = interpreter.items(interpreter.call(generator, args, {}, node))
    if isinstance(found, tuple):
        return found, True
    return found.prefix if isinstance(found, Seq) else (), False


def first_tensors(given: tuple[Value, ...], spec: Value) -> tuple[tuple[TensorType, ...], ...]:
    """The tensors in each item, as far as they are known."""
    found: list[tuple[TensorType, ...]] = []
    for value in given:
        tensors = _tensors(value, spec)
        if tensors is None:
            break
        found.append(tensors)
    return tuple(found)


def _tensors(value: Value, spec: Value) -> tuple[TensorType, ...] | None:
    spec, value = resolve(spec), resolve(value)
    if isinstance(spec, TensorType):
        got = tensor_of(value)
        return None if got is None else (TensorType(got.dtype, got.shape),)
    wanted, given = members_of(spec), members_of(value)
    if wanted is None or given is None or wanted.keys() != given.keys():
        return None
    parts = [_tensors(given[key], wanted[key]) for key in wanted]
    return None if None in parts else tuple(each for part in parts for each in part or ())


def unlike(
    value: Value, spec: Value, said: str, code: ast.expr | None = None, is_whole: bool = True
) -> tuple[str, str] | None:
    """What is wrong with an item of a generator, beside what the argument `said` has; None for nothing.

    `code` is what the generator yields, as it is written, and `is_whole` says that it is no part of an item.
    """
    spec, value = resolve(spec), resolve(value)
    if isinstance(spec, TensorType):
        is_ragged = isinstance(value, TensorType) and value.kind == "ragged"
        if is_ragged and spec_kind(spec) == "tensor":
            words = f"the generator yields {value}, {said} says {spec.dtype}, which is not ragged"
            return "tf-signature", f"{words}{_does(value) if is_whole else ''}"
        got = value if is_ragged else tensor_of(value)
        if value is None and (is_whole or spec.dtype.is_integer or spec.dtype.is_string):
            return "tf-value", f"the generator yields None, {said} says {spec.dtype}"
        if (
            got is not None
            and is_whole
            and spec.shape.rank is None
            and _is_refused(value, got, spec)
        ):
            # One tensor of any rank is converted as ops convert their arguments.
            words = f"the generator yields {describe(to_rule(value))}, {said} says {spec.dtype}"
            return "tf-dtype", f"{words}{_does(value)}"
        return _parted(value, said) if got is None else _unfit(got, spec, said)
    wanted, given = members_of(spec), members_of(value)
    if wanted is None or given is None and not isinstance(value, _SINGLE):
        return None
    told = f"{said} has {_named(spec, wanted)}"
    if given is None or isinstance(spec, tuple) is not isinstance(value, tuple):
        what = _named(value, given) if given is not None else str(describe(to_rule(value)))
        return "tf-signature", f"the generator yields {what}, {told}{_does(value)}"
    if wanted.keys() != given.keys():
        what, grouped = _named(value, given), regrouped(spec, code)
        remedy = f"; yield {grouped} does" if grouped else _does(value)
        return "tf-signature", f"the generator yields {what}, {told}{remedy}"
    rows = ((given[key], wanted[key]) for key in wanted)
    return next((fault for row in rows if (fault := unlike(*row, said, is_whole=False))), None)


def _is_refused(value: Value, got: TensorType, spec: TensorType) -> bool:
    """Whether an op that takes a dtype refuses a value: a tensor of another, or a Python number that it cannot hold."""
    if same(got.dtype, spec.dtype) is not False:
        return False
    if isinstance(value, TensorType):
        return value.kind == "tensor"
    members = members_of(value)
    parts = [value] if members is None else [resolve(each) for each in members.values()]
    if any(isinstance(each, TensorType) or members_of(each) for each in parts):
        return False
    is_bool, is_int = spec.dtype.is_bool is True, spec.dtype.is_integer is True
    return (
        got.dtype.is_floating is True
        and (is_int or is_bool)
        or is_bool
        and got.dtype.is_integer is True
    )


#: What is no structure for sure.
_SINGLE: Final = (TensorType, PyValue, int, float, str)


def _named(value: Value, members: Mapping[Value, Value]) -> str:
    if isinstance(value, Container) and isinstance(value.contents, Mapped):
        return f"a dict with {', '.join(map(repr, members))}"
    return f"a {'list' if is_list(value) else 'tuple'} of {len(members)}"


def _parted(value: Value, said: str) -> tuple[str, str] | None:
    """A tuple or list whose parts have different shapes is no tensor."""
    members = members_of(value)
    found = [tensor_of(each) for each in members.values()] if members else []
    shapes_ = [soften(each).shape for each in found if each is not None]
    if len(shapes_) < len(found) or not any(shapes.mismatch(shapes_[0], each) for each in shapes_):
        return None
    if isinstance(value, Container) and not is_list(value):
        return None
    what = _named(value, members or {})
    words = f"the generator yields {what} of different shapes, {said} has one tensor"
    return "tf-signature", f"{words}{_does(value)}"


def _unfit(got: TensorType, spec: TensorType, said: str) -> tuple[str, str] | None:
    """Numbers are converted to the dtype of the spec, and so is text that says one; an array keeps its shape.

    A ragged tensor is not converted.
    """
    if got.kind == "ragged" and same(got.dtype, spec.dtype) is False:
        return "tf-dtype", f"the generator yields {got}, {said} says {spec.dtype}"
    word = next((each for each in _texts(got.value) if not _says_number(each)), None)
    if word is not None and spec.dtype.name not in (None, "string", "bool"):
        return "tf-dtype", f"the generator yields {word!r}, {said} says {spec.dtype}"
    if spec.dtype.is_string is True and got.dtype.is_string is False:
        return "tf-dtype", f"the generator yields {got}, {said} says {spec.dtype}"
    if shapes.mismatch(soften(got).shape, spec.shape):
        return (
            "tf-shape",
            f"the generator yields {got}, {said} says {spec.dtype}{spec.shape}{_spec(got, spec)}",
        )
    return None


def _spec(got: TensorType, spec: TensorType) -> str:
    """The spec of what is yielded, where all of it is known."""
    made = written_spec(TensorType(spec.dtype, got.shape))
    return f"; {made} does" if made else ""


def _does(value: Value) -> str:
    """The signature of a structure that is yielded, where all of it is known."""
    made = written_spec(value)
    return f"; output_signature={made} does" if made else ""


def _texts(contents: Value) -> list[str]:
    if isinstance(contents, tuple):
        return [text for each in contents for text in _texts(each)]
    return [contents] if isinstance(contents, str) else []


def _says_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

"""Whether a tensor, or what holds some, fits where another is expected, as mypy's messages have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tftypes.algebra import TensorType, dtypes, shapes
from tftypes.algebra.tensors import passes_for
from tftypes_mypy import typetext
from tftypes_mypy.features.structs import checks as structs_checks
from tftypes_mypy.features.structs.types import STRUCT_DTYPE, Struct
from tftypes_mypy.typetext import DimensionValue, Text


@dataclass(frozen=True)
class Verdict:
    """What the algebra says of a type where another was expected."""

    #: True: fits; None: cannot be refuted; False: refuted, or mypy's own business.
    fits: bool | None
    #: The code and the words, where it is tensors that do not fit.
    code: str = ""
    text: str = ""


#: The struct that a type in a message means, if it can be told.
StructOf = Callable[[Text], Struct | None]

FITS: Final = Verdict(True)
SILENT: Final = Verdict(None)
FOREIGN: Final = Verdict(False)


def judge_tensors(got: TensorType, expected: TensorType) -> Verdict:
    """Whether a tensor fits where another is expected; a Variable is read."""
    if not passes_for(got.kind, expected.kind):
        return FOREIGN
    same_dtype = dtypes.compatible(got.dtype, expected.dtype)
    same_shape = shapes.compatible(got.shape, expected.shape)
    words = f"expected {_plain(expected)}, got {_plain(got)}"
    if same_dtype is False:
        return Verdict(False, "tf-dtype", words)
    if same_shape is False:
        ranks = got.shape.rank, expected.shape.rank
        code = "tf-shape" if None in ranks or ranks[0] == ranks[1] else "tf-rank"
        difference = shapes.mismatch(got.shape, expected.shape)
        return Verdict(False, code, f"{words}: {difference}" if difference else words)
    return FITS if same_dtype and same_shape else SILENT


def _plain(tensor: TensorType) -> str:
    return str(TensorType(tensor.dtype, tensor.shape))


def judge(
    got: Text, expected: Text, value_of: DimensionValue, struct_of: StructOf = lambda text: None
) -> Verdict:
    """The verdict on two types as mypy writes them.

    Examples:
      >>> from tftypes_mypy.typetext import read
      >>> three = read("Tensor[float32, Shape[Literal[3]]]")
      >>> judge(three, read("Tensor[float32, Shape[Literal[4]]]"), lambda name: None).text
      'expected float32[4], got float32[3]: dim 0 is 3, expected 4'
      >>> judge(three, read("Tensor[float32, Shape[Batch]]"), lambda name: None).fits
    """
    if got == expected or "Any" in (got.name, expected.name):
        return FITS
    if "KerasTensor" in (got.short, expected.short):
        return SILENT  # who annotates layers for functional models calls it `tf.Tensor`
    if is_open(got):
        return SILENT
    if got.name == "|":
        return _all([judge(item, expected, value_of, struct_of) for item in got.args])
    if expected.name == "|":
        return _any([judge(got, item, value_of, struct_of) for item in expected.args])
    tensors = typetext.tensor(got, value_of), typetext.tensor(expected, value_of)
    if tensors[0] is not None and tensors[1] is not None:
        return judge_tensors(tensors[0], tensors[1])
    if got.short == expected.short and got.short in typetext.SPECS:
        specs = [typetext.of_arguments(text, "tensor", value_of) for text in (got, expected)]
        return judge_tensors(specs[0], specs[1])
    if got.short in structs_checks.SHORT and expected.short in structs_checks.SHORT:
        return judge_structs(struct_of(got), struct_of(expected))
    if typetext.takes(got.short, expected.short):
        return _arguments(got, expected, value_of, struct_of)
    return FOREIGN


def judge_structs(got: Struct | None, expected: Struct | None) -> Verdict:
    """Whether a struct fits where another is expected, by its shape and its fields."""
    if got is None or expected is None:
        return SILENT
    tensors = [TensorType(STRUCT_DTYPE, struct.shape) for struct in (got, expected)]
    verdict = judge_tensors(tensors[0], tensors[1])
    if verdict.fits is False:
        return verdict
    found = structs_checks.difference(got, expected)
    return SILENT if found is None else Verdict(False, *found)


def _arguments(got: Text, expected: Text, value_of: DimensionValue, struct_of: StructOf) -> Verdict:
    ours, theirs = got.args, expected.args
    if got.short == "tuple" and len(theirs) == 1 and expected.short != "tuple":
        theirs = theirs * len(ours)  # tuple[A, B] where a Sequence[C] is expected
    if len(ours) != len(theirs):
        return FOREIGN
    verdicts = [judge(a, b, value_of, struct_of) for a, b in zip(ours, theirs)]
    for wanted in (FOREIGN, *(v for v in verdicts if v.fits is False)):
        if wanted in verdicts:
            return wanted
    return FITS if all(verdict.fits for verdict in verdicts) else SILENT


def _all(verdicts: list[Verdict]) -> Verdict:
    """Of a union that came: refuted only where every member is."""
    if FOREIGN in verdicts:
        return FOREIGN
    refuted = [verdict for verdict in verdicts if verdict.fits is False]
    return refuted[0] if len(refuted) == len(verdicts) else SILENT


def _any(verdicts: list[Verdict]) -> Verdict:
    """Of a union that is expected: fits where one member takes it."""
    for wanted in (True, None):
        for verdict in verdicts:
            if verdict.fits is wanted:
                return verdict
    return next((verdict for verdict in verdicts if verdict.code), FOREIGN)


def is_open(got: Text) -> bool:
    """Whether a value may be anything: a name that is bound to what nobody knows keeps its earlier types beside Any."""
    members = {item.name for item in got.args} if got.name == "|" else set()
    return "Any" in members and "None" not in members

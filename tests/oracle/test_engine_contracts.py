"""What the engine says of calls of annotated functions, the run-time library confirms with real tensors."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tftypes.inference.analysis import analyze
from tftypes.runtime import ArgumentError, ReturnError

PRELUDE = """\
from typing import NamedTuple, Optional, TypeVar
import tensorflow as tf
from tftypes import Dim, Dimension, Floating, Shape, Tensor, float32, float64, int32
from tftypes.runtime import checked
from typing_extensions import TypeVarTuple, Unpack

N = TypeVar("N")
M = TypeVar("M")
F = TypeVar("F", bound=Floating)
Ts = TypeVarTuple("Ts")

class Batch(Dimension): ...

class Width(Dimension):
    value = 3

class Pair(NamedTuple):
    a: Tensor[float32, Shape[N]]
    b: Tensor[float32, Shape[N]]
"""
DIMS = st.sampled_from(["2", "3", "None", "N", "N", "M", "Batch", "Width", '"2*N"', '"N + M"', '"N // 2"'])  # fmt: skip
SHAPES = st.one_of(
    st.lists(DIMS, max_size=3).map(lambda dims: f"Shape[{', '.join(dims) or '()'}]"),
    st.sampled_from(["Shape[Unpack[Ts]]", "Shape[N, Unpack[Ts]]", "Shape[Unpack[Ts], 3]"]),
)
ANNOTATIONS = st.builds(
    "Tensor[{}, {}]".format, st.sampled_from(["float32", "float32", "F", "int32", "Floating"]), SHAPES
)  # fmt: skip
VALUES = st.builds(
    "tf.zeros({}, tf.{})".format,
    st.lists(st.integers(1, 4), max_size=3),
    st.sampled_from(["float32", "float32", "float32", "float64", "int32"]),
)
#: A parameter's annotation with an argument for it.
ARGUMENTS = st.one_of(
    st.tuples(ANNOTATIONS, VALUES),
    st.tuples(ANNOTATIONS, VALUES),
    st.tuples(ANNOTATIONS.map("Optional[{}]".format), st.one_of(VALUES, st.just("None"))),
    st.tuples(
        st.builds("tuple[{}, {}]".format, ANNOTATIONS, ANNOTATIONS),
        st.builds("({}, {})".format, VALUES, VALUES),
    ),
    st.tuples(ANNOTATIONS.map("list[{}]".format), st.lists(VALUES, min_size=1, max_size=2).map(lambda items: f"[{', '.join(items)}]")),
    st.tuples(st.sampled_from(["Dim[N]", "Dim[M]", 'Dim["2*N"]']), st.integers(1, 4).map(str)),
)  # fmt: skip


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A function with annotations, and a call of it."""
    drawn = draw(st.lists(ARGUMENTS, min_size=1, max_size=3))
    parameters = ", ".join(f"p{i}: {annotation}" for i, (annotation, _) in enumerate(drawn))
    result, returned = draw(ANNOTATIONS), draw(VALUES)
    return (
        f"@checked\ndef f({parameters}) -> {result}:\n    return {returned}\n\n"
        f"f({', '.join(value for _, value in drawn)})\n"
    )


def _refused(text: str) -> str:
    """What the run-time library says of the call; nothing if all is well."""
    try:
        exec(compile(PRELUDE + text, "program", "exec"), {"__name__": "program"})
    except (ArgumentError, ReturnError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("contracts") / "program.py"


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=programs())
def test_the_engine_and_the_run_time_library_agree_on_any_call(text: str, program: Path) -> None:
    program.write_text(PRELUDE + text)
    found = analyze([str(program)])
    assert not found.failures, found.failures
    refused = _refused(text)
    call = (PRELUDE + text).count("\n")
    said = [each.message for each in found.findings if each.place.line == call]
    if "ArgumentError" in refused:
        assert said, f"{text}at run time: {refused}\nthe engine: {found.findings}"
    else:
        assert not said, f"{text}at run time: {refused or 'all is well'}\nthe engine: {said}"
    if refused:
        assert found.findings, f"{text}at run time: {refused}"

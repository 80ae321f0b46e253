"""A call that no overload takes gets a plain message."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.inference.declared import DECLARED, function, parameter
from tftypes.inference.declarations import Class, Function, Signature
from tftypes.inference.declarations.calls import refusal

POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD


@pytest.mark.parametrize(
    ("name", "positional", "keywords", "message"),
    [
        ("tensorflow.matmul", 2, ["transpose_b"], None),
        (
            "tensorflow.matmul",
            2,
            ["transposeb"],
            "has no parameter 'transposeb'; did you mean 'transpose_b'?",
        ),
        ("tensorflow.matmul", 1, [], "argument 'b' is missing; it takes a, b"),
        ("tensorflow.rank", 3, [], "takes 2 positional arguments, got 3; it takes input, name"),
        (
            "tensorflow.rank",
            1,
            ["input"],
            "argument 'input' is given twice, by position and by name",
        ),
        ("tensorflow.raw_ops.Abs", 1, [], "takes 0 positional arguments, got 1"),
        ("tensorflow.Tensor.set_shape", 1, [], None),
        (
            "tensorflow.Tensor.set_shape",
            2,
            [],
            "takes 1 positional argument, got 2; it takes shape",
        ),
        ("tensorflow.RaggedTensor.from_row_splits", 2, [], None),
        ("tensorflow.concat", 1, [], "argument 'axis' is missing; it takes values, axis"),
        ("tensorflow.keras.layers.Dense", 1, [], None),
        ("tensorflow.keras.layers.Dense", 0, ["unit"], "argument 'units' is missing"),
        ("tensorflow._Unique", 1, [], "argument 'idx' is missing; it takes y, idx"),
    ],
)
def test_functions_methods_and_classes(
    name: str,
    positional: int,
    keywords: list[str],
    message: str | None,
) -> None:
    called = DECLARED.find(name)
    assert isinstance(called, (Function, Class))
    assert DECLARED.accepts(called, positional, keywords) == message


def test_a_method_of_a_class_takes_its_instance_too() -> None:
    method = function("tensorflow.Tensor.set_shape")
    assert DECLARED.accepts(method, 2, bound=False) is None


def test_nothing_is_missing_where_more_is_unpacked() -> None:
    matmul = function("tensorflow.matmul")
    assert DECLARED.accepts(matmul, 0, unpacked=True) is None
    assert DECLARED.accepts(matmul, 0, ["c"], unpacked=True) == "has no parameter 'c'"


@given(st.data())
def test_what_is_refused_is_what_python_refuses(data: st.DataObject) -> None:
    signature = data.draw(signatures())
    positional = data.draw(st.integers(0, 5))
    keywords = data.draw(st.sets(st.sampled_from("abcdefg")))
    names: dict[str, Callable[..., None]] = {}
    exec(f"def called{signature}: ...", names)
    try:
        names["called"](*range(positional), **dict.fromkeys(keywords))
    except TypeError:
        accepted = False
    else:
        accepted = True
    parameters = tuple(map(parameter, signature.parameters.values()))
    ours = Function("f", "function", (Signature(parameters),))
    assert (refusal(ours, positional, sorted(keywords)) is None) == accepted


@st.composite
def signatures(draw: st.DrawFn) -> inspect.Signature:
    """Signatures of up to six parameters of all kinds."""
    kinds = sorted(draw(st.lists(st.sampled_from(list(type(POSITIONAL))), max_size=6)))
    found: list[inspect.Parameter] = []
    has_default = False
    for name, kind in zip("abcdef", kinds):
        variadic = kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        if variadic and any(each.kind is kind for each in found):
            continue
        optional = not variadic and draw(st.booleans())
        if kind <= POSITIONAL:  # after one with a default, all have one
            has_default = optional = optional or has_default
        default = None if optional else inspect.Parameter.empty
        found.append(inspect.Parameter(name, kind, default=default))
    return inspect.Signature(found)

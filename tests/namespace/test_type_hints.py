"""Annotations as `typing.get_type_hints` and the rest of typing see them."""
# ruff: noqa: UP007, UP037, UP045  the older spellings are what is tested

from __future__ import annotations

import sys
import typing
from typing import Annotated, Any, Generic, NamedTuple, Optional, TypeVar, Union, get_type_hints

import pytest
from typing_extensions import TypeVarTuple, Unpack

from tftypes import Dataset, Dimension, Function, Shape, Tensor, Variable, float32, int32

N = TypeVar("N")
Ts = TypeVarTuple("Ts")


class Batch(Dimension): ...


def f(
    x: Tensor[float32, Shape[N, "2*N + 1", Unpack[Ts]]],
    *rest: Tensor[int32],
    y: Optional[Tensor[int32, Shape[Batch, None]]] = None,
    z: Annotated[Tensor[int32] | None, "labels"],
    **more: list[Tensor[int32, Shape[()]]],
) -> Union[Tensor[float32], tuple[Tensor[int32], ...]]: ...


HINTS = {
    "x": Tensor[float32, Shape[N, "2*N + 1", Unpack[Ts]]],
    "rest": Tensor[int32],
    "y": Optional[Tensor[int32, Shape[Batch, None]]],
    "z": Optional[Tensor[int32]],
    "more": list[Tensor[int32, Shape[()]]],
    "return": Union[Tensor[float32], tuple[Tensor[int32], ...]],
}


def test_annotations_under_the_future_import_are_text() -> None:
    assert f.__annotations__["y"] == "Optional[Tensor[int32, Shape[Batch, None]]]"


def test_hints_are_the_annotations() -> None:
    assert get_type_hints(f) == HINTS


def test_hints_with_extras() -> None:
    assert get_type_hints(f, include_extras=True) == {
        **HINTS,
        "z": Annotated[Optional[Tensor[int32]], "labels"],
    }


def test_arithmetic_stays_text() -> None:
    dims = typing.get_args(typing.get_args(get_type_hints(f)["x"])[1])
    assert dims == (N, "2*N + 1", Unpack[Ts])


def test_annotations_as_text_inside_others() -> None:
    def g(x: "Optional['Tensor[int32, Shape[Batch, 2]]']") -> None: ...

    assert get_type_hints(g)["x"] == Optional[Tensor[int32, Shape[Batch, 2]]]


def test_fields_of_classes() -> None:
    class Point(NamedTuple):
        x: Tensor[float32, Shape[()]]

    class Layer(Generic[N]):
        w: Variable[float32, Shape[N, N]]

    assert get_type_hints(Point) == {"x": Tensor[float32, Shape[()]]}
    assert get_type_hints(Layer) == {"w": Variable[float32, Shape[N, N]]}


@pytest.mark.parametrize(
    "union",
    [
        Tensor[int32, Shape[2]] | None,
        None | Tensor[int32, Shape[2]],
        Optional[Tensor[int32, Shape[2]]],
    ],
)
def test_unions(union: Any) -> None:
    assert set(typing.get_args(union)) == {Tensor[int32, Shape[2]], type(None)}


def test_interfaces_take_tensors_as_arguments() -> None:
    assert typing.get_args(Dataset[Tensor[int32, Shape[2]]]) == (Tensor[int32, Shape[2]],)
    assert typing.get_args(Function[[int], Tensor[int32]])[1] == Tensor[int32]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="* in subscripts is syntax of Python 3.11")
def test_a_star_unpacks() -> None:
    scope = {**globals()}
    exec("starred = Shape[2, *Ts, *tuple[3, 4]]; lasting = Shape[N, *tuple[Any, ...]]", scope)
    assert scope["starred"] == Shape[2, Unpack[Ts], 3, 4]
    assert repr(scope["lasting"]) == "Shape[N, *tuple[typing.Any, ...]]"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
def test_type_parameters_of_python_3_12() -> None:
    scope = {**globals()}
    exec(
        "def g[M, *Us](x: Tensor[int32, Shape[M, *Us, 'M']]) -> Tensor[int32, Shape[M]]: ...", scope
    )
    g = scope["g"]
    m, us = g.__type_params__
    assert get_type_hints(g)["x"] == Tensor[int32, Shape[m, Unpack[us], "M"]]
    assert get_type_hints(g)["x"].__parameters__ == (m, us)

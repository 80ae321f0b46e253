"""What `Tensor[int32, Shape[2, None]]` is at run time, and what is refused."""

# ruff: noqa: F401, UP007, UP045  names for eval, and the older spellings
import copy
import operator
import pickle
from typing import Any, Literal, Optional, TypeVar, Union, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import TypeVarTuple, Unpack

import tftypes
from tftypes import (
    Add,
    Dim,
    Dimension,
    Floating,
    FloorDiv,
    Mul,
    RaggedTensor,
    Shape,
    Shape0D,
    Shape1D,
    Shape2D,
    Sub,
    Symbol,
    Tensor,
    Variable,
    float32,
    float64,
    int32,
)
from tftypes.algebra.grammar import DimSyntaxError, parse

N = TypeVar("N")
K = TypeVar("K")
F = TypeVar("F", bound=Floating)
Ts = TypeVarTuple("Ts")


OPERATORS = ("+", " - ", "*", " // ", "%")


class Batch(Dimension): ...


EXPRESSIONS = st.recursive(
    st.sampled_from(["N", "K", "layer.width", "0", "12"]),
    lambda inner: (
        st.builds("{}{}{}".format, inner, st.sampled_from(OPERATORS), inner)
        | st.builds("({})".format, inner)
        | st.builds("-{}".format, inner)
    ),
)
SIZES = st.none() | st.integers(0, 2**40)
NAMED = st.sampled_from([N, K, Batch, "2*N + 1", "N // (K - 1)", Add[N, 1], Mul[2, Add[N, K]]])
SHAPES = st.lists(SIZES | NAMED).map(lambda dims: Shape[tuple(dims)])
DTYPES = st.sampled_from([float32, int32, tftypes.string, Floating, F, Any])
TENSORS = st.builds(lambda dtype, shape: Tensor[dtype, shape], DTYPES, SHAPES)


def value(dim: Any) -> Any:
    """The number that arithmetic comes to, with layer.width = 7."""
    if isinstance(dim, str):
        return parse(dim, {"layer.width": 7}.__getitem__)
    if get_origin(dim) not in OPERATIONS:
        return dim
    return OPERATIONS[get_origin(dim)](*map(value, get_args(dim)))


OPERATIONS = {
    Add: operator.add,
    Sub: operator.sub,
    Mul: operator.mul,
    FloorDiv: operator.floordiv,
}


def test_origin_and_args() -> None:
    alias = Tensor[int32, Shape[2, None]]
    assert get_origin(alias) is Tensor
    assert get_args(alias) == (int32, Shape[2, None])
    assert get_origin(Shape[2, None]) is Shape
    assert get_args(Shape[2, None]) == (2, None)


def test_one_thing_is_kept_one_way() -> None:
    assert get_args(Shape[Literal[2], Any, Literal[None]]) == (2, None, None)
    assert get_args(Shape[()]) == ()
    assert get_args(Tensor[int32]) == (int32, Any)
    assert Tensor[int32] == Tensor[int32, Any] == Tensor[int32, Shape] == Tensor[int32, None]
    assert get_args(Shape["2*N + 1"]) == ("2*N + 1",)
    assert Shape[2, Unpack[tuple[3, None]], 4] == Shape[2, 3, None, 4]


@pytest.mark.parametrize(
    "text",
    [
        "Tensor[int32, Shape[2, None]]",
        "Tensor[int32]",
        "Tensor[float32 | float64, Shape[()]]",
        "Tensor[Any, Shape[N, Batch, '2*N + 1', Add[N, 1]]]",
        "Shape[Sub[N, FloorDiv[K, 2]]]",
        "Tensor[F, Shape2D]",
        "Variable[float32, Shape0D]",
        "RaggedTensor[int32, Shape[3, None]]",
        "Symbol[int32]",
    ],
)
def test_repr_is_what_was_written(text: str) -> None:
    assert repr(eval(text)) == text


def test_variadic_dims_are_shown_with_a_star() -> None:
    assert repr(Shape[2, Unpack[Ts], N]) == "Shape[2, *Ts, N]"


def test_shapes_of_a_rank() -> None:
    assert Shape2D[N, 3] == Shape[N, 3]
    assert Shape2D == Shape[None, None]
    assert Shape0D == Shape0D[()] == Shape[()]
    assert Tensor[int32, Shape1D[Batch]] == Tensor[int32, Shape[Batch]]


def test_dtypes_of_tensorflow_and_numpy_become_ours(tf: Any) -> None:
    import numpy as np

    assert Tensor[tf.int32] == Tensor[np.int32] == Tensor[np.dtype("int32")] == Tensor[int32]
    assert Tensor["int32"] == Tensor[int32]
    assert Tensor[tf.bool] == Tensor[np.bool_] == Tensor[tftypes.bool]
    assert Tensor[tf.bfloat16] == Tensor[tf.bfloat16.as_numpy_dtype] == Tensor["bfloat16"]
    assert Tensor[tf.half] == Tensor["half"] == Tensor[tftypes.float16]
    assert Tensor[float32 | float64] == Tensor[Union[float64, float32]]


@given(TENSORS)
def test_copies_are_equal(alias: Any) -> None:
    for again in (copy.copy(alias), copy.deepcopy(alias), alias.copy_with(alias.__args__)):
        assert again == alias
        assert hash(again) == hash(alias)
        assert repr(again) == repr(alias)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@given(alias=TENSORS | st.just(Shape2D))
def test_pickling_gives_an_equal_object(protocol: int, alias: Any) -> None:
    again = pickle.loads(pickle.dumps(alias, protocol))
    assert again == alias
    assert repr(again) == repr(alias)


@given(SHAPES, SHAPES)
def test_shapes_are_equal_when_their_dims_are(a: Any, b: Any) -> None:
    assert (a == b) == (get_args(a) == get_args(b))
    assert (Tensor[int32, a] == Tensor[int32, b]) == (a == b)
    assert Tensor[int32, a] != Tensor[float32, a] != Symbol[float32, a]


class TestTypeVariables:
    def test_are_found_in_order_each_once(self) -> None:
        alias = Tensor[F, Shape[N, Add[K, N], Unpack[Ts]]]
        assert alias.__parameters__ == (F, N, K, Ts)

    def test_are_replaced(self) -> None:
        matrix = Tensor[F, Shape[N, K]]
        assert matrix[float32, 3, None] == Tensor[float32, Shape[3, None]]
        assert matrix[float32, Batch, "N + 1"] == Tensor[float32, Shape[Batch, "N + 1"]]
        assert matrix[float32, K, N] == Tensor[float32, Shape[K, N]]

    def test_inside_arithmetic(self) -> None:
        assert Shape[Add[N, Mul[2, K]]][3, N] == Shape[Add[3, Mul[2, N]]]

    def test_inside_text(self) -> None:
        doubled = Tensor[F, Shape[N, "2*N - K"]]
        assert doubled[float32, Batch] == Tensor[float32, Shape[Batch, Sub[Mul[2, Batch], "K"]]]
        assert Shape[N, "K // 2"][3] == Shape[3, "K // 2"]
        assert Shape[N, "N"][None] == Shape[None, None]
        assert (
            Shape[N, "-N % layer.width"][3]
            == Shape[3, Sub[Sub[0, 3], Mul[FloorDiv[Sub[0, 3], "layer.width"], "layer.width"]]]
        )

    @given(EXPRESSIONS, st.integers(1, 9), st.integers(1, 9))
    def test_inside_text_mean_what_the_text_means(self, text: str, n: int, k: int) -> None:
        replaced = get_args(Shape[N, K, text][n, k])[2]
        try:
            expected = parse(text, {"N": n, "K": k, "layer.width": 7}.__getitem__)
        except DimSyntaxError:  # division by zero
            return
        assert value(replaced) == expected

    def test_as_a_whole_shape(self) -> None:
        any_shape = TypeVar("any_shape")
        assert Tensor[int32, any_shape][Shape[2, 3]] == Tensor[int32, Shape[2, 3]]

    def test_inside_typing_s_own(self) -> None:
        matrix = Tensor[F, Shape[N, K]]
        assert (
            Optional[matrix][float32, Literal[2], Batch]
            == Optional[Tensor[float32, Shape[2, Batch]]]
        )

    @given(st.lists(SIZES))
    def test_variadic_ones_take_what_is_left(self, sizes: list[Any]) -> None:
        alias = Tensor[F, Shape[N, Unpack[Ts], K]]
        assert alias[(float32, 1, *sizes, 2)] == Tensor[float32, Shape[(1, *sizes, 2)]]

    def test_variadic_ones_replace_each_other(self) -> None:
        assert Shape[N, Unpack[Ts]][3, Unpack[Ts]] == Shape[3, Unpack[Ts]]

    @pytest.mark.parametrize(
        ("alias", "items", "message"),
        [
            (Tensor[int32], 3, "Tensor[int32] has no type variables to replace"),
            (Shape[N], (1, 2), "Shape[N] has 1 type variables (N), got 2 arguments"),
            (Shape[N, Unpack[Ts]], (), "Shape[N, *Ts] needs at least 1 arguments (N, Ts), got 0"),
            (Shape[N], -1, "Shape[-1]: a size is never negative; for an unknown one write None"),
            (Tensor[F, Shape[2]], 3, "Tensor[3, Shape[2]]: 3 is not a dtype"),
        ],
    )
    def test_are_not_replaced_by_anything(self, alias: Any, items: Any, message: str) -> None:
        with pytest.raises(TypeError) as error:
            alias[items]
        assert str(error.value).startswith(message)

    def test_a_subclass_may_have_its_own(self) -> None:
        class Row(Tensor[F, Shape[N, 3]]): ...

        assert Row.__parameters__ == (F, N)
        assert get_args(Row[float32, Batch]) == (float32, Batch)


DIMS_ALLOWED = (
    "allowed are an int >= 0, None, a Dimension subclass, a TypeVar, *Ts, Any, "
    "and arithmetic, Add[N, 1] or 'N + 1'"
)
DTYPES_ALLOWED = (
    "allowed are a dtype such as float32, a group such as Floating, float32 | float64, "
    "a TypeVar bound to DType, Any, and tf.float32"
)
SHAPES_ALLOWED = (
    "allowed are Shape[...], Shape0D to Shape6D, a TypeVar, and Any for an unknown rank"
)
MISTAKES = {
    "Shape[2, -1]": "Shape[2, -1]: a size is never negative; for an unknown one write None",
    "Shape[True]": f"Shape[True]: True is no dimension; {DIMS_ALLOWED}",
    "Shape[2.0]": f"Shape[2.0]: 2.0 is no dimension; {DIMS_ALLOWED}",
    "Shape[(1, 2), 3]": (
        f"Shape[(1, 2), 3]: (1, 2) is no dimension: write 1, 2 without brackets; {DIMS_ALLOWED}"
    ),
    "Shape[int32]": (
        "Shape[int32]: int32 is no dimension but a dtype: write Tensor[int32, Shape[...]]; "
        f"{DIMS_ALLOWED}"
    ),
    "Shape[F]": "Shape[F]: F stands for a dtype (its bound), not for a size",
    "Shape[int]": f"Shape[int]: int is no dimension; {DIMS_ALLOWED}",
    "Shape[...]": (
        "Shape[Ellipsis]: Ellipsis is no dimension: for an unknown rank leave the Shape out; "
        f"{DIMS_ALLOWED}"
    ),
    "Shape[Ts]": (f"Shape[Ts]: Ts is no dimension: unpack it, *Ts or Unpack[Ts]; {DIMS_ALLOWED}"),
    "Shape[Unpack[Ts], 2, Unpack[Ts]]": "Shape[*Ts, 2, *Ts]: only one *Ts is allowed",
    "Shape[Tensor[int32]]": f"Shape[Tensor[int32]]: Tensor[int32] is no dimension; {DIMS_ALLOWED}",
    "Shape['2*N +']": "Shape['2*N +']: '2*N +' is no expression",
    "Shape['N / 2']": "Shape['N / 2']: 'N / 2' is more than + - * // % on names and ints",
    "Shape['f(N)']": "Shape['f(N)']: 'f(N)' is more than + - * // % on names and ints",
    "Shape[Literal['N']]": (
        f"Shape[typing.Literal['N']]: typing.Literal['N'] is no dimension; {DIMS_ALLOWED}"
    ),
    "Shape2D[3]": "Shape2D[3]: takes 2 dimensions, got 1",
    "Shape0D[3]": "Shape0D[3]: takes 0 dimensions, got 1",
    "Shape2D[Unpack[Ts], 3]": "Shape2D[*Ts, 3]: *Ts is any number of dimensions, not one",
    "Add[N]": "Add[N]: takes 2 dimensions, got 1",
    "Mul[N, 2, 3]": "Mul[N, 2, 3]: takes 2 dimensions, got 3",
    "Tensor[3]": f"Tensor[3]: 3 is not a dtype; {DTYPES_ALLOWED}",
    "Tensor[Shape[3]]": f"Tensor[Shape[3]]: Shape[3] is not a dtype; {DTYPES_ALLOWED}",
    "Tensor[float]": f"Tensor[float]: float is not a dtype: write float32 or float64; {DTYPES_ALLOWED}",
    "Tensor[bool]": f"Tensor[bool]: bool is not a dtype: write tftypes.bool; {DTYPES_ALLOWED}",
    "Tensor['int33']": f"Tensor['int33']: 'int33' is not a dtype; {DTYPES_ALLOWED}",
    "Tensor[float32 | int]": (
        f"Tensor[float32 | int]: int is not a dtype: write int32 or int64; {DTYPES_ALLOWED}"
    ),
    "Tensor[TypeVar('I', bound=int)]": (
        f"Tensor[I]: I is not a dtype: it is a type variable bound to something else; {DTYPES_ALLOWED}"
    ),
    "Tensor[int32, 3]": f"Tensor[int32, 3]: 3 is no shape; {SHAPES_ALLOWED}",
    "Variable[int32, (2, 3)]": f"Variable[int32, (2, 3)]: (2, 3) is no shape; {SHAPES_ALLOWED}",
    "Tensor[int32, 2, 3]": "Tensor[int32, 2, 3]: takes a dtype and a Shape, not 3 arguments",
    "Tensor[()]": "Tensor[()]: takes a dtype and a Shape, not 0 arguments",
}


@pytest.mark.parametrize("written", MISTAKES)
def test_a_mistake_is_a_type_error_that_says_what_is_allowed(written: str) -> None:
    with pytest.raises(TypeError) as error:
        eval(written)
    assert str(error.value) == MISTAKES[written]


@pytest.mark.parametrize("check", [isinstance, issubclass])
def test_instances_of_a_subscripted_class_are_not_a_question(check: Any) -> None:
    with pytest.raises(TypeError) as error:
        check(Tensor, Tensor[int32])
    assert str(error.value) == (
        "isinstance() and issubclass() look at the class only, not at dtype and shape: "
        "write Tensor instead of Tensor[int32]"
    )


@given(EXPRESSIONS)
def test_arithmetic_of_names_and_ints_is_accepted(text: str) -> None:
    assert get_args(Shape[text]) == (text,)


@given(st.text("NK12 +-*/%().=,'#0x\n", max_size=12) | st.text(max_size=5))
def test_what_is_accepted_can_be_read_by_the_algebra(text: str) -> None:
    try:
        Shape[text]
    except TypeError:
        return
    try:
        parse(text)
    except DimSyntaxError as error:
        if error.reason != "division by zero":  # which only values can tell
            raise


def test_dim_is_an_argument_that_is_a_size() -> None:
    assert get_args(Dim["2*N"]) == ("2*N",) and get_origin(Dim[N]) is Dim
    with pytest.raises(TypeError, match="takes 1 dimension, got 2"):
        Dim[N, 2]
    with pytest.raises(TypeError, match="never negative"):
        Dim[-1]

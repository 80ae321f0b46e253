"""`StructTensor[Schema, Shape[...]]` as an annotation of a `runtime.function`: its spec, what it admits, what it says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, TypeVar

import pytest
import tensorflow as tf

from tftypes import Dimension, Shape, Tensor, float32, int64, struct
from tftypes.runtime import function, signature_of
from tftypes.runtime.errors import AnnotationError, ArgumentError, ReturnError
from tftypes.struct import DenseStructTensor, RaggedStructTensor, StructTensor

N = TypeVar("N")
S = TypeVar("S")


class Width(Dimension): ...


class Ingredient(TypedDict):
    amount: float
    name: str


class Recipe(TypedDict):
    title: str
    tags: list[str]
    ingredients: list[Ingredient]


@dataclass
class User:
    id: Tensor[int64, Shape[()]]
    taste: Tensor[float32, Shape[2]]


class Point(NamedTuple):
    x: float
    y: Tensor[float32, Shape[Width]]


def recipe(size: int) -> dict[str, Any]:
    items = [{"amount": float(i), "name": f"n{i}"} for i in range(size)]
    return {"title": f"t{size}", "tags": ["a", "b"][:size], "ingredients": items}


ROWS = struct.constant([recipe(2), recipe(0), recipe(1)], Recipe)


@function
def totals(recipes: StructTensor[Recipe, Shape[N]]) -> Tensor[float32, Shape[N]]:
    return tf.reduce_sum(recipes["ingredients"]["amount"], axis=1)


# --- the spec -----------------------------------------------------------------------------


def test_the_spec_of_the_schema_is_the_input_signature() -> None:
    assert totals.input_signature == (struct.spec_of(Recipe, [None]),)
    assert repr(signature_of(totals)) == "totals(recipes: StructTensor[N] of Recipe) -> float32[N]"


def test_schemas_of_every_kind() -> None:
    def f(
        a: StructTensor[User, Shape[()]],
        b: StructTensor[Point, Shape[3]],
        c: DenseStructTensor[User, Shape[None, 2]],
        d: RaggedStructTensor[Ingredient, Shape[None, None]],
    ) -> None: ...

    assert signature_of(f).specs == {
        "a": struct.spec_of(User),
        "b": struct.spec_of(Point, [3]),
        "c": struct.spec_of(User, [None, 2]),
        "d": struct.spec_of(RaggedStructTensor[Ingredient, Shape[None, None]]),
    }


def test_without_a_schema_it_is_tensorflow_that_looks() -> None:
    @function
    def f(x: StructTensor, y: StructTensor[S, Shape[N]]) -> Any:
        return x["title"], y["title"]

    assert [t.shape for t in f(ROWS, ROWS[:1])] == [[3], [1]]
    assert f.input_signature is None


def test_a_field_that_is_no_type_is_named() -> None:
    class Odd(TypedDict):
        x: dict[str, int]

    def f(x: StructTensor[Odd, Shape[None]]) -> None: ...

    with pytest.raises(AnnotationError, match=r"f\(\) parameter 'x': .*'x': .* is no type"):
        signature_of(f)


# --- calls --------------------------------------------------------------------------------


def test_one_trace_for_any_number() -> None:
    traces = []

    @function
    def f(recipes: StructTensor[Recipe, Shape[None]]) -> Any:
        traces.append(recipes.shape)
        return recipes["title"]

    for rows in (ROWS, ROWS[:1], struct.constant([], Recipe)):
        assert f(rows).shape == [rows.shape[0]]
    assert traces == [[None]]


def test_the_order_of_the_fields_is_that_of_the_schema() -> None:
    @function
    def f(recipes: StructTensor[Recipe, Shape[None]]) -> Any:
        return recipes

    turned = ROWS.without("title").with_updates(title=ROWS["title"])
    assert f(turned).field_names() == ("title", "tags", "ingredients")
    assert f(turned).to_py() == ROWS.to_py()


def test_dense_lists_are_ragged_where_the_schema_says_so() -> None:
    rows = struct.constant([recipe(2), recipe(2)])
    assert isinstance(rows["tags"], tf.Tensor)
    assert isinstance(rows["ingredients"], DenseStructTensor)

    @function
    def f(recipes: StructTensor[Recipe, Shape[None]]) -> Any:
        assert isinstance(recipes["tags"], tf.RaggedTensor)
        assert isinstance(recipes["ingredients"], RaggedStructTensor)
        return recipes

    assert f(rows).to_py() == rows.to_py()


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_row_splits_stay_as_they_are(dtype: tf.DType) -> None:
    values = struct.constant([{"amount": 1.0, "name": "a"}, {"amount": 2.0, "name": "b"}])
    rows = RaggedStructTensor.from_row_splits(values, tf.constant([0, 2], dtype))

    @function
    def f(x: RaggedStructTensor[Ingredient, Shape[None, None]]) -> Any:
        return x

    assert f(rows).row_splits.dtype == dtype
    assert f(rows).to_py() == rows.to_py()


def test_sizes_are_bound_as_those_of_tensors() -> None:
    @function
    def f(users: StructTensor[User, Shape[N]], weights: Tensor[float32, Shape[N]]) -> Any:
        return users["taste"] * weights[:, None]

    users = struct.constant([{"id": 1, "taste": [1.0, 2.0]}], User)
    assert f(users, [2.0]).numpy().tolist() == [[2.0, 4.0]]
    with pytest.raises(ArgumentError, match=r"argument 'weights': .* N is 1 in argument 'users'"):
        f(users, [1.0, 2.0])


def test_symbolic_structs() -> None:
    @tf.function
    def outer(recipes: Any) -> Any:
        return totals(recipes)

    assert outer(ROWS).numpy().tolist() == [1.0, 0.0, 0.0]
    data = tf.data.Dataset.from_tensors(ROWS).map(totals)
    assert next(iter(data)).numpy().tolist() == [1.0, 0.0, 0.0]


REFUSED = {
    "a field is missing": (
        ROWS.without("title"),
        "expected StructTensor[?] with a field 'title', "
        "got StructTensor[3] with the fields 'tags', 'ingredients'",
    ),
    "a field too many": (
        ROWS.with_updates(x=[1, 2, 3]),
        "expected StructTensor[?] without a field 'x', got StructTensor[3] with the fields "
        "'title', 'tags', 'ingredients', 'x': .with_only(...) leaves it out",
    ),
    "a dtype": (
        ROWS.with_updates(title=[1, 2, 3]),
        "argument 'recipes[\"title\"]': expected string[?], got int32[3]",
    ),
    "a dtype further down": (
        struct.apply(ROWS, "ingredients.amount", lambda a: tf.cast(a, tf.float64)),
        'argument \'recipes["ingredients"]["amount"]\': expected float32[?], got float64[?]',
    ),
    "a rank": (ROWS[0], "expected StructTensor[N] of Recipe, got StructTensor[]"),
    "a struct in place of a tensor": (
        ROWS.with_updates(title=ROWS),
        "argument 'recipes[\"title\"]': expected string[?], got StructTensor[3]",
    ),
    "a tensor in place of a struct": (
        ROWS.with_updates(ingredients=[1, 2, 3]),
        "expected RaggedStructTensor[?, ?], got int32[3]",
    ),
    "no struct": (tf.zeros([3]), "expected StructTensor[N] of Recipe, got "),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_does_not_fit_is_named(why: str) -> None:
    value, says = REFUSED[why]
    with pytest.raises(ArgumentError) as caught:
        totals(value)
    assert says in str(caught.value)
    assert "annotated at" in str(caught.value)


def test_results_are_checked_too() -> None:
    @function
    def f(recipes: StructTensor[Recipe, Shape[None]]) -> StructTensor[Recipe, Shape[None]]:
        return recipes.without("title")

    with pytest.raises(ReturnError, match="with a field 'title'"):
        f(ROWS)


# --- saved --------------------------------------------------------------------------------


class Server(tf.Module):
    @function
    def best(self, recipes: StructTensor[Recipe, Shape[None]]) -> Any:
        return recipes.with_only("title", "tags")[:1]


@pytest.mark.filterwarnings("ignore:Encoding a StructuredValue:UserWarning")
def test_a_saved_model_takes_structs_of_any_size(tmp_path: Path) -> None:
    tf.saved_model.save(Server(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert loaded.best(ROWS).to_py() == [{"title": b"t2", "tags": [b"a", b"b"]}]
    assert loaded.best(ROWS[2:]).to_py() == [{"title": b"t1", "tags": [b"a"]}]


def test_other_types_may_say_what_they_admit_too() -> None:
    """The hook is a protocol: `__tf_annotation__(args, reader)` of any class gives the node."""
    from tftypes.runtime.leaves import TensorNode

    class Metres:
        @classmethod
        def __tf_annotation__(cls, args: tuple[Any, ...], reader: Any) -> TensorNode:
            return TensorNode(reader.dtype(float32), reader.shape(Shape[None]))

    def f(x: Metres) -> None: ...

    assert signature_of(f).specs == {"x": tf.TensorSpec([None], tf.float32)}

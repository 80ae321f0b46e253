"""Schemas: all the ways to write one make the same spec; printed, a tree."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple, NewType, TypedDict

import numpy as np
import pytest
import tensorflow as tf
from typing_extensions import NotRequired, Required

import tftypes
from tftypes import (
    Dimension,
    RaggedTensor,
    Shape,
    SparseTensor,
    Tensor,
    float32,
    int64,
    string,
    struct,
)
from tftypes.struct import (
    DenseStructTensor,
    DenseStructTensorSpec,
    RaggedStructTensor,
    RaggedStructTensorSpec,
    StructTensor,
)


class Width(Dimension):
    value = 6


class Batch(Dimension): ...


class Ingredient(TypedDict):
    amount: float
    name: Tensor[string, Shape[()]]


@dataclass
class Author:
    name: str
    born: int


class Point(NamedTuple):
    x: float
    y: float


class Recipe(TypedDict):
    title: str
    embedding: Tensor[float32, Shape[Width]]
    tags: list[str]
    notes: Tensor[string, Shape[None]]
    author: Author
    at: Point
    ingredients: list[Ingredient]
    steps: StructTensor[Ingredient, Shape[2]]


LINES = """\
├── title: string
├── embedding: float32[6]
├── tags: string[{own}]
├── notes: string[{own}]
├── author
│   ├── name: string
│   └── born: int32
├── at
│   ├── x: float32
│   └── y: float32
├── ingredients[{own}]
│   ├── amount: float32
│   └── name: string
└── steps[2]
    ├── amount: float32
    └── name: string"""


def shown(schema, shape=()):
    return str(struct.Schema(struct.spec_of(schema, shape)))


def test_the_schema_of_one_structure():
    assert shown(Recipe) == "StructTensor\n" + LINES.format(own="?")
    spec = struct.spec_of(Recipe)
    assert spec.field_specs["tags"] == tf.TensorSpec([None], tf.string)
    assert isinstance(spec.field_specs["ingredients"], DenseStructTensorSpec)


@pytest.mark.parametrize(
    "schema",
    [StructTensor[Recipe, Shape[None]], DenseStructTensor[Recipe, Shape[None]], list[Recipe]],
)
def test_in_several_structures_an_open_size_is_ragged(schema):
    assert shown(schema) == shown(Recipe, [None]) == "StructTensor[None]\n" + LINES.format(own="*")
    spec = struct.spec_of(schema)
    assert spec.field_specs["tags"] == tf.RaggedTensorSpec([None, None], tf.string)
    assert isinstance(spec.field_specs["ingredients"], RaggedStructTensorSpec)
    assert spec.field_specs["steps"].shape.as_list() == [None, 2]


def test_rank_two_is_dense_or_ragged_as_the_class_says():
    dense = struct.spec_of(StructTensor[Recipe, Shape[None, None]])
    ragged = struct.spec_of(RaggedStructTensor[Recipe, Shape[None, None]])
    assert isinstance(dense, DenseStructTensorSpec) and dense.rank == 2
    assert isinstance(ragged, RaggedStructTensorSpec) and ragged == struct.spec_of([[Recipe]])


@pytest.mark.parametrize(
    ("given", "dtype"),
    [
        (int, tf.int32), (float, tf.float32), (bool, tf.bool), (str, tf.string), (bytes, tf.string),
        (complex, tf.complex128), (tf.int8, tf.int8), ("uint8", tf.uint8), (np.float16, tf.float16),
        (np.dtype("i8"), tf.int64), (int64, tf.int64), (tftypes.bfloat16, tf.bfloat16),
        (Annotated[int, "doc"], tf.int32), (NewType("Id", int), tf.int32), (Required[int], tf.int32),
        (NotRequired[float], tf.float32), (Tensor[int64, Shape[()]], tf.int64), (tf.TensorSpec([], tf.bool), tf.bool),
    ],
    ids=str,
)  # fmt: skip
def test_scalars(given, dtype):
    assert struct.spec_of({"x": given}).field_specs["x"] == tf.TensorSpec([], dtype)


@pytest.mark.parametrize(
    ("given", "alone", "several"),
    [
        ([int], tf.TensorSpec([None], tf.int32), tf.RaggedTensorSpec([None, None], tf.int32)),
        (list[list[int]], tf.RaggedTensorSpec([None, None], tf.int32),
         tf.RaggedTensorSpec([None, None, None], tf.int32)),
        (Tensor[float32, Shape[3, None]], tf.TensorSpec([3, None]),
         tf.RaggedTensorSpec([None, 3, None], tf.float32, 2)),
        (Tensor[float32, Shape[None, 3]], tf.TensorSpec([None, 3]),
         tf.RaggedTensorSpec([None, None, 3], tf.float32, 1)),
        (Tensor[float32, Shape[Batch]], tf.TensorSpec([None]), tf.TensorSpec([None, None])),
        (RaggedTensor[float32, Shape[None, None]], tf.RaggedTensorSpec([None, None], tf.float32),
         tf.RaggedTensorSpec([None, None, None], tf.float32)),
        (SparseTensor[float32, Shape[5]], tf.SparseTensorSpec([5]), tf.SparseTensorSpec([None, 5])),
        (tf.TensorSpec([2], tf.int32), tf.TensorSpec([2], tf.int32), tf.TensorSpec([None, 2], tf.int32)),
        (tf.RaggedTensorSpec([None, None], tf.int32, row_splits_dtype=tf.int32),
         tf.RaggedTensorSpec([None, None], tf.int32, row_splits_dtype=tf.int32),
         tf.RaggedTensorSpec([None, None, None], tf.int32, row_splits_dtype=tf.int32)),
    ],
    ids=str,
)  # fmt: skip
def test_fields_with_dims_of_their_own(given, alone, several):
    assert struct.spec_of({"x": given}).field_specs["x"] == alone
    assert struct.spec_of({"x": given}, [None]).field_specs["x"] == several


def test_specs_of_structs_in_schemas():
    inner = DenseStructTensorSpec([2], {"a": tf.TensorSpec([2], tf.int32)})
    spec = struct.spec_of({"n": inner}, [None])
    assert spec.field_specs["n"].shape.as_list() == [None, 2]
    rows = RaggedStructTensorSpec([None, None], DenseStructTensorSpec([None], {}), tf.int32)
    assert struct.spec_of({"n": rows}).field_specs["n"] == rows
    assert struct.spec_of(rows) is rows


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"a": "feet"}, "'a': 'feet' is no type: expected a dtype, a spec, an annotation, a dict or [item]"),
        ({"a": {"b": [set]}}, "'a.b[]': <class 'set'> is no type"),
        ({"a": int | None}, "'a': int | None is no type"),
        ({"a": Tensor[float32]}, "'a': expected a known rank: Shape[...]"),
        ({"a": Tensor[tftypes.Floating, Shape[2]]}, "'a': expected one dtype, got Floating"),
        ({"a": StructTensor[Ingredient]}, "'a': StructTensor needs a shape"),
        (int, "expected that of a struct, got <class 'int'>"),
        (tf.TensorSpec([]), "expected that of a struct"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_type_is_named_by_its_path(schema, message):
    with pytest.raises(TypeError) as error:
        struct.spec_of(schema)
    assert message in str(error.value)


class Tree(TypedDict):
    children: "list[Tree]"


def test_a_class_that_contains_itself_has_no_schema():
    with pytest.raises(TypeError, match=r"'children\[\]': Tree contains itself: it has no end"):
        struct.spec_of(Tree)


def test_the_schema_of_a_struct_fits_other_data():
    st = struct.constant([{"a b": 1, "l": [[1.0], []], "n": {"x": "s"}}], {"a b": int, "l": [[float]], "n": {"x": str}})  # fmt: skip
    assert str(st.schema) == (
        "StructTensor[None]\n├── 'a b': int32\n├── l: float32[*, *]\n└── n\n    └── x: string"
    )
    assert st.schema.field_names() == tuple(st.schema) == ("a b", "l", "n") and len(st.schema) == 3
    assert st.schema["a b"] == tf.TensorSpec([None], tf.int32)
    assert str(st.schema["n"]) == "StructTensor[None]\n└── x: string"
    with pytest.raises(KeyError, match="no field 'm'; the fields are: 'a b', 'l', 'n'"):
        st.schema["m"]
    assert struct.constant([], st.schema).schema == st.schema
    assert hash(st.schema) == hash(struct.constant([], st.schema).schema)
    assert st[0].schema.spec == tf.type_spec_from_value(st[0])
    assert st.schema._repr_html_().startswith("<pre>StructTensor[None]\n")

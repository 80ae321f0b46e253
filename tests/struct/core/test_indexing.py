"""`st[...]` does to structs what Python does to nested lists of dicts.

A name takes no dim: `st[i, "a", j]` is the field `a` of all structures, indexed by `[i, j]`.
"""

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import assume, given, settings
from hypothesis import strategies as st_

from tests.struct.core.drawn import collections, indexed, schema_of, to_py
from tftypes import struct
from tftypes.struct import DenseStructTensor, StructTensor

RECIPE = {
    "user_embedding": [0.5, 2.0, 0.25, 8.0],
    "recipe": {
        "title": "Snickerdoodle cookies",
        "ingredients": [
            {"amount": 3.0, "name": "flour"},
            {"amount": 1.0, "name": "sugar"},
            {"amount": 0.5, "name": "butter"},
        ],
        "user_rating": [
            {"user_embedding": [1.0, 2.0, 3.0, 4.0, 5.0], "score": 0.5},
            {"user_embedding": [6.0, 7.0, 8.0, 9.0, 10.0], "score": 0.25},
        ],
    },
}


def test_the_examples_of_the_rfc():
    st = struct.constant(RECIPE)
    assert st["user_embedding"].shape == [4]
    assert st["recipe"].shape == [] and st["recipe"]["title"].numpy() == b"Snickerdoodle cookies"
    assert st["recipe"]["ingredients"].shape == [3]
    assert st["recipe"]["ingredients"][0].to_py() == {"amount": 3.0, "name": b"flour"}
    assert st["recipe", "ingredients", 0, "name"].numpy() == b"flour"
    names = st["recipe", "ingredients", :, "name"]
    assert names.numpy().tolist() == [b"flour", b"sugar", b"butter"]
    ratings = st["recipe", "user_rating", :, "user_embedding", ::2]
    assert ratings.numpy().tolist() == [[1.0, 3.0, 5.0], [6.0, 8.0, 10.0]]


ROWS = [
    {"t": "x", "m": [[1, 2], [3, 4]], "l": [1, 2, 3], "i": [{"a": 1, "l": [1]}, {"a": 2, "l": []}]},
    {"t": "y", "m": [[5, 6], [7, 8]], "l": [], "i": [{"a": 3, "l": [4, 5]}]},
    {"t": "z", "m": [[9, 1], [2, 3]], "l": [4], "i": [{"a": 4, "l": [6]}, {"a": 5, "l": [7, 8, 9]}]},
]  # fmt: skip
KEYS = [
    (0,), (-1,), (slice(1, None),), (slice(None, None, -1),), (slice(-2, None),), (slice(2, 1),),
    (slice(9, None),), (None,), (slice(None), None), ("i",), ("i", 1), ("i", 1, 0), ("i", 0, 1, "a"),
    ("i", slice(None), 0), (slice(None), "i", 0, "a"), ("i", slice(None), -1, "l"),
    ("i", slice(None), 0, "l", slice(0, 1)), ("i", slice(None), slice(1, None)),
    ("i", slice(None), slice(None, None, -1), "a"), ("i", slice(None), slice(-1, None), "l"),
    ("i", slice(None), slice(3, None, -2)), ("i", slice(None), None), ("i", None, slice(None), 0),
    ("i", slice(None), slice(None), None, "a"), ("l", 0, -1), ("l", slice(None), slice(0, 2)),
    ("m", slice(None), 1, slice(None, None, -1)), (1, "m", 0, 1), (2, "i", 1, "l", 2),
    ("i", "l", slice(None), slice(None), slice(1, None)), ("i", slice(0, 2), 0, "a"),
    ("i", slice(None, None, 2), slice(None, 1), "l", slice(None, None, -1)),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_keys_mean_what_they_mean_for_lists_and_dicts(key):
    st = struct.constant(ROWS)
    expected = indexed(st.to_py(), key)
    assert to_py(st[key]) == expected
    run = tf.function(lambda rows: rows[key], input_signature=[st.schema.spec])
    assert to_py(run(st)) == expected


POSITIONS = st_.one_of(
    st_.integers(-3, 3),
    st_.builds(
        slice,
        st_.none() | st_.integers(-4, 4),
        st_.none() | st_.integers(-4, 4),
        st_.none() | st_.integers(-3, 3).filter(bool),
    ),
    st_.none(),
)


@st_.composite
def keys(draw, kind, rank):
    """Names and positions, as many as there are dims at most."""
    key = []
    used = 0
    ragged = rank
    while True:
        steps = ["stop"]
        if used < ragged:
            steps += ["position"] * 3
        if isinstance(kind, dict):
            steps += ["name"] * 2
        step = draw(st_.sampled_from(steps))
        if step == "stop":
            return tuple(key)
        if step == "name":
            name = draw(st_.sampled_from(sorted(kind)))
            key.append(name)
            kind = kind[name]
            while not isinstance(kind, (dict, tf.DType)):
                kind = kind[0] if isinstance(kind, list) else kind.item
                ragged += 1
        else:
            position = draw(POSITIONS)
            key.append(position)
            used += position is not None


@st_.composite
def questions(draw):
    kind, value, dims = draw(collections())
    return schema_of(kind), value, draw(keys(kind, len(dims)))


def outcome(function):
    try:
        return to_py(function())
    except (IndexError, tf.errors.InvalidArgumentError):
        return IndexError


@settings(max_examples=200)
@given(questions())
def test_drawn_keys_mean_what_they_mean_for_lists_and_dicts(question):
    schema, value, key = question
    st = struct.constant(value, schema)
    try:
        expected = indexed(st.to_py(), key)
    except IndexError:
        expected = IndexError
    found = outcome(lambda: st[key])
    if expected is IndexError or found is IndexError:
        # no row, no index: in a list without elements nothing is out of range
        assert expected is found or _is_empty(st.to_py())
    else:
        assert found == expected


def _is_empty(value):
    if isinstance(value, list):
        return not value or any(map(_is_empty, value))
    return isinstance(value, dict) and any(map(_is_empty, value.values()))


@settings(max_examples=25)
@given(questions())
def test_a_graph_gives_the_same_as_eager_execution(question):
    schema, value, key = question
    st = struct.constant(value, schema)
    expected = outcome(lambda: st[key])
    assume(expected is not IndexError)
    run = tf.function(lambda rows: rows[key], input_signature=[st.schema.spec])
    assert to_py(run(st)) == expected


@settings(max_examples=60)
@given(
    st_.lists(st_.lists(st_.lists(st_.integers(0, 9), max_size=3), max_size=3), max_size=3),
    st_.lists(POSITIONS, min_size=1, max_size=3),
)
def test_ragged_fields_are_indexed_as_ragged_tensors(value, key):
    rows = tf.ragged.constant(value, ragged_rank=2, dtype=tf.int32)
    try:
        expected = rows[tuple(key)]
    except (ValueError, IndexError, tf.errors.InvalidArgumentError):
        return  # "Cannot index into an inner ragged dimension", or out of range
    used = len(key) - key.count(None)
    assume(used <= 3)
    st = DenseStructTensor([rows.nrows()], {"x": rows})
    assert to_py(st[("x", *key)]) == to_py(expected)


def test_ellipsis_stands_for_all_the_dims_that_are_left():
    st = struct.constant(ROWS)
    assert st[...] is st and st["t", ...] is st["t"]
    assert to_py(st[..., "t"]) == [b"x", b"y", b"z"]
    assert to_py(st["i", ..., "a"]) == [[1, 2], [3], [4, 5]]
    assert to_py(st["i", ..., :1, "a"]) == [[1], [3], [4]]
    assert to_py(st["m", ..., 0]) == [[1, 3], [5, 7], [9, 2]]
    assert to_py(st[..., "m", 0]) == [[1, 2], [5, 6], [9, 1]]
    assert to_py(st[..., "i", ..., "l", :1]) == [[[1], []], [[4]], [[6], [7]]]
    with pytest.raises(IndexError, match="one '...' only"):
        st[..., ..., "t"]


def test_what_changes_nothing_runs_no_op():
    st = struct.constant(ROWS)
    assert st[:] is st and st[:, ...] is st
    assert st["i", :, :] is not None and st["i"].values is st["i", :].values
    assert st[:, "t"] is st.field_value("t")
    assert st["i", :, :, "a"].values is st["i", "a"].values


def test_a_name_takes_no_dim():
    st = struct.constant(ROWS)
    assert to_py(st["i", 0, "a", 1]) == to_py(st["i", "a", 0, 1]) == to_py(st[0, "i", 1, "a"]) == 2
    assert to_py(st["i", "a"]) == [[1, 2], [3], [4, 5]]


def test_scalar_tensors_numpy_integers_and_variables_are_positions():
    st = struct.constant(ROWS)
    for index in (tf.constant(-1), tf.constant(2, tf.int64), np.int8(2), tf.Variable(2)):
        assert st[index, "t"].numpy() == b"z"
        assert to_py(st["i", index, "a"]) == [4, 5]
        assert to_py(st["i", index, 0, "l"]) == [6]
    zero, two = tf.constant(0), tf.constant(2, tf.int64)
    assert to_py(st["i", :, zero, "a"]) == [1, 3, 4]
    assert to_py(st["i", :, tf.constant(-1), "a"]) == [2, 3, 5]
    assert to_py(st[zero:two, "t"]) == [b"x", b"y"]
    assert to_py(st["i", zero:two, "a"]) == [[1, 2], [3]]
    assert to_py(st["l", :, : tf.constant(2)]) == [[1, 2], [], [4]]
    assert to_py(st["l", :, tf.constant(-2) :]) == [[2, 3], [], [4]]
    assert to_py(st["l", :, :: tf.constant(-1)]) == [[3, 2, 1], [], [4]]


def test_positions_that_the_graph_computes():
    st = struct.constant(ROWS)

    @tf.function(input_signature=[st.schema.spec, tf.TensorSpec([], tf.int32)])
    def run(rows, i):
        return rows[i], rows["i", i], rows["i", :, i], rows[i:], rows["i", :, i:], rows["l", :, ::i]

    row, own, each, after, inner, steps = run(st, -1)
    assert row.to_py() == st.to_py()[-1]
    assert own.to_py() == st.to_py()[-1]["i"]
    assert each["a"].numpy().tolist() == [2, 3, 5]
    assert after.to_py() == st.to_py()[-1:]
    assert inner["a"].to_list() == [[2], [3], [5]]
    assert steps.to_list() == [[3, 2, 1], [], [4]]


def test_slices_of_rows_of_an_unknown_number():
    st = struct.constant(ROWS)
    cuts = [
        slice(start, stop)
        for start in (None, 0, 1, 3, 5, -1, -9)
        for stop in (None, 0, 2, 9, -1, -9)
    ]
    run = tf.function(
        lambda rows: [rows["i", cut] for cut in cuts], input_signature=[st.schema.spec]
    )
    assert [part.to_py() for part in run(st)] == [st["i"].to_py()[cut] for cut in cuts]
    empty = st[:0]
    assert all(part.to_py() == [] for part in run(empty))


def test_boolean_masks():
    st = struct.constant(ROWS)
    kept = [st.to_py()[0], st.to_py()[2]]
    for mask in ([True, False, True], np.array([1, 0, 1], bool), tf.constant([True, False, True])):
        assert st[mask].to_py() == kept
        assert to_py(st[mask, "t"]) == [b"x", b"z"]
        assert to_py(st["i", mask, :, "a"]) == [[1, 2], [4, 5]]
        assert to_py(st["i", mask, 0, "a"]) == [1, 4]
    rows = st["i"]
    assert rows[rows["a"] > 2].to_py() == [[], rows.to_py()[1], rows.to_py()[2]]
    deep = rows["l"]
    assert to_py(rows["l"][0]) == [[1], []]
    assert to_py(struct.constant({"d": deep})["d", deep > 4]) == [[[], []], [[5]], [[6], [7, 8, 9]]]
    with pytest.raises(ValueError, match="the mask: expected 3 rows as in the struct, got 2"):
        rows[rows["a"][:2] > 2]
    with pytest.raises(TypeError, match="a boolean mask is the first position of an index"):
        st["m", :, [True, False]]


@pytest.mark.parametrize(
    ("key", "kind", "message"),
    [
        (3, IndexError, "index 3 is out of range for dim 0 of size 3"),
        (-4, IndexError, "index -4 is out of range for dim 0 of size 3"),
        (("i", 3), IndexError, "index 3 is out of range for dim 0 of size 3"),
        (("i", slice(None), 1), IndexError, "index 1 is out of range for row 1, which has length 1"),
        (("m", 0, 2), IndexError, "index 2 is out of range for dim 1 of size 2"),
        ((0, 0), IndexError, "2 positions, but the struct has 1 dims; its fields are 't', 'm', 'l', 'i'"),
        ((0, 0, "t"), IndexError, "2 positions, but the struct has 1 dims"),
        (("t", 0, 0), IndexError, "2 positions, but the field has 1 dims"),
        ("T", KeyError, "no field 'T'; the fields are: 't', 'm', 'l', 'i'"),
        (("t", "x"), TypeError, "'x': a string tensor of shape (3,) has no fields"),
        (1.5, TypeError, "not by 1.5"),
        (True, TypeError, "not by True"),
        ([0, 1], TypeError, "not by a list; for a list of indices use tf.gather"),
        (slice("a", None), TypeError, "not by a str"),
        (slice(None, None, 0), ValueError, "slice step cannot be zero"),
        (("i", slice(None), slice(None, None, 0)), ValueError, "slice step cannot be zero"),
        (("i", slice(None, None, 0)), ValueError, "slice step cannot be zero"),
    ],
    ids=repr,
)  # fmt: skip
def test_other_keys_are_refused(key, kind, message):
    with pytest.raises(kind) as error:
        struct.constant(ROWS)[key]
    assert message in str(error.value)


def test_a_structure_is_indexed_by_names_only():
    with pytest.raises(
        IndexError, match="1 positions, but the struct has 0 dims; its fields are 't'"
    ):
        struct.constant(ROWS)[0][0]


def test_an_index_out_of_some_row_fails_when_the_graph_runs():
    st = struct.constant(ROWS)
    run = tf.function(lambda rows: rows["i", :, 1, "a"], input_signature=[st.schema.spec])
    with pytest.raises(tf.errors.InvalidArgumentError, match="index 1 is out of range for row"):
        run(st)
    assert run(st[::2]).numpy().tolist() == [2, 5]
    later = tf.function(lambda at: st["i", :, at, "a"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="the index is out of range for row"):
        later(tf.constant(1))


def test_sparse_fields_are_cut_where_tensorflow_can_cut_them():
    sparse = tf.sparse.from_dense([[1, 0, 2], [0, 3, 0], [0, 0, 4]])
    st = DenseStructTensor([3], {"s": sparse, "x": [1, 2, 3]})
    dense = st.to_py()
    for key in (0, -1, slice(1, None), slice(0, -1), slice(-2, 5), slice(3, 1)):
        assert st[key].to_py() == dense[key]
    assert tf.sparse.to_dense(st[1, "s", 1:]).numpy().tolist() == [3, 0]
    with pytest.raises(
        TypeError, match="field 's': a SparseTensor is indexed by integers and slices"
    ):
        st[::2]


def test_a_field_that_cannot_be_indexed_is_named():
    class Opaque(tf.experimental.ExtensionType):
        x: tf.Tensor

    st = DenseStructTensor([2], {"o": Opaque(tf.constant([1, 2])), "x": [1, 2]})
    assert isinstance(st["o"], Opaque) and to_py(st[0, "x"]) == 1
    with pytest.raises(TypeError, match="field 'o': a Opaque cannot be indexed"):
        st[0]


def test_gradients_flow_through_indexing():
    x, y = tf.constant([1.0, 2.0, 3.0]), tf.ragged.constant([[1.0, 2.0], [], [3.0]])
    st = DenseStructTensor([3], {"x": x, "l": y})
    with tf.GradientTape() as tape:
        tape.watch([x, y.values])
        part = st[1:]
        loss = tf.reduce_sum(part["x"] ** 2) + tf.reduce_sum(part["l", :, :1] * 5.0)
    by_x, by_y = tape.gradient(loss, [x, y.values])
    assert tf.convert_to_tensor(by_x).numpy().tolist() == [0.0, 4.0, 6.0]
    assert tf.convert_to_tensor(by_y).numpy().tolist() == [0.0, 0.0, 5.0]


def test_results_have_static_shapes_while_tracing():
    spec = struct.spec_of({"x": tf.TensorSpec([4]), "n": {"y": int}}, [None])

    @tf.function(input_signature=[spec])
    def run(st: StructTensor):
        assert st[0]["x"].shape == [4] and st[:, "x", 0].shape.as_list() == [None]
        assert st[None].shape.as_list() == [1, None] and st[0].shape == []
        return st

    run(struct.constant([{"x": [1.0] * 4, "n": {"y": 1}}]))

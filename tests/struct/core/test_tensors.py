"""Dense structs: construction, fields, copies with other fields; what Python does with them."""

import copy
import pickle

import numpy as np
import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.runtime import is_extension_type
from tftypes.struct import DenseStructTensor


def recipes():
    return struct.constant(
        [
            {"title": "soup", "time": 20.0, "tags": ["hot"], "author": {"name": "Ada"}},
            {"title": "bread", "time": 90.0, "tags": [], "author": {"name": "Bo"}},
        ]
    )


def test_a_struct_of_tensors_has_the_shape_that_its_fields_share():
    st = DenseStructTensor([None, 2], {"x": [[1, 2], [3, 4]], "y": tf.zeros([2, 2, 5])})
    assert st.shape == [2, 2] and st.rank == 2
    assert st.field_names() == ("x", "y")
    assert st.field_value("x").numpy().tolist() == [[1, 2], [3, 4]]
    assert st.field_value("y").shape == [2, 2, 5]


def test_a_struct_of_rank_0_is_one_structure():
    st = DenseStructTensor([], {"x": 1, "y": [1.0, 2.0]})
    assert (st.shape, st.rank) == (tf.TensorShape([]), 0)
    assert st.to_py() == {"x": 1, "y": [1.0, 2.0]}


def test_a_field_holds_any_kind_of_tensor_as_it_is():
    fields = {
        "tensor": tf.constant([1, 2]),
        "ragged": tf.ragged.constant([[1], []]),
        "sparse": tf.sparse.from_dense([[1, 0], [0, 2]]),
        "struct": struct.constant([{"a": 1}, {"a": 2}]),
        "rows": struct.constant([[{"a": 1}], []], {"a": tf.int32}),
    }
    st = DenseStructTensor([2], fields)
    for name, value in fields.items():
        assert st.field_value(name) is value


def test_arrays_lists_variables_and_values_become_tensors():
    st = DenseStructTensor(
        [2],
        {
            "array": np.array([1, 2]),
            "list": [1, 2],
            "variable": tf.Variable([1, 2]),
            "value": struct.constant_value([{"a": 1}, {"a": 2}]),
            "ragged": tf.compat.v1.ragged.constant_value([[1], []]),
        },
    )
    kinds = [type(st.field_value(name)) for name in st.field_names()]
    assert all(is_extension_type(v) or isinstance(v, tf.Tensor) for v in st._fields.values())
    assert kinds[3:] == [DenseStructTensor, tf.RaggedTensor]


def test_a_field_that_converts_to_no_tensor_is_named():
    with pytest.raises(TypeError, match="field 'bad': expected a tensor or an extension type"):
        DenseStructTensor([], {"bad": object()})
    with pytest.raises(TypeError, match="expected strings as names, got 1"):
        DenseStructTensor([], {1: 1})


def test_the_rank_must_be_known():
    with pytest.raises(ValueError, match="expected one of known rank"):
        DenseStructTensor(None, {"x": 1})
    with pytest.raises(TypeError, match="expected a shape, got 'x'"):
        DenseStructTensor("x", {"x": 1})


@pytest.mark.parametrize("name", ["_index_", "self", "a b", "", "shape", "updates", "é.…"])
def test_any_string_is_a_field_name(name):
    st = DenseStructTensor([1], {name: [1]})
    assert st[name].numpy().tolist() == [1]
    assert st.with_updates({name: [2]}).to_py() == [{name: 2}]
    assert st.without(name).to_py() == [{}]
    assert tf.function(lambda s: s)(st).to_py() == [{name: 1}]


def test_fields_keep_the_order_in_which_they_are_given():
    names = ("z", "a", "m", "b")
    st = struct.constant({name: i for i, name in enumerate(names)})
    assert st.field_names() == names
    assert tf.function(lambda s: s)(st).field_names() == names
    assert st.with_updates(m=9, q=1).field_names() == (*names, "q")
    assert st.with_only("b", "z").field_names() == ("z", "b")
    assert next(iter(tf.data.Dataset.from_tensors(st))).field_names() == names


def test_with_updates_shares_the_other_fields():
    st = recipes()
    changed = st.with_updates(time=[1.0, 2.0], new=[True, False])
    assert changed.to_py()[0] == {**st.to_py()[0], "time": 1.0, "new": True}
    for name in ("title", "tags", "author"):
        assert changed.field_value(name) is st.field_value(name)
    assert st.field_names() == ("title", "time", "tags", "author")


def test_without_and_with_only_share_the_fields_that_are_left():
    st = recipes()
    assert st.without("time", "tags").field_names() == ("title", "author")
    assert st.with_only("title").field_value("title") is st.field_value("title")
    assert st.without().field_names() == st.field_names()


@pytest.mark.parametrize(
    ("method", "called"),
    [
        ("field_value", "st.field_value()"), ("without", "st.without()"),
        ("with_only", "st.with_only()"), ("__getitem__", "st[...]"),
    ],
)  # fmt: skip
def test_an_unknown_field_is_a_key_error_that_helps(method, called):
    with pytest.raises(KeyError) as error:
        getattr(recipes(), method)("titel")
    assert str(error.value) == (
        f"{called}: no field 'titel'; the fields are: 'title', 'time', 'tags', 'author' (did you mean 'title'?)"
    )


def test_a_name_that_is_no_string_is_a_key_error_too():
    with pytest.raises(KeyError, match="no field 3; the fields are: 'title'"):
        recipes().field_value(3)
    with pytest.raises(KeyError, match="the fields are: none"):
        recipes().with_only().field_value("x")


def test_a_struct_without_fields_still_has_a_shape():
    bare = recipes().with_only()
    assert bare.to_py() == [{}, {}] and len(bare) == 2
    assert bare[0].to_py() == {} and bare[:1].to_py() == [{}]
    assert bare.with_updates(x=[1, 2]).to_py() == [{"x": 1}, {"x": 2}]
    with pytest.raises(ValueError, match="need these dims first, but 'x' has shape"):
        bare.with_updates(x=[1, 2, 3])
    spec = struct.DenseStructTensorSpec([None], {})
    rows = tf.function(lambda s: s[1:], input_signature=[spec])(bare)
    assert rows.to_py() == [{}] and rows.shape == [1]


def test_it_is_immutable():
    st = recipes()
    for name in ("shape", "rank", "anything"):
        with pytest.raises(AttributeError):
            setattr(st, name, 1)
    fields = {"x": tf.constant(1)}
    made = DenseStructTensor([], fields)
    fields["y"] = tf.constant(2)
    assert made.field_names() == ("x",)


def test_it_is_equal_to_itself_only():
    st = recipes()
    assert st == st and st != recipes()
    assert {st: 1}[st] == 1


def test_len_iteration_and_truth_are_those_of_the_python_values():
    st = recipes()
    assert len(st) == 2 and [row["title"].numpy() for row in st] == [b"soup", b"bread"]
    assert bool(st) is bool(st.to_py()) is True
    assert bool(st[:0]) is bool(st[:0].to_py()) is False
    assert bool(st[0]) is True and bool(st[0].with_only()) is False
    with pytest.raises(TypeError, match=r"a single structure \(shape \[\]\) has no len"):
        len(st[0])
    with pytest.raises(TypeError, match="a single structure"):
        iter(st[0])
    with pytest.raises(TypeError, match="`in` is not defined for structs"):
        assert "title" in st


def test_len_and_iteration_while_tracing():
    @tf.function(autograph=False)
    def known(st):
        return tf.stack([row["time"] for row in st])

    assert known(recipes()).numpy().tolist() == [20.0, 90.0]

    spec = struct.DenseStructTensorSpec([None], {"x": tf.TensorSpec([None])})

    @tf.function(autograph=False, input_signature=[spec])
    def unknown(st):
        with pytest.raises(TypeError, match=r"len\(\) of a struct of shape .*use tf.shape"):
            len(st)
        with pytest.raises(TypeError, match=r"len\(\)"):
            iter(st)
        return st

    unknown(DenseStructTensor([1], {"x": [1.0]}))


def test_autograph_loops_over_the_structures_of_any_number():
    @tf.function(input_signature=[recipes().schema.spec])
    def total(st):
        found = tf.constant(0.0)
        for row in st:
            if row["time"] > 30.0:
                continue
            found += row["time"] * tf.cast(len(st), tf.float32)
        return found

    assert total(recipes()).numpy() == 40.0
    assert total(recipes()[:0]).numpy() == 0.0
    rows = struct.constant([[{"x": 1}, {"x": 2}], [], [{"x": 3}]])

    @tf.function(input_signature=[rows.schema.spec])
    def longest(rows):
        found = 0
        for row in rows:
            found = tf.maximum(found, len(row))
        return found

    assert longest(rows).numpy() == 2


def test_copies_and_pickles():
    st = recipes()
    for other in (copy.copy(st), copy.deepcopy(st), pickle.loads(pickle.dumps(st))):
        assert other.to_py() == st.to_py() and other.field_names() == st.field_names()


def test_the_values_are_there_eagerly_only():
    @tf.function
    def trace(st):
        for method in (st.to_py, st.numpy):
            with pytest.raises(ValueError, match="a symbolic struct has no values yet"):
                method()
        return st

    trace(recipes())


def test_tensors_from_numpy_to_python_in_every_dtype():
    for dtype in (np.int8, np.uint64, np.float16, np.float64, np.complex64, np.bool_):
        st = DenseStructTensor([2], {"x": np.array([0, 1], dtype)})
        assert st.to_py() == [{"x": dtype(0)}, {"x": dtype(1)}]
        assert st.numpy()["x"].dtype == dtype

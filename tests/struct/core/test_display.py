"""What people see: one line, a table in a notebook; never more than is worth looking at."""

import numpy as np
import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct import DenseStructTensor
from tftypes.struct.display import WIDTH


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ({"title": "Snickers", "n": {"x": 1}}, "{'title': 'Snickers', 'n': {'x': 1}}"),
        ([{"x": 1.5, "b": True}, {"x": float("nan"), "b": False}],
         "[{'x': 1.5, 'b': True}, {'x': nan, 'b': False}]"),
        ([[{"x": 0.1}], []], "[[{'x': 0.1}], []]"),
        ({"s": "é", "b": b"\xff", "c": 1j}, "{'s': 'é', 'b': b'\\xff', 'c': 1j}"),
        ({"l": list(range(20))}, "{'l': [0, 1, 2, 3, 4, 5, 6, 7, ...]}"),
        ([{"x": i} for i in range(100)], "[{'x': 0}, {'x': 1}, {'x': 2}, {'x': 3}, {'x': 4}, {'x': 5}, "
         "{'x': 6}, {'x': 7}, ...]"),
        ({"s": "x" * 100}, "{'s': '" + "x" * 37 + "...'}"),
    ],
)  # fmt: skip
def test_one_line_with_the_values(value, line):
    st = struct.constant(value)
    assert repr(st) == f"<StructTensor {line}>"
    assert repr(st.numpy()) == repr(st)


def test_what_is_long_is_cut_until_it_fits():
    row = {name: ["word" * 20] * 20 for name in "abcdefghijklmnopqrstuvwxyz"}
    st = struct.constant([row] * 30)
    assert repr(st) == "<StructTensor [{'a': ['wordw...', ...], 'b': ['wordw...', ...], ...}, ...]>"
    assert len(repr(st)) < WIDTH


def test_symbolic_structs_show_their_types():
    lines = []
    spec = struct.spec_of({"x": tf.TensorSpec([2]), "l": [str], "n": [{"a": int}]}, [None])
    run = tf.function(lambda st: lines.append((repr(st), st._repr_html_())) or st)
    run.get_concrete_function(spec)
    assert lines[0][0] == (
        "<StructTensor [None] {'x': float32[None, 2], 'l': string[None, None], "
        "'n': [None, None] {'a': int32[None, None]}}>"
    )
    assert lines[0][1].startswith("<pre>&lt;StructTensor [None]")


def test_other_kinds_of_fields_are_shown_too():
    class Pair(tf.experimental.ExtensionType):
        x: tf.Tensor

    st = DenseStructTensor(
        [2], {"s": tf.sparse.from_dense([[1, 0], [0, 2]]), "p": Pair(tf.constant([1, 2]))}
    )
    assert repr(st) == ("<StructTensor [{'s': [1, 0], 'p': <Pair>}, {'s': [0, 2], 'p': <Pair>}]>")
    assert "<Pair>" in repr(st.with_only("p")) and "&lt;Pair&gt;" in st.with_only("p")._repr_html_()


def test_of_a_big_struct_only_what_is_shown_is_read(monkeypatch):
    count = 10**7
    rows = struct.RaggedStructTensor.from_uniform_row_length(
        DenseStructTensor([count], {"x": tf.zeros([count]), "y": tf.zeros([count, 1])}), 1000
    )
    read, asarray = [], np.asarray

    def reading(value, *args, **kwargs):
        array = asarray(value, *args, **kwargs)
        read.append(array.size)
        return array

    monkeypatch.setattr(np, "asarray", reading)
    line = repr(rows)
    assert 0 < sum(read) < 1000
    rows._repr_html_()
    assert sum(read) < 2000
    assert line.startswith("<StructTensor [[{'x': 0.0, 'y': [0.0]}") and len(line) <= WIDTH + 20


def test_a_table_for_notebooks():
    rows = struct.constant([{"a<b": i, "t": "<i>"} for i in range(12)])
    html = rows._repr_html_()
    assert html.startswith(
        "<table><caption>StructTensor [12]</caption><thead><tr><th></th><th>a&lt;b</th>"
    )
    assert html.count("<tr>") == 12 and "... 2 more" in html
    assert "<th>9</th><td>9</td><td>&#x27;&lt;i&gt;&#x27;</td>" in html
    one = rows[0]._repr_html_()
    assert one.startswith(
        "<table><caption>StructTensor</caption><tbody><tr><th>a&lt;b</th><td>0</td>"
    )
    assert struct.constant([[{"x": 1}]])._repr_html_().startswith("<pre>&lt;StructTensor [[{")


def test_values_that_are_no_tensors():
    value = struct.StructTensorValue([1], {"x": np.array([1])})
    assert repr(value) == "<StructTensor [{'x': 1}]>"

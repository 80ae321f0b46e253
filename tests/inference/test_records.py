"""tf.train.Example: what its messages take, and what is read of the records that a program writes."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_lists_take_what_python_converts(tmp_path: Path) -> None:
    """A number of NumPy's or an eager tensor is one of Python's, and Python iterates bytes as ints."""
    check(
        """
        import numpy as np
        import tensorflow as tf

        def one(value):
            if isinstance(value, type(tf.constant(0))):
                value = value.numpy()
            return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))

        one(b"x"), one(tf.constant("x")), one(tf.io.serialize_tensor(tf.ones([3])))
        tf.train.Int64List(value=np.arange(3)), tf.train.Int64List(value=[np.int32(1), tf.constant(2)])
        tf.train.Int64List(value=range(3)), tf.train.Int64List(value=b"abc"), tf.train.Int64List(value=None)
        tf.train.FloatList(value=[1, True, np.float32(2.0)]), tf.train.FloatList(value=tf.ones([3]))
        tf.train.BytesList(value=np.array([b"a"])), tf.train.FloatList(value=np.ones([0, 3]))
        tf.train.Feature(int64_list={"value": [1]}), tf.train.Features(feature={})
        tf.train.Int64List(value=[True])  # as Protocol Buffers before 7 take it
        tf.train.Int64List(value=[1.5])  # error: [tf-value] tf.train.Int64List(): argument 'value': expected ints, got 1.5; tf.train.Feature(float_list=
        tf.train.Int64List(value=np.ones([2, 2]))  # error: [tf-value] tf.train.Int64List(): argument 'value': expected a list of ints, got array float64[2, 2]
        tf.train.FloatList(value=["1.5"])  # error: [tf-value] tf.train.FloatList(): argument 'value': expected numbers, got '1.5'
        tf.train.FloatList(value=[[1.0, 2.0]])  # error: [tf-value] tf.train.FloatList(): argument 'value': expected numbers, got a list
        tf.train.BytesList(value="abc")  # error: [tf-value] tf.train.BytesList(): argument 'value': expected a list of bytes, got 'abc'; ['abc'.encode()]
        """,
        tmp_path,
    )


def test_a_message_that_is_changed_holds_something_else(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        example = tf.train.Example()
        example.features.feature["x"].int64_list.value.append(3)
        spec = {"x": tf.io.FixedLenFeature([], tf.int64)}
        tf.io.parse_single_example(example.SerializeToString(), spec)
        again = tf.train.Example(features=tf.train.Features(feature={}))
        tf.io.parse_single_example(again.SerializeToString(), spec)  # error: [tf-value] tf.io.parse_single_example(): argument 'features': the record has no feature 'x': it has none
        again.MergeFrom(example)
        tf.io.parse_single_example(again.SerializeToString(), spec)
        """,
        tmp_path,
    )


def test_specs_read_what_was_written_in_another_form(tmp_path: Path) -> None:
    """A default stands for a feature that is missing, and a list of any length is read as one."""
    check(
        """
        import tensorflow as tf

        feature = tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0, 3.0, 4.0]))
        record = tf.train.Example(features=tf.train.Features(feature={"x": feature})).SerializeToString()

        def read(**specs):
            return tf.io.parse_single_example(record, specs)

        read(x=tf.io.FixedLenFeature([2, 2], tf.float32), y=tf.io.FixedLenFeature([], tf.int64, 0))
        read(x=tf.io.VarLenFeature(tf.float32), y=tf.io.VarLenFeature(tf.int64))
        read(x=tf.io.FixedLenSequenceFeature([2], tf.float32, True))
        read(z=tf.io.RaggedFeature(tf.float32, value_key="x"))
        tf.io.parse_single_example(record, {"x": tf.io.VarLenFeature(tf.int64)})  # error: [tf-dtype] tf.io.parse_single_example(): argument 'features': feature 'x' is int64, and float32
        tf.io.parse_example(record, {"x": tf.io.FixedLenFeature([3], tf.float32)})  # error: [tf-shape] tf.io.parse_example(): argument 'features': feature 'x' has 3 items, and 4 in the record
        """,
        tmp_path,
    )


def test_a_file_of_which_others_may_have_written_is_not_known(tmp_path: Path) -> None:
    check(
        """
        import sys
        import tensorflow as tf

        feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[1]))
        record = tf.train.Example(features=tf.train.Features(feature={"x": feature})).SerializeToString()
        spec = {"x": tf.io.FixedLenFeature([], tf.float32)}

        def rows(path):
            return tf.data.TFRecordDataset(path).map(lambda row: tf.io.parse_single_example(row, spec))

        with tf.io.TFRecordWriter("a.tfrecord") as writer:
            if len(sys.argv) > 1:
                writer.write(record)
        for row in rows("a.tfrecord"):
            pass
        for row in rows("b.tfrecord"):
            pass
        with tf.io.TFRecordWriter("a.tfrecord") as writer:
            writer.write(record)
        for row in rows(["a.tfrecord"]):  # error: [tf-dtype] map() of the first element: tf.io.parse_single_example(): argument 'features': feature 'x' is float32
            pass
        """,
        tmp_path,
    )

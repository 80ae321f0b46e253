"""No byte is copied where TensorFlow can use the memory as it is; pointers tell."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import tensorflow as tf

from tftypes import struct
from tftypes.struct.formats import _buffers


def address(value: Any) -> int:
    """Where the elements of a tensor or the values of an Arrow array begin."""
    if isinstance(value, tf.Tensor):
        return int(_buffers.array_of(value).__array_interface__["data"][0])
    return int(value.buffers()[1].address) + value.offset * value.type.bit_width // 8


def own(array: Any) -> Any:
    """The same array in memory of Arrow's own, which is aligned; NumPy's need not be."""
    return pa.concat_arrays([array.slice(0, 1), array.slice(1)])


def batch(rows: int = 1000) -> Any:
    offsets = own(pa.array(np.arange(rows + 1, dtype=np.int32) * 2))
    numbers = own(pa.array(np.arange(2 * rows, dtype=np.float32)))
    structs = pa.StructArray.from_arrays([numbers, own(pa.array(np.arange(2 * rows)))], ["x", "y"])
    return pa.record_batch(
        {
            "int64": own(pa.array(np.arange(rows))),
            "float32": own(pa.array(np.ones(rows, np.float32))),
            "list": pa.ListArray.from_arrays(offsets, numbers),
            "structs": pa.ListArray.from_arrays(offsets, structs),
            "large": pa.LargeListArray.from_arrays(offsets.cast(pa.int64()), numbers),
            "fixed": pa.FixedSizeListArray.from_arrays(numbers, 2),
        }
    )


def test_numbers_offsets_and_nested_values_stay_where_arrow_has_them() -> None:
    data = batch()
    rows = struct.from_arrow(data)
    assert address(rows["int64"]) == address(data["int64"])
    assert address(rows["float32"]) == address(data["float32"])
    for name in ("list", "large"):
        assert address(rows[name].values) == address(data[name].values)
        assert address(rows[name].row_splits) == address(data[name].offsets)
    assert rows["list"].row_splits.dtype == tf.int32 and rows["large"].row_splits.dtype == tf.int64
    structs = rows.field_value("structs")
    assert address(structs.row_splits) == address(data["structs"].offsets)
    assert address(structs.values["y"]) == address(data["structs"].values.field(1))
    assert rows["fixed"].shape == [1000, 2]
    assert address(rows["fixed"]) == address(data["fixed"].values)


def test_and_stay_where_tensorflow_has_them() -> None:
    rows = struct.from_arrow(batch())
    back = struct.to_arrow(rows)
    assert address(back["int64"]) == address(rows["int64"])
    assert address(back["list"].values) == address(rows["list"].values)
    assert address(back["list"].offsets) == address(rows["list"].row_splits)
    assert address(back["structs"].values.field(0)) == address(rows["structs", "x"].values)
    assert address(back["fixed"].values) == address(rows["fixed"])
    assert back.equals(batch())


def test_all_fields_of_a_list_of_structs_share_one_partition() -> None:
    structs = struct.from_arrow(batch()).field_value("structs")
    assert structs["x"].row_splits is structs["y"].row_splits is structs.row_splits


@pytest.mark.parametrize("dtype", ["int8", "uint16", "float16", "float64", "uint64"])
@pytest.mark.parametrize("start", [0, 1, 3, 16, 64])
def test_what_does_not_begin_on_a_boundary_is_copied(dtype: str, start: int) -> None:
    array = own(pa.array((np.arange(100) % 60).astype(dtype))).slice(start)
    made = struct.from_arrow(pa.record_batch({"x": array}))["x"]
    assert (address(made) == address(array)) is (address(array) % 64 == 0)
    assert address(made) % 64 == 0
    assert tf.add(made, made).numpy().tolist() == [2 * x for x in array.to_pylist()]  # no abort


def test_the_memory_lives_as_long_as_the_tensor() -> None:
    data = batch(100_000)
    expected = data["list"].values.to_numpy().sum()
    part = struct.from_arrow(data)["list"].values
    del data
    gc.collect()
    for _ in range(20):  # whoever got that memory would write to it
        pa.array(np.full(200_000, -1, np.float32)).cast(pa.float64())
    assert part.numpy().sum() == expected


def test_and_as_long_as_the_arrow_array() -> None:
    back = struct.to_arrow(struct.from_arrow(pa.record_batch({"x": np.arange(100_000)})))
    gc.collect()
    np.full(100_000, -1)
    assert back["x"].to_numpy().tolist() == list(range(100_000))


def test_ops_never_write_to_arrows_memory() -> None:
    array = own(pa.array(np.zeros(1000, np.float32)))
    tensor = struct.from_arrow(array)
    add = tf.function(lambda x: tf.nn.relu(x + 1.0) * 2.0)
    add(tensor), tf.negative(tensor), add(struct.from_arrow(array))
    assert not array.to_numpy().any()


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 63, 64, 65, 1000])
@pytest.mark.parametrize("start", [0, 1, 5, 8, 13])
def test_bits_are_unpacked_onto_a_boundary(count: int, start: int) -> None:
    bools = np.random.default_rng(count).random(start + count) < 0.5
    array = pa.array(bools).slice(start)
    made = struct.from_arrow(array)
    assert made.numpy().tolist() == bools[start:].tolist()
    assert not count or address(made) % 64 == 0
    assert struct.to_arrow(made).to_pylist() == bools[start:].tolist()


def test_read_only_numpy_arrays_are_shared_too() -> None:
    memory = _buffers.aligned((100,), np.float32)
    memory[:] = 1
    memory.flags.writeable = False
    assert address(_buffers.tensor_of(memory)) == memory.ctypes.data


@pytest.mark.parametrize("length", [0, 1, 8, 22, 23, 60, 70, 127, 128, 300, 20_000])
def test_strings_of_any_length(length: int) -> None:
    """Short ones come by one buffer, long ones one by one; lengths above 127 take more bytes."""
    texts = ["x" * length, "", "é" * (length // 2), "x" * (length // 3)] * 3
    array = pa.array(texts)
    made = struct.from_arrow(array)
    assert made.numpy().tolist() == [text.encode() for text in texts]
    assert struct.to_arrow(made).equals(array)


@pytest.mark.parametrize("length", [7, 19, 300])
def test_many_strings_are_converted_a_part_at_a_time(length: int) -> None:
    count = 10_000_000 // length
    array = pa.array([f"{i:0{length}d}" for i in range(count)])
    made = struct.from_arrow(array.slice(5))
    assert made.shape == [count - 5] and struct.to_arrow(made).equals(array.slice(5))


def test_lists_in_a_slice_get_splits_of_their_own() -> None:
    array = pa.array([[1], [2, 3], [], [4, 5, 6]]).slice(1)
    made = struct.from_arrow(array)
    assert made.row_splits.numpy().tolist() == [0, 2, 2, 5]
    assert made.values.numpy().tolist() == [2, 3, 4, 5, 6]

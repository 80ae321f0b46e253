"""NumPy's arrays in the engine: NumPy itself is the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from tests.inference.reports import check
from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.models.numpy.ndarray import CLASSES
from tftypes.inference.models.tensorflow.ops.arrays import getitem


def test_a_program_that_makes_its_data_with_numpy(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        x = np.zeros((4, 5), dtype="float32")
        h, w = x.shape
        reveal_type(tf.zeros([h, w]))  # revealed: Tensor[float32, Shape[4, 5]]
        reveal_type(tf.constant(x[:, 0]))  # revealed: Tensor[float32, Shape[4]]
        reveal_type(tf.constant(x[x > 0]))  # revealed: Tensor[float32, Shape[None]]
        reveal_type(tf.constant(x.T @ x))  # revealed: Tensor[float32, Shape[5, 5]]
        x += 1.0
        reveal_type(tf.constant(x / 255))  # revealed: Tensor[float32, Shape[4, 5]]
        reveal_type(tf.zeros([int(np.prod(x.shape)), x.ndim]))  # revealed: Tensor[float32, Shape[20, 2]]
        reveal_type(tf.constant(np.float32(3) * x))  # revealed: Tensor[float32, Shape[4, 5]]
        reveal_type(tf.constant(x.tolist()))  # revealed: Tensor[float32, Shape[4, 5]]
        """,
        tmp_path,
    )


def test_arrays_are_appended_taken_and_split(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        x = np.zeros((4, 5), dtype="float32")
        reveal_type(tf.constant(np.append(1.0, np.cumprod(x)[:-1])))  # revealed: Tensor[float64, Shape[20]]
        reveal_type(tf.constant(np.append(x, x, axis=1)))  # revealed: Tensor[float32, Shape[4, 10]]
        reveal_type(tf.constant(np.take(x, [[0, 1]], axis=1)))  # revealed: Tensor[float32, Shape[4, 1, 2]]
        reveal_type(tf.constant(np.einsum("ij,kj->ik", x, x)))  # revealed: Tensor[float32, Shape[4, 4]]
        left, right = np.split(x, 2)
        reveal_type(tf.constant(left))  # revealed: Tensor[float32, Shape[2, 5]]
        first, last = np.split(x, [1], axis=-1)
        reveal_type(tf.constant(last))  # revealed: Tensor[float32, Shape[4, 4]]
        """,
        tmp_path,
    )


def test_a_draw_without_a_size_is_a_number(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        images = tf.zeros([8, 32, 32, 3])
        reveal_type(images[np.random.choice(images.shape[0])])  # revealed: Tensor[float32, Shape[32, 32, 3]]
        reveal_type(images[np.random.choice(range(8))])  # revealed: Tensor[float32, Shape[32, 32, 3]]
        reveal_type(tf.constant(np.random.choice(8)))  # revealed: Tensor[Any, Shape[()]]
        reveal_type(tf.constant(np.random.choice([1, 2])))  # revealed: Tensor[int64, Shape[()]]
        reveal_type(tf.constant(np.random.randint(0, 5)))  # revealed: Tensor[Any, Shape[()]]
        reveal_type(np.random.choice(["a", "b"]))  # revealed: Any
        """,
        tmp_path,
    )


def test_lists_of_arrays(tmp_path: Path) -> None:
    check(
        """
        import keras
        import numpy as np
        import tensorflow as tf

        pixels = np.zeros((4, 4, 3), "uint8")
        reveal_type(tf.constant([pixels]))  # revealed: Tensor[int32, Shape[1, 4, 4, 3]]
        reveal_type(tf.stack([pixels, pixels]))  # revealed: Tensor[int32, Shape[2, 4, 4, 3]]
        reveal_type(tf.constant([pixels > 0]))  # revealed: Tensor[bool, Shape[1, 4, 4, 3]]
        reveal_type(tf.constant([np.arange(3)]))  # revealed: Tensor[Any, Shape[1, 3]]
        reveal_type(keras.ops.convert_to_tensor([pixels]))  # revealed: Tensor[int32, Shape[1, 4, 4, 3]]
        reveal_type(keras.ops.image.resize(pixels, (8, 8)).shape)  # revealed: tensorflow.TensorShape[Shape[8, 8, 3]]
        """,
        tmp_path,
    )


def test_contents_are_known_until_somebody_writes_to_the_memory(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        sizes = np.array([1, 2, 3])
        alias, view = sizes, sizes[1:]
        reveal_type(tf.zeros(sizes * 2))  # revealed: Tensor[float32, Shape[2, 4, 6]]
        reveal_type(tf.zeros(view))  # revealed: Tensor[float32, Shape[2, 3]]
        alias[1] = 7
        reveal_type(tf.zeros(sizes))  # revealed: Tensor[float32, Shape[1, 7, 3]]
        reveal_type(tf.zeros(view))  # revealed: Tensor[float32, Shape[None, None]]
        view[0] = 8
        reveal_type(tf.zeros(sizes))  # revealed: Tensor[float32, Shape[None, None, None]]
        """,
        tmp_path,
    )


def test_what_numpy_refuses_is_an_error(tmp_path: Path) -> None:
    check(
        """
        import numpy as np

        x = np.zeros((4, 5))
        x.reshape(3, 3)  # error: [tf-shape] .reshape(): 20 elements do not make [3, 3]
        np.dot(x, x)  # error: [tf-shape] np.dot(): inner dims 5 and 4 differ
        x + np.zeros(4)  # error: [tf-shape] operator +:
        try:
            np.concatenate([x, np.zeros((4, 6))])
        except ValueError:
            pass
        """,
        tmp_path,
    )


def test_random_numbers_are_of_no_known_value(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        rng = np.random.default_rng(0)
        reveal_type(tf.constant(rng.normal(size=(5, 2))))  # revealed: Tensor[float64, Shape[5, 2]]
        reveal_type(tf.zeros([np.random.randint(1, 5)]))  # revealed: Tensor[float32, Shape[None]]
        """,
        tmp_path,
    )


@st.composite
def indexed(draw: st.DrawFn) -> tuple[np.ndarray[Any, Any], Any]:
    """An array and an index that NumPy takes."""
    shape = draw(arrays_of.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4))
    array = np.zeros(shape, np.float32)
    if draw(st.booleans()):
        return array, draw(arrays_of.basic_indices(shape, allow_newaxis=True))
    parts: list[Any] = []
    for size in shape[: draw(st.integers(1, len(shape)))]:
        parts.append(
            draw(
                st.one_of(
                    st.just(slice(None)),
                    st.just(slice(1, None)),
                    st.integers(0, size - 1),
                    arrays_of.arrays(
                        np.int64, st.sampled_from([(2,), (3, 2)]), elements=st.integers(0, size - 1)
                    ),
                    arrays_of.arrays(np.bool_, (size,)),
                )
            )
        )
    return array, tuple(parts)


@settings(max_examples=300, deadline=None)
@given(indexed())
def test_indices_give_the_shapes_that_numpy_gives(drawn: tuple[np.ndarray[Any, Any], Any]) -> None:
    array, key = drawn
    try:
        real = array[key].shape
    except IndexError:  # arrays of ints that do not go together
        return
    found = getitem(_abstract(array), tuple(map(_index, key)) if isinstance(key, tuple) else key)
    if found is not None and found.shape.dims is not None:
        assert len(found.shape.dims) == len(real)
        known = [(a, b) for a, b in zip(found.shape.dims, real) if isinstance(a, int)]
        assert all(a == b for a, b in known), (found, real)


def _abstract(array: np.ndarray[Any, Any]) -> TensorType:
    return TensorType(DType.of(array.dtype.name), Shape.of(*array.shape), "array")


def _index(key: Any) -> Any:
    return _abstract(key) if isinstance(key, np.ndarray) else key


def test_a_dtype_of_numpy_has_its_own_attributes(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        np.dtype("float32").itemsize
        np.zeros([2]).dtype.kind
        tf.float32.nam  # error: [tf-attribute] tf.DType has no attribute 'nam'; did you mean 'name'?
        """,
        tmp_path,
    )


def test_an_array_of_a_class_of_python_has_some_dtype(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import numpy.typing as npt
        import tensorflow as tf

        def positive(x: npt.NDArray[float]) -> npt.NDArray[bool]:
            reveal_type(x)  # revealed: ndarray[Any, Any]
            return x > 0

        np.ones([6, 3])[range(6), np.ones([2, 3], int)]  # NumPy refuses it; the engine says nothing
        """,
        tmp_path,
    )


def test_what_an_array_holds_decides_and_is_not_known(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        def following(states, i):
            if np.sum(states) > 3:
                return states[i + 1]
            return states[i]

        following(np.zeros([3, 2]), 2)

        def wrong(states):
            if np.sum(states) > 3:
                return tf.zeros([2]) + tf.zeros([3])  # error: [tf-shape] operator +: [2] and [3] do not broadcast
            return states

        wrong(np.zeros([3, 2]))
        """,
        tmp_path,
    )


def test_arrays_hold_what_is_written_to_their_items(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        rows = np.zeros((2, 3), int)
        first, flat = rows[0], np.array([1, 1])
        for i, row in enumerate([[4, 5], [6]]):
            for k, number in enumerate(row):
                rows[i, k] = number
        reveal_type(tf.zeros(np.max(rows)))  # revealed: Tensor[float32, Shape[6]]
        rows[:, 2] = [7, 3]
        rows[1, 0] += 1
        reveal_type(tf.zeros(np.max(rows)))  # revealed: Tensor[float32, Shape[7]]
        reveal_type(tf.zeros(np.max(first)))  # revealed: Tensor[float32, Shape[None]]
        first[0] = 9
        reveal_type(tf.zeros(np.max(rows)))  # revealed: Tensor[float32, Shape[None]]

        def grow(array, by):
            array[0] = array[0] + by
            return array

        reveal_type(tf.zeros(grow(flat, 3)))  # revealed: Tensor[float32, Shape[4, 1]]
        turned = flat.reshape(2, 1)
        turned[1] = 5
        reveal_type(tf.zeros(flat))  # revealed: Tensor[float32, Shape[None, None]]
        other = np.array([1, 2])
        other[0 if input() else 1] = 3
        reveal_type(tf.zeros(other))  # revealed: Tensor[float32, Shape[None, None]]
        mixed = np.array([1, 2])
        if input():
            mixed[0] = 3
        reveal_type(tf.zeros(mixed))  # revealed: Tensor[float32, Shape[None, None]]
        counts = np.zeros(2, int)
        for i in range(1000):
            counts[1] += 1
        reveal_type(tf.zeros(counts))  # revealed: Tensor[float32, Shape[None, None]]
        """,
        tmp_path,
    )


def test_methods_of_functions_of_two_arrays(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        x = np.zeros((3, 4), "float32")
        reveal_type(tf.constant(np.maximum.accumulate(x)))  # revealed: Tensor[float32, Shape[3, 4]]
        reveal_type(tf.constant(np.add.accumulate(x, axis=1)))  # revealed: Tensor[float32, Shape[3, 4]]
        reveal_type(tf.constant(np.subtract.outer(np.arange(3), [1.0, 2.0])))  # revealed: Tensor[float64, Shape[3, 2]]
        reveal_type(np.maximum.accumulate(x, dtype=np.float64))  # revealed: Any
        """,
        tmp_path,
    )


def test_no_attribute_of_an_array_or_a_number_is_gone() -> None:
    gone = CLASSES["numpy.ndarray"].gone
    assert gone is not None
    classes = (np.ndarray, np.float64, np.float32, np.int64, np.uint8, np.bool_, np.complex128)
    names = {name for cls in classes for name in dir(cls) if not name.startswith("_")}
    assert [name for name in sorted(names) if gone(None, name) is not None] == []
    assert gone(None, "append") is not None

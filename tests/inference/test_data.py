"""tf.data: elements through transformations, and the sizes of batches that a loop sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tftypes.inference.analysis import analyze

from .reports import check

tf = pytest.importorskip("tensorflow")


def test_after_repeat_every_batch_is_full(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        rows = tf.data.Dataset.from_tensor_slices(tf.ones([10, 3])).repeat().batch(4)
        for batch in rows:
            reveal_type(batch)  # revealed: Tensor[float32, Shape[4, 3]]
        """,
        tmp_path,
    )


def test_a_function_over_batches_keeps_their_size(tmp_path: Path) -> None:
    """In the function the size is open, as in the graph; the loop sees what comes."""
    check(
        """
        import tensorflow as tf

        def scaled(x):
            reveal_type(x)  # revealed: Tensor[float32, Shape[None, 3]]
            return x * 2.0

        rows = tf.data.Dataset.from_tensor_slices(tf.ones([8, 3])).batch(4).map(scaled)
        for batch in rows:
            reveal_type(batch)  # revealed: Tensor[float32, Shape[4, 3]]
        """,
        tmp_path,
    )


def test_a_function_takes_the_parts_of_an_element_one_by_one(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        pairs = tf.data.Dataset.from_tensor_slices((tf.ones([6, 3]), tf.range(6)))
        pairs.map(lambda x: x)  # error: [tf-signature] pairs.map(): argument 'map_func': takes 1 argument
        """,
        tmp_path,
    )


_STEPS = st.sampled_from(
    [
        "batch({n})",
        "batch({n}, drop_remainder=True)",
        "take({n})",
        "skip({n})",
        "repeat({n})",
        "shuffle(10)",
        "map(lambda x: x + 1.0)",
        "map(lambda x: tf.stack([x, x]))",
        "filter(lambda x: tf.reduce_sum(x) > -1.0)",
        "prefetch(1)",
        "unbatch()",
        "concatenate(data)",
    ]
)


def test_a_function_may_change_the_dict_that_it_is_given(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def add(features, label):
            features["b"] = tf.zeros([2])
            return features, label

        def move(features, label):
            features["c"] = features.pop("a")
            return features

        rows = tf.data.Dataset.range(3).map(lambda x: ({"a": x}, x))
        for features, _ in rows.map(add):
            reveal_type(features["b"])  # revealed: Tensor[float32, Shape[2]]
        for features in rows.map(lambda x, y: dict(a=x["a"], y=y)):
            reveal_type(features["y"])  # revealed: Tensor[int64, Shape[()]]
        for features in rows.map(move):
            reveal_type(features["c"])  # revealed: Tensor[int64, Shape[()]]
        for features, _ in rows:
            reveal_type(list(features))  # revealed: list[str]

        @tf.function
        def traced(features):
            features["b"] = 1

        traced({"a": 1})  # error: [tf-trace] a traced function changes a list or dict
        """,
        tmp_path,
    )


def test_a_dataset_of_tensorflow_1_keeps_its_methods(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        old = tf.compat.v1.data.Dataset.from_tensor_slices([1.0, 2.0]).map(lambda x: x * 2).batch(2)
        reveal_type(old)  # revealed: tensorflow.compat.v1.data.Dataset[Tensor[float32, Shape[None]]]
        reveal_type(old.make_one_shot_iterator().get_next())  # revealed: Tensor[float32, Shape[None]]
        tf.data.Dataset.range(3).make_one_shot_iterator()  # error: [tf-attribute] tf.data.Dataset has no attribute
        """,
        tmp_path,
    )


def test_a_replica_gets_its_part_of_a_batch(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        strategy = tf.distribute.MirroredStrategy()
        dataset = tf.data.Dataset.from_tensor_slices({"x": tf.ones([30, 4])}).batch(2, drop_remainder=True)

        def step(features):
            reveal_type(features["x"])  # revealed: Tensor[float32, Shape[None, 4]]
            return tf.reduce_mean(features["x"])

        for features in strategy.experimental_distribute_dataset(dataset):
            loss = strategy.run(step, args=(features,))
            reveal_type(strategy.reduce("MEAN", loss, axis=None))  # revealed: Tensor[float32, Shape[()]]
        """,
        tmp_path,
    )


def test_a_progress_bar_goes_over_what_it_is_given(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tqdm.auto import tqdm, trange

        bar = tqdm(tf.data.Dataset.range(100).batch(32).take(3), desc="batches")
        for batch in bar:
            bar.set_postfix(loss=0.5)
            reveal_type(batch)  # revealed: Tensor[int64, Shape[32]]
        for i in trange(2, 3):
            reveal_type(tf.zeros([i]))  # revealed: Tensor[float32, Shape[2]]
        with tqdm(total=3) as bar:
            bar.update(1)
        """,
        tmp_path,
    )


@settings(max_examples=25)
@given(steps=st.lists(st.tuples(_STEPS, st.integers(1, 5)), max_size=4), rows=st.integers(1, 9))
def test_elements_of_drawn_pipelines_are_those_that_tensorflow_gives(
    steps: list[tuple[str, int]], rows: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """TensorFlow is the oracle: what is told of an element holds for each that comes."""
    chain = "".join(f".{step.format(n=n)}" for step, n in steps)
    source = (
        "import tensorflow as tf\n"
        f"data = tf.data.Dataset.from_tensor_slices(tf.zeros([{rows}, 2]))\n"
        f"for element in data{chain}:\n"
        "    reveal_type(element)\n"
    )
    seen = []
    try:
        exec(source, {"reveal_type": lambda x: seen.append((x.dtype.name, x.shape))})
    except (ValueError, tf.errors.InvalidArgumentError):
        return
    path = tmp_path_factory.mktemp("drawn") / "program.py"
    path.write_text(source)
    found = analyze([str(path)])
    assert not found.findings and not found.failures, (source, found)
    told = [each for shown in found.revealed.values() for each in shown]
    for dtype, shape in seen:
        assert any(_covers(each, dtype, shape.as_list()) for each in told), (
            source,
            told,
            dtype,
            shape,
        )


def _covers(told: str, dtype: str, sizes: list[int]) -> bool:
    if told == "Any":
        return True
    head, _, shape = told.removesuffix("]").partition(", ")
    if head not in (f"Tensor[{dtype}", "Tensor[Any"):
        return False
    if shape == "Any":
        return True
    dims = [
        each for each in shape.removeprefix("Shape[").removesuffix("]").split(", ") if each != "()"
    ]
    return len(dims) == len(sizes) and all(
        one in ("None", str(size)) for one, size in zip(dims, sizes)
    )


def test_functions_that_apply_takes_stand_for_methods(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        rows = tf.data.Dataset.from_tensor_slices(tf.zeros([6, 3]))
        ex = tf.data.experimental
        reveal_type(rows.apply(ex.shuffle_and_repeat(10, -1)))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[3]]]
        reveal_type(rows.apply(ex.map_and_batch(lambda row: row[0], 4)))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[None]]]
        reveal_type(rows.apply(ex.map_and_batch(lambda row: row, batch_size=4, drop_remainder=True)))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[4, 3]]]
        reveal_type(rows.apply(ex.assert_cardinality(6)))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[3]]]
        flat = ex.parallel_interleave(lambda row: tf.data.Dataset.from_tensor_slices(row), cycle_length=2)
        reveal_type(rows.apply(flat))  # revealed: tensorflow.data.Dataset[Tensor[float32, Shape[()]]]
        """,
        tmp_path,
    )


def test_who_counts_elements_says_how_many_there_are(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        ex, spec, count = tf.data.experimental, tf.TensorSpec([], tf.int64), 6
        made = tf.data.Dataset.from_generator(lambda: iter(range(count)), output_signature=spec)
        told, rows = made.apply(ex.assert_cardinality(count)), tf.data.Dataset.range(6)
        len(told.map(lambda x: x + 1).batch(4)), len(told.repeat(2)), len(made.repeat(0))
        len(rows.apply(ex.map_and_batch(lambda x: x, 4))), len(rows.apply(ex.shuffle_and_repeat(10, 2)))
        len(rows.apply(ex.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, x))))
        reveal_type(told.batch(4, drop_remainder=True))  # revealed: tensorflow.data.Dataset[Tensor[int64, Shape[4]]]
        made.apply(ex.assert_cardinality(6.0))  # error: [tf-dtype] made.apply(): argument 'expected_cardinality': expected an integer, got 6.0
        made.apply(ex.assert_cardinality([6]))  # error: [tf-rank] made.apply(): argument 'expected_cardinality': expected an integer, got [6]
        len(made)  # error: [tf-value] a dataset of which nobody knows how many elements it has has no length
        len(made.repeat(2))  # error: [tf-value] a dataset of which nobody knows
        len(made.apply(ex.assert_cardinality(ex.UNKNOWN_CARDINALITY)))  # error: [tf-value] a dataset of which nobody knows
        len(made.apply(ex.assert_cardinality(ex.INFINITE_CARDINALITY)))  # error: [tf-value] a dataset without end has no length
        len(rows.apply(ex.copy_to_device("/cpu:0")))  # error: [tf-value] a dataset of which nobody knows
        len(rows.apply(ex.prefetch_to_device("/cpu:0")))  # error: [tf-value] a dataset of which nobody knows
        len(rows.apply(ex.ignore_errors()))  # error: [tf-value] a dataset of which nobody knows
        len(rows.apply(ex.unique()))  # error: [tf-value] a dataset of which nobody knows
        """,
        tmp_path,
    )


def test_what_pads_has_the_structure_of_the_elements(tmp_path: Path) -> None:
    """One value may stand for all, and a shape is a list, a tuple, a number or a `tf.TensorShape`."""
    check(
        """
        import tensorflow as tf

        pairs = tf.data.Dataset.range(4).map(lambda n: (tf.fill([n], n), n))
        dicts = pairs.map(lambda a, b: {"a": a, "b": b})
        pairs.padded_batch(2), pairs.padded_batch(2, ([None], [])), pairs.padded_batch(2, (5, ()))
        pairs.padded_batch(2, padding_values=tf.constant(0, tf.int64))
        pairs.padded_batch(2, padding_values=(tf.constant(0, tf.int64), None))
        dicts.padded_batch(2, {"b": [], "a": tf.TensorShape([None])})
        pairs.padded_batch(2, [None])  # error: [tf-value] pairs.padded_batch(): argument 'padded_shapes': expected shapes in a tuple of 2
        pairs.padded_batch(2, ([None], None))  # error: [tf-value] pairs.padded_batch(): argument 'padded_shapes': None is no shape
        pairs.padded_batch(2, padding_values=0)  # error: [tf-dtype] pairs.padded_batch(): argument 'padding_values': expected int64
        dicts.padded_batch(2, {"a": [None]})  # error: [tf-value] dicts.padded_batch(): argument 'padded_shapes': expected shapes in a dict with 'a', 'b'
        """,
        tmp_path,
    )


def test_a_loop_over_a_generator_is_not_called_by_it(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        """
import tensorflow as tf

def batches(count):
    for _ in range(count):
        yield tf.zeros([2, 3])

def logits(x):
    return tf.matmul(x, tf.zeros([4, 5]))

for batch in batches(2):
    logits(batch)
"""
    )
    (finding,) = analyze([str(path)]).findings
    assert [(each.function, each.place.line) for each in finding.chain] == [("logits", 12)]


def test_a_generator_is_converted_to_the_dtypes_that_are_told(tmp_path: Path) -> None:
    """One tensor of any rank is converted as ops do it, all others as NumPy does it."""
    check(
        """
        import numpy as np
        import tensorflow as tf

        def rows(value, types):
            return tf.data.Dataset.from_generator(lambda: iter([value]), output_types=types)

        whole = np.float32(1.5), np.array([1.5]), True, 3
        for row in rows(whole[0], tf.int32), rows(whole[1], tf.int32), rows(whole[2], tf.int32):
            next(iter(row))
        next(iter(rows((1.5, 3), (tf.int32, tf.bool))))
        next(iter(rows((None, "a"), (tf.float32, tf.bool))))
        next(iter(rows(1.5, tf.int32)))  # error: [tf-dtype] the generator yields 1.5, output_types says int32
        next(iter(rows((3, 3), (tf.int32, tf.string))))  # error: [tf-dtype] the generator yields int32[], output_types says string
        next(iter(rows((None, 3), (tf.int32, tf.int32))))  # error: [tf-value] the generator yields None, output_types says int32
        """,
        tmp_path,
    )


def test_a_key_of_pythons_is_converted(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        rows = tf.data.Dataset.range(4)
        rows.group_by_window(lambda x: 0, lambda key, window: window.batch(2), 2)
        rows.bucket_by_sequence_length(lambda x: 3, [2], [2, 2])
        rows.map(lambda x: tf.fill([x], x)).group_by_window(  # error: [tf-rank]
            lambda x: x, lambda key, window: window.batch(2), 2
        )
        """,
        tmp_path,
    )

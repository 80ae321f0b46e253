"""Structs wherever TensorFlow takes values: each place a program that puts one there."""

import warnings

import keras
import pytest
import tensorflow as tf

from tftypes import Shape, Tensor, float32, int32, runtime, string, struct
from tftypes.struct import DenseStructTensor, RaggedStructTensor, StructTensor

VALUES = [
    {"t": "x", "m": [[1, 2], [3, 4]], "l": [1, 2, 3], "i": [{"a": 1, "l": [1]}, {"a": 2, "l": []}]},
    {"t": "y", "m": [[5, 6], [7, 8]], "l": [], "i": []},
    {"t": "z", "m": [[9, 1], [2, 3]], "l": [4], "i": [{"a": 4, "l": [6, 7]}]},
]  # fmt: skip
SCHEMA = {"t": str, "m": tf.TensorSpec([2, 2], tf.int32), "l": [int], "i": [{"a": int, "l": [int]}]}


def rows():
    return struct.constant(VALUES, SCHEMA)


def python():
    return rows().to_py()


def slices():
    return tf.data.Dataset.from_tensor_slices(rows())


def values(dataset):
    return [element.to_py() for element in dataset]


# --- functions and control flow ---


def test_function_takes_and_returns_them_with_one_trace_for_one_type():
    traced = []

    @tf.function
    def turned(st):
        traced.append(1)
        return st[::-1], {"own": st["i"]}

    for _ in range(2):
        back, parts = turned(rows())
    assert back.to_py() == python()[::-1] and parts["own"].to_py()[0] == python()[0]["i"]
    assert len(traced) == 1


def test_input_signature_admits_any_number_and_nothing_else():
    run = tf.function(lambda st: st["i", "a"], input_signature=[rows().schema.spec])
    assert run(rows()).to_list() == [[1, 2], [], [4]] and run(rows()[:0]).to_list() == []
    for other in (rows().without("l"), rows().with_updates(t=[1, 2, 3]), rows()[0], rows()["i"]):
        with pytest.raises(TypeError, match="StructTensorSpec"):
            run(other)


def test_runtime_function_takes_its_signature_from_annotations():
    @runtime.function
    def names(t: Tensor[string, Shape[None]], m: Tensor[int32, Shape[None, 2, 2]]):
        return DenseStructTensor([None], {"t": t, "m": m})

    st = rows()
    assert names(st["t"], st["m"]).to_py() == st.with_only("t", "m").to_py()


def test_cond_case_and_switch_case():
    @tf.function
    def run(c, i, st):
        a = tf.cond(c, lambda: st, lambda: st[::-1])
        b = tf.case([(c, lambda: st)], default=lambda: st[::-1])
        return a, b, tf.switch_case(i, [lambda: st, lambda: st[::-1]])

    a, b, d = run(tf.constant(False), tf.constant(1), rows())
    assert a.to_py() == b.to_py() == d.to_py() == python()[::-1]
    assert tf.cond(tf.constant(True), rows, rows).to_py() == python()


def test_while_loop():
    turn = lambda i, st: (i + 1, st[::-1])  # noqa: E731
    assert tf.while_loop(lambda i, st: i < 3, turn, (0, rows()))[1].to_py() == python()[::-1]
    run = tf.function(lambda st: tf.while_loop(lambda i, st: i < 3, turn, (0, st))[1])
    assert run(rows()).to_py() == python()[::-1]


def test_while_loop_over_structs_that_grow():
    def grow(i, st):
        return i + 1, st.with_updates(x=st["x"] + 1)[:1]

    st = struct.constant([{"x": 1}, {"x": 2}])
    for invariant in (struct.spec_of({"x": int}, [None]), tf.TensorShape([None])):
        invariants = (tf.TensorShape([]), invariant)
        run = tf.function(
            lambda st: tf.while_loop(lambda i, st: i < 2, grow, (0, st), invariants)  # noqa: B023
        )
        assert run(st)[1].to_py() == [{"x": 3}]


def test_autograph_control_flow():
    @tf.function
    def run(st, turn):
        if turn:
            st = st[::-1]
        while tf.reduce_sum(st["m"]) < 100:
            st = st.with_updates(m=st["m"] * 2)
        return st

    assert run(rows(), tf.constant(True))["m", 0].numpy().tolist() == [[18, 2], [4, 6]]


def test_group_waits_for_them():
    @tf.function
    def run(st):
        with tf.control_dependencies([tf.group(st, st["i"])]):
            return tf.identity(st)

    assert run(rows()).to_py() == python()


def test_nest_takes_them_apart_only_when_asked():
    st = rows()
    assert tf.nest.flatten({"a": st}) == [st]
    parts = tf.nest.flatten(st, expand_composites=True)
    assert all(isinstance(part, tf.Tensor) for part in parts) and len(parts) == 8
    assert tf.nest.pack_sequence_as(st, parts, expand_composites=True).to_py() == python()


# --- datasets ---


def test_slices_are_structures():
    assert values(slices()) == python()
    assert slices().element_spec.shape == [] and slices().element_spec.field_names() == tuple(
        SCHEMA
    )


def test_batch_unbatch_and_rebatch():
    batches = slices().batch(2)
    assert values(batches) == [python()[:2], python()[2:]]
    assert batches.element_spec == rows().schema.spec
    assert values(batches.unbatch()) == python()
    assert values(batches.rebatch(3)) == [python()]


def test_batches_of_a_known_size_have_a_static_shape():
    spec = slices().batch(2, drop_remainder=True).element_spec
    assert spec.shape == [2] and spec.field_specs["i"].shape.as_list() == [2, None]


def test_rows_of_a_ragged_struct_are_batched_again():
    own = tf.data.Dataset.from_tensor_slices(rows()["i"])
    python_rows = [row["i"] for row in python()]
    assert values(own) == python_rows
    assert values(own.batch(2)) == [python_rows[:2], python_rows[2:]]
    assert isinstance(next(iter(own.batch(2))), RaggedStructTensor)
    assert own.batch(2).element_spec == rows()["i"].schema.spec
    assert values(own.batch(3).unbatch()) == python_rows


def test_batches_share_their_splits_between_fields_again():
    batch = next(iter(slices().batch(3)))
    assert batch["i", "a"].row_splits is batch["i"].row_splits


def test_map_filter_and_flat_map():
    louder = slices().map(lambda row: row.with_updates(t=row["t"] + "!"))
    assert [row["t"] for row in values(louder)] == [b"x!", b"y!", b"z!"]
    assert values(slices().filter(lambda row: row["t"] != "y")) == [python()[0], python()[2]]
    flat = slices().flat_map(lambda row: tf.data.Dataset.from_tensor_slices(row["i"]))
    assert values(flat) == [part for row in python() for part in row["i"]]


def test_group_by_window():
    grouped = slices().group_by_window(
        key_func=lambda row: tf.cast(row["t"] == "y", tf.int64),
        reduce_func=lambda key, window: window.batch(3),
        window_size=3,
    )
    assert sorted(map(len, values(grouped))) == [1, 2]


def test_zip_shuffle_repeat_cache_and_interleave():
    pairs = tf.data.Dataset.zip((slices(), tf.data.Dataset.range(3)))
    assert [(row["t"].numpy(), i.numpy()) for row, i in pairs] == [(b"x", 0), (b"y", 1), (b"z", 2)]
    assert len(values(slices().shuffle(3, seed=1).cache().repeat(2).prefetch(1))) == 6
    assert len(values(tf.data.Dataset.range(2).interleave(lambda _: slices()))) == 6


def test_reduce():
    assert slices().reduce(0, lambda total, row: total + row["m", 0, 0]).numpy() == 15


def test_from_generator():
    def generate():
        yield from rows()

    spec = slices().element_spec
    made = tf.data.Dataset.from_generator(generate, output_signature=spec)
    assert values(made) == python() and values(made.batch(3)) == [python()]


def test_save_and_load(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # whoever loads it must have the class
        slices().batch(2).save(str(tmp_path))
        loaded = tf.data.Dataset.load(str(tmp_path))
    assert values(loaded) == [python()[:2], python()[2:]]


def elements_of_different_sizes():
    st = rows()
    return tf.data.Dataset.range(3).map(lambda i: st["i"][i])


def test_ragged_batch():
    batches = struct.ragged_batch(elements_of_different_sizes(), 2)
    own = [row["i"] for row in python()]
    assert values(batches) == [own[:2], own[2:]]
    st = rows()
    dense = tf.data.Dataset.range(3).map(lambda i: (st[i], i))
    (first, numbers), (second, _) = struct.ragged_batch(dense, 2)
    assert first.to_py() + second.to_py() == python() and numbers.numpy().tolist() == [0, 1]
    fixed = struct.ragged_batch(elements_of_different_sizes(), 2, drop_remainder=True)
    assert fixed.element_spec.shape.as_list() == [2, None] and len(values(fixed)) == 1
    narrow = struct.ragged_batch(elements_of_different_sizes(), 2, row_splits_dtype=tf.int32)
    assert narrow.element_spec.row_splits_dtype == tf.int32
    assert struct.ragged_batch(tf.data.Dataset.range(4), 2).element_spec == tf.TensorSpec(
        [None], tf.int64
    )


def test_padded_batch():
    batches = struct.padded_batch(
        slices().map(lambda row: row.with_only("l", "i")), 2, {tf.int32: -1}
    )
    first, second = values(batches)
    assert first[0] == {"l": [1, 2, 3], "i": [{"a": 1, "l": [1]}, {"a": 2, "l": [-1]}]}
    assert first[1] == {"l": [-1, -1, -1], "i": [{"a": -1, "l": [-1]}, {"a": -1, "l": [-1]}]}
    assert second == [{"l": [4], "i": [{"a": 4, "l": [6, 7]}]}]
    strings = struct.padded(struct.constant([[{"s": "a"}], []], {"s": str}))
    assert strings.to_py() == [[{"s": b"a"}], [{"s": b""}]]


def test_the_dataset_s_own_padded_batch_says_that_it_takes_tensors_only():
    with pytest.raises(TypeError, match="only supported for datasets that produce tensor elements"):
        slices().padded_batch(2)


# --- maps over the first dim ---


def test_map_fn():
    assert tf.map_fn(lambda row: row, rows()).to_py() == python()
    total = tf.map_fn(lambda row: tf.reduce_sum(row["l"]), rows(), fn_output_signature=tf.int32)
    assert total.numpy().tolist() == [6, 0, 4]
    own = tf.map_fn(lambda row: row, rows()["i"])
    assert own.to_py() == [row["i"] for row in python()]
    made = tf.map_fn(
        lambda x: DenseStructTensor([], {"x": x, "y": 2 * x}),
        tf.range(3),
        fn_output_signature=struct.spec_of({"x": int, "y": int}),
    )
    assert made.to_py() == [{"x": i, "y": 2 * i} for i in range(3)]


def test_vectorized_map():
    st = rows().with_only("t", "m")
    double = tf.vectorized_map(lambda row: row.with_updates(m=row["m"] * 2), st)
    assert double["m"].numpy().tolist() == (st["m"] * 2).numpy().tolist()


# --- gradients ---


def test_gradients_with_respect_to_a_struct_are_those_of_its_floats():
    x, y = tf.constant([1.0, 2.0, 3.0]), tf.constant([1.0, 2.0])
    st = DenseStructTensor(
        [3], {"x": x, "n": [1, 2, 3], "l": tf.RaggedTensor.from_row_splits(y, [0, 1, 1, 2])}
    )
    with tf.GradientTape() as tape:
        tape.watch(st)
        loss = tf.reduce_sum(st["x"] ** 2) + tf.reduce_sum(st["l"] * 3.0)
    gradient = tape.gradient(loss, st)
    assert isinstance(gradient, DenseStructTensor)
    assert gradient["x"].numpy().tolist() == [2.0, 4.0, 6.0]
    assert gradient["l"].to_list() == [[3.0], [], [3.0]]


def test_gradients_through_fields_of_rows():
    x = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        st = RaggedStructTensor.from_row_splits(DenseStructTensor([3], {"x": x * 2.0}), [0, 1, 3])
        loss = tf.reduce_sum(st[1]["x"] ** 2)
    assert tape.gradient(loss, x).numpy().tolist() == [0.0, 16.0, 24.0]


# --- models ---


class Regression(keras.Model):
    """A linear model of two features of each row."""

    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, st):
        lengths = tf.cast(st["l"].row_lengths(), tf.float32)
        return self.dense(tf.stack([tf.cast(st["m", :, 0, 0], tf.float32), lengths], axis=1))


def test_keras_fits_evaluates_and_predicts_on_datasets_of_structs():
    keras.utils.set_random_seed(1)
    data = tf.data.Dataset.zip((slices(), tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])))
    model = Regression()
    model.compile(keras.optimizers.Adam(0.1), "mse")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Keras: it does not shuffle a dataset
        losses = model.fit(data.repeat(20).batch(2), epochs=3, verbose=0).history["loss"]
    assert losses[-1] < losses[0]
    assert model.evaluate(data.batch(2), verbose=0) >= 0.0
    assert model.predict(slices().batch(2), verbose=0).shape == (3, 1)
    assert model(rows()).shape == [3, 1]


def test_saved_model_round_trip(tmp_path):
    class Server(tf.Module):
        @tf.function(input_signature=[rows().schema.spec])
        def serve(self, st):
            return {"rows": st.with_updates(n=tf.strings.length(st["t"])), "own": st["i"]}

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # whoever loads it must have the class
        tf.saved_model.save(Server(), str(tmp_path))
        loaded = tf.saved_model.load(str(tmp_path))
    served = loaded.serve(rows())
    assert served["rows"].to_py() == [{**row, "n": 1} for row in python()]
    assert served["own"].to_py() == [row["i"] for row in python()]
    assert loaded.serve(rows()[:1])["rows"].field_names() == (*SCHEMA, "n")


def test_mirrored_strategy():
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    result = strategy.run(lambda st: st.with_updates(n=tf.strings.length(st["t"])), (rows(),))
    assert result.to_py() == [{**row, "n": 1} for row in python()]
    spread = strategy.experimental_distribute_dataset(slices().batch(2))
    assert values(spread) == [python()[:2], python()[2:]]

    with strategy.scope():
        weight = tf.Variable(0.0)

    @tf.function
    def step(st):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((weight * tf.cast(st["m", :, 0, 0], tf.float32) - 1.0) ** 2)
        weight.assign_sub(0.001 * tape.gradient(loss, weight))
        return loss

    losses = [strategy.run(step, (batch,)).numpy() for _ in range(3) for batch in spread]
    assert losses[-2] < losses[0]


def test_py_function_and_optional():
    st = rows()
    result = tf.py_function(lambda row: row["t"], [st], tf.string)
    assert result.numpy().tolist() == [b"x", b"y", b"z"]
    optional = tf.experimental.Optional.from_value(st)
    assert optional.get_value().to_py() == python()


def test_jit_compilation():
    @tf.function(jit_compile=True)
    def run(st):
        return st.with_updates(m=st["m"] + 1)[1:]

    assert run(rows().with_only("m"))["m"].numpy().tolist() == [[[6, 7], [8, 9]], [[10, 2], [3, 4]]]


def test_annotations_name_what_is_in_them():
    def read(st: StructTensor[dict, Shape[None]]) -> Tensor[float32, Shape[None]]: ...

    assert StructTensor[int, Shape[None]].__args__ == (int, Shape[None])
    assert read.__annotations__

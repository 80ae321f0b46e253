"""Values with one part for each of two replicas: the annotation is what a replica sees."""

from typing import TypeVar

import pytest
import tensorflow as tf

from tftypes import RaggedTensor, Shape, Tensor, float32
from tftypes.runtime import ArgumentError, ReturnError, function

N = TypeVar("N")
Rows = Tensor[float32, Shape[N, 3]]


@pytest.fixture(scope="module")
def strategy():
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


@pytest.fixture(scope="module")
def batches(strategy):
    """Batches of 2 rows for each replica; the last one has 1 row, for the first of them."""
    rows = tf.data.Dataset.from_tensor_slices(tf.ones([5, 3])).batch(4)
    return list(strategy.experimental_distribute_dataset(rows))


def sizes(strategy, value):
    return [int(part.shape[0]) for part in strategy.experimental_local_results(value)]


@function
def double(x: Rows, y: Rows) -> Rows:
    return x + y


def called(strategy, batch):
    return strategy.run(double, (batch, batch))


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "traced"])
def test_run_gives_each_replica_its_part(strategy, batches, wrap):
    run = wrap(lambda batch: called(strategy, batch))
    assert [sizes(strategy, run(batch)) for batch in batches] == [[2, 2], [1, 0]]
    parts = strategy.experimental_local_results(run(batches[0]))
    assert parts[1].numpy().tolist() == [[2.0] * 3] * 2


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "traced"])
def test_a_function_of_distributed_values(strategy, batches, wrap):
    @function
    def step(x: Rows, y: Rows) -> Rows:
        return strategy.run(lambda a, b: a + b, (x, y))

    run = wrap(lambda batch: step(batch, batch))
    assert [sizes(strategy, run(batch)) for batch in batches] == [[2, 2], [1, 0]]
    assert step.experimental_get_tracing_count() == 1, "the sizes are open in the graph"


def test_one_name_is_one_size_in_a_replica(strategy, batches):
    @function
    def step(x: Rows, y: Rows):
        return strategy.run(lambda a, b: a, (x, y))

    with pytest.raises(
        ArgumentError,
        match=r"'y of replica 0': expected float32\[N, 3\], got float32\[1, 3\]: N is 2 in "
        r"argument 'x of replica 0', 1 here",
    ):
        step(*batches)


def test_a_part_that_does_not_fit(strategy):
    wrong = strategy.experimental_distribute_values_from_function(
        lambda context: tf.ones([1, 3 + context.replica_id_in_sync_group])
    )
    message = r"'x of replica 1': expected float32\[N, 3\], got float32\[1, 4\]"
    with pytest.raises(ArgumentError, match=message):
        called(strategy, wrong)
    with pytest.raises(ArgumentError, match=message):
        double(wrong, wrong)


def test_a_result_is_compared_with_the_sizes_of_its_replica(strategy, batches):
    @function
    def shorter(x: Rows) -> Rows:
        return strategy.run(lambda a: a[1:], (x,))

    with pytest.raises(
        ReturnError, match=r"returns of replica 0: expected .* N is 2 in argument 'x of replica 0'"
    ):
        shorter(batches[0])


def test_structures_and_ragged_tensors(strategy):
    rows = tf.RaggedTensor.from_row_lengths(tf.ones([6]), [1, 2, 3])
    data = tf.data.Dataset.from_tensor_slices((rows, tf.ones([3]))).batch(2)

    @function
    def step(pair: tuple[RaggedTensor[float32, Shape[N, None]], Tensor[float32, Shape[N]]]):
        return strategy.run(lambda x, y: tf.reduce_sum(x) + tf.reduce_sum(y), pair)

    pair = next(iter(strategy.experimental_distribute_dataset(data)))
    totals = strategy.experimental_local_results(step(pair))
    assert [float(total) for total in totals] == [2.0, 3.0]


def test_a_method_computes_gradients_on_both_replicas(strategy, batches):
    class Trainer(tf.Module):
        def __init__(self):
            super().__init__()
            with strategy.scope():
                self.weight = tf.Variable(tf.ones([3, 1]))

        @function
        def step(self, x: Rows) -> tuple[Tensor[float32, Shape[()]], Tensor[float32, Shape[3, 1]]]:
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(x @ self.weight)
            return loss, tape.gradient(loss, self.weight)

    trainer = Trainer()
    for batch, loss, gradient in ((batches[0], 12.0, 4.0), (batches[1], 3.0, 1.0)):
        results = strategy.run(trainer.step, (batch,))
        losses, gradients = (strategy.reduce("SUM", part, axis=None) for part in results)
        assert float(losses) == loss
        assert gradients.numpy()[:, 0].tolist() == [gradient] * 3


def test_concrete_functions_of_specs(strategy, batches):
    @function
    def step(x: Rows):
        return strategy.run(lambda a: a * 2.0, (x,))

    spec = batches[0]._type_spec
    assert step.get_concrete_function(spec) is step.get_concrete_function(batches[0])
    assert sizes(strategy, step(batches[1])) == [1, 0]
    assert step.experimental_get_tracing_count() == 1

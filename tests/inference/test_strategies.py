"""Distribution strategies: values of replicas, datasets that are distributed, and what belongs into a scope.

What each program does was seen with TensorFlow 2.21, on two logical CPUs.
"""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check

HEAD = """\
import tensorflow as tf
from typing_extensions import reveal_type

cpus = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
one = tf.distribute.OneDeviceStrategy("CPU:0")
each = strategy.run(lambda: tf.ones([2]))
batches = tf.data.Dataset.from_tensor_slices(tf.ones([8, 3])).batch(4)
"""


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


def test_a_value_of_each_replica_is_no_tensor(tmp_path: Path) -> None:
    holds(
        """
each + 1.0  # error: [tf-value] each + 1.0: a value of each replica is no tensor
1.0 - each  # error: [tf-value]
tf.zeros([2]) * each  # error: [tf-value]
-each  # error: [tf-value]
each > 0  # error: [tf-value]
each[0]  # error: [tf-value]
each.shape  # error: [tf-attribute]
each.numpy()  # error: [tf-attribute]
tf.reduce_sum(each)  # error: [tf-value]
tf.stack([each, each])  # error: [tf-value]
tf.add(each, 1.0)  # error: [tf-value]
print(each, each.values, tf.nest.flatten(each))
reveal_type(each.values)  # revealed: tuple[Tensor[float32, Shape[2]], Tensor[float32, Shape[2]]]
""",
        tmp_path,
    )


def test_what_is_made_of_the_values_of_all(tmp_path: Path) -> None:
    holds(
        """
reveal_type(strategy.reduce("SUM", each, axis=None))  # revealed: Tensor[float32, Shape[2]]
reveal_type(strategy.reduce(tf.distribute.ReduceOp.MEAN, each, axis=0))  # revealed: Tensor[float32, Shape[()]]
reveal_type(strategy.gather(each, axis=0))  # revealed: Tensor[float32, Shape[4]]
first, second = strategy.experimental_local_results(each)
reveal_type(first)  # revealed: Tensor[float32, Shape[2]]
strategy.reduce("MAX", each, axis=None)  # error: [tf-value] strategy.reduce(): argument 'reduce_op'
strategy.reduce("SUM", tf.ones([3]), axis=None)  # error: [tf-value] strategy.reduce(): argument 'value'
strategy.run(lambda x: x, args=tf.ones([3]))  # error: [tf-value] strategy.run(): argument 'args'
assert strategy.num_replicas_in_sync == 2
""",
        tmp_path,
    )


def test_what_is_the_same_object_in_all_replicas_stays_it(tmp_path: Path) -> None:
    holds(
        """
x = tf.ones([3])
strategy.run(lambda: x) + 1.0
strategy.run(lambda y: y, args=[x]) + 1.0
assert strategy.run(lambda: 3) == 3
assert strategy.run(lambda: None) is None
both, named = strategy.run(lambda: (tf.ones([2]), {"a": tf.zeros([])}))
both + 1.0  # error: [tf-value]
named["a"] + 1.0  # error: [tf-value]
""",
        tmp_path,
    )


def test_one_replica_has_the_values_themselves(tmp_path: Path) -> None:
    holds(
        """
reveal_type(one.run(lambda: tf.ones([2])) + 1.0)  # revealed: Tensor[float32, Shape[2]]
for batch in one.experimental_distribute_dataset(batches):
    reveal_type(tf.reduce_sum(batch, 0))  # revealed: Tensor[float32, Shape[3]]
default = tf.distribute.get_strategy()
reveal_type(default.run(lambda: tf.ones([2])) + 1.0)  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_in_a_replica(tmp_path: Path) -> None:
    holds(
        """
def replica():
    context = tf.distribute.get_replica_context()
    reveal_type(context.replica_id_in_sync_group)  # revealed: Tensor[int32, Shape[()]]
    reveal_type(context.all_reduce("SUM", tf.ones([2])))  # revealed: Tensor[float32, Shape[2]]
    reveal_type(context.all_gather(tf.ones([2, 3]), axis=0))  # revealed: Tensor[float32, Shape[4, 3]]
    return tf.reduce_sum(each)

strategy.run(replica)
strategy.run(lambda: each + 1.0)  # error: [tf-value]
strategy.run(lambda: strategy.run(lambda: tf.ones([2])))  # error: [tf-state]
strategy.run(lambda: strategy.reduce("SUM", tf.ones([2]), axis=None))  # error: [tf-state]
""",
        tmp_path,
    )


def test_in_a_traced_function(tmp_path: Path) -> None:
    holds(
        """
@tf.function
def given():
    return strategy.run(lambda: tf.ones([2]))

@tf.function
def added():
    return strategy.run(lambda: tf.ones([2])) + 1.0  # error: [tf-value]

@tf.function
def reduced():
    return strategy.reduce("SUM", strategy.run(lambda: tf.ones([2])), axis=None)

for value in strategy.experimental_local_results(given()):
    reveal_type(value + 1.0)  # revealed: Tensor[float32, Shape[2]]
given() + 1.0  # error: [tf-value]
added()
reveal_type(reduced())  # revealed: Tensor[float32, Shape[2]]
""",
        tmp_path,
    )


def test_datasets(tmp_path: Path) -> None:
    holds(
        """
distributed = strategy.experimental_distribute_dataset(batches)
for batch in distributed:
    reveal_type(strategy.experimental_local_results(batch)[0])  # revealed: Tensor[float32, Shape[2, 3]]
    batch + 1.0  # error: [tf-value]
    strategy.run(lambda x: reveal_type(x), args=(batch,))  # revealed: Tensor[float32, Shape[2, 3]]
distributed.map(lambda x: x)  # error: [tf-attribute] distributed.map(): a distributed dataset has no map()
strategy.experimental_distribute_dataset(tf.ones([4]))  # error: [tf-value]
strategy.experimental_distribute_dataset(tf.data.Dataset.range(4))  # error: [tf-rank]
for batch in strategy.distribute_datasets_from_function(lambda context: batches):
    reveal_type(strategy.experimental_local_results(batch)[0])  # revealed: Tensor[float32, Shape[None, 3]]
""",
        tmp_path,
    )


def test_variables_of_a_scope_are_variables(tmp_path: Path) -> None:
    holds(
        """
with strategy.scope():
    v = tf.Variable(1.0)
reveal_type(v + 1.0)  # revealed: Tensor[float32, Shape[()]]
strategy.run(lambda: v.assign_add(1.0))
""",
        tmp_path,
    )


def test_where_tensors_are_wanted(tmp_path: Path) -> None:
    holds(
        """
import keras

net, v = keras.Sequential([keras.Input([3]), keras.layers.Dense(2)]), tf.Variable([0.0, 0.0])
for batch in strategy.experimental_distribute_dataset(batches):
    net(batch)  # error: [tf-value] net(): argument 'inputs': a value of each replica is no tensor
    strategy.run(net, args=(batch,))
    strategy.run(lambda x: tf.matmul(x, tf.ones([2, 2])), args=(batch,))  # error: [tf-shape]
v.assign(each)  # error: [tf-value] v.assign(): argument 'value'
tf.Variable(each)  # error: [tf-value]
sum([each, each])  # error: [tf-value]
tf.function(lambda x: x + 1.0)(each)  # error: [tf-value] x + 1.0
tf.function(lambda x: x)(each)
strategy.reduce("SUM", each)  # error: [tf-call] strategy.reduce(): argument 'axis' is missing
tf.identity(each)
tf.print(each)
""",
        tmp_path,
    )


def test_scopes_of_two_strategies(tmp_path: Path) -> None:
    holds(
        """
with strategy.scope():
    with strategy.scope():
        pass
    with one.scope():  # error: [tf-state] one.scope(): the scope of one strategy is entered in that of another
        pass
""",
        tmp_path,
    )


def test_a_scope_is_left_however_its_body_ends(tmp_path: Path) -> None:
    holds(
        """
def model():
    with strategy.scope():
        return tf.Variable(1.0)

model()
with one.scope():
    tf.Variable(2.0)
with strategy.scope():
    with one.scope():  # error: [tf-state] one.scope(): the scope of one strategy is entered in that of another
        pass
""",
        tmp_path,
    )


def test_a_distributed_dataset_is_true(tmp_path: Path) -> None:
    holds("rows = strategy.experimental_distribute_dataset(batches)\nassert rows\n", tmp_path)

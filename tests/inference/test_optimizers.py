"""Optimizers: what they take for gradients, the variables that they are built for, and the scope of a strategy.

What each program does was seen with TensorFlow 2.21 and Keras 3, on two logical CPUs.
"""

from __future__ import annotations

from pathlib import Path

from tests.inference.reports import check

HEAD = """\
import keras
import tensorflow as tf

cpus = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
a, b = tf.Variable(tf.ones([2])), tf.Variable(tf.ones([3]))
two, three = tf.ones([2]), tf.ones([3])
optimizer = keras.optimizers.SGD(0.1)

def model():
    return keras.Sequential([keras.Input([3]), keras.layers.Dense(2)])
"""


def holds(source: str, folder: Path) -> None:
    """The comments of a program are what the engine says of it."""
    check(HEAD + source, folder)


def test_gradients_come_in_pairs_with_variables(tmp_path: Path) -> None:
    holds(
        """
optimizer.apply_gradients(zip([two], [a]))
optimizer.apply_gradients([(two, a)])
optimizer.apply_gradients((two, a))  # error: [tf-value] optimizer.apply_gradients(): argument 'grads_and_vars'
optimizer.apply_gradients([two, a])  # error: [tf-value]
optimizer.apply_gradients([(two, a, a)])  # error: [tf-value]
optimizer.apply_gradients([(a, two)])  # error: [tf-value]
optimizer.apply_gradients([])  # error: [tf-value]
pairs = zip([two], [a])
optimizer.apply_gradients(pairs)
optimizer.apply_gradients(pairs)  # error: [tf-value]
""",
        tmp_path,
    )


def test_lists_of_gradients(tmp_path: Path) -> None:
    holds(
        """
keras.optimizers.SGD(0.1).apply([two])  # error: [tf-state]
optimizer.apply([two], [a])
optimizer.apply([two])
optimizer.apply([three], [a])  # error: [tf-shape] optimizer.apply(): the gradient is float32[3]
optimizer.apply([two], a)  # error: [tf-value]
optimizer.apply([None], [a])  # error: [tf-gradient]
optimizer.apply(zip([two]), [a])  # error: [tf-value]
""",
        tmp_path,
    )


def test_what_keras_2_had(tmp_path: Path) -> None:
    holds(
        """
optimizer.learning_rate = 0.2
optimizer.mine = 3
print(optimizer.mine, optimizer.iterations, optimizer.variables)
optimizer.lr  # error: [tf-attribute] tf.keras.optimizers.SGD has no attribute 'lr'; learning_rate
optimizer.minimize(lambda: tf.reduce_sum(a * a), [a])  # error: [tf-attribute] tf.keras.optimizers.SGD has no attribute 'minimize'
if hasattr(optimizer, "minimize"):
    optimizer.minimize(lambda: 0.0, [a])
""",
        tmp_path,
    )


def test_an_optimizer_is_built_for_the_variables_that_it_is_first_given(tmp_path: Path) -> None:
    holds(
        """
optimizer.apply([two], [a])
optimizer.apply([three], [b])  # error: [tf-state] the optimizer was built for other variables
both = keras.optimizers.Adam(0.1)
both.build([a, b])
both.apply([three], [b])
both.apply_gradients([(two, a)])

adam = keras.optimizers.Adam(0.1)

@tf.function
def step(v, gradient):
    adam.apply_gradients([(gradient, v)])  # error: [tf-state] the optimizer was built for other variables

step(a, two)
step(b, three)
""",
        tmp_path,
    )


def test_a_trace_serves_for_other_variables(tmp_path: Path) -> None:
    """The same dtype and shape: what Python does in the function is not done again."""
    holds(
        """
adam = keras.optimizers.Adam(0.1)

@tf.function
def step(v, gradient):
    adam.apply_gradients([(gradient, v)])

step(a, two)
step(tf.Variable(two), two)
with tf.GradientTape():
    step(tf.Variable(two), two)
""",
        tmp_path,
    )


def test_two_models_need_two_optimizers(tmp_path: Path) -> None:
    holds(
        """
first, second = model(), model()
x, y = tf.ones([4, 3]), tf.ones([4, 2])
first.compile(optimizer, "mse")
second.compile(optimizer, "mse")
first.fit(x, y, verbose=0)
first.fit(x, y, verbose=0)
second.fit(x, y, verbose=0)  # error: [tf-state] the optimizer was built for other variables
""",
        tmp_path,
    )


def test_a_model_is_made_in_the_scope_of_its_optimizer(tmp_path: Path) -> None:
    holds(
        """
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
x, y = tf.ones([4, 3]), tf.ones([4, 2])
outside = model()
with strategy.scope():
    outside.compile(keras.optimizers.SGD(0.1), "mse")
outside.evaluate(x, y, verbose=0)
outside.fit(x, y, verbose=0)  # error: [tf-state] a variable was made outside of the scope of the strategy

by_name = model()
with strategy.scope():
    by_name.compile("sgd", "mse")
by_name.train_on_batch(x, y)  # error: [tf-state]

with strategy.scope():
    inside = model()
    inside.compile("sgd", "mse")
inside.fit(x, y, verbose=0)

with strategy.scope():
    lazy = keras.Sequential([keras.layers.Dense(2)])
    lazy.compile("sgd", "mse")
lazy.fit(x, y, verbose=0)

with strategy.scope():
    late = model()
late.compile(keras.optimizers.SGD(0.1), "mse")
late.fit(x, y, verbose=0)
""",
        tmp_path,
    )


def test_variables_of_a_loop_of_its_own(tmp_path: Path) -> None:
    holds(
        """
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    inside, net = keras.optimizers.SGD(0.1), model()
inside.apply([two], [a])  # error: [tf-state] a variable was made outside of the scope of the strategy
v = tf.Variable(1.0)
strategy.run(lambda: v.assign_add(1.0))

def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    variables = net.trainable_variables
    trained.apply(tape.gradient(loss, variables), variables)
    return loss

with strategy.scope():
    trained = keras.optimizers.SGD(0.1)
strategy.run(step, args=(tf.ones([4, 3]), tf.ones([4, 2])))
""",
        tmp_path,
    )


def test_a_strategy_of_one_device_mirrors_its_variables(tmp_path: Path) -> None:
    holds(
        """
mirrored, one = tf.distribute.MirroredStrategy(["/cpu:0"]), tf.distribute.OneDeviceStrategy("/cpu:0")
weight = tf.Variable([1.0, 2.0])
with mirrored.scope():
    adam = keras.optimizers.Adam(0.1)
    own, of_own = tf.Variable([1.0, 2.0]), keras.optimizers.SGD(0.1)
with one.scope():
    plain = keras.optimizers.SGD(0.1)

def step():
    adam.apply([tf.ones([2])], [weight])  # error: [tf-state] a variable was made outside of the scope of the strategy

def own_step():
    of_own.apply([tf.ones([2])], [own])

def plain_step():
    plain.apply([tf.ones([2])], [weight])

mirrored.run(own_step)
one.run(plain_step)
mirrored.run(step)
""",
        tmp_path,
    )


def test_a_learning_rate_that_is_set_stays_a_variable(tmp_path: Path) -> None:
    check(
        """
        from tensorflow import keras

        optimizer = keras.optimizers.SGD(0.1)
        optimizer.learning_rate = 0.01
        reveal_type(optimizer.learning_rate)  # revealed: Variable[float32, Shape[()]]
        schedule = keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
        scheduled = keras.optimizers.SGD(schedule)
        scheduled.learning_rate = 0.01  # error: [tf-state] the learning rate is that of a schedule, and cannot be set
        """,
        tmp_path,
    )


def test_a_legacy_optimizer_takes_a_function_where_the_program_is_eager(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        train, v = tf.compat.v1.train, tf.Variable([1.0, 2.0])

        def loss():
            return tf.reduce_sum(v * v)

        adam = train.AdamOptimizer(0.1)
        adam.minimize(loss(), var_list=[v])  # error: [tf-value] adam.minimize(): argument 'loss': expected a function that computes it, got float32[]; lambda: loss() is one
        value = tf.reduce_sum(v * v)
        adam.compute_gradients(value, [v])  # error: [tf-value] adam.compute_gradients(): argument 'loss': expected a function that computes it, got float32[]; lambda: tf.reduce_sum(v * v) is one
        train.FtrlOptimizer(0.1).minimize(None, [v])  # error: [tf-value] train.FtrlOptimizer(0.1).minimize(): argument 'loss': expected a function that computes it, got None
        adam.minimize(lambda: loss(), var_list=[v]), adam.compute_gradients(lambda: tf.reduce_sum(v * v), [v])

        @tf.function
        def step():
            adam.minimize(loss(), var_list=[v])

        step()
        with tf.Graph().as_default():
            w = tf.compat.v1.get_variable("w", [2])
            adam.minimize(tf.reduce_sum(w * w))

        class Mine(train.GradientDescentOptimizer):
            def compute_gradients(self, loss, var_list=None, **named):
                return [(tf.ones([2]), v)]

        Mine(0.1).minimize(loss())

        def nobody_calls(rate):
            train.AdamOptimizer(rate).minimize(tf.reduce_sum(v))
        """,
        tmp_path,
    )

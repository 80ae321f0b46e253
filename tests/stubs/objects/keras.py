"""Models, layers, optimizers, callbacks, what prepares data."""

# ruff: noqa: B018

import tensorflow as tf
from tensorflow import keras

x, y = tf.zeros([4, 3]), tf.zeros([4, 1])
symbol = keras.KerasTensor((None, 3))
symbol.dtype
symbol.shape
symbol.name
symbol.sparse
symbol.ragged
symbol.reshape((3, 1))

model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, name="last")])
model.compile("adam", "mse", metrics=["mae"])
history = model.fit(x, y, verbose="0")
history
history.history["loss"]
history.epoch
model.name
model.layers
model.weights
model.trainable_variables
model.get_weights()
model.set_weights(model.get_weights())
model.count_params()
model.summary()
model.metrics_names
model.evaluate(x, y, verbose="0")  # open: a number, a list or a dict of them
model.predict(x, verbose="0")  # open: an array, or a structure of them
model.get_layer("last")  # open: programs use what only some layers have
model.get_config()
model.get_compile_config()
model.get_metrics_result()
model.get_state_tree()
model.compute_metrics(x, y, y)
model.jit_compile
model.distribute_strategy
model.reset_metrics()
model.to_json()
model.save("m.keras")
model.save_weights("m.weights.h5")
model.load_weights("m.weights.h5")
keras.models.clone_model(model)

layer = keras.layers.Dense(2)
layer.get_config()
keras.layers.Dense.from_config(layer.get_config())
layer.dtype_policy
layer.quantization_mode
layer.trainable
layer.built
optimizer = keras.optimizers.SGD(0.1)
optimizer.name
optimizer.build([])
optimizer.variables
metric = keras.metrics.Mean(name="m")
metric.name
metric.reset_state()
metric.variables
initializer = keras.initializers.HeNormal()
initializer.clone()
initializer.get_config()
variable = keras.Variable([1.0])
variable.name
variable.path
variable.ndim
variable.trainable

callback = keras.callbacks.Callback()
callback.on_epoch_begin(0)
callback.on_train_batch_end(0, {})
callback.on_test_begin()
callback.set_model(model)
callback.set_params({})
keras.callbacks.ReduceLROnPlateau().in_cooldown()

strings = keras.layers.StringLookup(vocabulary=["a"])
strings.get_vocabulary()
strings.vocabulary_size()
texts = keras.layers.TextVectorization()
texts.adapt(["a b"])
texts.update_state(tf.constant(["a"]))
texts.get_vocabulary()
texts.vocabulary_size()
images = keras.preprocessing.image.ImageDataGenerator()
images.flow(tf.zeros([2, 4, 4, 3]).numpy())
images.get_random_transform((4, 4, 3))
tokens = keras.preprocessing.text.Tokenizer()
tokens.fit_on_texts(["a b"])
tokens.texts_to_sequences(["a"])
tokens.get_config()
tokens.to_json()

"""Options and services of tf.data, tf.lite, tf.config."""

# ruff: noqa: B018

import tensorflow as tf

options = tf.data.Options()
options.autotune
options.autotune.enabled
options.deterministic
options.deterministic = True
options.deterministic
options.dataset_name
options.experimental_distribute
options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
options.experimental_distribute.auto_shard_policy
options.experimental_optimization
options.experimental_optimization.map_fusion
options.experimental_slack
options.threading.private_threadpool_size = 2
options.threading.private_threadpool_size
options.threading.max_intra_op_parallelism
options.experimental_threading
options.experimental_external_state_policy
options.merge(tf.data.Options())
tf.data.Dataset.range(3).options()
iterator = iter(tf.data.Dataset.range(3))
iterator.get_next_as_optional()
tf.data.Dataset.range(3).element_spec  # open: the structure of an element

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
converter = tf.lite.TFLiteConverter.from_keras_model(model)
converter.convert()
content = converter.convert()
interpreter = tf.lite.Interpreter(model_content=content)
interpreter.allocate_tensors()
interpreter.get_input_details()
interpreter.get_output_details()
interpreter.get_tensor_details()
interpreter.get_signature_list()
interpreter.get_signature_runner()
interpreter.invoke()
interpreter.get_tensor(0)  # open: an array
interpreter.reset_all_variables()

tf.config.list_physical_devices()
tf.config.list_physical_devices()[0].name
tf.config.list_logical_devices()[0].device_type

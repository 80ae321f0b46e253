"""TPU systems."""

import tensorflow as tf

def initialize_tpu_system() -> tf.tpu.experimental.Topology: ...  # and the rest
def shutdown_tpu_system() -> None: ...  # and the rest

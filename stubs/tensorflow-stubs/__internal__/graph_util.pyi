# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow._bases import Flag

def graph_defs_equal(graph_def_1: tf.compat.v1.GraphDef, graph_def_2: tf.compat.v1.GraphDef, treat_nan_as_equal: Flag = False) -> bool: ...

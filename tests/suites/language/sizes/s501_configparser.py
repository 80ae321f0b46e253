"""Sizes come from a configuration file's text."""
import configparser
import tensorflow as tf

parser = configparser.ConfigParser()
parser.read_string("""
[DEFAULT]
depth = 4
[model]
units = 16
rate = 0.5
bias = yes
[data]
sizes = 3, 5, 8
depth = 6
""")
model = parser["model"]
x = tf.zeros([2, model.getint("depth")])
reveal_type(x)  # revealed: Tensor[float32, Shape[2, 4]]
w = tf.zeros([int(model["depth"]), model.getint("units")])
reveal_type(w)  # revealed: Tensor[float32, Shape[4, 16]]
h = x @ w
if model.getboolean("bias"):
    h = tf.concat([h, tf.ones([2, 1])], axis=1)
reveal_type(h)  # revealed: Tensor[float32, Shape[2, 17]]
sizes = [int(s) for s in parser.get("data", "sizes").split(",")]
reveal_type(tf.zeros(sizes))  # revealed: Tensor[float32, Shape[3, 5, 8]]
reveal_type(tf.zeros([parser.getint("data", "depth")]))  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.fill([len(parser.sections())], parser.getfloat("model", "rate")))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([model.getint("missing", fallback=7)]))  # revealed: Tensor[float32, Shape[7]]
tf.zeros([2, parser.getint("data", "depth")]) @ w  # error: tf-shape

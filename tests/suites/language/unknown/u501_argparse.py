"""Arguments, the environment and logging around a model that is built from them."""
import argparse
import logging
import os
import textwrap
from types import SimpleNamespace
import tensorflow as tf

log = logging.getLogger(__name__)

def parse(argv):
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden", type=int, nargs="+", default=[8])
    parser.add_argument("--dtype", choices=["float32", "float64"], default="float32")
    parser.add_argument("--no-bias", dest="bias", action="store_false")
    parser.add_argument("--out", type=int, default=2)
    return parser.parse_args(argv)

def mlp(x, options):
    for units in [*options.hidden, options.out]:
        w = tf.zeros([x.shape[-1], units], options.dtype)
        log.info("layer %s", w.shape)
        x = tf.matmul(tf.cast(x, options.dtype), w)
        if options.bias:
            x += tf.zeros([units], options.dtype)
    return x

x = tf.zeros([3, 4])
reveal_type(mlp(x, parse([])))  # revealed: Tensor[float32, Shape[3, 2]]
reveal_type(mlp(x, parse(["--hidden", "5", "6", "--out", "7"])))  # revealed: Tensor[float32, Shape[3, 7]]
options = parse(["--dtype", "float64", "--no-bias"])
reveal_type(mlp(x, options))  # revealed: Tensor[float64, Shape[3, 2]]
reveal_type(tf.zeros([len(vars(options))]))  # revealed: Tensor[float32, Shape[4]]
options = SimpleNamespace(**{**vars(options), "out": 9})
reveal_type(mlp(x, options))  # revealed: Tensor[float64, Shape[3, 9]]
os.environ["UNITS"] = "12"
reveal_type(tf.zeros([int(os.environ["UNITS"])]))  # revealed: Tensor[float32, Shape[12]]
reveal_type(tf.constant(textwrap.dedent("  a\n  b").split("\n")))  # revealed: Tensor[string, Shape[2]]
reveal_type(tf.zeros([int(os.getenv("SURELY_NOT_SET_HERE", "3"))]))  # revealed: Tensor[float32, Shape[3]]

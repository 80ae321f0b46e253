"""argparse, configparser and logging around a small model."""
import argparse
import configparser
import logging
import tensorflow as tf

logger = logging.getLogger(__name__)
logging.basicConfig(level=logging.WARNING)

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--units", type=int, default=8)
parser.add_argument("--shape", type=int, nargs=2, default=[4, 5])
parser.add_argument("--dtype", choices=["float32", "float64"], default="float64")
parser.add_argument("--no-bias", dest="bias", action="store_false")
parser.add_argument("--seed", type=lambda s: int(s, 0), default=1)
sub = parser.add_subparsers(dest="command")
train = sub.add_parser("train")
train.add_argument("steps", type=int)
args = parser.parse_args(["--units", "6", "--shape", "2", "3", "train", "7"])
reveal_type(tf.zeros([args.units]))  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.zeros(args.shape, args.dtype))  # revealed: Tensor[float64, Shape[2, 3]]
reveal_type(tf.zeros([args.steps, args.bias + 1]))  # revealed: Tensor[float32, Shape[7, 2]]
options = vars(args)
reveal_type(tf.zeros([options["units"], options["seed"]]))  # revealed: Tensor[float32, Shape[6, 1]]
logger.info("args: %s", args)

config = configparser.ConfigParser()
config.read_string("""
[DEFAULT]
rate = 0.1
[model]
units = 12
layers = 3
bias = yes
[train]
batch = 32
""")
model = config["model"]
reveal_type(tf.zeros([model.getint("units"), config.getint("train", "batch")]))  # revealed: Tensor[float32, Shape[12, 32]]
reveal_type(tf.zeros([int(model["layers"]), model.getint("missing", fallback=9)]))  # revealed: Tensor[float32, Shape[3, 9]]
reveal_type(tf.zeros([len(config.sections()), int(model.getboolean("bias"))]))  # revealed: Tensor[float32, Shape[2, 1]]
rate = tf.constant(config["train"].getfloat("rate"))
reveal_type(rate)  # revealed: Tensor[float32, Shape[()]]

late = argparse.Namespace(width=4, **{"height": 2})
late.depth = late.width * late.height
reveal_type(tf.zeros([late.width, late.height, late.depth]))  # revealed: Tensor[float32, Shape[4, 2, 8]]
defaults = parser.parse_args([])
reveal_type(tf.zeros([defaults.units, *defaults.shape], defaults.dtype))  # revealed: Tensor[float64, Shape[8, 4, 5]]
parser.set_defaults(units=20)
reveal_type(tf.zeros([parser.parse_args([]).units]))  # revealed: Tensor[float32, Shape[20]]

"""argparse: with arguments that are given, and its defaults."""
import argparse
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--units", type=int, default=4)
parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3])
parser.add_argument("--bias", action="store_true")
args = parser.parse_args(["--units", "6", "--bias"])
reveal_type(tf.zeros([args.units, 2 if args.bias else 1]))  # revealed: Tensor[float32, Shape[6, 2]]
reveal_type(tf.zeros(args.sizes))  # revealed: Tensor[float32, Shape[2, 3]]
args = parser.parse_args([])
reveal_type(tf.zeros([args.units, *args.sizes]))  # revealed: Tensor[float32, Shape[4, 2, 3]]
args.units += 1
reveal_type(tf.zeros([vars(args)["units"], len(vars(args))]))  # revealed: Tensor[float32, Shape[5, 3]]

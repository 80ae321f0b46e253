"""Nested configurations: deep merge, flattening with separators, defaults by key."""
import tensorflow as tf

def merge(a, b):
    out = dict(a)
    for key, value in b.items():
        if isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merge(out[key], value)
        else:
            out[key] = value
    return out

def flatten(tree, prefix=""):
    items = []
    for key, value in tree.items():
        name = f"{prefix}.{key}" if prefix else key
        items.extend(flatten(value, name).items() if isinstance(value, dict) else [(name, value)])
    return dict(items)

base = {"enc": {"units": 4, "act": "relu"}, "dec": {"units": 2}}
config = merge(base, {"enc": {"units": 6}, "extra": {"n": 3}})
reveal_type(tf.zeros([config["enc"]["units"], base["enc"]["units"]]))  # revealed: Tensor[float32, Shape[6, 4]]
flat = flatten(config)
reveal_type(tf.zeros([flat["enc.units"], flat["extra.n"], len(flat)]))  # revealed: Tensor[float32, Shape[6, 3, 4]]
units = [v for k, v in flat.items() if k.endswith("units")]
reveal_type(tf.zeros(units))  # revealed: Tensor[float32, Shape[6, 2]]
reveal_type(getattr(tf.nn, flat["enc.act"])(tf.zeros([flat.get("dec.rows", 5)])))  # revealed: Tensor[float32, Shape[5]]
*_, last = flat
reveal_type(tf.zeros([len(last)]))  # revealed: Tensor[float32, Shape[7]]

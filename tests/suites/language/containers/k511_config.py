"""Nested configurations: dotted keys, merges, flattening, attribute access and defaults."""
import copy
import json
import tensorflow as tf

class Config(dict):
    def __getattr__(self, name):
        try:
            value = self[name]
        except KeyError:
            raise AttributeError(name) from None
        return Config(value) if isinstance(value, dict) else value
    def __setattr__(self, name, value):
        self[name] = value
    def merged(self, other):
        result = copy.deepcopy(self)
        for key, value in other.items():
            if isinstance(value, dict) and isinstance(result.get(key), dict):
                result[key] = Config(result[key]).merged(value)
            else:
                result[key] = value
        return Config(result)

def set_path(config, path, value):
    *parents, last = path.split(".")
    for key in parents:
        config = config.setdefault(key, {})
    config[last] = value

def flat(config, prefix=""):
    for key, value in config.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value

base = Config(json.loads('{"model": {"units": 4, "layers": [8, 16]}, "batch": 2}'))
reveal_type(tf.zeros([base.batch, base.model.units]))  # revealed: Tensor[float32, Shape[2, 4]]
changed = base.merged({"model": {"units": 7}, "seed": 1})
reveal_type(tf.zeros([changed.model.units, *changed.model.layers]))  # revealed: Tensor[float32, Shape[7, 8, 16]]
reveal_type(tf.zeros([base.model.units]))  # revealed: Tensor[float32, Shape[4]]
set_path(changed, "data.image.size", 32)
reveal_type(tf.zeros([changed.data.image.size, changed["batch"]]))  # revealed: Tensor[float32, Shape[32, 2]]
changed.batch = 9
reveal_type(tf.zeros([changed.batch]))  # revealed: Tensor[float32, Shape[9]]
table = dict(flat(changed))
reveal_type(tf.zeros([table["data.image.size"], table["model.units"]]))  # revealed: Tensor[float32, Shape[32, 7]]
reveal_type(tf.zeros([len(table)]))  # revealed: Tensor[float32, Shape[5]]
reveal_type(tf.zeros([getattr(base, "missing", 3)]))  # revealed: Tensor[float32, Shape[3]]
tf.zeros([base.batch, base.model.units]) @ tf.zeros([changed.model.units, 1])  # error: tf-shape

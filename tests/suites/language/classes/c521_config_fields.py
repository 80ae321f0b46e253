"""A configuration in dataclasses, read by fields, asdict and replace."""
import dataclasses
from dataclasses import dataclass, field, fields, asdict, astuple, replace, is_dataclass

import tensorflow as tf


@dataclass(frozen=True)
class EncoderConfig:
    layers: int = 2
    width: int = 16
    heads: int = 4

    @property
    def head_size(self):
        return self.width // self.heads


@dataclass
class ModelConfig:
    encoder: EncoderConfig = field(default_factory=EncoderConfig)
    vocabulary: int = 100
    classes: int = field(default=5, metadata={"dtype": "int64"})
    widths: list = field(default_factory=lambda: [8, 4])

    def __post_init__(self):
        self.widths = [self.encoder.width, *self.widths]


base = ModelConfig()
large = replace(base, encoder=replace(base.encoder, width=32, heads=8), widths=[64])
reveal_type(tf.zeros([large.encoder.heads, large.encoder.head_size]))  # revealed: Tensor[float32, Shape[8, 4]]
reveal_type(tf.zeros(base.widths))  # revealed: Tensor[float32, Shape[16, 8, 4]]
reveal_type(tf.zeros(large.widths))  # revealed: Tensor[float32, Shape[32, 64]]

weights = {}
for f in fields(EncoderConfig):
    weights[f.name] = tf.zeros([getattr(base.encoder, f.name)])
reveal_type(weights["width"])  # revealed: Tensor[float32, Shape[16]]
reveal_type(weights["heads"])  # revealed: Tensor[float32, Shape[4]]

as_dict = asdict(large)
reveal_type(tf.ones([as_dict["vocabulary"], as_dict["encoder"]["width"]]))  # revealed: Tensor[float32, Shape[100, 32]]
layers, width, heads = astuple(base.encoder)
reveal_type(tf.ones([layers, width, heads]))  # revealed: Tensor[float32, Shape[2, 16, 4]]
by_name = {f.name: f for f in dataclasses.fields(base)}
labels = tf.zeros([3], by_name["classes"].metadata["dtype"])
reveal_type(labels)  # revealed: Tensor[int64, Shape[3]]
small = EncoderConfig(**{**asdict(base.encoder), "width": 8})
reveal_type(tf.zeros([small.head_size, len(fields(small))]))  # revealed: Tensor[float32, Shape[2, 3]]
configs = {EncoderConfig(): tf.ones([1]), EncoderConfig(width=32): tf.ones([2])}
reveal_type(configs[EncoderConfig(2, 32)])  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.zeros([is_dataclass(base) + 1, len(configs)]))  # revealed: Tensor[float32, Shape[2, 2]]
try:
    base.encoder.width = 3
    found = tf.zeros([1])
except dataclasses.FrozenInstanceError:
    found = tf.zeros([2, 2])
reveal_type(found)  # revealed: Tensor[float32, Shape[2, 2]]

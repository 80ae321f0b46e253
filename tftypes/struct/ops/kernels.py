"""TensorFlow's kernels that move what every field holds.

They are `tf.raw_ops` without the wrapper that asks for arguments by name, a tenth of an eager op's
time. Python's wrappers around them (`tf.concat`, ...) cost as much again.
"""

from __future__ import annotations

import inspect
from typing import Any

import tensorflow as tf

concat: Any = inspect.unwrap(tf.raw_ops.ConcatV2)  # values, axis
expand_dims: Any = inspect.unwrap(tf.raw_ops.ExpandDims)  # input, axis
gather: Any = inspect.unwrap(tf.raw_ops.GatherV2)  # params, indices, axis, batch_dims
identity: Any = inspect.unwrap(tf.raw_ops.Identity)  # input
pack: Any = inspect.unwrap(tf.raw_ops.Pack)  # values, axis
select: Any = inspect.unwrap(tf.raw_ops.SelectV2)  # condition, t, e
squeeze: Any = inspect.unwrap(tf.raw_ops.Squeeze)  # input, axis
tile: Any = inspect.unwrap(tf.raw_ops.Tile)  # input, multiples

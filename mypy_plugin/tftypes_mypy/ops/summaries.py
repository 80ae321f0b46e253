"""tf.summary: whether a summary was written, and the scalar that `tf.summary.scalar` asks for.

What an image or a sound has to be is asked where a writer is there only: nothing is refused of them.
"""

from __future__ import annotations

from typing import Any

from tftypes.algebra import Shape, TensorType

from .arguments import rank_is
from .conversion import as_tensor, is_told
from .rule import rule
from .values import BOOL

_WRITTEN = TensorType(BOOL, Shape.scalar())


@rule(
    "tensorflow.summary.scalar",
    "tf.summary.scalar('loss', f32[], step=1) -> b[]",
    "tf.summary.scalar('loss', 0.5, step=i64[]) -> b[]",
    "tf.summary.scalar('loss', f32[2], step=1) !! expected rank 0, got rank 1",
)
def scalar(name: Any, data: Any, step: Any = None, description: Any = None) -> TensorType:
    if is_told(data):
        rank_is(as_tensor(data, argument="data"), 0, "data")
    return _WRITTEN


@rule("tensorflow.summary.image", "tf.summary.image('sample', f32[2, 8, 8, 3], step=1) -> b[]")
def image(
    name: Any, data: Any, step: Any = None, max_outputs: Any = 3, description: Any = None
) -> TensorType:
    return _WRITTEN


@rule("tensorflow.summary.audio", "tf.summary.audio('said', f32[2, 800, 1], 8000) -> b[]")
def audio(
    name: Any,
    data: Any,
    sample_rate: Any,
    step: Any = None,
    max_outputs: Any = 3,
    encoding: Any = None,
    description: Any = None,
) -> TensorType:
    return _WRITTEN


@rule("tensorflow.summary.histogram", "tf.summary.histogram('weights', f32[N, 3], 1) -> b[]")
def histogram(
    name: Any, data: Any, step: Any = None, buckets: Any = None, description: Any = None
) -> TensorType:
    return _WRITTEN


@rule("tensorflow.summary.text", "tf.summary.text('said', s[2], step=1) -> b[]")
def text(name: Any, data: Any, step: Any = None, description: Any = None) -> TensorType:
    return _WRITTEN


@rule("tensorflow.summary.write", "tf.summary.write('loss', f32[3], step=1) -> b[]")
def write(
    tag: Any, tensor: Any, step: Any = None, metadata: Any = None, name: Any = None
) -> TensorType:
    return _WRITTEN


@rule("tensorflow.summary.should_record_summaries", "tf.summary.should_record_summaries() -> b[]")
def should_record_summaries() -> TensorType:
    return _WRITTEN

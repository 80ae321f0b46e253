"""tf.summary: whether a summary was written, and the scalar that `tf.summary.scalar` asks for.

What an image or a sound has to be is asked where a writer is there only: `summary_steps.py` knows that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tftypes.algebra import Shape, TensorType

from .arguments import rank_is
from .conversion import as_tensor, is_told
from .rule import OpError, rule, with_parameters
from .values import BOOL, INT64

_WRITTEN: Final = TensorType(BOOL, Shape.scalar())


@rule(
    "tensorflow.summary.scalar",
    "tf.summary.scalar('loss', f32[], step=1) -> b[]",
    "tf.summary.scalar('loss', 0.5, step=i64[]) -> b[]",
    "tf.summary.scalar('loss', f32[2], step=1) !! expected rank 0, got rank 1",
    "tf.summary.scalar('loss', f32[], step=f32[]) !! int64",
)
def scalar(name: Any, data: Any, step: Any = None, description: Any = None) -> TensorType:
    if is_told(data) or isinstance(data, str):
        given = as_tensor(data, argument="data")
        if given.dtype.is_string:
            error = OpError("tf-dtype", f"expected a number, got {given}", "data")
            error.at_run = True
            raise error
        try:
            rank_is(given, 0, "data")
        except OpError as error:
            error.hint = "tf.reduce_mean(data) is one number"
            raise
    if is_told(step) or isinstance(step, (str, float)):
        as_tensor(step, INT64, argument="step")
    return _WRITTEN


#: What writes anything: an example, and the parameters with their defaults.
_WRITERS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "image": (
        "('sample', f32[2, 8, 8, 3], step=1)",
        {"name": ..., "data": ..., "step": None, "max_outputs": 3, "description": None},
    ),
    "audio": (
        "('said', f32[2, 800, 1], 8000)",
        {"name": ..., "data": ..., "sample_rate": ..., "step": None, "max_outputs": 3, "encoding": None, "description": None},
    ),
    "histogram": (
        "('weights', f32[N, 3], 1)",
        {"name": ..., "data": ..., "step": None, "buckets": None, "description": None},
    ),
    "text": (
        "('said', s[2], step=1)",
        {"name": ..., "data": ..., "step": None, "description": None},
    ),
    "write": (
        "('loss', f32[3], step=1)",
        {"tag": ..., "tensor": ..., "step": None, "metadata": None, "name": None},
    ),
    "should_record_summaries": ("()", {}),
}  # fmt: skip
for _op, (_call, _parameters) in _WRITERS.items():
    rule(f"tensorflow.summary.{_op}", f"tf.summary.{_op}{_call} -> b[]")(
        with_parameters(lambda *args: _WRITTEN, **_parameters)
    )

"""Stand-ins for what programs would download, draw on a screen or wait for, so that they run as they are.

Data has the shapes and dtypes of the true data; a long loop is left after a while, and training makes one step.
"""

from __future__ import annotations

import ast
import signal
import sys
import time
from collections import defaultdict
from types import FrameType
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import tensorflow as tf

from .missing import Missing

#: The seconds that a program has, and the seconds after which it leaves a loop.
PROGRAM, LOOP = 60, 3
#: The elements of a data set that a loop over it gets: the first ones, and the last, which may be a smaller batch.
FIRST = 6

ENOUGH = "__enough__"


class TimeIsUp(BaseException):
    """No `except Exception` of a program catches it."""


def install() -> None:
    """Puts the stand-ins in their places, in this process for good."""
    sys.meta_path.append(Missing(load=load))
    for name, arrays in ARRAYS.items():
        getattr(tf.keras.datasets, name).load_data = _loader(arrays)
    tf.keras.utils.get_file = _unreachable
    fit, evaluate = tf.keras.Model.fit, tf.keras.Model.evaluate

    def one_step(self: Any, *given: Any, **named: Any) -> Any:
        if named.get("validation_data") is not None:
            named["validation_steps"] = 1
        named.pop("initial_epoch", None)
        return fit(self, *given[:2], **named | {"epochs": 1, "steps_per_epoch": 1, "verbose": 0})

    def one_batch(self: Any, *given: Any, **named: Any) -> Any:
        return evaluate(self, *given[:2], **named | {"steps": 1, "verbose": 0})

    tf.keras.Model.fit, tf.keras.Model.evaluate = one_step, one_batch
    _write_nothing()
    tf.data.Dataset.__iter__ = _first_and_last(tf.data.Dataset.__iter__)
    tf.keras.Metric.reset_states = tf.keras.Metric.reset_state
    for optimizer in tf.keras.optimizers.Optimizer.__subclasses__():
        optimizer.__init__ = _older(optimizer.__init__)
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(PROGRAM)


def _older(init: Any) -> Any:
    """A constructor of an optimizer that takes the names which arguments had once."""

    def construct(self: Any, *given: Any, **named: Any) -> None:
        if "lr" in named:
            named["learning_rate"] = named.pop("lr")
        named.pop("decay", None)
        init(self, *given, **named)

    return construct


def _first_and_last(whole: Any) -> Any:
    """Iterates over some elements of a data set of known length."""

    def iterate(self: Any) -> Any:
        count = int(self.cardinality()) if tf.executing_eagerly() else 0
        if count <= FIRST + 1:
            return whole(self)
        return whole(self.take(FIRST).concatenate(self.skip(count - 1)))

    return tf.autograph.experimental.do_not_convert(iterate)


def _write_nothing() -> None:
    """Models are not saved or drawn, and TensorBoard, which is not installed, gets nothing."""
    for name in ("save", "save_weights", "export"):
        setattr(tf.keras.Model, name, _nothing)
    tf.keras.utils.plot_model = _nothing
    tf.keras.callbacks.TensorBoard = _Silent
    tf.summary.create_file_writer = lambda *given, **named: MagicMock()
    for name in ("scalar", "image", "histogram", "text", "graph", "trace_on", "trace_export"):
        setattr(tf.summary, name, _nothing)


@tf.autograph.experimental.do_not_convert
def _nothing(*given: Any, **named: Any) -> None: ...


class _Silent(tf.keras.callbacks.Callback):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__()


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeIsUp(f"{PROGRAM} seconds")


def _unreachable(*given: Any, **named: Any) -> Any:
    raise OSError("nothing is downloaded")


# --- data -------------------------------------------------------------------------------------------------------------

#: A shape and a dtype, or the number of sequences.
Array = tuple[tuple[int, ...], str]


def _images(
    rows: int, *rest: int, labels: tuple[int, ...] = (), classes: str = "uint8"
) -> tuple[Array, Array]:
    return ((rows, *rest), "uint8"), ((rows, *labels), classes)


#: What each data set has to train and to test on: arrays and their labels.
ARRAYS: dict[str, tuple[tuple[Array, Array], tuple[Array, Array]]] = {
    "mnist": (_images(60000, 28, 28), _images(10000, 28, 28)),
    "fashion_mnist": (_images(60000, 28, 28), _images(10000, 28, 28)),
    "cifar10": (_images(50000, 32, 32, 3, labels=(1,)), _images(10000, 32, 32, 3, labels=(1,))),
    "cifar100": (
        _images(50000, 32, 32, 3, labels=(1,), classes="int64"),
        _images(10000, 32, 32, 3, labels=(1,), classes="int64"),
    ),
    "imdb": ((((25000,), "object"), ((25000,), "int64")),) * 2,
    "reuters": (
        (((8982,), "object"), ((8982,), "int64")),
        (((2246,), "object"), ((2246,), "int64")),
    ),
    "boston_housing": (
        (((404, 13), "float64"), ((404,), "float64")),
        (((102, 13), "float64"), ((102,), "float64")),
    ),
}


def _loader(arrays: tuple[tuple[Array, Array], tuple[Array, Array]]) -> Any:
    def load_data(*given: Any, num_words: int | None = None, **named: Any) -> Any:
        return tuple(tuple(_drawn(*array) for array in part) for part in arrays)

    return load_data


def _drawn(shape: tuple[int, ...], dtype: str) -> Any:
    """Small numbers, or lists of them: classes, words or pixels."""
    random = np.random.default_rng(len(shape))
    if dtype == "object":
        rows = np.empty(shape, object)
        rows[:] = [[1, *random.integers(2, 100, 20).tolist()] for _ in range(shape[0])]
        return rows
    if dtype.startswith("float"):
        return random.normal(size=shape).astype(dtype)
    return random.integers(0, 2 if dtype == "int64" else 10, shape, dtype)


def load(name: str, split: Any = None, as_supervised: bool = False, **named: Any) -> Any:
    """`tensorflow_datasets.load` of images with labels, or of texts where the name says so."""
    known = ARRAYS.get(name.partition("/")[0].partition(":")[0])
    shape = (*known[0][0][0][1:], 1)[:3] if known and known[0][0][1] == "uint8" else (64, 48, 3)
    is_text = any(word in name for word in ("imdb", "reviews", "translate"))
    item = tf.zeros([100], tf.string) if is_text else tf.zeros([100, *shape], tf.uint8)
    pair = item, tf.range(100, dtype=tf.int64) % 2
    keys = "text" if is_text else "image", "label"
    made = tf.data.Dataset.from_tensor_slices(pair if as_supervised else dict(zip(keys, pair)))
    if split is None:
        result: Any = {"train": made, "test": made}
    else:
        result = [made for _ in split] if isinstance(split, (list, tuple)) else made
    return (result, MagicMock()) if named.get("with_info") else result


# --- loops ------------------------------------------------------------------------------------------------------------


class _Shorten(ast.NodeTransformer):
    """Leaves loops after a while, except in functions that are decorated, which TensorFlow may trace."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node if node.decorator_list else self.generic_visit(node)

    def _leave(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body[:0] = ast.parse(f"if {ENOUGH}({node.lineno}): break").body
        return node

    visit_For = visit_While = _leave


def shortened(text: str) -> str:
    """The program that leaves its loops once they have run long enough.

    >>> print(shortened("while True: step()"))
    while True:
        if __enough__(1):
            break
        step()
    """
    return ast.unparse(ast.fix_missing_locations(_Shorten().visit(ast.parse(text))))


def clock() -> Any:
    """Says of a loop, by its line, whether it has run long enough."""
    since: defaultdict[int, float] = defaultdict(time.monotonic)
    return lambda line: time.monotonic() - since[line] > LOOP

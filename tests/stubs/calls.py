"""Calls TensorFlow's functions on samples of every kind of tensor and prints, as JSON, what came back.

Each function of the modules below that takes one, two or three arguments is tried on the samples; calls that
TensorFlow rejects are left out.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

MODULES = [
    "tf",
    "tf.bitwise",
    "tf.dtypes",
    "tf.experimental.numpy",
    "tf.image",
    "tf.linalg",
    "tf.math",
    "tf.math.special",
    "tf.nn",
    "tf.ragged",
    "tf.random",
    "tf.sets",
    "tf.signal",
    "tf.sparse",
    "tf.strings",
]
#: By the names under which the checked program has them too.
SAMPLES: dict[str, Any] = {
    "floats": tf.constant([[4.0, 1.0], [1.0, 3.0]]),
    "doubles": tf.constant([[4.0, 1.0], [1.0, 3.0]], tf.float64),
    "images": tf.ones([1, 4, 4, 3]),
    "ints": tf.constant([[1, 0], [0, 1]]),
    "longs": tf.constant([0, 1], tf.int64),
    "complexes": tf.constant([[4.0 + 1j, 1.0], [1.0, 3.0]], tf.complex64),
    "bools": tf.constant([[True, False], [False, True]]),
    "strings": tf.constant(["a b", "1"]),
    "variable": tf.Variable([[4.0, 1.0], [1.0, 3.0]]),
    "ragged": tf.ragged.constant([[1.0, 2.0], [3.0]]),
    "words": tf.ragged.constant([["a", "b"], ["c"]]),
    "sparse": tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]),
    "slices": tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]), tf.constant([2, 2])),
    "array": np.ones((2, 2), np.float32),
    "nested": [[1.0, 2.0], [3.0, 4.0]],
    "number": 1,
    "dtype": tf.float16,
}
PAIRS = [(a, a) for a in SAMPLES] + [
    *itertools.product(("floats", "variable", "ragged", "nested"), ("floats", "ragged", "number")),
    *itertools.product(("floats", "ints", "ragged", "sparse", "strings", "number"), ("dtype",)),
    *itertools.product(("images", "floats", "ints", "strings", "bools"), ("number",)),
]
TRIPLES = [(a, a, a) for a in SAMPLES] + [
    ("floats", "number", "number"),
    ("ragged", "number", "number"),
]
ARGUMENTS: dict[int, Sequence[tuple[str, ...]]] = {
    1: [(a,) for a in SAMPLES],
    2: PAIRS,
    3: TRIPLES,
}
#: They do something, or take a function and call it only later.
LEFT_OUT = {
    "tf.device",
    "tf.grad_pass_through",
    "tf.load_library",
    "tf.load_op_library",
    "tf.no_gradient",
    "tf.print",
    "tf.random.set_global_generator",
    "tf.random.set_seed",
    "tf.recompute_grad",
    "tf.signal.inverse_stft_window_fn",
    "tf.variable_creator_scope",
    # TensorFlow 2.16 ends the process where an argument has another rank.
    *(["tf.image.draw_bounding_boxes"] if tf.__version__.startswith("2.16.") else []),
}


def functions() -> Iterator[tuple[str, Any]]:
    for path in MODULES:
        module: Any = functools.reduce(getattr, path.split(".")[1:], tf)
        for name in sorted(dir(module)):
            value = getattr(module, name)
            if (
                inspect.isfunction(value)
                and not name.startswith("_")
                and f"{path}.{name}" not in LEFT_OUT
            ):
                yield f"{path}.{name}", value


def required(function: Any) -> int:
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
    parameters = inspect.signature(function).parameters.values()
    return sum(p.kind in kinds and p.default is p.empty for p in parameters)


def describe(value: Any) -> Any:
    """What the value is, as far as the stubs speak of it: its class and dtype, item by item."""
    for kind in (tf.Tensor, tf.Variable, tf.RaggedTensor, tf.SparseTensor, tf.IndexedSlices):
        if isinstance(value, kind):
            return [kind.__name__, value.dtype.name]
    if isinstance(value, (tuple, list)):
        return [type(value).__mro__[-2].__name__, *map(describe, value)]
    return [type(value).__name__]


def main() -> None:
    results = []
    for path, function in functions():
        for names in ARGUMENTS.get(required(function), []):
            try:
                result = function(*(SAMPLES[name] for name in names))
            except Exception:
                continue
            results.append((f"{path}({', '.join(names)})", describe(result)))
    json.dump(results, sys.stdout)


main()

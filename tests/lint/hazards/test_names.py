"""The tables of names agree with the TensorFlow that is installed."""

from __future__ import annotations

import importlib
import inspect
import random
from functools import reduce
from textwrap import dedent
from typing import Any, Final

import numpy as np
import pytest

from tests.lint.examples import found
from tftypes_lint.data import (
    deprecated_names,
    old_arguments,
    private_names,
    removed_names,
    tensor_functions,
)
from tftypes_lint.engine import lint_source
from tftypes_lint.rules import private_import
from tftypes_lint.rules.deprecated_symbol import KERAS_2
from tftypes_lint.settings import Settings
from tftypes_lint.source import Source

tf = pytest.importorskip("tensorflow")


def public(name: str) -> object:
    return reduce(getattr, name.split(".")[1:], tf)


def exists(name: str) -> bool:
    """Whether a name is there and of use: some are kept for the error that they raise."""
    try:
        value = public(name)
    except (AttributeError, ImportError):
        return False
    kept = getattr(value, "__name__", "") == "LegacyOptimizerWarning"
    return not kept and name not in KERAS_2


newest = pytest.mark.skipif(
    not tf.__version__.startswith("2.21"), reason="the tables are those of TensorFlow 2.21"
)


@newest
def test_removed_names_are_gone_and_their_successors_are_there() -> None:
    assert [name for name in removed_names() if exists(name)] == []
    successors = [instead for _, instead in removed_names().values() if instead]
    assert [name for name in successors if not exists(name)] == []


@newest
@pytest.mark.parametrize("name", sorted(KERAS_2))
def test_what_comes_with_keras_2_is_a_module_that_raises(name: str) -> None:
    inside = {"tf.compat.v1.layers": "dense", "tf.compat.v1.nn.rnn_cell": "LSTMCell"}[name]
    with pytest.raises(AttributeError, match="not available with Keras 3"):
        getattr(public(name), inside)


@newest
def test_deprecated_names_are_there_and_say_so() -> None:
    silent = [
        name for name in deprecated_names() if "IS DEPRECATED" not in (public(name).__doc__ or "")
    ]
    assert silent == []


@newest
def test_old_arguments_are_refused_or_called_deprecated() -> None:
    wrong = []
    for name, known in old_arguments().items():
        function = public(name)
        taken = inspect.signature(function).parameters  # type: ignore[arg-type]
        told = function.__init__.__doc__ if isinstance(function, type) else function.__doc__  # type: ignore[misc]
        for argument, (gone, instead) in known.items():
            deprecated = argument in taken and "ARGUMENTS ARE DEPRECATED" in (told or "")
            if deprecated == bool(gone) or (instead and instead not in taken):
                wrong.append((name, argument))
    assert wrong == []
    assert len(old_arguments()) > 150


X: Final = np.array([[1.0, -2.0], [3.0, 4.0]])
IMAGE: Final = np.full([1, 1, 1, 1], 2.0)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("argmax", {"input": X, "dimension": 1}),
        ("expand_dims", {"input": X, "dim": 1}),
        ("linalg.l2_normalize", {"x": X, "dim": 1}),
        ("math.count_nonzero", {"input_tensor": X, "keep_dims": True}),
        ("nn.conv2d", {"input": IMAGE, "filter": IMAGE, "strides": 1, "padding": "SAME"}),
        ("nn.moments", {"x": X, "axes": [1], "keep_dims": True}),
        ("nn.softmax", {"logits": X, "dim": 0}),
        ("norm", {"tensor": X, "axis": 0, "keep_dims": True}),
        ("reduce_max", {"input_tensor": X, "reduction_indices": [1], "keep_dims": True}),
        ("reverse_sequence", {"input": X, "seq_lengths": [1, 2], "seq_dim": 1, "batch_dim": 0}),
        ("squeeze", {"input": [X], "squeeze_dims": [0]}),
        ("strings.reduce_join", {"inputs": ["a", "b"], "reduction_indices": [0]}),
        ("strings.to_number", {"string_tensor": ["1.5"]}),
    ],
)
def test_by_its_new_name_an_argument_means_what_it_meant(
    name: str, arguments: dict[str, Any]
) -> None:
    known = old_arguments()[f"tf.{name}"]
    renamed = {
        known[each].instead if each in known else each: arguments[each] for each in arguments
    }
    assert renamed.keys() != arguments.keys() and all(renamed)

    before = public(f"tf.compat.v1.{name}")(**arguments)  # type: ignore[operator]
    after = public(f"tf.{name}")(**renamed)  # type: ignore[operator]

    tf.nest.map_structure(np.testing.assert_array_equal, before, after)


@newest
def test_a_private_name_is_the_same_object_as_its_public_one() -> None:
    drawn = random.Random(7).sample(sorted(private_names().items()), 400)
    other = []
    for private, name in drawn:
        module, _, last = private.rpartition(".")
        if getattr(importlib.import_module(module), last) is not public(name):
            other.append((private, name))
    assert other == []


@pytest.mark.parametrize("caption", list(private_import.FIXED))
def test_a_fixed_import_runs_as_before(caption: str) -> None:
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    exec(dedent(private_import.INVALID[caption]), before)
    exec(dedent(private_import.FIXED[caption]), after)

    assert bool(tf.reduce_all(before["y"] == after["y"]))


def test_a_sample_of_functions_gives_one_tensor() -> None:
    x = tf.constant([[4.0, 1.0], [2.0, 3.0]])
    unary = [
        "abs",
        "exp",
        "math.sigmoid",
        "linalg.inv",
        "linalg.diag_part",
        "nn.relu",
        "nn.softmax",
        "reduce_sum",
        "shape",
        "sort",
    ]

    for name in unary:
        assert f"tensorflow.{name}" in tensor_functions()
        assert isinstance(public(f"tf.{name}")(x), tf.Tensor)
    assert (
        not {"tensorflow.split", "tensorflow.unstack", "tensorflow.is_tensor"} & tensor_functions()
    )


@newest
def test_a_raw_op_in_the_table_has_one_output() -> None:
    from tensorflow.python.framework import op_def_registry

    raw = [name.rpartition(".")[2] for name in tensor_functions() if ".raw_ops." in name]
    several = []
    for name in raw:
        outputs = op_def_registry.get(name).output_arg
        if len(outputs) != 1 or outputs[0].number_attr or outputs[0].type_list_attr:
            several.append(name)
    assert len(raw) > 500
    assert several == []


def test_functions_that_give_several_are_not_in_the_table() -> None:
    several = (
        "clip_by_global_norm cond dynamic_partition group linalg.eigh linalg.lu linalg.qr map_fn "
        "math.top_k meshgrid nest.map_structure nn.moments nn.top_k numpy_function py_function scan "
        "unique unique_with_counts vectorized_map while_loop linalg.slogdet linalg.svd"
    )

    assert not {f"tensorflow.{name}" for name in several.split()} & tensor_functions()


def test_the_options_of_compat_v1_are_the_projects() -> None:
    text = "import tensorflow as tf\nx = tf.compat.v1.to_float(1)\n"

    assert found("deprecated-symbol", text) == []
    assert "tf.compat.v1.to_float" in deprecated_names()


def test_a_hint_names_keras_2_for_what_is_there_only_with_it() -> None:
    text = b"import tensorflow as tf\na = tf.compat.v1.layers.dense\nb = tf.placeholder\n"
    found = lint_source(Source("a.py", text), Settings(select=("deprecated-symbol",)))

    assert [(each.line, "tf_keras" in (each.hint or "")) for each in found] == [
        (2, True),
        (3, False),
    ]

"""Names that the plugin takes to be gone from Keras: no class of its own has them."""

from __future__ import annotations

import inspect

import pytest
import tensorflow as tf

from tftypes_mypy.features.mypy_errors.subclasses import _REMOVED

FAMILIES = {
    "Metric": tf.keras.metrics,
    "Model": tf.keras.models,
    "Optimizer": tf.keras.optimizers,
}


@pytest.mark.parametrize("base", _REMOVED)
def test_no_class_has_what_was_removed(base: str) -> None:
    classes = [each for _, each in inspect.getmembers(FAMILIES[base], inspect.isclass)]
    assert classes
    assert not [(each, name) for each in classes for name in _REMOVED[base] if hasattr(each, name)]

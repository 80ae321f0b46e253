"""What Keras 3 has not any more: no object has it, and what the message names is there."""

from __future__ import annotations

from typing import Any

import keras
import pytest

from tests.stubs.conftest import SAME_KERAS
from tftypes.inference.models.keras import gone

pytestmark = pytest.mark.skipif(not SAME_KERAS, reason="the tables are of another Keras")


def model() -> Any:
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    made.compile("adam", "mse")
    return made


OBJECTS = [
    (gone.MODEL, model),
    (dict(gone.LAYER.items() - gone.SHAPES.items()), model),
    (gone.LAYER, lambda: keras.layers.LSTM(3)),
    (gone.LAYER, lambda: keras.layers.InputLayer((3,))),
    (gone.OPTIMIZER, keras.optimizers.Adam),
    (gone.OPTIMIZER, keras.optimizers.SGD),
    (gone.OPTIMIZER, lambda: keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD())),
    (gone.METRIC, keras.metrics.Mean),
    (gone.METRIC, lambda: keras.metrics.MeanIoU(2)),
    (gone.CALLBACK, keras.callbacks.Callback),
    (gone.CALLBACK, keras.callbacks.EarlyStopping),
]


@pytest.mark.parametrize(("table", "make"), OBJECTS)
def test_what_is_gone_is_not_there(table: dict[str, str], make: Any) -> None:
    made = make()
    assert [name for name in table if hasattr(made, name)] == []


@pytest.mark.parametrize(("table", "make"), OBJECTS)
def test_methods_and_attributes_that_do_its_work_are_there(
    table: dict[str, str], make: Any
) -> None:
    made = make()
    named = [
        each.removesuffix("()") for each in table.values() if each.removesuffix("()").isidentifier()
    ]
    assert [each for each in named if not hasattr(made, each)] == []

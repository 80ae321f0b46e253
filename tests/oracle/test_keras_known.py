"""The engine says nothing wrong of any class of Keras on drawn arguments, and docs/keras.md says how much it knows."""

from __future__ import annotations

import pytest

from tests.stubs.conftest import SAME_KERAS, SAME_TENSORFLOW

from . import keras_known


@pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the page is of another TensorFlow"
)
def test_nothing_is_wrong_and_the_page_is_current() -> None:
    """Run `python -m tests.oracle.keras_known --write` when the page is not."""
    found = list(keras_known.rows())
    assert [each for row in found for each in row.wrong] == []
    assert keras_known.PAGE.read_text() == keras_known.page(found)

"""An extension type in every place that TensorFlow has for values."""

import warnings
from pathlib import Path

import pytest

from tests.runtime.extension.places import REFUSED, WORKS, plain

PAGE = Path(__file__).parents[3] / "docs" / "extension-types.md"


@pytest.mark.parametrize("place", WORKS)
def test_works(place):
    program, expected = WORKS[place]
    with warnings.catch_warnings():
        # TensorFlow warns that whoever loads a SavedModel must have the class, and Keras that it
        # does not shuffle a dataset.
        warnings.simplefilter("ignore", UserWarning)
        assert plain(program()) == expected


@pytest.mark.parametrize("place", REFUSED)
def test_is_refused_clearly(place):
    program, message = REFUSED[place]
    with pytest.raises((TypeError, ValueError), match=message):
        program()


def test_the_documentation_has_the_same_table():
    rows = [f"| {place} | yes |" for place in WORKS]
    rows += [f"| {place} | no: " for place in REFUSED]
    text = PAGE.read_text()
    assert [row for row in rows if row not in text] == []

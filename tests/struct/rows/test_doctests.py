"""The examples in the docstrings of paths, transforms and row formats say what happens."""

import doctest
import importlib

import pytest

PACKAGE = "tftypes.struct."
NAMES = [
    "paths",
    *(f"transforms.{name}" for name in ("applying", "dims", "moving", "selecting")),
    *(
        f"formats.{name}"
        for name in (
            "cloud_values",
            "examples",
            "firestore",
            "json_text",
            "protos",
            "spanner",
            "texts",
        )
    ),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore::FutureWarning")  # what Google's libraries say of Python 3.10
def test_examples_are_right(name):
    results = doctest.testmod(importlib.import_module(PACKAGE + name))
    assert results.attempted and not results.failed

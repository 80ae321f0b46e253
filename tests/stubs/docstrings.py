"""Prints, as JSON, the examples in the docstrings of TensorFlow's public functions, classes and methods, by path."""

from __future__ import annotations

import ast
import doctest
import functools
import inspect
import json
import sys
from collections.abc import Iterator
from typing import Any

import public_api
import tensorflow as tf

#: What is reached by another path too.
ALIASES = (
    "tensorflow.losses",
    "tensorflow.metrics",
    "tensorflow.optimizers",
    "tensorflow.initializers",
)


def documented() -> Iterator[tuple[str, Any]]:
    found: dict[str, object] = {}
    public_api.walk(tf, "tensorflow", found)
    for path, value in found.items():
        kind = public_api.kind(value)
        if path.startswith(ALIASES) or kind not in ("function", "class"):
            continue
        yield path, value
        if kind == "class":
            for name, member in vars(value).items():
                if not name.startswith("_") or name == "__call__":
                    yield f"{path}.{name}", getattr(member, "fget", None) or member


def example(value: Any) -> str:
    """The statements of a docstring's examples that are Python and raise nothing, as one program."""
    parts = []
    try:
        examples = doctest.DocTestParser().get_examples(inspect.getdoc(value) or "")
    except ValueError:
        return ""
    for one in examples:
        if one.exc_msg is None and is_python("".join([*parts, one.source])):
            parts.append(one.source)
    return "".join(parts)


@functools.cache
def is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def main() -> None:
    programs: dict[str, str] = {}
    for path, value in documented():
        source = example(value)
        if source and source not in programs.values():
            programs[path] = source
    json.dump(programs, sys.stdout)


main()

"""Runs the examples of the rules under TensorFlow, which is who says what a hazard is."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from itertools import count
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from tftypes_lint import all_rules

_number = count()
#: What is observed of an example, by rule and caption.
Hazards = dict[tuple[str, str], Callable[[Any], None]]


def run(text: str, folder: Path) -> ModuleType:
    """The example as a module. AutoGraph reads the source of what it converts, so it is a file."""
    path = folder / f"example_{next(_number)}.py"
    path.write_text(dedent(text).strip() + "\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def invalid(*codes: str) -> list[tuple[str, str]]:
    """The rule and the caption of each of their invalid examples."""
    return [(code, caption) for code in codes for caption in all_rules()[code].INVALID]


def valid(*codes: str) -> list[tuple[str, str]]:
    """The rule and the caption of each of their valid examples."""
    return [(code, caption) for code in codes for caption in all_rules()[code].VALID]


def raises(error: type[Exception], part: str, *names: str) -> Callable[[Any], None]:
    """That each of these functions of an example, called with three numbers, fails as announced."""

    def observe(example: Any) -> None:
        import tensorflow as tf

        for name in names or ("f",):
            with pytest.raises(error, match=part):
                getattr(example, name)(tf.constant([1.0, 2.0, 3.0]))

    return observe

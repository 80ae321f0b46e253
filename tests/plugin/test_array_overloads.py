"""In the body of a call NumPy's functions are asked for once, and what they make is known where mypy cannot choose an overload."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mypy.nodes import Block, ClassDef, SymbolTable, TypeInfo
from mypy.typestate import type_state

from tests.checks import CONFIG, Case, check
from tftypes_mypy.features.calls import array_overloads, arrays
from tftypes_mypy.values import Values

PROGRAM = """\
from typing import Any

import numpy as np
import tensorflow as tf

def made(shape, x, other, options):
    # Of an argument that is not known each of twelve overloads takes something else to mypy.
    state = np.zeros(shape=(1,) + shape, dtype=np.float32)
    reveal_type(tf.constant(state))  # revealed: Tensor[float32, Shape[1, None]]  # revealed: Any
    both = np.concatenate([x, np.ones([2, 1], options)], axis=1)
    reveal_type(tf.constant(both))  # revealed: Tensor[Any, Shape[2, 4]]  # revealed: Any
    reveal_type(tf.constant(x / 255.0 + x * x))  # revealed: Tensor[float32, Shape[2, 3]]  # revealed: Any
    reveal_type(tf.constant(1 - x))  # revealed: Tensor[float32, Shape[2, 3]]  # revealed: Any
    reveal_type(tf.constant(x > 0.5))  # revealed: Tensor[bool, Shape[2, 3]]  # revealed: Any
    reveal_type(x * other)  # revealed: Tensor[float32, Shape[2, 3]]  # revealed: Any
    reveal_type(x + options)  # revealed: Any
    reveal_type(np.empty(3, like=options).size)  # revealed: int  # revealed: Any
    reveal_type(np.random.randint(3, 10))  # revealed: int  # revealed: Any
    reveal_type(np.random.randint(3, options))  # revealed: Any
    reveal_type(tf.constant(x[:, 0]))  # revealed: Tensor[float32, Shape[2]]  # revealed: Any
    reveal_type(np.ones(options)[..., 0])  # revealed: numpy.ndarray[Any, numpy.dtype[numpy.float64]]  # revealed: Any
    reveal_type(np.ones(options)[0])  # revealed: Any
    reveal_type(np.hypot(x, options))  # revealed: numpy.ndarray[Any, Any]  # revealed: Any
    reveal_type(tf.constant(x[np.where(x > 0)]))  # revealed: Tensor[float32, Any]  # revealed: Any
    x += options
    reveal_type(tf.constant(x))  # revealed: Tensor[float32, Shape[2, 3]]  # revealed: Any
    reveal_type(np.where(x > 0))  # revealed: tuple[numpy.ndarray[Any, Any], ...]  # revealed: Any
    return state

def main(size: Any, options: Any) -> None:
    made((size,), np.ones([2, 3], np.float32), tf.zeros([2, 3]), options)
"""


def test_what_is_made_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    call = arrays.call

    def asks(context: Any, values: Values, name: str) -> Any:
        asked[name] += values.is_of_call
        return call(context, values, name)

    monkeypatch.setattr(arrays, "call", asks)
    case = Case("arrays", PROGRAM, 1)
    check([case], tmp_path, CONFIG.replace("check_untyped_defs = True\n", ""))
    assert not case.problems(), "\n".join(case.problems())
    assert asked["zeros"] == asked["concatenate"] == 1


@pytest.mark.parametrize("text", ["np.zeros('a')", "np.ones([2]) + 'a'"])
def test_mypys_own_pass_holds_to_numpys_stubs(text: str, tmp_path: Path) -> None:
    """What is wrong with an argument mypy tells where it stands, though nothing is in the body of a call before."""
    program = f"""\
import numpy as np
import tensorflow as tf

def body(x):
    made = {text}
    return tf.constant(x)

body(np.ones([2]))

def made() -> None:
    {text}
"""
    out = check(
        [Case("wrong", program, 1)], tmp_path, CONFIG.replace("check_untyped_defs = True\n", "")
    )
    [line] = [line for line in out.splitlines() if "error" in line]
    assert ":11: error" in line


def test_what_is_found_out_of_subtypes_meanwhile_is_kept_apart() -> None:
    """An array whose items may be anything has what some protocols ask for: in bodies only."""
    known, array = (
        type_state._subtype_caches,
        TypeInfo(SymbolTable(), ClassDef("A", Block([])), "m"),
    )
    with array_overloads.opened({}):
        known[array] = {}
    assert array not in known
    with array_overloads.opened({}):
        assert array in known
    array_overloads.forget()
    with array_overloads.opened({}):
        assert array not in known

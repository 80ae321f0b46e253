"""What Python refuses of its own values, held against Python."""

from __future__ import annotations

import builtins
import collections
import itertools
from pathlib import Path
from typing import Any, Final

import pytest

from tftypes.inference.declarations import Declarations
from tftypes.inference.interpreter.python_values import lacks, refused_operands
from tftypes.inference.interpreter.signs import PYTHON

from .reports import check, said

_VALUES: Final[tuple[Any, ...]] = (3, -1, 2.5, True, 2j, "a", "", "%d", b"a", (), (1, "a"))


@pytest.mark.parametrize("sign", PYTHON)
def test_an_operator_is_refused_where_python_refuses_it(sign: str) -> None:
    """`%` of a text depends on the text: nothing is said of it."""
    for left, right in itertools.product(_VALUES, repeat=2):
        try:
            PYTHON[sign](left, right)
            raises = False
        except TypeError:
            raises = True
        except (ArithmeticError, ValueError):
            raises = False
        by_text = sign == "%" and isinstance(left, (str, bytes))
        assert (refused_operands(sign, left, right) is not None) == (raises and not by_text)


@pytest.mark.parametrize("value", _VALUES)
def test_a_value_lacks_what_python_does_not_ask_of_it(value: Any) -> None:
    for method, ask in (("__iter__", iter), ("__call__", lambda each: each())):
        try:
            ask(value)
            raises = False
        except TypeError:
            raises = True
        assert (lacks(value, method) is not None) == raises


_OWNERS: Final = (list, dict, set, frozenset, str, bytes, tuple, int, float, collections.deque)
#: These wait for a person, end the process, or take whatever they are given for code.
_LEFT_OUT: Final = (
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "exit",
    "help",
    "input",
    "open",
    "quit",
)


def _calls() -> list[tuple[str, Any]]:
    """The builtin functions and the methods of builtin classes, with what a program calls."""
    functions = [
        (f"builtins.{name}", each) for name, each in vars(builtins).items() if name not in _LEFT_OUT
    ]
    methods = [
        (f"{cls.__module__}.{cls.__name__}.{name}", getattr(cls(), name))
        for cls in _OWNERS
        for name in dir(cls)
    ]
    return [
        (name, each) for name, each in functions + methods if "_" not in name and callable(each)
    ]


@pytest.mark.parametrize(("name", "called"), _calls(), ids=[name for name, _ in _calls()])
def test_arguments_are_refused_only_where_python_refuses_them(name: str, called: Any) -> None:
    declared = Declarations()
    entry = declared.find(name)
    for count, keywords in itertools.product(range(5), ((), ("key",), ("default",), ("x",))):
        if declared.accepts(entry, count, keywords) is not None:
            with pytest.raises(TypeError):
                called(*[None] * count, **dict.fromkeys(keywords))


def test_what_a_user_sees(tmp_path) -> None:
    check(
        """
        import tensorflow as tf

        rate, steps, names = 3, [1, 2], ("a", "b")

        def show():
            return steps

        print("rate: " + rate)  # error: [tf-value] 'rate: ' + rate: operator +: Python has none for 'str' and 'int'; str(rate)
        tf.reshape(tf.range(2), steps - 1)  # error: [tf-value] steps - 1: operator -: Python has none for 'list' and 'int'; np.array(steps)
        steps + names  # error: [tf-value] steps + names: operator +: Python has none for 'list' and 'tuple'; list(names)
        show[0]  # error: [tf-value] a value of type 'function' is not subscriptable
        rate[0]  # error: [tf-value] a value of type 'int' is not subscriptable
        names["a"]  # error: [tf-value] the indices of a tuple are integers, got 'a'
        steps(0)  # error: [tf-call] a value of type 'list' is not callable
        for step in rate:  # error: [tf-unpack] a value of type 'int' is not iterable; range(x) counts up to it
            print(step)
        names.append("c")  # error: [tf-attribute] a value of type 'tuple' has no attribute 'append'
        {"a": 1}.iteritems()  # error: [tf-attribute] a value of type 'dict' has no attribute 'iteritems'; did you mean 'items'?
        {"a": 1}.a  # error: [tf-attribute] a value of type 'dict' has no attribute 'a'; ['a'] has it
        steps += rate  # error: [tf-unpack] a value of type 'int' is not iterable; steps.append(rate)
        steps.append()  # error: [tf-call] steps.append(): argument 'object' is missing
        """,
        tmp_path,
    )


def test_nothing_is_said_of_what_may_be_another_thing(tmp_path) -> None:
    """A list that is declared alone, a parameter with a default, what a program expects to fail."""
    check(
        """
        import os
        from collections.abc import Mapping

        import tensorflow as tf

        def mean(values: list, rates: Mapping[str, float], count=None, steps=3):
            return values / count, values(), steps[0], rates.get("a", default=1)

        os.getenv("DATA", default="data")
        os.environ.get("DATA", default="data")

        try:
            total = [1, 2] / 2
        except TypeError:
            total = 1.5
        total * 2
        """,
        tmp_path,
    )


def test_no_array_is_offered_for_a_list_of_tensors(tmp_path: Path) -> None:
    (of_tensors,) = said(
        "import tensorflow as tf\n0.5 * [tf.zeros([2]), tf.zeros([3])]\n", tmp_path
    )
    (of_numbers,) = said("import tensorflow as tf\n0.5 * [1, 2]\n", tmp_path)
    assert "np.array" not in of_tensors and "np.array" in of_numbers


def test_what_asks_items_for_their_truth_refuses_those_of_several_elements(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        a, b, n, m = tf.constant([1.0, 2.0]), tf.constant([2.0, 1.0]), np.array([1.0, 2.0]), np.array([2.0, 1.0])
        wide, single, high = tf.zeros([3, 2]), tf.constant([1.0]), 3.0
        min(a, b)  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]; tf.minimum(a, b)
        max(0.0, a)  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]; tf.maximum(0.0, a)
        min(n, m)  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: array bool[2]; np.minimum(n, m)
        max([a, b])  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]; tf.reduce_max([a, b], axis=0)
        sorted([n, m])  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: array bool[2]
        any(x > 0 for x in [a, b])  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]; tf.reduce_any([x > 0 for x in [a, b]])
        all(wide > 0)  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]; tf.reduce_all(wide > 0)
        0 < a < high  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]; (0 < a) & (a < high)
        1.0 in [a, b]  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: bool[2]
        list(filter(lambda x: x > 0, [n, m]))  # error: [tf-truth] the truth value of a tensor with 2 elements is ambiguous: array bool[2]

        tf.minimum(a, b), tf.maximum(0.0, a), np.minimum(n, m), tf.reduce_max([a, b], axis=0), (0 < a) & (a < high)
        tf.reduce_any([x > 0 for x in [a, b]]), tf.reduce_all(wide > 0), list(filter(tf.reduce_any, [a > 0, b > 0]))
        min(a, b, key=tf.reduce_sum), max(a), min(a, key=abs), max([a]), min(single, 3.0), sorted(a), 0 < single < high
        any(a > 0), all(a == b), any(tf.zeros([0, 2])), a in (a, b), any([1, a]), all([0, a]), 1.0 in [1.0, a], 1.0 in a
        """,
        tmp_path,
    )


def test_what_makes_keys_of_items_takes_no_tensors(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import tensorflow as tf

        a, n = tf.constant([1, 2, 1]), np.array([1, 2, 1])
        set(a)  # error: [tf-value] a tensor has no hash, so it is no key: int32[]
        frozenset([a])  # error: [tf-value] a tensor has no hash, so it is no key: int32[3]
        dict.fromkeys([a, 1])  # error: [tf-value] a tensor has no hash, so it is no key: int32[3]
        set(n), set(a.numpy()), set(), set(a.shape), set([each.ref() for each in [a]]), set(map(int, a))
        """,
        tmp_path,
    )

"""Mistakes in branches of which nobody knows whether they are taken: code that can never run right is wrong anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.reports import check, said

HEAD = """
import sys
import numpy as np
import tensorflow as tf
from settings import IS_OLD

a = tf.zeros([2, 3])
OLD = tf.__version__.startswith("1")
"""
WRONG = "tf.matmul(a, a)  # error: [tf-shape]"


@pytest.mark.parametrize(
    "condition",
    ["training", "not training", "training > 3", "training == 'fit'", "self.fast", "training and self.fast"],
)  # fmt: skip
def test_whatever_a_condition_says(condition: str, tmp_path: Path) -> None:
    check(
        HEAD
        + f"""
class Net:
    def step(self, x, training):
        if {condition}:
            return {WRONG}
        return x

    def late(self, x, training):
        if {condition}:
            return x
        return {WRONG}

    def either(self, x, training):
        return tf.reshape(a, [7]) if {condition} else x  # error: [tf-shape]
""",
        tmp_path,
    )


def test_also_what_an_annotation_refutes(tmp_path: Path) -> None:
    check(
        HEAD
        + """
from tftypes import Shape, Tensor, float32

def rows(x: Tensor[float32, Shape[4]]): ...

def step(x, training) -> Tensor[float32, Shape[3, 2]]:
    if training:
        rows(a)  # error: [tf-rank]
        return a  # error: [tf-shape]
    return x
""",
        tmp_path,
    )


def test_also_where_the_function_is_called(tmp_path: Path) -> None:
    check(
        HEAD
        + f"""
def step(x, training):
    if training:
        {WRONG}
    return x

step(a, len(sys.argv))
""",
        tmp_path,
    )


def test_at_the_top_of_a_module(tmp_path: Path) -> None:
    check(
        HEAD + f"\nif len(sys.argv) > 1:\n    {WRONG}".replace("len(sys.argv)", "int(input())"),
        tmp_path,
    )


@pytest.mark.parametrize(
    "condition",
    [
        "OLD",
        "IS_OLD",
        "sys.version_info < (3, 0)",
        "hasattr(x, 'compute')",
        "fits(a)",
        "fits(b)",
        "sizes",
        "a.shape.is_compatible_with(x.shape)",
    ],
)
def test_not_where_it_may_be_about_these_values(condition: str, tmp_path: Path) -> None:
    """Or about a version: then the branch is written for other values than those that are known here."""
    text = f"""
def step(x, fits):
    b = tf.zeros([2, 3]) + a
    sizes = fits(b.shape)
    if {condition}:
        return tf.matmul(a, b)
    return x
"""
    assert not said(HEAD + text, tmp_path)


def test_not_where_the_mistake_is_that_of_one_call(tmp_path: Path) -> None:
    """Who calls the function knows which branch is for these values."""
    check(
        HEAD
        + """
def product(x, transposed):
    if transposed:
        return tf.matmul(x, x)
    return x

product(a, input())
""",
        tmp_path,
    )


def test_not_where_the_value_comes_later(tmp_path: Path) -> None:
    check(
        HEAD
        + """
kept = []

class Net:
    def __init__(self):
        self.mean = None

    def norm(self, x, ready):
        if ready:
            return tf.stack(kept), x + self.mean
        return x

def rounds(n, started):
    last = tf.zeros([3])
    for i in range(n):
        if started:
            last = tf.matmul(last, a)
        last = tf.ones([3, 2])
        started = True
    return last
""",
        tmp_path,
    )


def test_in_a_case_of_match_and_behind_and_or(tmp_path: Path) -> None:
    check(
        HEAD
        + f"""
def step(x, mode, ready):
    match mode:
        case "fit" | "evaluate":
            {WRONG}
        case [first, *rest] if ready:
            return tf.reshape(a, [7])  # error: [tf-shape]
        case _:
            tf.add(a, tf.zeros([5]))  # error: [tf-shape]
    ready and tf.concat([a, tf.zeros([3])], 0)  # error: [tf-rank]
    return ready or tf.reshape(a, [8])  # error: [tf-shape]
""",
        tmp_path,
    )


@pytest.mark.parametrize(
    "case",
    [
        "match a:\n        case [3, _, _]:\n            tf.matmul(a, a)",
        "match c:\n        case 3:\n            tf.matmul(a, b)",
        "match mode:\n        case 3 if fits(a):\n            tf.matmul(a, a)",
        "match b.shape:\n        case n, m if mode:\n            tf.matmul(a, tf.zeros([m + 1, n]))",
        "fits(b) and tf.matmul(a, b)",
    ],
    ids=["subject", "made of it", "guard", "bound by a pattern", "and"],
)
def test_not_in_a_case_that_may_be_about_these_values(case: str, tmp_path: Path) -> None:
    text = f"""
def step(fits, mode):
    b = tf.zeros([2, 3])
    c = fits(b)
    {case}
"""
    assert not said(HEAD + text, tmp_path)


def test_a_guard_of_which_nothing_is_known_is_a_condition_too(tmp_path: Path) -> None:
    text = """
def step(fits):
    match 3:
        case 3 if fits(a):
            tf.matmul(a, a)
"""
    assert not said(HEAD + text, tmp_path)


def test_also_what_the_model_of_a_class_or_method_refuses(tmp_path: Path) -> None:
    check(
        HEAD
        + """
import keras

def build(kind, units=None):
    if kind:
        keras.layers.Dense(3, activation="nope")  # error: [tf-value]
        keras.Sequential([keras.layers.Dense(3), 4])  # error: [tf-value]
        keras.layers.Dense(units)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
    if kind > 3:
        model.predict(np.zeros((3, 6)))  # error: [tf-shape]
""",
        tmp_path,
    )


def test_also_names_and_parameters_that_do_not_exist(tmp_path: Path) -> None:
    """After an early return, in a branch, and in a function that is called under a condition alone."""
    check(
        HEAD
        + """
import keras

class Net(tf.Module):
    def __init__(self):
        self.scale = tf.Variable([1.0])

    def late(self, x, training):
        if training > 3:
            return x
        self.scale.multiply(2.0)  # error: [tf-attribute]
        return self.scale.assign(x, validate=True)  # error: [tf-call]

    def maybe(self, x):
        return self.helper(x) if x else 0

    def helper(self, x):
        return tf.reduce_sum(x, axes=1)  # error: [tf-call]

def step(x, training):
    if training:
        raise ValueError("no")
    if x is None:
        return tf.reduce_summ(a)  # error: [tf-attribute]
    else:
        keras.layers.Dense(uunits=3)  # error: [tf-call]
    tf.data.Dataset.range(3).shufle(3)  # error: [tf-attribute]
""",
        tmp_path,
    )


@pytest.mark.parametrize(
    "condition",
    [
        "OLD", "IS_OLD", "is_tf2()", "self.keras_version == 2", "settings.USE_LEGACY", "keras.backend.backend() == 'theano'",
        "hasattr(tf, 'placeholder')", "self.is_fast", "fits(tf)", "fits('compute_gradients')",
    ],
)  # fmt: skip
def test_not_names_of_other_versions_and_classes(condition: str, tmp_path: Path) -> None:
    """What a subclass sets, it sets to suit: the switch and the object."""
    text = f"""
import settings
from settings import is_tf2

class Net(tf.Module):
    def __init__(self):
        self.keras_version = settings.VERSION
        self.is_fast = settings.FAST
        self.scale = tf.Variable([1.0])

    def step(self, x):
        if {condition}:
            {"self.scale.apply_fast(x)" if "fast" in condition else "tf.compute_gradients(x, mode=3)"}
        return x
"""
    assert not said(HEAD.replace("import sys", "import keras\nimport sys") + text, tmp_path)


def test_not_where_another_exception_or_value_is_expected(tmp_path: Path) -> None:
    check(
        HEAD
        + """
def step(x, training):
    kept = tf.zeros([3])
    for each in x:
        if training:
            kept = kept.to_list()
        kept = wrap(each)
    try:
        if training:
            tf.compute_gradients(x)
    except AttributeError:
        pass
    made = wrap(training) or a
    if training == "lists":
        made.append(3)
""",
        tmp_path,
    )


def test_settings_are_apart_from_each_other(tmp_path: Path) -> None:
    """What reads nothing but attributes of an object reads settings: one of them says nothing of another."""
    check(
        HEAD
        + """
import argparse

def main():
    args = argparse.ArgumentParser().parse_args()
    if args.mode == "fit":
        tf.reshape(tf.zeros([2, 3], name=args.name), [7])  # error: [tf-shape]
    if args.rows == 3:
        tf.reshape(a, [7, args.rows])

def whole(args):
    show(args)
    if args.mode == "fit":
        tf.reshape(tf.zeros([2, 3], name=args.name), [7])
""",
        tmp_path,
    )

"""What is forgotten of values that go where the engine does not follow them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.inference.reports import check
from tftypes.inference.analysis import analyze
from tftypes.inference.interpreter.tables import Limits

_CHANGES = {
    "a list": "sizes = [2]; {call}(sizes)",
    "a list in a list": "table = [[2]]; {call}(table); sizes = table[0]",
    "a list in a dict": 'table = {{"sizes": [2]}}; {call}(table); sizes = table["sizes"]',
    "an attribute": "holder = Holder(); {call}(holder); sizes = holder.sizes",
    "an attribute of an item": "holders = [Holder()]; {call}(holders); sizes = holders[0].sizes",
    "a method's object": "holder = Holder(); {call}(holder.show); sizes = holder.sizes",
    "an argument of a partial": "sizes = [2]; {call}(functools.partial(print, sizes))",
}


@pytest.mark.parametrize("changes", _CHANGES.values(), ids=_CHANGES)
@pytest.mark.parametrize("unknown", ["self.changes", "changes"])
def test_an_unknown_callable_may_change_what_it_gets(
    changes: str, unknown: str, tmp_path: Path
) -> None:
    check(
        f"""
        import functools
        import tensorflow as tf

        class Holder:
            def __init__(self):
                self.sizes = [2]

            def show(self):
                print(self.sizes)

        def run(self, changes):
            {changes.format(call=unknown)}
            tf.zeros(sizes) + tf.zeros([3])
        """,
        tmp_path,
    )


def test_it_may_call_a_function_that_assigns(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        def run(calls):
            size, fixed = 2, 2

            def grow():
                nonlocal size
                size += 1

            calls(grow)
            tf.zeros([size]) + tf.zeros([3])
            tf.zeros([fixed]) + tf.zeros([3])  # error: [tf-shape] operator +: [2] and [3] do not
        """,
        tmp_path,
    )


def test_functions_of_libraries_leave_lists_as_they_are(tmp_path: Path) -> None:
    check(
        """
        import json, matplotlib.pyplot as plt
        import tensorflow as tf

        sizes = [2]
        json.dumps(sizes)
        plt.plot(sizes)
        tf.nest.flatten(sizes)
        tf.zeros(sizes) + tf.zeros([3])  # error: [tf-shape] operator +: [2] and [3] do not
        """,
        tmp_path,
    )


#: A function that takes many steps, and returns what it got.
_LONG = """
import tensorflow as tf

def much(x):
    for i in range(8):
        for j in range(8):
            print(str(i), str(j), repr(i), repr(j))
    return x
"""
_CALLS = "".join(f"    much({i})\n" for i in range(20))


def test_a_long_call_is_followed_where_the_program_makes_it(tmp_path: Path) -> None:
    calls = "".join(f"much({i})\n" for i in range(20))
    check(
        f"{_LONG}\n{calls}"
        "much(tf.zeros([2])) + tf.zeros([3])  # error: [tf-shape] operator +: [2] and [3] do not\n",
        tmp_path,
    )


def test_where_nobody_calls_it_is_followed_once(tmp_path: Path) -> None:
    first = (
        "much(tf.zeros([2])) + tf.zeros([3])  # error: [tf-shape] operator +: [2] and [3] do not"
    )
    check(
        f"{_LONG}\ndef first():\n    {first}\n{_CALLS}"
        f"\ndef later():\n{_CALLS}    much(tf.zeros([2])) + tf.zeros([3])\n",
        tmp_path,
    )


def test_what_a_long_call_gets_may_be_changed(tmp_path: Path) -> None:
    check(
        f"""{_LONG}
class Holder:
    def __init__(self):
        self.sizes = [2]

    def grow(self, by):
        much(by)
        self.sizes = [3]
        by.append(3)

def run():
{_CALLS}    holder, sizes = Holder(), []
    holder.grow(sizes)
    tf.zeros(holder.sizes) + tf.zeros([3])
    tf.zeros(sizes) + tf.zeros([3])

def run_again():
{_CALLS}    holder, sizes = Holder(), []
    holder.grow(sizes)
    tf.zeros(holder.sizes) + tf.zeros([3])
    tf.zeros(sizes) + tf.zeros([3])
""",
        tmp_path,
    )


def test_a_short_call_is_always_followed(tmp_path: Path) -> None:
    check(
        f"""{_LONG}
def refuse(x):
    if len(x.shape) != 2:
        raise ValueError(x)

def run():
{_CALLS}    refuse(tf.zeros([2]))
    tf.zeros([2]) + tf.zeros([3])  # never reached

def run_again():
{_CALLS}    refuse(tf.zeros([2, 2]))
    tf.zeros([2]) + tf.zeros([3])  # error: [tf-shape] operator +: [2] and [3] do not
""",
        tmp_path,
    )


def test_an_object_whose_constructor_is_long(tmp_path: Path) -> None:
    body = """
    model = Model(3)
    y = model(tf.zeros([2, 3]))
    model.compile("sgd", "mse")
    model.fit(tf.zeros([2, 3]), tf.zeros([2, 3]))
    tf.keras.Sequential([Model(3), tf.keras.layers.Dense(2)])(tf.zeros([2, 3]))
    print(model.dense.kernel, model.w + 1, model.weights[0] + 1, y.shape[0] + 1)
    with Sizes([1]) as sizes:
        for size in sizes:
            tf.zeros(size)
        tf.zeros([sizes.sizes[0], sizes.first, len(sizes)])
"""
    check(
        f"""{_LONG}
class Model(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(much(units))

    def build(self, shape):
        self.w = self.add_weight(shape=[much(3), 3])
        super().build(shape)

    def call(self, x):
        return tf.matmul(self.dense(x), self.w)

class Sizes:
    def __init__(self, sizes):
        self.sizes = much(sizes)

    def __enter__(self):
        return much(self)

    def __exit__(self, *error):
        much(error)

    def __iter__(self):
        return iter(much(self.sizes))

    def __len__(self):
        return much(len(self.sizes))

    @property
    def first(self):
        return much(self.sizes[0])

def run():
{_CALLS}{body}
def run_again():
{_CALLS}{body}
""",
        tmp_path,
    )


def test_others_may_add_layers_to_a_model_and_set_what_a_class_begins_with(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        class Search:
            best = None
            rows = tf.zeros([2, 3])

            def keep(self, found):
                self.best = found

        def search(fill):
            model, begun, found = tf.keras.Sequential(), tf.keras.Sequential([tf.keras.Input([3])]), Search()
            fill(model, begun, found)
            reveal_type(model(tf.zeros([2, 3])))  # revealed: Any
            reveal_type(begun(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 3]]
            reveal_type(found.best)  # revealed: Any
            reveal_type(found.rows)  # revealed: Tensor[float32, Shape[2, 3]]
        """,
        tmp_path,
    )


def test_a_constructor_that_is_not_followed_sets_the_fields(tmp_path: Path) -> None:
    """What the class has for a field is what its constructor would take, and not what the instance has."""
    source = tmp_path / "program.py"
    source.write_text(
        textwrap.dedent(
            """
            import dataclasses
            import tensorflow as tf

            @dataclasses.dataclass
            class Batch:
                rows: tf.Tensor | None = None

                def __post_init__(self):
                    for each in range(20):
                        self.last = tf.zeros([each + 1])

            def step(n):
                first, second = Batch(tf.zeros([n])), Batch(tf.zeros([n]))
                reveal_type(second.rows)
            """
        )
    )
    found = analyze(
        [str(source)], limits=Limits(followed=10, module_followed=10, followed_a_line=0, short=2)
    )
    assert [*found.revealed.values()] == [["Any"]]

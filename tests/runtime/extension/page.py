"""The table of places in the documentation, made by a run of them, with gradients and two replicas:

python -m tests.runtime.extension.page
"""

import importlib.util
import re
from pathlib import Path
from unittest.mock import patch

import tensorflow as tf

import tests.runtime.conftest  # noqa: F401  # two devices, for two replicas
from tests.runtime.extension import places
from tests.runtime.extension.places import DIFFERENTIABLE, REFUSED, STACKED, WORKS, plain

PAGE = Path(__file__).parents[3] / "docs" / "extension-types.md"
REFUSALS = (TypeError, ValueError, AttributeError, tf.errors.InvalidArgumentError)


def loaded(kind):
    """The places, with programs that use the other kind of type."""
    specification = importlib.util.spec_from_file_location(f"places_{kind}", places.__file__)
    module = importlib.util.module_from_spec(specification)
    module.KIND = kind
    specification.loader.exec_module(module)
    return module


KINDS = {"StackableTypeSpec": places, "TypeSpec": loaded("TypeSpec")}


def result(kind, place):
    program, expected = KINDS[kind].WORKS[place]
    return plain(program()), plain(expected)


def gradient(kind, place):
    """The gradient of what a place gives with respect to the numbers that it is given."""
    module = KINDS[kind]
    numbers = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape, patch.object(module, "value", lambda: module.Masked(numbers)):
        tape.watch(numbers)
        made = module.WORKS[place][0]()
        total = tf.reduce_sum(getattr(made, "values", made))
    return tape.gradient(total, numbers).numpy().tolist()


def works(kind, place):
    """What a run says: whether the result is right, and the gradient where there is one."""
    try:
        found, expected = result(kind, place)
        flows = place not in DIFFERENTIABLE or gradient(kind, place) == [DIFFERENTIABLE[place]] * 3
    except REFUSALS:
        return False
    return found == expected and flows


def is_refused(place):
    try:
        REFUSED[place][0]()
    except REFUSALS:
        return True
    return False


def expected_answers():
    """What the tests hold: for each place, whether it works with each kind of type."""
    answers = {place: (True, place not in STACKED) for place in WORKS}
    return answers | dict.fromkeys(REFUSED, (False, False))


def run_answers():
    """The same, of a run."""
    answers = {place: tuple(works(kind, place) for kind in KINDS) for place in WORKS}
    return answers | {place: (not is_refused(place), False) for place in REFUSED}


def table(answers):
    """The table in the documentation."""
    rows = ["| place | `StackableTypeSpec` | `TypeSpec` |", "| --- | --- | --- |"]
    for place, (stackable, other) in answers.items():
        why = f": {REFUSED[place][2]}" if place in REFUSED else ""
        first = "yes" if stackable else f"no{why}"
        rows.append(f"| {place} | {first} | {'yes' if other else 'no'} |")
    return "\n".join(rows)


if __name__ == "__main__":
    made = table(run_answers())
    text = PAGE.read_text()
    PAGE.write_text(re.sub(r"\| place \|.*\|\n(?!\|)", lambda _: made + "\n", text, flags=re.S))

"""Loops over datasets drawn at random: batches that are full to the engine are, as far as the loop goes."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import tensorflow as tf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .drawing import Draw
from .programs import HEADER, as_type, compare, leaves, observed

NUMBER = 150
#: Of a dataset that never ends, so many elements are looked at.
ELEMENTS = 40

SIZES = st.integers(1, 5)
COUNTS = st.sampled_from([-1, 0, 1, 2, 3, 5, 8])
STEPS = {
    "cache": st.just("cache()"),
    "prefetch": st.just("prefetch(2)"),
    "shuffle": st.just("shuffle(20, seed=1)"),
    "enumerate": st.just("enumerate()"),
    "map": st.just("map(lambda *parts: parts)"),
    "filter": st.sampled_from(["filter(lambda *parts: True)", "filter(lambda *parts: tf.random.uniform([]) > 0.3)"]),
    "take_while": st.just("take_while(lambda *parts: tf.random.uniform([]) < 0.9)"),
    "shard": st.builds("shard(2, {})".format, st.integers(0, 1)),
    "repeat": st.one_of(st.just("repeat()"), st.builds("repeat({})".format, COUNTS)),
    "take": st.builds("take({})".format, COUNTS),
    "skip": st.builds("skip({})".format, COUNTS),
    "batch": st.builds("batch({}, drop_remainder={})".format, SIZES, st.booleans()),
    "padded": st.builds("padded_batch({})".format, SIZES),
}  # fmt: skip
STEP = st.sampled_from([*STEPS, *["batch", "take", "repeat"] * 3]).flatmap(STEPS.__getitem__)


def pipeline(draw: Draw, depth: int = 0) -> str:
    rows = draw(st.integers(1, 12))
    made = draw(
        st.sampled_from(
            [
                f"tf.data.Dataset.range({rows})",
                f"tf.data.Dataset.from_tensor_slices(tf.ones([{rows}, 2]))",
                f"tf.data.Dataset.from_tensor_slices((tf.ones([{rows}, 2]), tf.ones([{rows}])))",
            ]
        )
    )
    steps = [draw(STEP) for _ in range(draw(st.integers(1, 4)))]
    text = ".".join([made, *steps])
    if depth == 0 and draw(st.integers(0, 4)) == 0:
        text = f"tf.data.Dataset.zip(({text}, {pipeline(draw, 1)})).{draw(STEP)}"
    return text


def elements(text: str) -> list[Any] | None:
    """What a loop over the dataset gives; None for one that TensorFlow refuses to make."""
    try:
        return list(islice(iter(eval(text, {"tf": tf})), ELEMENTS))
    except (ValueError, TypeError, tf.errors.OpError):
        return None


def paths_of(text: str) -> list[str]:
    spec = eval(text, {"tf": tf}).element_spec
    return [path for path, _ in leaves(spec)]


def test_full_batches_are_full(tmp_path: Path) -> None:
    drawn: dict[str, list[Any]] = {}

    @settings(
        max_examples=NUMBER, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.data())
    def collect(data: st.DataObject) -> None:
        text = pipeline(data.draw)
        found = elements(text)
        if found is not None:
            drawn[text] = found

    collect()
    lines, owners = list(HEADER), {}
    for number, text in enumerate(drawn):
        lines.append(f"for element{number} in {text}:")
        for path in paths_of(text):
            lines.append(f"    element{number}{path}")
            owners[len(lines)] = text, path
    values, errors = observed(lines, tmp_path)
    assert not errors, errors
    full = 0
    for line, (text, path) in owners.items():
        for element in drawn[text]:
            truth = as_type(eval(f"element{path}", {"element": element}))
            verdicts = {compare(claim, truth) for claim in values[line]}
            assert verdicts != {None}, f"{text}\nelement{path} is {values[line]}, is {truth}"
            full += "exact" in verdicts
    assert full > len(drawn)

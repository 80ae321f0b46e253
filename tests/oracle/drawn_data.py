"""Pipelines of tf.data drawn at random: built step by step, so that each step fits the elements before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import tensorflow as tf
from hypothesis import strategies as st

from .drawing import Draw, rarely
from .programs import Program

#: What TensorFlow raises for a pipeline that it refuses.
REFUSALS: Final = (ValueError, TypeError, tf.errors.OpError, AttributeError)

DTYPES: Final = st.sampled_from(["float32", "float32", "int32", "int64", "string"])


def component(draw: Draw, rows: int) -> str:
    dims = [rows, *draw(st.lists(st.integers(1, 4), max_size=2))]
    dtype = draw(DTYPES)
    if dtype == "string":
        return f'tf.fill({dims}, "a")'
    return f"tf.ones({dims}, tf.{dtype})"


def structure(draw: Draw, rows: int, depth: int = 0) -> str:
    """The text of a structure of tensors with the same leading dim, mostly."""
    rows = rows + 1 if rarely(draw, 40) else rows
    shape = draw(st.sampled_from(["one", "pair", "dict", "nested"])) if depth < 2 else "one"
    if shape == "one":
        return component(draw, rows)
    if shape == "pair":
        return f"({structure(draw, rows, 2)}, {structure(draw, rows, 2)})"
    if shape == "dict":
        return f"{{'p': {structure(draw, rows, 2)}, 'q': {structure(draw, rows, depth + 1)}}}"
    return f"({structure(draw, rows, 2)}, {structure(draw, rows, depth + 1)})"


def spec(draw: Draw) -> str:
    dims = draw(st.lists(st.sampled_from(["None", "2", "3"]), max_size=2))
    return f"tf.TensorSpec([{', '.join(dims)}], tf.{draw(DTYPES)})"


def specs(draw: Draw) -> str:
    return spec(draw) if draw(st.booleans()) else f"({spec(draw)}, {{'g': {spec(draw)}}})"


def of_types(draw: Draw) -> str:
    """What came before `output_signature`: dtypes, and shapes or none."""
    shapes = [draw(st.sampled_from(["[None, 2]", "tf.TensorShape([3])", "()"])) for _ in range(2)]
    dtypes = [f"tf.{draw(DTYPES)}" for _ in range(2)]
    form = draw(st.sampled_from(["{0}", "({0}, {1})", "{{'p': {0}, 'q': {1}}}"]))
    given = f"output_types={form.format(*dtypes)}"
    return f"{given}, output_shapes={form.format(*shapes)}" if draw(st.booleans()) else given


def source(draw: Draw) -> str:
    kind = draw(st.sampled_from(["slices", "slices", "tensors", "range", "generator"]))
    if kind == "range":
        return f"tf.data.Dataset.range({draw(st.integers(1, 9))})"
    if kind == "generator":
        given = of_types(draw) if draw(st.booleans()) else f"output_signature={specs(draw)}"
        return f"tf.data.Dataset.from_generator(lambda: [], {given})"
    name = "from_tensor_slices" if kind == "slices" else "from_tensors"
    return f"tf.data.Dataset.{name}({structure(draw, draw(st.integers(2, 6)))})"


# --- functions over elements ----------------------------------------------------------


def parameters(element: Any) -> list[tuple[str, Any]]:
    """The parameters of a lambda over such elements, with their specs."""
    if type(element) is tuple:
        return list(zip("xyzuvw", element))
    return [("x", element)]


def tensors_in(name: str, element: Any) -> Iterator[tuple[str, Any]]:
    """The tensors that a lambda can get hold of."""
    if isinstance(element, dict):
        for key, item in element.items():
            yield from tensors_in(f"{name}['{key}']", item)
    elif isinstance(element, tuple):
        for index, item in enumerate(element):
            yield from tensors_in(f"{name}[{index}]", item)
    elif isinstance(element, tf.TensorSpec):
        yield name, element


def changed(draw: Draw, text: str, spec: tf.TensorSpec) -> str:
    """Something that a lambda makes of a tensor."""
    choices = [text, f"tf.expand_dims({text}, 0)", f"tf.reshape({text}, [-1])", f"tf.shape({text})"]
    if spec.dtype.is_integer or spec.dtype.is_floating:
        choices += [f"tf.cast({text}, tf.float32)", f"{text} * 2", f"tf.reduce_sum({text})"]
    if spec.shape.rank:
        choices.append(f"{text}[0]")
    return draw(st.sampled_from(choices))


def returned(draw: Draw, element: Any) -> str:
    """What a lambda over such elements returns."""
    found = [pair for name, item in parameters(element) for pair in tensors_in(name, item)]
    if not found:
        return parameters(element)[0][0]
    one, other = (changed(draw, *draw(st.sampled_from(found))) for _ in range(2))
    return draw(
        st.sampled_from(
            [
                one, one, f"({one}, {other})", f"({one}, {other})", f"{{'m': {one}, 'n': {other}}}",
                f"({one}, {{'m': {other}}})", f"[{one}, {other}]", f"({one}, 1, 2.5, [3, 4])",
            ]
        )
    )  # fmt: skip


def function(draw: Draw, element: Any, body: str) -> str:
    names = [name for name, _ in parameters(element)]
    if rarely(draw, 40):
        names = ["x"]
    return f"lambda {', '.join(names)}: {body}"


def condition(draw: Draw, element: Any) -> str:
    found = [pair for name, item in parameters(element) for pair in tensors_in(name, item)]
    scalars = [name for name, spec in found if spec.dtype.is_integer or spec.dtype.is_floating]
    if not scalars:
        return "True"
    chosen = draw(st.sampled_from(scalars))
    return f"{chosen} > 0" if rarely(draw, 4) else f"tf.reduce_sum({chosen}) >= 0"


# --- steps ----------------------------------------------------------------------------


def padded_shapes(draw: Draw, element: Any) -> str:
    if (
        isinstance(element, tf.TensorSpec)
        and element.shape.rank is not None
        and draw(st.booleans())
    ):
        dims = [draw(st.sampled_from([None, 4, dim])) for dim in element.shape]
        return f", padded_shapes={dims}"
    return ""


def step(draw: Draw, element: Any) -> str:
    """The text of one method call on a dataset of such elements."""
    size = draw(st.integers(1, 3))
    dropped = draw(st.sampled_from(["", ", drop_remainder=True", ", drop_remainder=False"]))
    body = returned(draw, element)
    names = ", ".join(name for name, _ in parameters(element))
    number = draw(st.integers(0, 16))
    return [
        f"map({function(draw, element, body)})",
        f"map({function(draw, element, body)})",
        f"map({function(draw, element, body)})",
        f"batch({size}{dropped})",
        f"batch({size}{dropped})",
        f"padded_batch({size}{padded_shapes(draw, element)}{dropped})",
        f"ragged_batch({size}{dropped})",
        "unbatch()",
        f"rebatch({size}{dropped})",
        f"filter({function(draw, element, condition(draw, element))})",
        f"flat_map({function(draw, element, f'tf.data.Dataset.from_tensors({body})')})",
        f"interleave({function(draw, element, f'tf.data.Dataset.from_tensors({body})')})",
        "enumerate(start=2)",
        f"shuffle({size}).repeat(2).take({size}).cache().prefetch(1)",
        f"apply(lambda d: d.batch({size}))",
        "scan(0, lambda s, e: (s + 1, (s, 1.0)))",
        f"group_by_window(lambda {names}: tf.constant(0, tf.int64), lambda k, w: w.batch({size}), {size})",
    ][number]


def pipelines() -> st.SearchStrategy[Program]:
    @st.composite
    def draw_pipeline(draw: Draw) -> Program:
        text = source(draw)
        try:
            dataset = evaluated(text)
            for _ in range(draw(st.integers(0, 4))):
                text = f"{text}.{step(draw, dataset.element_spec)}"
                dataset = evaluated(text)
            if rarely(draw, 8):
                other = source(draw)
                joined = draw(st.sampled_from(["concatenate({})", "zip(({}, {}))"]))
                text = (
                    f"{text}.{joined.format(other)}"
                    if joined.startswith("conc")
                    else f"tf.data.Dataset.{joined.format(text, other)}"
                )
                dataset = evaluated(text)
        except REFUSALS as error:
            return Program(lines(text), [], f"{type(error).__name__}: {error}")
        return Program(lines(text), [dataset.element_spec, *first(dataset)])

    return draw_pipeline()


def evaluated(text: str) -> tf.data.Dataset:
    return eval(text, {"tf": tf})


def lines(text: str) -> list[str]:
    return [f"dataset = {text}", "result = next(iter(dataset))"]


def first(dataset: tf.data.Dataset) -> list[Any]:
    """The first element as it comes, if there is one."""
    try:
        return list(dataset.take(1))
    except REFUSALS:
        return []

"""Branches, loops and functions over slices, drawn at random with lambdas of every kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import tensorflow as tf
from hypothesis import strategies as st

from .drawing import Draw
from .oracle import REFUSALS
from .programs import Program

#: Parameters of the programs: of these a graph knows the sizes that are written.
PARAMETERS: Final = {
    "x": ("float32", [2, 3]),
    "y": ("float32", [2, 3]),
    "n": ("float32", [None, 3]),
    "v": ("int32", [4]),
    "s": ("float32", []),
    "p": ("bool", []),
    "k": ("int32", []),
}
HEADER: Final = ", ".join(
    f"{name}: Tensor[{'b' if dtype == 'bool' else dtype}, Shape[{', '.join(map(str, dims)) or '()'}]]"
    for name, (dtype, dims) in PARAMETERS.items()
)
#: What is not known to a graph is of this size.
SOME: Final = 2

TENSORS: Final = st.sampled_from(["x", "x", "y", "n", "v", "s"])


def changed(draw: Draw, text: str) -> str:
    """Something that is made of a tensor of floats or ints."""
    return draw(
        st.sampled_from(
            [
                text, text, f"{text} * 2", f"tf.reduce_sum({text})", f"tf.reshape({text}, [-1])",
                f"tf.cast({text}, tf.float32)", f"tf.cast({text}, tf.int32)", f"{text}[0]",
                f"tf.expand_dims({text}, 0)", f"tf.concat([{text}, {text}], 0)", "1", "2.5",
            ]
        )
    )  # fmt: skip


def structured(draw: Draw, one: str, other: str) -> str:
    return draw(
        st.sampled_from(
            [one, one, f"({one}, {other})", f"[{one}, {other}]", f"{{'a': {one}, 'b': {other}}}"]
        )
    )


def value(draw: Draw) -> str:
    return structured(draw, changed(draw, draw(TENSORS)), changed(draw, draw(TENSORS)))


def alike(draw: Draw, text: str) -> str:
    """Mostly the same again, or with other sizes."""
    return draw(st.sampled_from([text, renamed(text, "y"), renamed(text, "n"), value(draw)]))


def renamed(text: str, name: str) -> str:
    return re.sub(r"\bx\b", name, text)


def cond(draw: Draw) -> str:
    one = value(draw)
    return f"tf.cond(p, lambda: {one}, lambda: {alike(draw, one)})"


def case(draw: Draw) -> str:
    one = value(draw)
    return (
        f"tf.case([(p, lambda: {one}), (s > 0, lambda: {one})], default=lambda: {alike(draw, one)})"
    )


def switch_case(draw: Draw) -> str:
    one = value(draw)
    other = alike(draw, one)
    return draw(
        st.sampled_from(
            [
                f"tf.switch_case(k, [lambda: {one}, lambda: {other}])",
                f"tf.switch_case(k, {{0: lambda: {one}, 1: lambda: {other}}}, default=lambda: {one})",
            ]
        )
    )


def while_loop(draw: Draw) -> str:
    start = draw(TENSORS)
    step = draw(
        st.sampled_from(["a", "a * 2", "a + 1", changed(draw, "a"), "tf.concat([a, a], 0)", "x"])
    )
    together = draw(st.sampled_from(["({}, {})", "[{}, {}]"]))
    variables, made = together.format("0", start), together.format("i + 1", step)
    invariants = draw(st.sampled_from(["", "", f", shape_invariants={together}"]))
    shape = draw(st.sampled_from(["[None, 3]", "None", "[None]", "[]"]))
    invariants = invariants.format("tf.TensorShape([])", f"tf.TensorShape({shape})")
    return f"tf.while_loop(lambda i, a: i < 3, lambda i, a: {made}, {variables}{invariants})"


def over_slices(name: str) -> Callable[[Draw], str]:
    def draw_call(draw: Draw) -> str:
        if draw(st.booleans()):
            result = structured(draw, changed(draw, "t"), changed(draw, "t"))
            elems = draw(TENSORS)
        else:
            result = structured(draw, changed(draw, "t[0]"), changed(draw, "t[1]"))
            elems = f"({draw(TENSORS)}, {draw(TENSORS)})"
        dtypes = [
            "tf.float32",
            "(tf.float32, tf.float32)",
            "[tf.float32, tf.int32]",
            "tf.TensorSpec([3])",
        ]
        signature = draw(st.sampled_from(["", "", *(f", fn_output_signature={d}" for d in dtypes)]))
        return f"tf.{name}(lambda t: {result}, {elems}{signature if name == 'map_fn' else ''})"

    return draw_call


def accumulating(name: str) -> Callable[[Draw], str]:
    def draw_call(draw: Draw) -> str:
        elems = draw(TENSORS)
        if draw(st.booleans()):
            step = draw(
                st.sampled_from(["a + e", "e", "a", changed(draw, "a"), changed(draw, "e")])
            )
            start = draw(st.sampled_from(["", "", ", initializer=0.0", ", initializer=x[0]"]))
            return f"tf.{name}(lambda a, e: {step}, {elems}{start})"
        one, other = changed(draw, "a[0]"), changed(draw, "a[1]")
        start = f"({draw(st.sampled_from(['0', 's', 'x[0]']))}, x[0])"
        return f"tf.{name}(lambda a, e: ({one}, {other}), {elems}, initializer={start})"

    return draw_call


def nest(draw: Draw) -> str:
    one = structured(draw, draw(TENSORS), draw(TENSORS))
    other = draw(st.sampled_from([one, structured(draw, "x", "n")]))
    return draw(
        st.sampled_from(
            [
                f"tf.nest.map_structure(lambda t: {changed(draw, 't')}, {one})",
                f"tf.nest.map_structure(lambda t, u: (t, u), {one}, {other})",
                f"tf.nest.map_structure(tf.shape, {one})",
                f"tf.nest.flatten({one})",
                f"tf.nest.pack_sequence_as({one}, [x, v])",
                f"tf.nest.pack_sequence_as({one}, tf.nest.flatten({other}))",
            ]
        )
    )


def python(draw: Draw) -> str:
    outputs = draw(st.sampled_from(["tf.float32", "[tf.float32, tf.float32]", "(tf.float32,)"]))
    made = "t" if outputs == "tf.float32" else "(t, t)" if outputs.count("tf") > 1 else "[t]"
    name = draw(st.sampled_from(["py_function", "numpy_function"]))
    return f"tf.{name}(lambda t: {made}, [{draw(st.sampled_from(['x', 'n', 's']))}], {outputs})"


CALLS: Final[list[Callable[[Draw], str]]] = [
    cond,
    case,
    switch_case,
    while_loop,
    over_slices("map_fn"),
    over_slices("vectorized_map"),
    accumulating("scan"),
    accumulating("foldl"),
    accumulating("foldr"),
    nest,
    python,
]


def flows() -> st.SearchStrategy[Program]:
    @st.composite
    def draw_flow(draw: Draw) -> Program:
        text = draw(st.sampled_from(CALLS))(draw)
        traced = draw(st.booleans())
        truths: list[Any] = []
        refusal = ""
        for run in [in_graph] if traced else [in_graph, eagerly]:
            try:
                truths.append(run(text))
            except (*REFUSALS, AssertionError) as error:
                refusal = f"{type(error).__name__}: {error}"
        decorator = "@tf.function" if traced else ""
        lines = [f"result = {text}"]
        return Program(lines, truths, refusal if not truths else "", HEADER, decorator)

    return draw_flow()


def in_graph(text: str) -> Any:
    """The result as a graph has it, once that has run too."""
    code = compile(text, text, "eval")

    def function(*tensors: tf.Tensor) -> Any:
        return eval(code, {"tf": tf, **dict(zip(PARAMETERS, tensors))})

    specs = [tf.TensorSpec(dims, dtype) for dtype, dims in PARAMETERS.values()]
    concrete = tf.function(function, specs, autograph=False).get_concrete_function()
    concrete(*actual().values())
    return concrete.structured_outputs


def eagerly(text: str) -> Any:
    return eval(text, {"tf": tf, **actual()})


def actual() -> dict[str, tf.Tensor]:
    return {
        name: tf.cast(tf.ones([SOME if dim is None else dim for dim in dims]), dtype)
        for name, (dtype, dims) in PARAMETERS.items()
    }

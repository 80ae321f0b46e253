"""Programs on structs, drawn at random: schemas, values of them, and what is done to these, step by step.

Each step is run as it is drawn, so that the next one fits the value before it, mostly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hypothesis import strategies as st

from tftypes.struct import StructTensor, constant, spec_of

Draw = Callable[[st.SearchStrategy[Any]], Any]

#: What every program begins with.
HEADER: Final = """\
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import tensorflow as tf

from tftypes import Dimension, RaggedTensor, Shape, Tensor, float32, int64, string, struct
from tftypes.runtime import function
from tftypes.struct import DenseStructTensor, RaggedStructTensor, StructTensor


class Width(Dimension): ...
"""
#: How a schema is written as a class.
_CLASSES: Final = ("class {}(TypedDict):", "@dataclass\nclass {}:", "class {}(NamedTuple):")
#: A field's annotation, and some of its value in one structure.
_LEAVES: Final[Mapping[str, Callable[[Draw], Any]]] = {
    "int": lambda draw: draw(st.integers(0, 9)),
    "float": lambda draw: draw(st.integers(0, 9)) / 2,
    "str": lambda draw: draw(st.sampled_from("abc")),
    "bool": lambda draw: draw(st.booleans()),
    "list[float]": lambda draw: _list(draw, 1.5),
    "list[list[int]]": lambda draw: [_list(draw, 1) for _ in _list(draw, 0)],
    "Tensor[float32, Shape[2]]": lambda draw: [1.0, 2.0],
    "Tensor[int64, Shape[()]]": lambda draw: 7,
    "Tensor[float32, Shape[Width]]": lambda draw: [1.0, 2.0, 3.0],
    "Tensor[string, Shape[None]]": lambda draw: _list(draw, "t"),
    "RaggedTensor[float32, Shape[None, 2]]": lambda draw: [[1.0, 2.0] for _ in _list(draw, 0)],
    "list[Tensor[float32, Shape[2]]]": lambda draw: [[1.0, 2.0] for _ in _list(draw, 0)],
}
#: The collections that are drawn, with their dims: None for rows of different lengths.
_COLLECTIONS: Final = (
    ("StructTensor[{}, Shape[()]]", ()),
    ("StructTensor[{}, Shape[None]]", (3,)),
    ("StructTensor[{}, Shape[2]]", (2,)),
    ("DenseStructTensor[{}, Shape[2, 3]]", (2, 3)),
    ("RaggedStructTensor[{}, Shape[2, None]]", (2, None)),
    ("RaggedStructTensor[{}, Shape[None, None]]", (2, None)),
)


def _list(draw: Draw, item: Any) -> list[Any]:
    return [item] * draw(st.integers(0, 3))


@dataclass
class Drawn:
    """A program: its classes, the annotation of its parameter, its lines, and what each name is when it runs."""

    number: int
    classes: list[str] = field(default_factory=list)
    parameter: str = ""
    lines: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    #: What TensorFlow says, where it refuses the last line.
    refused: str = ""
    #: The fields of each class, by its name.
    fields: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        body = "\n".join(f"    {line}" for line in self.lines or ["pass"])
        classes = "\n\n".join(self.classes)
        return f"{classes}\n\ndef case{self.number}({self.parameter}) -> None:\n{body}\n"


class _Schema:
    """A class that is drawn: its name, its text, and values of it."""

    def __init__(self, draw: Draw, program: Drawn, depth: int) -> None:
        self.parts: dict[str, Callable[[Draw], Any]] = {}
        self.said: dict[str, str] = {}
        for index in range(draw(st.integers(1, 3))):
            name = f"f{index}" if depth else f"g{index}"
            if depth < 2 and draw(st.integers(0, 3)) == 0:
                self.said[name], self.parts[name] = self._nested(draw, program, depth)
            else:
                self.said[name] = draw(st.sampled_from(sorted(_LEAVES)))
                self.parts[name] = _LEAVES[self.said[name]]
        self.name = _class(draw, program, self.said)

    def _nested(self, draw: Draw, program: Drawn, depth: int) -> tuple[str, Callable[[Draw], Any]]:
        inner = _Schema(draw, program, depth + 1)
        form = draw(st.sampled_from(["{}", "list[{}]", "list[{}]", "StructTensor[{}, Shape[None]]", "StructTensor[{}, Shape[2]]"]))  # fmt: skip
        if form == "{}":
            return inner.name, inner.value
        if "Shape[2]" in form:
            return form.format(inner.name), lambda draw: [inner.value(draw) for _ in range(2)]
        many = st.integers(0, 2)
        return form.format(inner.name), lambda draw: [inner.value(draw) for _ in range(draw(many))]

    def value(self, draw: Draw) -> dict[str, Any]:
        return {name: make(draw) for name, make in self.parts.items()}


def _class(draw: Draw, program: Drawn, said: Mapping[str, str]) -> str:
    """A class with these fields is added to a program; its name."""
    name = f"S{program.number}x{len(program.classes)}"
    head = draw(st.sampled_from(_CLASSES)).format(name)
    program.classes.append("\n    ".join([head, *(f"{n}: {each}" for n, each in said.items())]))
    program.fields[name] = tuple(said)
    return name


def _taking(draw: Draw, program: Drawn, schema: _Schema) -> str:
    """A function that takes structs of a schema like the one that is drawn is added to a program; its name."""
    kept = {name: each for name, each in schema.said.items() if draw(st.integers(0, 5))}
    others = st.sampled_from(sorted(_LEAVES))
    wanted = {
        name: each if draw(st.integers(0, 4)) else draw(others) for name, each in kept.items()
    }
    if not wanted or not draw(st.integers(0, 9)):
        wanted["more"] = "int"
    annotation, _ = draw(st.sampled_from(_COLLECTIONS))
    name = f"take{program.number}"
    said = annotation.format(_class(draw, program, wanted))
    program.classes.append(f"@function(autograph=False)\ndef {name}(st: {said}):\n    return st")
    return name


def _collection(draw: Draw, schema: _Schema, dims: tuple[int | None, ...]) -> Any:
    if not dims:
        return schema.value(draw)
    size = draw(st.integers(0, 2)) if dims[0] is None else dims[0]
    return [_collection(draw, schema, dims[1:]) for _ in range(size)]


# -- steps --------------------------------------------------------------------------------------------------------------


def _paths(struct: Any, prefix: str = "") -> list[str]:
    """The paths of all fields, with dots."""
    found = []
    for name in struct.field_names():
        found.append(prefix + name)
        value = struct.field_value(name)
        if isinstance(value, StructTensor):
            found += _paths(value, f"{prefix}{name}.")
    return found


#: What is done to any struct `x`; `p` and `q` are paths of it, `n` a name of a field, `i` a small number.
STEPS: Final = (
    "x[i]", "x[-1]", "x[i:]", "x[::2]", "x[..., tf.newaxis]", "x[:, i]", "x[:, i:]", "x[0, n]", "x[n, 0]", "x[n, ..., 0]",
    "x[tf.constant([True, False])]", "x[n]", "x[n]", "x.field_value(n)", "x.without(n)", "x.with_only(n)",
    "x.with_updates(new=x[n])", "x.with_updates(new=x)", "x.with_updates(new=[1, 2])", "x.with_updates(new=tf.zeros([2, 3]))",
    "x.with_updates(new=tf.ragged.constant([[1], [2, 3]]))", "x.with_updates(new=7)", "x.with_updates({('new',): x[n]})",
    "x.without(path)", "x.nrows()", "x.row_lengths()", "x.row_lengths(-1)", "x.merge_dims(0, 1)", "x.merge_dims(-2, -1)",
    "x.values", "x.flat_values", "x.shape", "x.schema", "tf.identity(x)", "tf.shape(x)", "tf.rank(x)", "tf.size(x)",
    "tf.gather(x, [1, 0])", "tf.gather(x, 0)", "tf.gather(x, [[0, 1], [1, 0]])", "tf.gather(x, [0], axis=1)",
    "tf.concat([x, x], 0)", "tf.concat([x, x[:1]], 0)", "tf.concat([x, x], -1)", "tf.stack([x, x])", "tf.stack([x, x], 1)",
    "tf.stack([x[0], x[1]])", "tf.ragged.stack([x, x])", "tf.ragged.stack([x[0], x[1]])", "tf.unstack(x)[0]",
    "tf.split(x, 2)[0]", "tf.expand_dims(x, 0)", "tf.expand_dims(x, -1)", "tf.squeeze(tf.expand_dims(x, 0), 0)",
    "tf.tile(x, [2])", "tf.repeat(x, 2, axis=0)", "tf.reverse(x, [0])", "tf.reshape(x, [-1])", "tf.roll(x, 1, 0)",
    "tf.transpose(x)", "tf.boolean_mask(x, [True, False])", "tf.where([True, False], x, x)", "tf.zeros_like(x)",
    "tf.zeros_like(x, tf.int32)", "tf.broadcast_to(x, [2, 3])", "tf.stop_gradient(x)", "tf.random.shuffle(x)",
    "RaggedStructTensor.from_row_splits(x, [0, 1, 2])", "RaggedStructTensor.from_row_lengths(x, [2])",
    "RaggedStructTensor.from_uniform_row_length(x, 2)", "DenseStructTensor([None], {'a': x[n], 'b': x})",
    "DenseStructTensor([], {'a': x})", "struct.project(x, [p, q])", "struct.reroot(x, p)", "struct.reroot(x, p, index='row')",
    "struct.promote(x, p, 'new')", "struct.promote(x, p, 'new', join=False)", "struct.promote(x, p, new_field_name='new')",
    "struct.broadcast(x, n, q + '.new')", "struct.promote_and_broadcast(x, {'new': p}, q)",
    "struct.promote_and_broadcast(x, {'new': p, 'too': q}, '')", "struct.size(x, p, new_field_name='new')",
    "struct.has(x, p, new_field_name='new')", "struct.apply(x, p, lambda v: v)", "struct.apply(x, p, tf.zeros_like)",
    "struct.apply(x, p, lambda v: tf.strings.length(v), 'new')", "struct.map_values(x, p, lambda v: v)",
    "struct.map_values(x, p, tf.zeros_like, new_field_name='new')", "struct.filter(x, p, lambda v: tf.ones_like(v, tf.bool))",
    "struct.filter(x, p, q)", "struct.sort(x, p)", "struct.argsort(x, n)", "struct.unique(x, p)", "struct.unique(x, n, at=p)",
    "struct.group_by(x, n).keys", "struct.group_by(x, p).values", "struct.padded(x)",
    "next(iter(tf.data.Dataset.from_tensor_slices(x)))", "next(iter(tf.data.Dataset.from_tensor_slices(x).batch(2)))",
    "next(iter(struct.padded_batch(tf.data.Dataset.from_tensor_slices(x), 2)))",
    "next(iter(struct.ragged_batch(tf.data.Dataset.from_tensor_slices(x), 2)))",
    "next(iter(struct.ragged_batch(tf.data.Dataset.from_tensors(x), 1, drop_remainder=True)))",
    "next(iter(struct.padded_batch(tf.data.Dataset.from_tensors(x), 1, drop_remainder=True)))",
    "next(iter(tf.data.Dataset.from_tensors(x).batch(2)))", "next(iter(tf.data.Dataset.from_tensors(x).map(lambda e: e)))",
    "next(iter(tf.data.Dataset.from_tensors(x).unbatch().batch(1)))",
    "next(iter(tf.data.Dataset.from_tensor_slices(x).map(lambda e: e).batch(2)))",
    "next(iter(tf.data.Dataset.from_tensor_slices(x).map(lambda e: e.with_updates(new=1)).batch(1, drop_remainder=True)))",
    "next(iter(tf.data.Dataset.from_tensor_slices(x).map(lambda e: e[n])))", "tf.function(lambda e: e)(x)",
    "tf.function(lambda e: tf.concat([e, e], 0))(x)", "tf.function(lambda e: e[n])(x)", "[each for each in x][0]",
    "tf.cond(tf.constant(True), lambda: x, lambda: x)",
    "x.row_lengths(axis=2)", "x.nrows(tf.int32)", "x.merge_dims(1, 2)", "x.with_updates({path: 7})",
    "x.with_updates({path: x[path]})", "x.with_updates({path: tf.zeros([2, 3])})", "x.without(path, n)",
    "struct.size(x, p, 'new')", "struct.has(x, p, q + '.new')", "struct.size(x, p, q)", "struct.promote(x, p, q)",
    "struct.promote_and_broadcast(x, {'new': p}, '')", "struct.promote_and_broadcast(x, {'new': q, n: p}, n)",
    "struct.broadcast(x, n, sibling_field=n)", "struct.to_examples(x)", "struct.constant(x.to_py(), x.schema)",
    "struct.constant(x.to_py(), tf.type_spec_from_value(x))", "struct.constant([x.to_py()], tf.type_spec_from_value(x))",
    "tf.function(lambda e: e, input_signature=[tf.type_spec_from_value(x)])(x)",
    "tf.function(lambda e: e[n], input_signature=[tf.type_spec_from_value(x)])(x)",
    "tf.function(lambda e: e, input_signature=[tf.data.Dataset.from_tensors(x).element_spec])(x)",
    "next(iter(tf.data.Dataset.from_generator(lambda: [x], output_signature=tf.type_spec_from_value(x))))",
    "struct.from_json(struct.to_json(x), tf.type_spec_from_value(x))",
    "struct.from_arrow(struct.to_arrow(x, binary=True), tf.type_spec_from_value(x))",
)  # fmt: skip


def _step(draw: Draw, value: Any, name: str) -> str:
    """The text of a step, with the names of the program and of the fields of the value in place."""
    template = draw(st.sampled_from(STEPS))
    names, paths = list(value.field_names()), _paths(value)
    some = {
        "n": draw(st.sampled_from(names)) if names else "none",
        "p": draw(st.sampled_from(paths)) if paths else "none",
        "q": draw(st.sampled_from(paths)) if paths else "none",
    }
    path = tuple(some["p"].split("."))
    found = {each: repr(text) for each, text in some.items()}
    found |= {"x": name, "i": str(draw(st.integers(0, 1))), "path": repr(path)}
    return _replaced(template, found)


def _replaced(template: str, found: Mapping[str, str]) -> str:
    """A template with texts in place of its one-letter names, which stand neither in texts nor in longer names."""
    return re.sub(r"(?<![\w.'])(path|[xnpqi])(?![\w'=])", lambda m: found[m[1]], template)


@st.composite
def programs(draw: Draw, numbers: Iterator[int]) -> Drawn:
    """Programs, each with the next number: so all of them have classes and functions of their own."""
    program = Drawn(next(numbers))
    schema = _Schema(draw, program, 0)
    annotation, dims = draw(st.sampled_from(_COLLECTIONS))
    value = _collection(draw, schema, dims)
    taking = _taking(draw, program, schema)
    names: dict[str, Any] = {"__name__": __name__}
    classes = "\n\n".join([HEADER, *program.classes])
    exec(compile(classes, "<drawn>", "exec", dont_inherit=True), names)
    annotation = annotation.format(schema.name)
    form = draw(st.sampled_from(["annotated", "annotated", "made", "inferred"]))
    if form == "annotated":
        program.parameter = f"v0: {annotation}"
        program.values["v0"] = names["v0"] = constant(
            value, schema=spec_of(eval(annotation, names))
        )
    else:
        given = f", {schema.name}" if form == "made" else ""
        _run(program, names, "v0", f"struct.constant({value!r}{given})")
    for index in range(draw(st.integers(1, 4))):
        last = f"v{index}"
        if program.refused or not isinstance(program.values.get(last), StructTensor):
            break
        takes = not draw(st.integers(0, 4))
        text = f"{taking}({last})" if takes else _step(draw, program.values[last], last)
        _run(program, names, f"v{index + 1}", text)
    return program


def _run(program: Drawn, names: dict[str, Any], name: str, text: str) -> None:
    program.lines.append(f"{name} = {text}")
    try:
        names[name] = program.values[name] = eval(text, names)
    except NameError:
        raise  # of the text itself
    except Exception as error:  # whatever the library or TensorFlow raises for it
        program.refused = f"{type(error).__name__}: {error}"

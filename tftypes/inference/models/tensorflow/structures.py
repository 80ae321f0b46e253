"""Structures of tensors: tuples, lists, dicts and the program's records, as tf.nest sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.lattice import any_of
from tftypes.inference.models.tensorflow.composites import component_names, is_composite, rebuilt
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, Named, OneOf, Seq, contents_of


def map_leaves(
    interpreter: Interpreter,
    function: Callable[..., Value],
    value: Value,
    *others: Value,
    lists: bool = True,
    composites: bool = True,
) -> Value:
    """A structure of the same kind with what a function makes of each leaf.

    `others` are structures of the same kind, whose leaves the function gets beside it. `lists` says whether lists are
    structures: to tf.data they are tensors. `composites` says whether extension types are: to tf.nest they are leaves.
    """
    value = resolve(value)
    children = parts(interpreter, value, composites) if lists or not is_list(value) else None
    if children is None:
        if any(parts(interpreter, each, composites) is not None for each in others):
            return TOP  # the structures differ, or this may be one too
        return function(value, *others)
    beside = [_aligned(interpreter, each, len(children)) for each in map(resolve, others)]
    made = [
        map_leaves(interpreter, function, child, *row, lists=lists, composites=composites)
        for child, *row in zip(children, *beside)
    ]
    return with_parts(interpreter, value, made)


def map_tensors(
    interpreter: Interpreter,
    function: Callable[[TensorType], Value],
    value: Value,
    others: Value = ABSENT,
) -> Value:
    """A structure with what a function makes of each tensor; other leaves stay, or become `others`."""

    def leaf(each: Value) -> Value:
        if isinstance(each, TensorType):
            return function(each)
        return each if others is ABSENT else others

    return map_leaves(interpreter, leaf, value)


def _aligned(interpreter: Interpreter, value: Value, count: int) -> Sequence[Value]:
    found = parts(interpreter, value)
    return found if found is not None and len(found) == count else [value] * count


def is_list(value: Value) -> bool:
    return isinstance(value, Container) and value.kind in ("list", "deque")


def parts(
    interpreter: Interpreter, value: Value, composites: bool = True
) -> Sequence[Value] | None:
    """What a structure consists of, in its order; None for a leaf. Items of unknown number are given as one."""
    value = resolve(value)
    if isinstance(value, tuple):
        return value
    if isinstance(value, Seq):
        return [any_of(value)]
    if isinstance(value, Container):
        contents = value.contents
        if isinstance(contents, Mapped):
            return [*contents.known.values(), *([] if contents.rest is ABSENT else [contents.rest])]
        return parts(interpreter, contents) if is_list(value) else None
    if isinstance(value, Instance) and (names := _names(value, composites)) is not None:
        return [value.read(name) for name in names]
    return None


def members(value: Value, composites: bool = True) -> dict[str, Value] | None:
    """The known parts of a structure by their places, as `[0]`, `["key"]` and `.name`; None for a leaf."""
    value = resolve(value)
    contents = contents_of(value)
    if isinstance(contents, tuple) and (contents is value or is_list(value)):
        return {f"[{i}]": each for i, each in enumerate(contents)}
    if isinstance(contents, Mapped):
        # A message that shows a place puts it in single quotes.
        return {
            f'["{key}"]' if isinstance(key, str) else f"[{key}]": each
            for key, each in contents.known.items()
        }
    names = _names(value, composites) if isinstance(value, Instance) else None
    return None if names is None else {f".{name}": value.read(name) for name in names}


def is_open(value: Value) -> bool:
    """Whether more may be in a structure than is known."""
    contents = contents_of(resolve(value))
    return isinstance(contents, Seq) or isinstance(contents, Mapped) and not contents.is_whole


def all_told(interpreter: Interpreter, value: Value) -> tuple[Value, ...] | None:
    """The leaves of a structure where all of them are tensors; None where there may be more, or others."""
    found = tuple(leaves(interpreter, value))
    is_known = not is_open(value) and all(isinstance(each, TensorType) for each in found)
    return found if is_known else None


def paired(one: Value, other: Value) -> Iterator[tuple[Value, Value]]:
    """The leaves of two structures side by side, as far as both have them."""
    a, b = members(one), members(other)
    if a is None or b is None:
        yield resolve(one), resolve(other)
    else:
        for place, each in a.items():
            if place in b:
                yield from paired(each, b[place])


def _names(value: Instance, composites: bool) -> list[str] | None:
    """The attributes that an object consists of; None where it is a leaf."""
    names = record_fields(value)
    return component_names(value) if names is None and composites and is_composite(value) else names


def record_fields(value: Instance) -> list[str] | None:
    """The names of the fields of a NamedTuple of the program."""
    cls = value.cls
    if not isinstance(cls, Class) or "typing.NamedTuple" not in cls.externals:
        return None
    return [each.name for each in cls.fact("fields") or ()]


def with_parts(interpreter: Interpreter, value: Value, made: Sequence[Value]) -> Value:
    """A structure like `value` that consists of other parts."""
    if isinstance(value, tuple):
        return Named(made, value.names) if isinstance(value, Named) else tuple(made)
    if isinstance(value, Seq):
        return Seq((), made[0])
    if is_composite(value):
        return rebuilt(interpreter, value, made)
    if isinstance(value, Instance):
        copy = Instance(interpreter.trail, value.cls)
        for name, each in zip(record_fields(value) or (), made):
            interpreter.write(copy, name, each)
        return copy
    contents = value.contents
    if isinstance(contents, Mapped):
        rest = ABSENT if contents.rest is ABSENT else made[-1]
        return interpreter.list(
            Mapped(dict(zip(contents.known, made)), contents.optional, rest), value.kind
        )
    return interpreter.list(with_parts(interpreter, contents, made), value.kind)


def leaves(
    interpreter: Interpreter, value: Value, composites: bool = True, lists: bool = True
) -> list[Value]:
    """All leaves of a structure, in order."""
    children = parts(interpreter, value, composites) if lists or not is_list(value) else None
    if children is None:
        return [resolve(value)]
    return [leaf for child in children for leaf in leaves(interpreter, child, composites, lists)]


def is_told_in_part(interpreter: Interpreter, values: Iterable[Value]) -> bool:
    """Whether something in some values is not known: it may be one tensor or another, or several."""
    found = (leaf for each in values for leaf in leaves(interpreter, each))
    return any(is_unknown(each) or isinstance(each, (OneOf, Seq)) for each in found)


def tensors_in(interpreter: Interpreter, value: Value) -> list[TensorType]:
    return [each for each in leaves(interpreter, value) if isinstance(each, TensorType)]


def made_array(
    interpreter: Interpreter, name: str, value: Value, makes: str = "np.array"
) -> str | None:
    """What makes arrays of Python's numbers in a structure; where it has arrays, too, of one of its items."""
    found = resolve(value)
    if _is_python(found):
        return None
    if all(map(_is_python, leaves(interpreter, found))):
        if makes == "np.array" and _is_ragged(found):
            return f"keras.utils.pad_sequences({name}) is one"
        return f"{makes}({name}) is one"
    items = getattr(found, "contents", found)
    for i, item in enumerate(items if isinstance(items, tuple) else ()):
        if _is_python(resolve(item)):
            return f"leave out {name}[{i}]"
        inside = [_is_python(leaf) for leaf in leaves(interpreter, item)]
        if any(inside):
            return f"{makes}({name}[{i}]) is one" if all(inside) else None
    return None


def _is_ragged(value: Value) -> bool:
    """Whether a list has lists of several lengths, of which NumPy makes no array."""
    items = contents_of(value)
    inside = map(resolve, items) if isinstance(items, tuple) else ()
    rows = [contents_of(each) for each in inside]
    return len({len(each) for each in rows if isinstance(each, tuple)}) > 1


def _is_python(value: Value) -> bool:
    return value is not None and python_type(value) is not None

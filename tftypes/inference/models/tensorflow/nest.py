"""tf.nest and keras.tree: structures of lists, tuples, dicts and records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.staged_places import kind_of
from tftypes.inference.interpreter.tables import Call, Model, giving
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.structures import map_leaves, parts, with_parts
from tftypes.inference.objects import TOP, Container, Value, is_unknown, python_type, resolve
from tftypes.inference.values import Mapped, OneOf, Seq, contents_of


def _keys(value: Value) -> list[Value] | None:
    """The keys of a dict in the order in which nest visits them."""
    if not isinstance(value, Container) or not isinstance(value.contents, Mapped):
        return None
    contents = value.contents
    if not contents.is_whole:
        raise Unsure
    try:
        return sorted(contents.known)
    except TypeError:
        raise Unsure from None


def nested(interpreter: Interpreter, value: Value, composites: bool = False) -> Value:
    """A structure as tuples, a dict by its sorted keys. Raises Unsure where it is not known what it consists of.

    Extension types are leaves, unless `composites` says that they are taken apart.
    """
    value = resolve(value)
    contents = contents_of(value)
    if isinstance(contents, (Seq, OneOf)) or is_unknown(value):
        raise Unsure
    keys = _keys(value)
    children = parts(interpreter, value, composites)
    if keys is not None:
        children = [contents.known[key] for key in keys]
    if children is None:
        return value
    return tuple(nested(interpreter, each, composites) for each in children)


def flat(interpreter: Interpreter, value: Value, composites: bool = False) -> tuple[Value, ...]:
    """The leaves of a structure, those of a dict by its sorted keys. Raises Unsure where their number is not known."""

    def walk(each: Value) -> Iterator[Value]:
        if isinstance(each, tuple):
            for part in each:
                yield from walk(part)
        else:
            yield each

    return tuple(walk(nested(interpreter, value, composites)))


def packed(
    interpreter: Interpreter, structure: Value, leaves: Iterable[Value], composites: bool = False
) -> Value:
    """A structure with other leaves, which come in the order of `flat`."""
    rest = iter(leaves)

    def fill(value: Value) -> Value:
        value = resolve(value)
        keys = _keys(value)
        if keys is not None:
            made = {key: fill(value.contents.known[key]) for key in keys}
            known = {key: made[key] for key in value.contents.known}
            return interpreter.list(Mapped(known), "dict")
        children = parts(interpreter, value, composites)
        if children is None:
            return next(rest)
        return with_parts(interpreter, value, [fill(each) for each in children])

    return fill(structure)


def _expands(interpreter: Interpreter, call: Call) -> bool:
    """Whether the call takes extension types apart. Raises Unsure where that is not known."""
    found = interpreter.truth(call.kwargs.get("expand_composites", False))
    if found is None:
        raise Unsure
    return found


def _flatten(interpreter: Interpreter, call: Call) -> Value:
    try:
        leaves = flat(interpreter, call.get(0, "structure"), _expands(interpreter, call))
    except Unsure:
        return interpreter.list(Seq((), TOP))
    return interpreter.list(leaves)


def _map_structure(interpreter: Interpreter, call: Call) -> Value:
    if len(call.args) < 2 or call.is_open:
        raise Unsure
    function, structures = call.args[0], call.args[1:]
    composites = _expands(interpreter, call)
    for each in structures[1:]:
        if "check_types" not in call.kwargs and _differ(interpreter, structures[0], each):
            words = f"structures differ: {shown(structures[0])} and {shown(each)}"
            raise OpError("tf-value", words)
    if (
        len(structures) > 1
        and len({len(flat(interpreter, each, composites)) for each in structures}) > 1
    ):
        raise Unsure  # what is taken for a leaf may be a structure that is not known

    def leaf(*leaves: Value) -> Value:
        if any(isinstance(each, OneOf) for each in leaves):
            return TOP
        made = interpreter.call(function, list(leaves), {}, call.node)
        return TOP if any(map(_may_be_nested, leaves)) else made

    return map_leaves(
        interpreter,
        leaf,
        structures[0],
        *(_ordered_as(interpreter, structures[0], each) for each in structures[1:]),
        composites=composites,
    )


def _differ(interpreter: Interpreter, one: Value, other: Value) -> bool:
    """Whether two structures are not of one kind for sure."""
    one, other = resolve(one), resolve(other)
    a, b = kind_of(one), kind_of(other)
    if a is None or b is None:
        return a is not b and _is_leaf(other if a is not None else one)
    if a[0] != b[0] or a[1] != b[1] and None not in (a[1], b[1]):
        return True
    if isinstance(b[1], frozenset) and a[1] == b[1]:
        other = _ordered_as(interpreter, one, other)
    return any(
        _differ(interpreter, *each)
        for each in zip(parts(interpreter, one) or (), parts(interpreter, other) or ())
    )


def _may_be_nested(value: Value) -> bool:
    return is_unknown(value) or isinstance(value, TensorType) and not _is_leaf(value)


def _is_leaf(value: Value) -> bool:
    """Whether it is no structure for sure: a tensor of which nothing is known may stand for one."""
    if isinstance(value, TensorType):
        return value != TensorType.unknown()
    return python_type(value) is not None


def _ordered_as(interpreter: Interpreter, one: Value, other: Value) -> Value:
    """The same structure with the keys of its dicts in the order of another's."""
    one, other = resolve(one), resolve(other)
    if _keys(one) is not None and _keys(one) == _keys(other):
        known = {
            key: _ordered_as(interpreter, each, other.contents.known[key])
            for key, each in one.contents.known.items()
        }
        return interpreter.list(Mapped(known), "dict")
    a, b = parts(interpreter, one, False), parts(interpreter, other, False)
    if _keys(one) is None and a is not None and b is not None and len(a) == len(b):
        return with_parts(
            interpreter, other, [_ordered_as(interpreter, x, y) for x, y in zip(a, b)]
        )
    return other


def _pack(interpreter: Interpreter, call: Call) -> Value:
    structure = call.get(0, "structure")
    given = interpreter.known_items(call.get(1, "flat_sequence"))
    composites = _expands(interpreter, call)
    places = flat(interpreter, structure, composites)
    if given is None:
        raise Unsure
    if len(given) != len(places):
        if not all(each is None or _is_leaf(each) for each in places):
            raise Unsure
        words = f"{shown(structure)} has {len(places)} leaves, got {len(given)}"
        raise OpError("tf-value", words)
    return packed(interpreter, structure, given, composites)


def _is_nested(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "structure"))
    if is_unknown(value) or isinstance(value, OneOf):
        return PyValue("bool")
    return isinstance(value, Seq) or parts(interpreter, value, False) is not None


_MODELS: Final[dict[str, Model]] = {
    "flatten": _flatten,
    "map_structure": _map_structure,
    "pack_sequence_as": _pack,
    "is_nested": _is_nested,
    "assert_same_structure": giving(None),
}
FUNCTIONS: Final[dict[str, Model]] = {
    f"{module}.{name}": model
    for module in ("tensorflow.nest", "tensorflow.keras.tree")
    for name, model in _MODELS.items()
}

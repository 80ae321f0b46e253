"""`tf.nest`, and Python functions as ops: results of a structure that an argument gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import ARG_POS, ARG_STAR, ARG_STAR2, CallExpr, Expression
from mypy.types import CallableType, Instance, ProperType, Type, UnionType, get_proper_type

from tftypes.algebra import TensorType
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Callbacks, Result
from tftypes_mypy.features.data import elements
from tftypes_mypy.features.structures import nests


def _structures(call: Call) -> list[Type]:
    """The structures that a function is mapped over: all that `*structure` takes."""
    return call.rest("structure")


def _leaves_at_once(call: Call) -> list[Sequence[Type]] | None:
    """What the function is called with, leaf by leaf; None where that is not known."""
    structures = _structures(call)
    if not structures:
        return None
    for other in structures[1:]:
        if nests.same_structure(structures[0], other) is False:
            first, second = nests.shown(structures[0]), nests.shown(other)
            raise OpError("tf-value", f"structures differ: {first} and {second}", "structure")
    flat = [nests.leaves(each) for each in structures]
    if any(each is None for each in flat):
        return None
    columns = [list(each) for each in flat if each is not None]
    if len({len(column) for column in columns}) != 1:
        return None
    return list(zip(*columns))


def _common(call: Call) -> Sequence[Type] | None:
    """One type of each argument for all leaves, for a lambda that is checked once."""
    calls = _leaves_at_once(call)
    if not calls:
        return _of_unknown_length(call)
    return [_in_common(column, call) for column in zip(*calls)]


def _in_common(leaves: Sequence[Type], call: Call) -> Type:
    """One type for all leaves, of which each may only be known to be some structure."""
    is_unsure = any(map(nests.may_be_nested, leaves))
    return convert.unknown() if is_unsure else nests.join(leaves, call.types)


def _of_unknown_length(call: Call) -> Sequence[Type] | None:
    """Of a list, say, of any number of tensors: what its items have in common."""
    found = [_leaves_of_unknown_length(each, call) for each in _structures(call)]
    return [_in_common(each, call) for each in found]


def _leaves_of_unknown_length(structure: Type, call: Call) -> list[Type]:
    found: list[Type] = []

    def note(leaf: ProperType) -> Type:
        found.append(leaf)
        return leaf

    nests.mapped(structure, note, call.types)
    return found


def map_structure(call: Call) -> Type | None:
    """The structure of the first, each leaf what the function makes of those in its place."""
    if isinstance(call.at, CallExpr) and "expand_composites" in call.at.arg_names:
        return None  # a ragged tensor is several leaves then
    calls = _leaves_at_once(call)
    structures = _structures(call)
    if not structures:
        return None
    if calls is None:
        made = _leaf(call, _of_unknown_length(call))
        return nests.mapped(
            structures[0],
            lambda leaf: convert.unknown() if nests.may_be_nested(leaf) else made,
            call.types,
        )
    results = [
        convert.unknown() if nests.may_be_nested(arguments[0]) else _leaf(call, arguments)
        for arguments in calls
    ]
    return _packed(structures[0], results, call)


def _leaf(call: Call, arguments: Sequence[Type] | None) -> Type:
    """What the function makes of one leaf.

    Where that is one of several classes, those who know the leaf know which; and a dict of lists is
    no dict of sequences to mypy.
    """
    made = call.result("func", arguments)
    proper = get_proper_type(made)
    is_loose = isinstance(proper, UnionType) or (
        isinstance(proper, Instance) and nests.is_nested(proper)
    )
    return convert.unknown() if made is None or is_loose else made


def _packed(structure: Type, flat: Sequence[Type], call: Call) -> Type:
    """Leaves in the places of a structure's own: those of a dict in the order of its keys."""
    left = iter(flat)

    def fill(typ: Type) -> Type:
        below = nests.children(typ) if nests.is_nested(typ) else None
        if below is None:
            return next(left)
        keys = sorted(below, key=str) if nests.is_dict(typ) else list(below)
        filled = {key: fill(below[key]) for key in keys}
        inner = iter([filled[key] for key in below])
        return nests.replaced(typ, lambda _: next(inner), call.types)

    return fill(structure)


def flatten(call: Call) -> Type | None:
    if call.value("expand_composites", False) is not False:
        return None
    leaves = list(nests.leaves(call.type("structure")) or ())
    if leaves and not any(map(nests.may_be_nested, leaves)):
        return nests.list_of(leaves, call.types)
    found = _leaves_of_unknown_length(call.type("structure"), call)
    return call.types.make("builtins.list", [_in_common(found, call)]) if found else None


def pack_sequence_as(call: Call) -> Type | None:
    """The structure of one, the leaves of the other."""
    structure = call.type("structure")
    found = nests.leaves(structure)
    below = nests.children(call.type("flat_sequence"))
    if found is None:
        return None
    leaves = list(found)
    if any(map(nests.may_be_nested, leaves)):  # how many each of them takes is not known
        return nests.mapped(structure, lambda _: convert.unknown(), call.types)
    count = len(leaves)
    if below is not None:
        if len(below) != count and _is_certain(structure):
            words = f"{nests.shown(structure)} has {count} leaves, got {len(below)}"
            raise OpError("tf-value", words, "flat_sequence")
        return _packed(structure, list(below.values()), call) if len(below) == count else None
    sequence = get_proper_type(call.type("flat_sequence"))
    item = getattr(sequence, "args", [convert.unknown()])[-1:] or [convert.unknown()]
    return _packed(structure, item * count, call)


def _is_certain(structure: Type) -> bool:
    """Whether no leaf may turn out to be a structure: all are tensors or numbers."""
    leaves = nests.leaves(structure)
    return leaves is not None and all(
        convert.tensor_of(leaf) is not None or _is_number(leaf) for leaf in leaves
    )


def _is_number(typ: Type) -> bool:
    name = getattr(getattr(get_proper_type(typ), "type", None), "fullname", "")
    return name in ("builtins.int", "builtins.float", "builtins.bool", "builtins.str")


# --- Python functions -----------------------------------------------------------------


def python_function(call: Call) -> Type | None:
    """`tf.py_function`, `tf.numpy_function`: the dtypes of `Tout`, of any shape."""
    expression: Expression | None = call.expressions.get("Tout")
    if expression is None:
        return None
    declared = elements.signature_of(expression, call.values)
    if not call.has("func"):
        return _decorator(declared, call)
    items = nests.children(declared)
    if items is not None and nests.is_nested(declared):
        # NumPy's functions return what they are when there is one, and no graph.
        if len(items) == 1 and call.has("func") and not call.is_traced():
            return None
        made = [_unshaped(item, call) for item in items.values()]
        return nests.list_of(made, call.types)
    return _unshaped(declared, call)


def _decorator(declared: Type, call: Call) -> Type:
    """`@tf.py_function(Tout=tf.float32)`: makes a function that gives tensors of these dtypes."""
    unknown, fallback = convert.unknown(), call.types.make("builtins.function", [])
    made: Type = unknown
    if convert.tensor_of(declared) is not None:
        made = _unshaped(declared, call)
    function = CallableType([unknown, unknown], [ARG_STAR, ARG_STAR2], [None, None], made, fallback)
    return CallableType([unknown], [ARG_POS], [None], function, fallback)


def _unshaped(typ: Type, call: Call) -> Type:
    tensor = convert.tensor_of(typ)
    if tensor is None:
        return convert.unknown()
    if tensor.kind != "tensor":
        return typ
    return convert.type_of_tensor(TensorType(tensor.dtype, TensorType.unknown().shape), call.types)


RESULTS: Final[dict[str, Result]] = {
    "tensorflow.nest.map_structure": map_structure,
    "tensorflow.nest.flatten": flatten,
    "tensorflow.nest.pack_sequence_as": pack_sequence_as,
    "tensorflow.py_function": python_function,
    "tensorflow.numpy_function": python_function,
}

CALLBACKS: Final[dict[str, Callbacks]] = {"tensorflow.nest.map_structure": {"func": _common}}

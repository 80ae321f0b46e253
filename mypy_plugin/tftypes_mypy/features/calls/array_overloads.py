"""NumPy's overloads in the bodies of calls: mypy is shown one that takes anything, where it would try each.

Of `np.zeros(shape, dtype)` it tries twelve where it does not know an argument, and weighs what comes out; of `x - y` it
binds twelve to `x`. That takes a millisecond each. What comes out the rules of `arrays` know, and what mypy has to say of
the arguments nobody hears.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from mypy.nodes import ARG_STAR, ARG_STAR2, MypyFile, OverloadedFuncDef, TypeInfo, Var
from mypy.types import CallableType, Instance, Overloaded, get_proper_type
from mypy.typestate import type_state

from tftypes.inference.models.tensorflow.ops import operators
from tftypes.inference.models.tensorflow.ops.array_functions import FUNCTIONS, MAKERS
from tftypes.inference.models.tensorflow.ops.array_random import RANDOM
from tftypes_mypy import convert, heap, names

_MODULES: Final = ("numpy", "numpy.linalg", "numpy.random")
#: The functions that have rules. Of random ones mypy soon knows which overload it is, but of the twenty of one.
_FUNCTIONS: Final = (FUNCTIONS.keys() - RANDOM.keys()) | MAKERS | {"randint"}
#: What has overloads: a function, a method, or a name that stands for a method of an object.
_Node = OverloadedFuncDef | Var
_METHODS: Final = _FUNCTIONS | {
    *("__getitem__", "__setitem__", *operators.DUNDERS, *operators.REFLECTED),
    *(name.replace("__r", "__i", 1) for name in operators.REFLECTED),  # `x += y`
}


@contextmanager
def opened(modules: Mapping[str, MypyFile]) -> Iterator[None]:
    """Has mypy take NumPy's functions, and the methods of arrays, for what takes anything and gives anything.

    What it finds out of subtypes meanwhile is kept apart: an array has what some protocols ask for then only.
    """
    nodes, methods, whatever = _found(modules)
    _exchange_subtypes()
    for node, _ in nodes:
        node.type = whatever
    for method in methods:
        method._is_trivial_self = True  # mypy holds the object to each overload else
    try:
        yield
    finally:
        for node, whole in nodes:
            node.type = whole
        for method in methods:
            method._is_trivial_self = None
        _exchange_subtypes()


def forget() -> None:
    """Forgets what was found: some class may be another one now."""
    for known in (_FOUND, *_SUBTYPES):
        known.clear()


class _Found(NamedTuple):
    """The overloaded functions and methods, and what they are whole; the methods; as what they are shown."""

    nodes: list[tuple[_Node, Overloaded]]
    methods: list[OverloadedFuncDef]
    whatever: Overloaded | None


def _found(modules: Mapping[str, MypyFile]) -> _Found:
    if "all" in _FOUND:
        return _FOUND["all"]
    types = convert.Types(modules)
    array = types.find(names.ARRAY)
    found = [] if array is None else [*_functions(modules), *_methods(array, _METHODS)]
    whole = {node: get_proper_type(node.type) for node in found if node.type is not None}
    nodes = [(node, typ) for node, typ in whole.items() if isinstance(typ, Overloaded)]
    if not nodes:  # none is before NumPy's stubs have been read
        return _Found([], [], None)
    function, unknown = types.make("builtins.function", []), convert.unknown()
    kinds = [ARG_STAR, ARG_STAR2]
    whatever = CallableType([unknown, unknown], kinds, [None, None], unknown, function)
    methods = [node for node, _ in nodes if isinstance(node, OverloadedFuncDef) and node.info]
    _FOUND["all"] = _Found(nodes, methods, Overloaded([whatever]))
    return _FOUND["all"]


def _functions(modules: Mapping[str, MypyFile]) -> Iterator[_Node]:
    """The functions, and the calls of what is one as an object: `np.exp`, `np.zeros`."""
    for module in _MODULES:
        members = modules[module].names if module in modules else {}
        for name in _FUNCTIONS & members.keys():
            node = members[name].node
            typ = get_proper_type(node.type) if isinstance(node, Var) else None
            if isinstance(typ, Instance):
                yield from _methods(typ.type, {"__call__"})
            elif isinstance(node, (OverloadedFuncDef, Var)):
                yield node


def _methods(info: TypeInfo, of: Set[str]) -> Iterator[OverloadedFuncDef]:
    for name in of & info.names.keys():
        node = info.names[name].node
        if isinstance(node, OverloadedFuncDef):
            yield node


def _exchange_subtypes() -> None:
    """Puts what mypy has found out of subtypes aside, for what it found out in bodies, or back."""
    for known, other in zip(
        (type_state._subtype_caches, type_state._negative_subtype_caches), _SUBTYPES
    ):
        kept = dict(other)
        other.clear()
        other.update(known)
        known.clear()
        known.update(kept)


#: What is opened, once it was looked for.
_FOUND: Final[dict[str, _Found]] = heap.table()
#: What is known of subtypes, and of what is none, where it does not hold at the moment.
_SUBTYPES: Final[tuple[dict[Any, Any], dict[Any, Any]]] = heap.table(), heap.table()

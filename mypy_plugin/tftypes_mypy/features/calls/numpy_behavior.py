"""Which settings of NumPy's behaviour there may be in a module, for the functions of tf.experimental.numpy.

None where no program with this module calls `experimental_enable_numpy_behavior`. Where the module itself makes the only
call, with arguments that are written there, it is those or, before the call, none; else it may be any.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr, StrExpr

from tftypes.inference.models.tensorflow.ops import Rule
from tftypes.inference.models.tensorflow.ops.tnp import ALL, Behavior
from tftypes_mypy.switches import PROMOTING
from tftypes_mypy.syntax import nodes_of, per_tree
from tftypes_mypy.values import Values, written_arguments

_PACKAGE: Final = "tensorflow.experimental.numpy."
_FLAGS: Final = {"builtins.True": True, "builtins.False": False}


def is_its(rule: Rule) -> bool:
    """Whether it is the rule of a function of tf.experimental.numpy."""
    return rule.fullname.startswith(_PACKAGE)


def of(values: Values) -> frozenset[Behavior]:
    """The settings that may be in force in a module."""
    if not values.promotes:
        return frozenset({Behavior.OFF})
    return _of_tree(values.tree) if values.promotes_alone else ALL


@per_tree
def _of_tree(tree: MypyFile) -> frozenset[Behavior]:
    found = set(_settings(tree))
    if len(found) != 1:
        return ALL
    setting = found.pop()
    return ALL if setting is None else frozenset({Behavior.OFF, setting})


def _settings(tree: MypyFile) -> Iterator[Behavior | None]:
    """What each mention of the function asks for; None where that is not known."""
    callees = set()
    for call in nodes_of(tree):
        if isinstance(call, CallExpr) and _is_named(call.callee):
            callees.add(id(call.callee))
            yield _setting(call)
    for node in nodes_of(tree):
        if isinstance(node, (MemberExpr, NameExpr)) and _is_named(node) and id(node) not in callees:
            yield None


def _is_named(expression: Expression) -> bool:
    return isinstance(expression, (MemberExpr, NameExpr)) and expression.name.endswith(PROMOTING)


def _setting(call: CallExpr) -> Behavior | None:
    written = written_arguments(call)
    if written is None or len(written[0]) > 1:
        return None
    given = {**dict(zip(["prefer_float32"], written[0])), **written[1]}
    mode = given.get("dtype_conversion_mode")
    if mode is not None and not (isinstance(mode, StrExpr) and mode.value == "legacy"):
        return None
    flag = given.get("prefer_float32")
    if flag is None:
        return Behavior.LEGACY
    known = _FLAGS.get(flag.fullname) if isinstance(flag, NameExpr) else None
    return {True: Behavior.LEGACY32, False: Behavior.LEGACY, None: None}[known]

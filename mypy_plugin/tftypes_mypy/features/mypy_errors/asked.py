"""Names of several things of which the program has asked TensorFlow whether they are tensors: mypy does not know what that tells.

def array(x: tf.Tensor | np.ndarray) -> np.ndarray:
    if tf.is_tensor(x):
        return x.numpy()
    return x
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy import errorcodes as codes
from mypy.errors import ErrorInfo
from mypy.nodes import CallExpr, MypyFile, NameExpr, RefExpr, Var
from mypy.types import UnionType

from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.syntax import expressions_on, per_tree, those_of

#: What mypy says of one of several things.
_CODES: Final = (
    codes.ARG_TYPE,
    codes.ASSIGNMENT,
    codes.CALL_OVERLOAD,
    codes.INDEX,
    codes.OPERATOR,
    codes.RETURN_VALUE,
    codes.UNION_ATTR,
)
_ASKING: Final = frozenset(
    {
        "tensorflow.is_tensor",
        "tensorflow.is_symbolic_tensor",
        "tensorflow.keras.backend.is_keras_tensor",
        "tensorflow.keras.ops.is_tensor",
        "tensorflow.keras.utils.is_keras_tensor",
    }
)


def is_asked_about(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether an error is of a name of several things, of which this line or one above has asked what it is."""
    asked = _asked(tree) if info.code in _CODES else {}
    return bool(asked) and any(
        isinstance(name, NameExpr)
        and isinstance(name.node, Var)
        and asked.get(name.node, info.line + 1) <= info.line
        and isinstance(type_of(name), UnionType)
        for name in expressions_on(tree, info.line)
    )


@per_tree
def _asked(tree: MypyFile) -> Mapping[Var, int]:
    """The variables that are asked about, with the first line that asks."""
    found: dict[Var, int] = {}
    for call in those_of(tree, CallExpr):
        if not isinstance(call.callee, RefExpr) or call.callee.fullname not in _ASKING:
            continue
        for name in call.args:
            if isinstance(name, NameExpr) and isinstance(name.node, Var):
                found[name.node] = min(call.line, found.get(name.node, call.line))
    return found

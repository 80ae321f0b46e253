"""Names that a program gives to classes of TensorFlow's.

In more than one place, one for each version of it:

try:
    SessionRunHook = tf.estimator.SessionRunHook
except AttributeError:
    SessionRunHook = tf.compat.v1.train.SessionRunHook

To mypy that is a variable, which is no type. To mypy alone what it is given is Any, and so is a class that derives from it.

Or by a class with nothing in it, `class FloatTensor(tf.Tensor)`, which says what a tensor is meant to be.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import AssignmentStmt, Expression, MemberExpr, MypyFile, NameExpr, TypeInfo, Var
from mypy.types import FunctionLike, Type, TypeType, flatten_nested_unions, get_proper_type

from tftypes_mypy.features.facts import alone
from tftypes_mypy.names import TENSOR, is_of_tensorflow
from tftypes_mypy.syntax import those_of


def stands_for_class(var: Var, modules: Mapping[str, MypyFile]) -> bool:
    """Whether what a module gives such a name first is of TensorFlow's; in a module from mypy's cache its type tells."""
    if not var.is_inferred:
        return False
    if var.type is not None:
        return any(map(_is_class, flatten_nested_unions([var.type])))
    tree = modules.get(var.fullname.rpartition(".")[0])
    given = (
        each.rvalue
        for each in (those_of(tree, AssignmentStmt) if tree is not None else ())
        if any(isinstance(target, NameExpr) and target.node is var for target in each.lvalues)
    )
    return _is_of_tensorflow(next(given, None))


def is_another_name_of_tensor(info: TypeInfo) -> bool:
    """`class FloatTensor(tf.Tensor)` with nothing in it: no op makes one, and programs annotate tensors with it."""
    bases = [base.type.fullname for base in info.bases]
    return bases == [TENSOR] and not info.names and not is_of_tensorflow(info.fullname)


def _is_class(typ: Type) -> bool:
    proper = get_proper_type(typ)
    is_class = isinstance(proper, TypeType) or (
        isinstance(proper, FunctionLike) and proper.is_type_obj()
    )
    return is_class and alone.is_of_tensorflow(proper)


def _is_of_tensorflow(value: Expression | None) -> bool:
    """Whether it is asked of a module of TensorFlow's, which may not have it."""
    is_asked = isinstance(value, MemberExpr)
    while isinstance(value, MemberExpr):
        value = value.expr
    module = value.node if isinstance(value, NameExpr) else None
    return is_asked and isinstance(module, MypyFile) and is_of_tensorflow(module.fullname)

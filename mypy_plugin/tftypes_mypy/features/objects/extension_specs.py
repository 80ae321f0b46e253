"""`MaskedTensor.Spec`: the type spec that TensorFlow makes for each extension type, with its fields.

A class of this name in the body has the methods that the program adds to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.errors import ErrorInfo
from mypy.mro import calculate_mro
from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    MDEF,
    Argument,
    AssignmentStmt,
    Block,
    ClassDef,
    MypyFile,
    NameExpr,
    Statement,
    SymbolTable,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_attribute_to_class, add_method_to_class
from mypy.types import Instance, NoneType

from tftypes_mypy import convert
from tftypes_mypy.names import TF
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import those_of

BASE: Final = f"{TF}.experimental.ExtensionType"
_SPEC_BASE: Final = f"{TF}.experimental.ExtensionTypeSpec"
_NAME: Final = "Spec"
#: What is said of a default that mypy takes for no tensor.
_DEFAULT: Final = Pattern(r"(?:Incompatible types in assignment|Dict entry|List item).*Tensor\[")


def add_spec(context: ClassDefContext) -> None:
    """Gives an extension type its spec, or makes one of the class that is written for it."""
    info = context.cls.info
    symbol = context.api.lookup_fully_qualified_or_none(_SPEC_BASE)
    base = symbol.node if symbol is not None else None
    if not isinstance(base, TypeInfo) or info.fullname == BASE:
        return
    for parent in reversed(info.mro[1:]):
        base = _spec_of(parent) or base
    spec = _spec_of(info)
    if spec is None:
        spec = _made(info, base)
        info.names[_NAME] = SymbolTableNode(MDEF, spec, plugin_generated=True)
    elif not spec.has_base(_SPEC_BASE):
        _derive(spec, base)
    if spec.get_containing_type_info("__init__") in (None, spec.mro[-1]):
        add_method_to_class(context.api, spec.defn, "__init__", _anything(), NoneType())
    for name in fields_of(context.cls.defs.body):
        if name not in spec.names:
            add_attribute_to_class(context.api, spec.defn, name, convert.unknown())


def _spec_of(info: TypeInfo) -> TypeInfo | None:
    symbol = info.names.get(_NAME)
    return symbol.node if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def _made(owner: TypeInfo, base: TypeInfo) -> TypeInfo:
    written = ClassDef(_NAME, Block([]))
    written.fullname = f"{owner.fullname}.{_NAME}"
    spec = TypeInfo(SymbolTable(), written, owner.module_name)
    written.info = spec
    _derive(spec, base)
    return spec


def _derive(spec: TypeInfo, base: TypeInfo) -> None:
    """Adds a base class, in front of `object`."""
    spec.bases = [*(each for each in spec.bases if each.type.bases), Instance(base, [])]
    spec.metaclass_type = base.metaclass_type
    spec.mro = []  # mypy keeps one that is there
    calculate_mro(spec)


def _anything() -> list[Argument]:
    """`*args, **kwargs`"""
    kinds = {"args": ARG_STAR, "kwargs": ARG_STAR2}
    given = convert.unknown()
    return [Argument(Var(name, given), given, None, kind) for name, kind in kinds.items()]


def fields_of(body: Sequence[Statement]) -> Iterator[str]:
    """The names that the body of an extension type annotates."""
    for statement in body:
        if isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None:
            yield from (each.name for each in statement.lvalues if isinstance(each, NameExpr))


def is_default(info: ErrorInfo, tree: MypyFile) -> bool:
    """`length: tf.Tensor = 1.0` in the body of an extension type, which makes a tensor of it."""
    is_of_field = _DEFAULT.match(info.message) and '(expression has type "None"' not in info.message
    return bool(is_of_field) and any(
        statement.line <= info.line <= (statement.end_line or statement.line)
        for written in those_of(tree, ClassDef)
        if written.info.has_base(BASE)
        for statement in written.defs.body
        if isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None
    )

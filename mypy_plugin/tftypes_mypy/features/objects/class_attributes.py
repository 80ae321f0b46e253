"""Attributes that a class method gives to its class: `cls.data = load()`, in `setUpClass` of a `tf.test.TestCase`.

mypy knows of those that methods give to `self` only, and of a method that a base has it knows nothing else. To mypy alone a
class that derives from TensorFlow's has any attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ClassDef,
    Decorator,
    FuncDef,
    NameExpr,
    Node,
    OverloadedFuncDef,
    SymbolTableNode,
)
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_attribute_to_class

from tftypes_mypy import convert
from tftypes_mypy.features.bodies.scopes import targets
from tftypes_mypy.syntax import walk


def declare(context: ClassDefContext) -> None:
    """The hook of a base class of TensorFlow's: such an attribute may be anything, unless methods give it to `self` too."""
    if context.api.is_stub_file:
        return
    info = context.cls.info
    owned = {name for method in _methods(context.cls) for name in _given(method.func)}
    own = {name for each in context.cls.defs.body for name in _of_self(each)}
    for name in sorted(own | owned):  # the same in each run
        symbol = info.get(name)
        if (symbol is None and name not in own) or (name in own and _is_method(symbol)):
            add_attribute_to_class(context.api, context.cls, name, convert.unknown())


def _is_method(symbol: SymbolTableNode | None) -> bool:
    """Whether it is a method of TensorFlow's, in whose place an object may have something else: `self.reset = True`."""
    node = None if symbol is None else symbol.node
    return isinstance(node, (FuncDef, OverloadedFuncDef)) and node.fullname.startswith(
        "tensorflow."
    )


def _methods(written: ClassDef) -> Iterator[Decorator]:
    """The class methods, as they are written: nothing in the body is analyzed yet."""
    for node in written.defs.body:
        if isinstance(node, Decorator) and any(
            isinstance(each, NameExpr) and each.name == "classmethod"
            for each in node.original_decorators
        ):
            yield node


def _of_self(node: Node) -> Iterator[str]:
    """What a method gives to its object."""
    function = node.func if isinstance(node, Decorator) else node
    if isinstance(function, FuncDef) and function.arg_names[:1] == ["self"]:
        yield from _given(function)


def _given(function: FuncDef) -> Iterator[str]:
    """The attributes of its first parameter that a method assigns to."""
    first = function.arg_names[0] if function.arg_names else None
    for target in targets(walk(function.body)):
        if isinstance(target.expr, NameExpr) and target.expr.name == first:
            yield target.name

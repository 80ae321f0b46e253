"""What the classes of a program have of TensorFlow's, and which of their methods are decorated."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import Decorator, SymbolTableNode, TypeInfo

from tftypes_mypy.types import is_of_tensorflow


class Members:
    """Members of classes by their full names, each looked up once."""

    def __init__(self, lookup: Callable[[str], SymbolTableNode | None]) -> None:
        self._lookup = lookup
        self._inherited: dict[str, bool] = {}
        self._decorated: dict[str, Decorator | None] = {}

    def is_generic(self, fullname: str) -> bool:
        """Whether it is a class of the program that has type variables, which may stand for sizes."""
        symbol = self._lookup(fullname) if "." in fullname else None
        node = None if symbol is None else symbol.node
        return isinstance(node, TypeInfo) and bool(node.type_vars)

    def is_inherited(self, fullname: str) -> bool:
        """Whether it is a method that a class of the program has from one of TensorFlow's."""
        if fullname not in self._inherited:
            node, name = self._owner(fullname)
            base = None if node is None else node.get_containing_type_info(name)
            self._inherited[fullname] = base is not None and is_of_tensorflow(base.fullname)
        return self._inherited[fullname]

    def decorated(self, fullname: str) -> Decorator | None:
        """The method of a class of the program's, where it is decorated."""
        if fullname not in self._decorated:
            node, name = self._owner(fullname)
            symbol = None if node is None else node.get(name)
            method = None if symbol is None else symbol.node
            self._decorated[fullname] = method if isinstance(method, Decorator) else None
        return self._decorated[fullname]

    def _owner(self, fullname: str) -> tuple[TypeInfo | None, str]:
        """The class that a name is a member of, and its name there."""
        owner, _, name = fullname.rpartition(".")
        symbol = self._lookup(owner)
        node = None if symbol is None else symbol.node
        return (node if isinstance(node, TypeInfo) else None), name

"""The classes of the modules that mypy has read, and types made of them."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import COVARIANT, MypyFile, SymbolNode, TypeInfo
from mypy.types import Instance, LiteralType, Type, TypeVarType

from tftypes_mypy import names


class Types:
    """Makes instances of classes by full name, from the modules that mypy has read.

    mypy's own `named_generic_type` finds only what the module being checked imports.
    """

    def __init__(self, modules: Mapping[str, MypyFile]) -> None:
        self._modules = modules
        self._found: dict[str, TypeInfo] = {}
        #: Types that have no arguments, and those of sizes: each is made once.
        self._plain: dict[str, Instance] = {}
        self._sizes: dict[int, LiteralType] = {}

    def find(self, name: str) -> TypeInfo | None:
        """The class, or None where its module was not read."""
        found = self._found.get(name)
        if found is None:
            found = self._look_up(name)
            if found is not None:
                self._found[name] = found
        return found

    def _look_up(self, name: str) -> TypeInfo | None:
        node = self.node(name)
        return node if isinstance(node, TypeInfo) else None

    def node(self, name: str) -> SymbolNode | None:
        """What a module that was read has under a name."""
        module, _, short = name.rpartition(".")
        tree = self._modules.get(module)
        symbol = tree.names.get(short) if tree is not None else None
        return symbol.node if symbol is not None else None

    def complete(self) -> None:
        """Tells mypy what the source does not say. It reads some of the classes later than others, or not at all.

        Tensors of different shapes are joined to a tensor, and not to an object: the source says invariant, so that
        checkers without the plugin find a size that contradicts another; here the algebra does.

        Nothing is both an array and a list, or a tensor and a variable: at each `isinstance(x, list)` mypy would compare
        all that the two classes have before it finds the same.
        """
        for info in filter(None, map(self.find, names.APART)):
            info.is_disjoint_base = True
        generic = (*names.KINDS, *names.SPECS, *names.STRUCTS, names.SYMBOL)
        for info in filter(None, map(self.find, generic)):
            for variable in info.defn.type_vars:
                if isinstance(variable, TypeVarType):
                    variable.variance = COVARIANT

    def make(self, name: str, args: list[Type]) -> Instance:
        """An instance of a class whose module is known to be read."""
        info = self.find(name)
        assert info is not None, f"{name} is missing from the stubs"
        return Instance(info, args)

    def plain(self, name: str) -> Instance:
        """The same for a class that is not generic."""
        if name not in self._plain:
            self._plain[name] = self.make(name, [])
        return self._plain[name]

    def size(self, value: int) -> LiteralType:
        """The type of a dim that is a number."""
        if value not in self._sizes:
            self._sizes[value] = LiteralType(value, self.plain("builtins.int"))
        return self._sizes[value]

    def has(self, module: str) -> bool:
        """Whether a module was read."""
        return module in self._modules

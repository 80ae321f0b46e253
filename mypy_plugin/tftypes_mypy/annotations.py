"""Annotations of tensors: the engine reads the dtypes and shapes in them, mypy the class."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from mypy.nodes import SymbolTableNode, TypeAlias, TypeInfo
from mypy.plugin import AnalyzeTypeContext
from mypy.types import Instance, Type, UnboundType, UnpackType, get_proper_type

from tftypes_mypy.types import erased, erased_parameters, is_of_tensorflow, unknown

Hook = Callable[[AnalyzeTypeContext], Type]

#: The interfaces, and the class of TensorFlow's that stands for each where it is loaded.
_INTERFACES: Final = {
    f"tftypes.tensors.{name}": f"tensorflow.{name}"
    for name in ("Tensor", "Variable", "RaggedTensor", "SparseTensor", "IndexedSlices")
}
#: What is a shape, or a part of one, wherever it stands.
_SHAPES: Final = frozenset(
    f"tftypes.shapes.{name}"
    for name in (
        "Shape", *(f"Shape{rank}D" for rank in range(7)), "Add", "Sub", "Mul", "FloorDiv"
    )
)  # fmt: skip


class Annotations:
    """The hooks of types, and what they know of mypy's work."""

    def __init__(self, lookup: Callable[[str], SymbolTableNode | None]) -> None:
        self._lookup = lookup
        self._known: dict[str, Hook | None] = {}
        #: The name that mypy is to analyse by itself, the next time that it comes.
        self._passed = ""

    def hook(self, fullname: str) -> Hook | None:
        """What analyses an annotation that begins with a name; None for what is mypy's alone."""
        if fullname == self._passed:
            self._passed = ""
            return None
        if fullname in self._known:
            return self._known[fullname]
        made = self._made(fullname)
        if is_of_tensorflow(fullname):  # what is in the program may come to be another thing
            self._known[fullname] = made
        return made

    def _made(self, fullname: str) -> Hook | None:
        if fullname in _SHAPES:
            return partial(self._shape, fullname)
        symbol = self._lookup(fullname)
        node = None if symbol is None else symbol.node
        if isinstance(node, TypeAlias):
            return partial(self._alias, fullname, node) if _hides(node.target) else None
        if isinstance(node, TypeInfo) and is_of_tensorflow(fullname):
            return partial(self._class, fullname) if any(erased_parameters(node)) else None
        return None

    def _as_mypy(self, fullname: str, context: AnalyzeTypeContext) -> Type:
        """What mypy makes of an annotation without the hook."""
        self._passed = fullname
        return context.api.analyze_type(context.type)

    def _shape(self, fullname: str, context: AnalyzeTypeContext) -> Type:
        api = _semantic(context)
        if _defines(api):
            return self._as_mypy(fullname, context)
        _look_up(context.type.args, api)
        return unknown()

    def _alias(self, fullname: str, node: TypeAlias, context: AnalyzeTypeContext) -> Type:
        """An alias of tensors: the dims that it takes are the engine's."""
        api = _semantic(context)
        if _defines(api) or not context.type.args:
            return self._as_mypy(fullname, context)
        _look_up(context.type.args, api)
        return erased(node.target)

    def _class(self, fullname: str, context: AnalyzeTypeContext) -> Type:
        """A class with a dtype or a shape among its arguments."""
        api, written = _semantic(context), context.type
        symbol = None if _defines(api) else self._lookup(_INTERFACES.get(fullname, fullname))
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            return self._as_mypy(fullname, context)
        parameters = erased_parameters(symbol.node)
        args = []
        for number, hidden in enumerate(parameters):
            given = written.args[number : number + 1]
            if given and not hidden:
                args.append(context.api.analyze_type(given[0]))
            else:
                _look_up(given, api)
                args.append(unknown())
        _look_up(written.args[len(parameters) :], api)
        return Instance(symbol.node, args, written.line, written.column)


def _hides(target: Type) -> bool:
    proper = get_proper_type(target)
    return isinstance(proper, Instance) and any(erased_parameters(proper.type))


def _look_up(arguments: Iterable[Type], api: Any) -> None:
    """Lets mypy say which names in dtypes and shapes nobody has defined."""
    for each in arguments:
        if isinstance(each, UnpackType):
            _look_up([each.type], api)
        elif isinstance(each, UnboundType):
            if each.original_str_expr is None:
                api.lookup_qualified(each.name, each)
            _look_up(each.args, api)


def _semantic(context: AnalyzeTypeContext) -> Any:
    """The semantic analyser behind the one of types, whose interface says less than it is."""
    api: Any = context.api
    return api.api


def _defines(api: Any) -> bool:
    """Whether the classes are defined in what is being analysed: nothing is erased there."""
    return bool(api.is_stub_file or api.cur_mod_id.partition(".")[0] == "tftypes")

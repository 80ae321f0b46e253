"""From an annotation, already evaluated, to the `Node` that checks its values."""

from __future__ import annotations

import collections.abc
import enum
import re
import sys
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_origin

import tensorflow as tf
import typing_extensions
from typing_extensions import is_typeddict

import tftypes
from tftypes import dtypes, shapes
from tftypes._subscript import unpacked
from tftypes.algebra.dims import UNKNOWN, Dim, NamedInt, Symbol, parse
from tftypes.runtime.classes import class_node
from tftypes.runtime.leaves import (
    CompositeNode,
    Node,
    OpaqueNode,
    SlicesNode,
    TensorNode,
    VariableNode,
)
from tftypes.runtime.patterns import DTypePattern, ShapePattern
from tftypes.runtime.predicates import PredicateNode, predicates_among
from tftypes.runtime.records import fields_of
from tftypes.runtime.statics import LiteralNode, SizeNode, static_node
from tftypes.runtime.structures import (
    DictNode,
    NamedTupleNode,
    OptionsNode,
    RecordNode,
    SequenceNode,
    TupleNode,
    TypedDictNode,
)
from tftypes.runtime.unions import UnionNode, is_static

#: Looks up a name that an arithmetic dim uses; KeyError if there is none.
Lookup = Callable[[str], Any]
#: The fields of a class, evaluated.
Hints = Callable[[Any], Mapping[str, Any]]

_TENSORS = (tftypes.Tensor,)
_COMPOSITES = {tftypes.RaggedTensor: tf.RaggedTensor, tftypes.SparseTensor: tf.SparseTensor}
_SIZE: Any = tftypes.Dim
_STATIC = (int, float, bool, str, bytes, complex, type(None))
_SEQUENCES: dict[Any, tuple[type, ...]] = {
    list: (list,),
    collections.abc.Sequence: (list, tuple),
    collections.abc.Iterable: (list, tuple),
    collections.abc.Collection: (list, tuple),
    collections.abc.MutableSequence: (list,),
}
_MAPPINGS = (
    dict,
    collections.OrderedDict,
    collections.abc.Mapping,
    collections.abc.MutableMapping,
)
_WRAPPERS = tuple(
    getattr(module, name)
    for module in (typing, typing_extensions)
    for name in ("Final", "ClassVar", "Required", "NotRequired", "ReadOnly")
    if hasattr(module, name)
)
_ANNOTATED = (typing.Annotated, typing_extensions.Annotated)
_LITERALS = (typing.Literal, typing_extensions.Literal)
_UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))


class Reader:
    """Reads annotations of one function.

    Args:
      lookup: finds the names in arithmetic dims, where the annotation stands.
      hints: finds the fields of classes.
      results: whether for a return annotation, where tf.function makes tensors of all numbers.
    """

    def __init__(self, lookup: Lookup, hints: Hints, results: bool = False) -> None:
        self.lookup = lookup
        self.hints = hints
        self.results = results
        self._open: list[Any] = []  # classes being read, for those that contain themselves

    def node(self, annotation: Any) -> Node:
        """The node of an annotation.

        Raises:
          AnnotationError: if it means nothing at run time.
        """
        origin, args = get_origin(annotation), get_args(annotation)
        if annotation is None:
            return static_node(type(None))
        if annotation == tftypes.TensorLike:
            return class_node(annotation, (), "TensorLike", self.node)
        if origin in _ANNOTATED:
            return self._annotated(*args)
        if origin in _WRAPPERS:
            return self.node(args[0])
        if origin in _UNIONS:
            return self._union(args)
        if is_typeddict(unpacked(annotation)):
            inner = self.node(unpacked(annotation))
            return OptionsNode(inner) if isinstance(inner, TypedDictNode) else OpaqueNode()
        if origin in _LITERALS:
            return LiteralNode(args)
        if isinstance(annotation, (typing.TypeVar, typing_extensions.TypeVar)):
            return self._variable(annotation)
        if hasattr(annotation, "__supertype__"):
            return self.node(annotation.__supertype__)
        if hasattr(origin, "__value__"):  # type X[T] = ...
            return self.node(origin.__value__[args])
        if hasattr(annotation, "__value__"):
            return self.node(annotation.__value__)
        kind = origin or annotation
        if not isinstance(kind, type) or kind is object:
            return OpaqueNode(_text(annotation))
        if kind is _SIZE:
            return SizeNode(ShapePattern((self.dim(args[0]),))) if args else static_node(int)
        if hasattr(kind, "__tf_annotation__"):  # a type that says itself what it admits
            made: Node = kind.__tf_annotation__(args, self)
            return made
        return (
            self._typed(kind, args)
            or self._container(kind, args)
            or self._structure(kind, args)
            or self._class(annotation, kind, args)
        )

    def _annotated(self, annotation: Any, *metadata: Any) -> Node:
        node = self.node(annotation)
        predicates = predicates_among(metadata)
        return PredicateNode(node, predicates) if predicates else node

    def _union(self, args: tuple[Any, ...]) -> Node:
        options = tuple(self.node(arg) for arg in args)
        # int | float: the exact type first, so that 1 is not 1.0
        return UnionNode(tuple(sorted(options, key=lambda option: option.text == "float")))

    def _variable(self, variable: Any) -> Node:
        """A TypeVar over whole types: its constraints, or its bound."""
        if variable.__constraints__:
            return self._union(variable.__constraints__)
        return OpaqueNode() if variable.__bound__ is None else self.node(variable.__bound__)

    def _typed(self, kind: type, args: tuple[Any, ...]) -> Node | None:
        """What is annotated with a dtype and a shape."""
        dtype_arg, shape_arg = args if len(args) == 2 else (Any, Any)
        if (
            issubclass(kind, (tftypes.Symbol, tftypes.Value))
            and kind.__module__ != "tftypes.tensors"
        ):
            return None
        if kind.__module__.startswith("tensorflow."):
            return None  # tf.Tensor says nothing of dtype and shape
        if kind in (tftypes.Tensor, tftypes.Symbol, tftypes.Value):
            return TensorNode(self.dtype(dtype_arg), self.shape(shape_arg))
        if kind is tftypes.Variable:
            return VariableNode(self.dtype(dtype_arg), self.shape(shape_arg))
        if kind is tftypes.IndexedSlices:
            return SlicesNode(self.dtype(dtype_arg), self.shape(shape_arg))
        if kind in _COMPOSITES:
            return CompositeNode(_COMPOSITES[kind], self.dtype(dtype_arg), self.shape(shape_arg))
        return None

    def _container(self, kind: type, args: tuple[Any, ...]) -> Node | None:
        if kind in _STATIC or issubclass(kind, enum.Enum):
            is_tensor = self.results and kind is not type(None)
            return OpaqueNode(kind.__name__) if is_tensor else static_node(kind)
        if kind is tuple and args:
            return self._tuple(args)
        if kind in _SEQUENCES and len(args) == 1:
            item = self.node(args[0])
            return SequenceNode(f"{kind.__name__}[{item.text}]", _SEQUENCES[kind], item)
        if kind in _MAPPINGS and len(args) == 2:
            item = self.node(args[1])
            keys = self.node(args[0])
            text = f"{kind.__name__}[{_text(args[0])}, {item.text}]"
            return DictNode(text, item, keys if is_static(keys) else None)
        return None

    def _tuple(self, args: tuple[Any, ...]) -> Node:
        if args == ((),):
            return TupleNode(())
        if len(args) == 2 and args[1] is Ellipsis:
            item = self.node(args[0])
            return SequenceNode(f"tuple[{item.text}, ...]", (tuple,), item)
        if any(unpacked(arg) is not None for arg in args):
            return OpaqueNode("tuple")
        return TupleNode(tuple(map(self.node, args)))

    def _structure(self, kind: Any, args: tuple[Any, ...]) -> Node | None:
        """A class with annotated fields, read as a structure if there are tensors in it.

        So is one of Python values that has no hash: no trace can be kept for its instances.
        """
        fields = _fields_of(kind)
        if fields is None or kind in self._open:
            return None
        self._open.append(kind)
        try:
            hints = self.hints(kind)
            given = dict(zip(getattr(kind, "__parameters__", ()), args))
            nodes = {name: self.node(_substituted(hints.get(name, Any), given)) for name in fields}
        finally:
            self._open.pop()
        node = _structure(kind, nodes, self.node)
        return node if node.typed or kind.__hash__ is None else None

    def _class(self, annotation: Any, kind: Any, args: tuple[Any, ...]) -> Node:
        """Any other class, compared by `isinstance` where that is possible."""
        try:
            return class_node(kind, args, _text(annotation), self._element)
        except TypeError:  # of a protocol that is not for run time
            return OpaqueNode(_text(annotation))

    def _element(self, annotation: Any) -> Node:
        """What an element of a dataset is: numbers in it are tensors."""
        results, self.results = self.results, True
        try:
            return self.node(annotation)
        finally:
            self.results = results

    def dtype(self, arg: Any) -> DTypePattern:
        """The pattern of a dtype, a group of them, a TypeVar over them, or Any."""
        if isinstance(arg, (typing.TypeVar, typing_extensions.TypeVar)):
            codes: frozenset[int] | None = None
            if arg.__constraints__:
                codes = frozenset(c for k in arg.__constraints__ for c in _codes(k) or ())
            elif arg.__bound__ is not None:
                codes = _codes(arg.__bound__)
            return DTypePattern(codes, arg.__name__, arg)
        if get_origin(arg) in _UNIONS:
            parts = [self.dtype(part) for part in get_args(arg)]
            text = "(" + "|".join(part.text for part in parts) + ")"
            return DTypePattern(frozenset(c for p in parts for c in p.codes or ()), text)
        codes = _codes(arg)
        return DTypePattern(codes, "?" if codes is None else arg.__name__)

    def shape(self, arg: Any) -> ShapePattern:
        """The pattern of `Shape[...]`, of a TypeVar over shapes, or of Any.

          Raises:
            NameError: if an arithmetic dim uses a name that is not found.
        TypeError: if that name is no dim.
        """
        if get_origin(arg) is not tftypes.Shape:
            is_variable = isinstance(arg, (typing.TypeVar, typing_extensions.TypeVar))
            return ShapePattern((), arg if is_variable else UNKNOWN)
        before: list[Dim] = []
        after: list[Dim] = []
        middle: Any = None
        for dim in get_args(arg):
            inside = unpacked(dim)
            if inside is None:
                (before if middle is None else after).append(self.dim(dim))
            else:
                middle = UNKNOWN if get_origin(inside) is tuple else inside
        return ShapePattern(tuple(before), middle, tuple(after))

    def dim(self, dim: Any) -> Dim:
        """A dim as a value of the algebra; its symbols have the TypeVar or class as key."""
        if dim is None or isinstance(dim, int):
            return UNKNOWN if dim is None else dim
        if isinstance(dim, str):
            return parse(dim, self._named)
        if isinstance(dim, type) and issubclass(dim, tftypes.Dimension):
            if dim.value is None:
                key: Any = dim
                return Symbol(dim.__name__, key, "dimension")
            return NamedInt(dim.value, dim.__name__)
        if get_origin(dim) in _ARITHMETIC:
            result: Dim = _ARITHMETIC[get_origin(dim)](*map(self.dim, get_args(dim)))
            return result
        return Symbol(dim.__name__, dim)

    def _named(self, name: str) -> Dim:
        try:
            found = self._found(name)
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None
        return self.dim(shapes.checked_dims(tftypes.Shape, (found,), variadic=False)[0])

    def _found(self, name: str) -> Any:
        """The value of a name: in the module of the class being read, else of the function."""
        for kind in reversed(self._open):
            module = sys.modules.get(kind.__module__)
            if hasattr(module, name):
                return getattr(module, name)
        return self.lookup(name)


_ARITHMETIC: dict[Any, Callable[[Any, Any], Any]] = {
    tftypes.Add: lambda a, b: a + b,
    tftypes.Sub: lambda a, b: a - b,
    tftypes.Mul: lambda a, b: a * b,
    tftypes.FloorDiv: lambda a, b: a // b,
}


def _codes(kind: Any) -> frozenset[int] | None:
    """TensorFlow's numbers of the dtypes that a class of the namespace stands for; None for any."""
    if not (isinstance(kind, type) and issubclass(kind, tftypes.DType)) or kind is tftypes.DType:
        return None
    members = {k for k in vars(dtypes).values() if isinstance(k, type) and issubclass(k, kind)}
    return frozenset(code for member in members for code in _code(member.__name__))


def _code(name: str) -> tuple[int, ...]:
    """The number of the dtype of this name; () for a group, or if this TensorFlow has it not."""
    try:
        return (tf.as_dtype(name).as_datatype_enum,)
    except TypeError:
        return ()


def _fields_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a NamedTuple, dataclass, attrs class or TypedDict; None for other classes."""
    if is_typeddict(kind):
        return tuple(kind.__annotations__)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return fields_of(kind)


def _structure(kind: Any, nodes: Mapping[str, Node], read: Callable[[Any], Node]) -> Node:
    if is_typeddict(kind):
        return TypedDictNode(kind.__name__, nodes, frozenset(kind.__required_keys__))
    if issubclass(kind, tuple):
        return NamedTupleNode(kind, nodes, read)
    return RecordNode(kind, nodes, read)


def _substituted(annotation: Any, given: Mapping[Any, Any]) -> Any:
    """A field's annotation with the type variables of its generic class replaced."""
    parameters = getattr(annotation, "__parameters__", ())
    if isinstance(annotation, type) or not given or not parameters:
        return given.get(annotation, annotation) if _is_variable(annotation) else annotation
    return annotation[tuple(given.get(p, p) for p in parameters)]


def _is_variable(annotation: Any) -> bool:
    return isinstance(annotation, (typing.TypeVar, typing_extensions.TypeVar))


def _text(annotation: Any) -> str:
    if isinstance(annotation, type) and not get_args(annotation):
        public = vars(annotation).get("_tf_api_names")  # tf.data.Dataset is called DatasetV2
        return f"tf.{public[0]}" if public else annotation.__name__
    return _MODULES.sub("", str(annotation))


#: The modules that a text need not name.
_MODULES = re.compile(r"\b(typing|collections\.abc|tftypes(\.\w+)?)\.")

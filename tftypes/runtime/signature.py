"""The signature of a function, derived from its annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tftypes.runtime.annotations import Reader
from tftypes.runtime.errors import (
    AnnotationError,
    ArgumentError,
    Mismatch,
    Path,
    ReturnError,
    place,
    show_path,
)
from tftypes.runtime.hints import Scope, written
from tftypes.runtime.leaves import Node, OpaqueNode
from tftypes.runtime.narrowing import NarrowedNode, node_of_spec
from tftypes.runtime.statics import static_node
from tftypes.runtime.unions import UnionNode

_P = inspect.Parameter
_POSITIONAL = (_P.POSITIONAL_ONLY, _P.POSITIONAL_OR_KEYWORD)


class Parameter:
    """One parameter: its name, kind and default as in `inspect`, and the node of its annotation.

    ``node`` is None for a parameter that goes to TensorFlow as it is.
    """

    __slots__ = ("default", "kind", "name", "node", "path", "required")

    def __init__(self, parameter: Any, node: Node | None) -> None:
        self.name = parameter.name
        self.kind = parameter.kind
        self.default = parameter.default
        self.required = parameter.default is _P.empty and parameter.kind not in (
            _P.VAR_POSITIONAL,
            _P.VAR_KEYWORD,
        )
        self.node = node
        self.path: Path = (None, parameter.name)

    def with_node(self, node: Node | None) -> Parameter:
        """The parameter with another node."""
        return Parameter(self, node)

    def __repr__(self) -> str:
        star = {_P.VAR_POSITIONAL: "*", _P.VAR_KEYWORD: "**"}.get(self.kind, "")
        default = "" if self.required or star else f" = {self.default!r}"
        annotation = "" if self.node is None else f": {self.node}"
        return f"{star}{self.name}{annotation}{default}"


class Signature:
    """What a function's annotations say about its calls.

    Attributes:
      name: the function's, as messages show it.
      parameters: a `Parameter` for each.
      returns: the node of the return annotation, None where it says nothing.

    >>> from tftypes import Dimension, Shape, Tensor, float32
    >>> from tftypes.runtime import signature_of
    >>> class Batch(Dimension): ...
    >>> def logits(x: Tensor[float32, Shape[Batch, 784]]) -> Tensor[float32, Shape[Batch, 10]]: ...
    >>> signature_of(logits)
    logits(x: float32[Batch, 784]) -> float32[Batch, 10]
    >>> signature_of(logits).input_signature
    (TensorSpec(shape=(None, 784), dtype=tf.float32, name=None),)
    """

    def __init__(
        self,
        name: str,
        parameters: tuple[Parameter, ...],
        returns: Node | None,
        function: Callable[..., Any],
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.function = function

    @property
    def input_signature(self) -> tuple[Any, ...] | None:
        """The `input_signature` of the equivalent tf.function; None where there is none.

        There is one if every parameter has a spec or a default: specs for the leading parameters
        that have one, the defaults for the others.
        """
        specs: list[Any] = []
        closed = False
        if self.parameters and not any(parameter.node for parameter in self.parameters):
            return None
        for parameter in self.parameters:
            spec = None if parameter.node is None else parameter.node.spec
            if parameter.kind in (_P.VAR_POSITIONAL, _P.VAR_KEYWORD):
                if parameter.kind is _P.VAR_POSITIONAL or parameter.node is not None:
                    return None
            elif parameter.required and (
                spec is None or closed or parameter.kind is _P.KEYWORD_ONLY
            ):
                return None
            elif spec is None or parameter.kind is _P.KEYWORD_ONLY:
                closed = True
            elif not closed:
                specs.append(spec)
        return tuple(specs)

    @property
    def specs(self) -> dict[str, Any]:
        """By parameter, the spec, or structure of specs, that stands for all its values.

        A parameter that has none, being static, unannotated or of several dtypes, is left out.
        """
        return {
            parameter.name: parameter.node.spec
            for parameter in self.parameters
            if parameter.node is not None and parameter.node.spec is not None
        }

    def __repr__(self) -> str:
        returns = "" if self.returns is None else f" -> {self.returns}"
        return f"{self.name}({', '.join(_with_markers(self.parameters))}){returns}"

    def bound(self) -> Signature:
        """That of the method bound to an instance: without the first parameter."""
        return Signature(self.name, self.parameters[1:], self.returns, self.function)

    def narrowed(self, specs: Sequence[Any]) -> Signature:
        """With an `input_signature` that the user gives too, for the leading parameters.

        Raises:
          AnnotationError: if the two contradict each other, or there are too many specs.
        """
        open_ = [p for p in self.parameters if p.kind in _POSITIONAL and p.name != "self"]
        if len(specs) > len(open_):
            raise AnnotationError(
                f"{self.name}() has {len(open_)} parameters, input_signature {len(specs)} specs"
            )
        given = {parameter.name: spec for parameter, spec in zip(open_, specs)}
        parameters = tuple(
            self._narrowed(parameter, given[parameter.name])
            if parameter.name in given
            else parameter
            for parameter in self.parameters
        )
        return Signature(self.name, parameters, self.returns, self.function)

    def _narrowed(self, parameter: Parameter, spec: Any) -> Parameter:
        node = parameter.node
        if node is None:
            return parameter.with_node(node_of_spec(spec))
        try:
            return parameter.with_node(NarrowedNode(node, spec, parameter.path))
        except Mismatch as mismatch:
            because = f": {mismatch.because}" if mismatch.because else ""
            raise AnnotationError(
                f"{self.name}() parameter '{show_path(mismatch.path)}': input_signature has "
                f"{mismatch.got.removeprefix('TensorSpec ')}, the annotation {mismatch.expected}{because}; "
                f"annotated at {place(written(self.function), parameter.name)}"
            ) from None

    def argument_error(self, mismatch: Mismatch) -> ArgumentError:
        """The error that a caller of the function sees."""
        path = mismatch.path
        while path[0] is not None:
            path = path[0]
        where = place(written(self.function), path[1])
        return ArgumentError(
            f"{self.name}() argument '{show_path(mismatch.path)}': {mismatch}; annotated at {where}"
        )

    def return_error(self, mismatch: Mismatch) -> ReturnError:
        """The error for a result that the return annotation does not admit."""
        where = place(written(self.function), "return")
        return ReturnError(
            f"{self.name}() {show_path(mismatch.path)}: {mismatch}; annotated at {where}"
        )


def _with_markers(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    """The parameters with `/` and `*` where Python writes them."""
    previous: Any = None
    for parameter in parameters:
        if previous is _P.POSITIONAL_ONLY and parameter.kind is not _P.POSITIONAL_ONLY:
            yield "/"
        if parameter.kind is _P.KEYWORD_ONLY and previous not in (
            _P.KEYWORD_ONLY,
            _P.VAR_POSITIONAL,
        ):
            yield "*"
        yield repr(parameter)
        previous = parameter.kind
    if previous is _P.POSITIONAL_ONLY:
        yield "/"


def derive(function: Callable[..., Any], scope: Scope) -> Signature:
    """The signature of `function`.

    Raises:
      AnnotationError: if an annotation means nothing at run time; it names parameter and place.
      NameError: if a name is not there yet; the text is complete too.
    """
    name = _name(function)
    reader = Reader(scope.lookup, scope.fields)
    parameters = tuple(
        Parameter(parameter, _node(function, scope, reader, parameter))
        for parameter in inspect.signature(function).parameters.values()
    )
    returns = None
    if "return" in scope.annotations:
        reader = Reader(scope.lookup, scope.fields, results=True)
        returns = _read(function, scope, reader, "return")
        if isinstance(returns, OpaqueNode) and not returns.typed:
            returns = None
    return Signature(name, parameters, returns, function)


def _name(function: Callable[..., Any]) -> str:
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    return (name or type(function).__name__).rpartition("<locals>.")[2]


def _node(
    function: Callable[..., Any], scope: Scope, reader: Reader, parameter: inspect.Parameter
) -> Node | None:
    """The node of a parameter; None if it is TensorFlow's business alone."""
    if parameter.name not in scope.annotations:
        return None
    node = _read(function, scope, reader, parameter.name)
    if parameter.default is None and not _admits_none(node):
        node = UnionNode((node, static_node(type(None))))
    return None if isinstance(node, OpaqueNode) and not node.typed else node


def _admits_none(node: Node) -> bool:
    if isinstance(node, UnionNode):
        return any(map(_admits_none, node.options))
    return node.text == "None" or (isinstance(node, OpaqueNode) and not node.typed)


def _read(function: Callable[..., Any], scope: Scope, reader: Reader, parameter: str) -> Node:
    try:
        return reader.node(scope.evaluate(parameter))
    except NameError as error:
        raise NameError(_text(function, parameter, error)) from error
    except (AnnotationError, TypeError, ValueError) as error:
        raise AnnotationError(_text(function, parameter, error)) from error


def _text(function: Callable[..., Any], parameter: str, error: Exception) -> str:
    subject = "return annotation" if parameter == "return" else f"parameter '{parameter}'"
    return f"{_name(function)}() {subject}: {error}; annotated at {place(written(function), parameter)}"

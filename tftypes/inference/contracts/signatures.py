"""What the annotations of a function say, read once for each function that a definition makes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.annotations.classes import variables
from tftypes.inference.annotations.named import NONE
from tftypes.inference.annotations.reading import Read, are_postponed, reader, union
from tftypes.inference.annotations.substitution import parameters
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.objects import Function
from tftypes.inference.scopes import FunctionNode, walk
from tftypes.inference.scopes import parameters as parameters_of
from tftypes.inference.values import Annotation


@dataclass(frozen=True, slots=True)
class Signature:
    """The annotations of a function: those of its parameters by name, and that of its result."""

    parameters: Mapping[str, Annotation]
    returns: Annotation | None
    #: The type variables that are fixed while the body runs: those of the parameters, and of the class.
    fixed: frozenset[str]
    #: Whether the run-time library refuses what the annotations do.
    enforced: bool = False

    @property
    def has_shapes(self) -> bool:
        """Whether a shape is written in it, so that the body is worth a run for what it says."""
        return any(map(_has_shape, (*self.parameters.values(), self.returns)))


class Written:
    """The annotations of a function as they are written; "return" is that of the result."""

    def __init__(self, compiler: Compiler, node: FunctionNode) -> None:
        self.compiler = compiler
        nodes = {} if isinstance(node, ast.Lambda) else {"return": node.returns}
        nodes |= {each.arg: each.annotation for each in parameters_of(node.args)}
        self.nodes = {name: each for name, each in nodes.items() if each is not None}

    @cached_property
    def reads(self) -> Mapping[str, Read]:
        """How each of them is read."""
        return {name: reader(self.compiler, each) for name, each in self.nodes.items()}

    @cached_property
    def has_text(self) -> bool:
        """Whether some annotation is, or contains, text."""
        return any(
            isinstance(part, ast.Constant) and isinstance(part.value, str)
            for each in self.nodes.values()
            for part in walk(each)
        )


#: The slot for what a function's annotations say, once they have been read: their names may be bound anew.
SIGNATURE: Final = "<signature>"


def signature_of(function: Function) -> Signature:
    """The signature of a function with annotations."""
    found = function.read(SIGNATURE)
    if not isinstance(found, Signature):
        found = _read(function)
        set_signature(function, found)
    return found


def read_now(function: Function) -> None:
    """Read annotations where a function is defined, as Python does, unless they are text."""
    if function.code.annotated and not _is_postponed(function):
        signature_of(function)


def set_signature(function: Function, signature: Signature) -> None:
    """From here on a function is held to this."""
    function.code.outer.interpreter.write(function, SIGNATURE, signature)


def _read(function: Function) -> Signature:
    code, frame = function.code, function.parent
    said = {name: read(frame) for name, read in code.annotations.reads.items()}
    returns = said.pop("return", None)
    for name, default in function.defaults.items():
        if default is None and name in said:  # None may come whether the annotation says so or not
            said[name] = union([said[name], NONE])
    fixed = {name for each in said.values() for name in parameters(each)}
    if function.cls is not None:
        fixed.update(name for each in variables(function.cls) for name in parameters(each))
    return Signature(said, returns, frozenset(fixed))


def _has_shape(value: object) -> bool:
    if isinstance(value, Shape):
        return value != Shape.unknown()
    if isinstance(value, TensorType):
        return value.shape != Shape.unknown()
    if isinstance(value, (Annotation, tuple)):
        return any(map(_has_shape, value.args if isinstance(value, Annotation) else value))
    return False


def _is_postponed(function: Function) -> bool:
    """Whether annotations are text, which Python reads when it is asked for them."""
    return are_postponed(function.module) or function.code.annotations.has_text


#: The slot of an instance that holds what its class's type variables are for it.
SIZES = "<sizes>"

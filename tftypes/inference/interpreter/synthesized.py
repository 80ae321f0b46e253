"""Methods that Python makes of a class's fields: parameters and defaults as in a text, a body that the engine knows."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tftypes.inference.contracts.signatures import read_now
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.function_code import Code
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.objects import Class, External, Frame, Function, Value, resolve
from tftypes.inference.state import ABSENT

#: What an argument is that is left out, where a factory makes it.
MISSING: Final = External("dataclasses.MISSING")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: its name, annotation and default (ABSENT: none), and how it is given."""

    name: str
    annotation: ast.expr | None = None
    default: Value = ABSENT
    factory: Value = ABSENT
    init: bool = True
    keyword: bool = False
    #: `InitVar`: given to `__init__` and to `__post_init__`, and not kept.
    passing: bool = False
    #: Whether instances are compared by it.
    compared: bool = True
    #: Whether their hash is made of it; None as it is compared.
    hashed: bool | None = None
    #: What `field(metadata=...)` gives; None: nothing.
    metadata: Value = None

    @property
    def is_optional(self) -> bool:
        return self.default is not ABSENT or self.factory is not ABSENT


class _Made(Code):
    """The code of such a method."""

    def __init__(self, compiler: Compiler, node: ast.FunctionDef, run: Execute) -> None:
        super().__init__(compiler, node)
        self.__dict__["body"] = run
        self.__dict__.update(is_empty=False, returns_nothing=False)


def initializer(
    interpreter: Interpreter, cls: Class, fields: Iterable[Field], run: Execute, name: str
) -> Function:
    """`def __init__(self, ...)` with the fields as parameters; what is left out of a factory's is MISSING."""
    given = [each for each in fields if each.init]
    positional = [each for each in given if not each.keyword]
    keyword = [each for each in given if each.keyword]
    args = ast.arguments(
        posonlyargs=[],
        args=[ast.arg("self"), *(ast.arg(each.name, each.annotation) for each in positional)],
        kwonlyargs=[ast.arg(each.name, each.annotation) for each in keyword],
        kw_defaults=[],
        defaults=[],
    )
    node = ast.FunctionDef(name=name, args=args, body=[ast.Pass()], decorator_list=[], returns=None)
    if cls.node is not None:
        ast.copy_location(node, cls.node)
        for each in (node, *args.args, *args.kwonlyargs):
            ast.copy_location(each, cls.node)
    frame: Frame = cls.facts["frame"]
    defaults = {
        each.name: MISSING if each.default is ABSENT else each.default
        for each in given
        if each.is_optional
    }
    code = _Made(cls.facts["compiler"], node, run)
    function = Function(interpreter.trail, code, frame.parent or frame, cls.module, defaults)
    function.cls = cls
    read_now(function)
    return function


def keep_fields(interpreter: Interpreter, fields: Iterable[Field], frame: Frame) -> None:
    """The body of an `__init__` that assigns each parameter to the attribute of its name."""
    receiver = resolve(frame.read("self"))
    for each in fields:
        interpreter.write(receiver, each.name, frame.read(each.name))


def annotated(cls: Class) -> list[ast.AnnAssign]:
    """The annotated names of a class's body, in the order of the text."""
    body = [] if cls.node is None else cls.node.body
    return [
        each
        for each in body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    ]


def mentions(annotation: ast.expr, *names: str) -> bool:
    """Whether an annotation is one of these names, or is subscripted with it at its outside."""
    outside = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    if isinstance(outside, ast.Constant) and isinstance(outside.value, str):
        return any(each in outside.value for each in names)
    last = outside.attr if isinstance(outside, ast.Attribute) else getattr(outside, "id", None)
    return last in names

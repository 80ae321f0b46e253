"""Annotations from expressions: names and subscriptions, unions, text, and aliases with type variables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.annotations import structs, tensors
from tftypes.inference.annotations.named import ANY, DICTS, MODULES, NONE, SEQUENCES, as_annotation
from tftypes.inference.annotations.substitution import parameters, substitute
from tftypes.inference.annotations.tensors import ARITHMETIC, TENSORS, Argument, BadAnnotation
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.objects import TOP, Class, External, Frame, Module, Value, resolve
from tftypes.inference.scopes import names_in
from tftypes.inference.values import Annotation

#: What an annotation says in a frame.
Read = Callable[[Frame], Annotation]

#: What says something about a name and nothing about its value.
_QUALIFIERS: Final = ("Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """Where an annotation stands: how its names are found, and the node that is to blame."""

    compiler: Compiler
    frame: Frame
    node: ast.expr

    def look(self, name: str) -> Value:
        """The value of a name, dotted or not, in text."""
        expression = tensors.parsed(name)
        if expression is None:
            return ANY
        import_for_types(self.compiler.interpreter, self.frame, names_in(expression))
        return self.compiler.of_types.expression(expression)(self.frame)

    def annotation(self, value: Value) -> Annotation:
        """The annotation that a value is."""
        value = resolve(value)
        if isinstance(value, str):
            expression = tensors.parsed(value)
            if expression is None:
                return ANY
            ast.copy_location(expression, self.node)
            for each in ast.walk(expression):
                ast.copy_location(each, self.node)
            return reader(self.compiler, expression, is_run=False)(self.frame)
        if isinstance(value, Annotation) and value.kind == "union":
            return union([self.annotation(each) for each in value.args])
        if isinstance(value, Annotation) and value.kind == "new type":
            return self.annotation(value.args[1])
        return as_annotation(value)


def reader(compiler: Compiler, node: ast.expr, is_run: bool = True) -> Read:
    """What the annotation says that an expression is, in text or not; `is_run` says whether Python runs it there."""
    interpreter, names = compiler.interpreter, names_in(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return lambda frame: Reading(compiler, frame, node).annotation(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = reader(compiler, node.left, is_run), reader(compiler, node.right, is_run)
        return lambda frame: union([left(frame), right(frame)])
    evaluate = compiler.of_types.expression(node)

    def read(frame: Frame) -> Annotation:
        import_for_types(interpreter, frame, names)
        if is_run and not are_postponed(frame.module):
            return Reading(compiler, frame, node).annotation(evaluate(frame))
        # a name that is missing there harms nobody
        run, exception = partial(evaluate, frame), External("builtins.AttributeError")
        raises, value = interpreter.tables.tried(interpreter, run, exception)
        return ANY if raises else Reading(compiler, frame, node).annotation(value)

    return read


def are_postponed(module: Module) -> bool:
    """Whether Python keeps the annotations of a module as text."""
    return module.tree is not None and _from_future(module.tree)


@lru_cache(maxsize=1024)
def _from_future(tree: ast.Module) -> bool:
    return any(
        isinstance(each, ast.ImportFrom)
        and each.module == "__future__"
        and any(alias.name == "annotations" for alias in each.names)
        for each in tree.body
    )


def import_for_types(interpreter: Interpreter, frame: Frame, names: Sequence[str]) -> None:
    """Imports names that the module imports under TYPE_CHECKING only, when an annotation asks for them."""
    interpreter.tables.import_for_types(interpreter, frame.module, names)


def union(parts: Sequence[Annotation]) -> Annotation:
    """One of several: nested ones flat, each once."""
    flat: dict[Annotation, None] = {}
    for each in parts:
        flat.update(dict.fromkeys(each.args if each.kind == "union" else (each,)))
    return next(iter(flat)) if len(flat) == 1 else Annotation("union", tuple(flat))


# -- subscriptions ----------------------------------------------------------------------------------------------------


def subscription(compiler: Compiler, node: ast.Subscript) -> Callable[[Value, Frame], Value]:
    """`origin[...]` in the text, of a class of the program's or of a library's, or of an alias."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    evaluates: list[tuple[Callable[[Frame], Value], ast.expr]] = []

    def run(origin: Value, frame: Frame) -> Value:
        if not evaluates:
            evaluates.extend((_argument(compiler.of_types, each), each) for each in parts)
        reading = Reading(compiler, frame, node)
        arguments = [(evaluate(frame), each) for evaluate, each in evaluates]
        try:
            return _subscribed(reading, origin, arguments)
        except BadAnnotation as error:
            compiler.interpreter.report(node, "tf-annotation", str(error))
            return ANY

    return run


def _argument(compiler: Compiler, node: ast.expr) -> Callable[[Frame], Value]:
    """An argument of a subscription: `*Ts` and lists of parameters are written there alone."""
    if isinstance(node, ast.Starred):
        evaluate = compiler.expression(node.value)
        return lambda frame: Annotation("unpack", (evaluate(frame),))
    if isinstance(node, ast.List):
        parts = [_argument(compiler, each) for each in node.elts]
        return lambda frame: Annotation("parameters", tuple(each(frame) for each in parts))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = _argument(compiler, node.left), _argument(compiler, node.right)
        return lambda frame: Annotation("union", (left(frame), right(frame)))
    return compiler.expression(node)


def _subscribed(reading: Reading, origin: Value, arguments: Sequence[Argument]) -> Value:
    if isinstance(origin, Annotation):
        return _applied(reading, origin, arguments)
    if isinstance(origin, Class):
        return Annotation("class", (origin, *(_part(reading, value) for value, _ in arguments)))
    name: str = origin.name
    if name in TENSORS and name != "numpy.ndarray":
        return tensors.tensor(name, arguments)
    if name in structs.STRUCTS:
        return structs.annotation(name, arguments)
    if name == "tftypes.Shape":
        return tensors.shape(arguments, reading.look)
    if name in ARITHMETIC:
        return tensors.arithmetic(name, arguments, reading.look)
    if name == "tftypes.Dim":
        return Annotation("int", (tensors.dim_of(arguments[0], reading.look),))
    if name == "numpy.typing.NDArray":
        named = tensors.is_builtin(
            resolve(arguments[0][0])
        )  # `float`: NumPy takes it, for some dtype
        dtype = DType.any() if named else tensors.dtype_of(arguments[0])
        return Annotation("tensor", (TensorType(dtype, Shape.unknown(), "array"),))
    module, _, last = name.rpartition(".")
    if module in MODULES:
        return _generic(reading, origin, last, [value for value, _ in arguments])
    if not isinstance(reading.compiler.interpreter.declared.find(name), declared.Class):
        return TOP  # a value, of which an item is read
    return Annotation("class", (origin, *(_part(reading, value) for value, _ in arguments)))


def _part(reading: Reading, value: Value) -> Value:
    """An argument of a generic class: a size, a dtype, a shape or an annotation."""
    value = resolve(value)
    if isinstance(value, str):
        return reading.annotation(value)
    return value


def _generic(reading: Reading, origin: External, name: str, given: Sequence[Value]) -> Annotation:
    read = reading.annotation
    if name in _QUALIFIERS:
        return read(given[0])
    if name == "Optional":
        return union([read(given[0]), NONE])
    if name == "Union":
        return union([read(each) for each in given])
    if name == "Literal":
        return Annotation("literal", tuple(given))
    if name == "Unpack":
        return Annotation("unpack", tuple(given))
    if name in ("tuple", "Tuple"):
        if len(given) == 2 and given[1] is Ellipsis:
            return Annotation("sequence", (External("builtins.tuple"), "tuple", read(given[0])))
        parts = () if given and given[0] == () else given
        if any(isinstance(each, Annotation) and each.kind == "unpack" for each in parts):
            return ANY
        return Annotation("tuple", tuple(map(read, parts)))
    if name in SEQUENCES:
        return Annotation("sequence", (origin, SEQUENCES[name], read(given[0])))
    if name in DICTS:
        return Annotation("dict", (origin, read(given[-1])))
    if name == "Callable" and len(given) == 2:
        taken = given[0]
        known = isinstance(taken, Annotation) and taken.kind == "parameters"
        return Annotation(
            "callable", (tuple(map(read, taken.args)) if known else None, read(given[1]))
        )
    if name in ("Generic", "Protocol"):
        return Annotation("class", (origin, *given))
    return ANY


def _applied(reading: Reading, alias: Annotation, arguments: Sequence[Argument]) -> Annotation:
    """`Rows[2, None]`: an alias with its type variables, in order, replaced. Raises BadAnnotation."""
    if alias.kind == "shape" and len(alias.args) > 1:
        return tensors.shape(arguments, reading.look, alias.args[1])
    names = parameters(alias)
    values: dict[str, Value] = {}
    for name, argument in zip(names, arguments):
        value = resolve(argument[0])
        values[name] = tensors.dim_of(argument, reading.look) if isinstance(value, str) else value
    found: Annotation = substitute(alias, values)
    return found

"""The truth of values."""

from __future__ import annotations

import ast
import sys
from math import prod
from typing import Any, Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter import symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library import is_class
from tftypes.inference.interpreter.rules import named_rule
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.objects import (
    Class,
    Container,
    External,
    Function,
    Instance,
    Module,
    TracedFunction,
    Value,
    held,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    Bound,
    Dataset,
    Descriptor,
    Mapped,
    Native,
    OneOf,
    Partial,
    Seq,
    has_no_value,
)


def _python(interpreter: Interpreter, value: Value) -> bool | None:
    return bool(value)


def _always(interpreter: Interpreter, value: Value) -> bool | None:
    return True


def _external(interpreter: Interpreter, value: External) -> bool | None:
    """A function, a class or a module is true; a name of a library of which nothing is known may be a flag."""
    known = (
        interpreter.declared.find(value.name) is not None
        or value.name in interpreter.tables.functions
        or is_class(interpreter, value.name)
        or named_rule(value.name) is not None
        or value.name in sys.stdlib_module_names
    )
    return True if known else None


def _container(interpreter: Interpreter, value: Container) -> bool | None:
    contents = value.contents
    if value.kind in ("iterator", "generator"):
        return True
    if isinstance(contents, Mapped):
        if contents.known.keys() - contents.optional:
            return True
        return False if not contents.known and contents.rest is ABSENT else None
    return _items(interpreter, contents)


def _items(interpreter: Interpreter, items: Value) -> bool | None:
    if isinstance(items, tuple):
        return bool(items)
    return True if items.prefix else None


def _instance(interpreter: Interpreter, value: Instance) -> bool | None:
    node = ast.Constant(0)
    inside = held(value)
    for name in ("__bool__", "__len__"):
        if inside is not ABSENT and not (isinstance(value.cls, Class) and value.cls.find(name)):
            continue
        if interpreter.has_method(value, name):
            return interpreter.truth(interpreter.method(value, name, [], node))
    if inside is not ABSENT:
        return interpreter.truth(inside)
    return None if isinstance(value.cls, Class) and value.cls.is_open else True


def _one_of(interpreter: Interpreter, value: OneOf) -> bool | None:
    found = {interpreter.truth(each) for each in value.values}
    return found.pop() if len(found) == 1 else None


def _tensor(interpreter: Interpreter, value: TensorType) -> bool | None:
    known = value.shape.rank == 0 and isinstance(value.value, (bool, int, float))
    return bool(value.value) if known and value.kind != "variable" else None


def _check_tensor(interpreter: Interpreter, value: TensorType, node: ast.AST) -> None:
    """A tensor with several elements has no truth, nor has a symbol."""
    if not interpreter.converted:
        value = symbols.in_graph(interpreter, value)
    if has_no_value(value):
        symbols.refuse(interpreter, value, "Python takes the truth of", node, use="truth")
        return
    if value.kind == "ragged":
        words = "a ragged tensor has no truth; x.nrows() > 0 says whether it has rows"
        interpreter.refuse(node, "tf-truth", words, "builtins.TypeError")
        return
    dims = value.shape.dims
    sizes = [each for each in dims or () if is_number(each)]
    if value.kind in ("tensor", "variable", "array") and dims and len(sizes) == len(dims):
        count = prod(sizes)
        if count > 1:
            interpreter.refuse(
                node,
                "tf-truth",
                f"the truth value of a tensor with {count} elements is ambiguous: {value};"
                f" {combined(node, value) or 'tf.reduce_all(x) or tf.reduce_any(x) is one'}",
            )


def combined(node: ast.AST, value: TensorType) -> str | None:
    """What does to elements what `and`, `or`, `not`, `a < b < c`, `min` and their like are meant for."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _on_elements(node.func.id, node.args, value)
    made = of_elements(node) if isinstance(node, ast.expr) else node
    return None if made is node else ast.unparse(made)


def of_elements(test: ast.expr) -> ast.expr:
    """A condition for each element: `&`, `|`, `~` for `and`, `or`, `not`."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.UnaryOp(ast.Invert(), of_elements(operand))
        case ast.BoolOp(op=op, values=values):
            parts, sign = values, ast.BitAnd() if isinstance(op, ast.And) else ast.BitOr()
        case ast.Compare(left=left, ops=[_, _, *_] as ops, comparators=others):
            pairs = zip((left, *others), ops, others)
            parts, sign = [ast.Compare(a, [op], [b]) for a, op, b in pairs], ast.BitAnd()
        case _:
            return test
    first, *rest = map(of_elements, parts)
    for each in rest:
        first = ast.BinOp(first, sign, each)
    return first


def _on_elements(name: str, args: list[ast.expr], value: TensorType) -> str | None:
    """A function of Python's that asks for the truth of items, as one of elements."""
    if any(isinstance(each, ast.Starred) for each in args):
        return None
    is_pair, written = name in ("min", "max"), ", ".join(map(ast.unparse, args))
    if len(args) == 2 and is_pair:
        return f"{'np' if value.kind == 'array' else 'tf'}.{name}imum({written})"
    if is_pair:
        return f"tf.reduce_{name}({written if len(args) == 1 else f'[{written}]'}, axis=0)"
    if name not in ("any", "all") or value.dtype.name != "bool":
        return None
    each = args[0]
    if isinstance(each, ast.GeneratorExp):
        written = ast.unparse(ast.ListComp(each.elt, each.generators))
    return f"tf.reduce_{name}({written})"


TRUTHS: Final[dict[type, Any]] = {
    **dict.fromkeys((type(None), bool, int, float, complex, str, bytes), _python),
    **dict.fromkeys(
        (Function, TracedFunction, Bound, Class, Module, Partial, Native, Descriptor, slice, Dataset, DType), _always
    ),
    External: _external,
    Container: _container,
    tuple: _items,
    Seq: _items,
    Instance: _instance,
    OneOf: _one_of,
    TensorType: _tensor,
    Shape: lambda _, value: None if value.rank is None else value.rank > 0,
}  # fmt: skip
CONDITIONS: Final = {TensorType: _check_tensor}

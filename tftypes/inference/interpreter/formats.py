"""Format specifications: which values `f"{x:.3f}"`, `text.format(x)` and `text % x` take."""

from __future__ import annotations

import ast
import re
import string
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter import scalars, symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.objects import Container, Function, Value, python_type, resolve
from tftypes.inference.values import Bound, Seq, contents_of, has_no_value, may_have_more

#: How a conversion is written that takes a number: with these letters, and a width or not.
_CONVERSION: Final = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[hlL]?([a-zA-Z%])")
_NUMERIC: Final = frozenset("diouxXeEfFgG")
#: The letters at the end of a specification that a class of Python's does not know.
_OTHERS: Final = {"str": frozenset("bcdeEfFgGnoxX%"), "float": frozenset("bcdoxXs")}


def check(interpreter: Interpreter, value: Value, spec: str, code: ast.expr, node: ast.AST) -> None:
    """Refuses a value that takes no such specification; `code` is how the program writes the value."""
    value = resolve(value)
    if not spec:
        return
    if has_no_value(value):
        refuse_symbol(interpreter, value, node)
        return
    kind = _without(value)
    if kind is not None:
        written = ast.unparse(code)
        words = f"the format {spec!r} takes a number or a text: {written} is {kind}"
        hint = _remedy(value, written)
        words = f"{words}; {hint}" if hint else words
        interpreter.refuse(node, "tf-value", words, "builtins.TypeError")
    elif (name := python_type(value)) and spec[-1] in _OTHERS.get(name, ()):
        words = f"the format {spec!r} takes no {name}: {ast.unparse(code)} is one"
        interpreter.refuse(node, "tf-value", words, "builtins.ValueError")


def refuse_symbol(interpreter: Interpreter, value: Value, node: ast.AST) -> None:
    """A symbol takes no specification at all: it has no value for Python."""
    symbols.refuse(interpreter, value, "a format takes the value of", node, use="format")


def _without(value: Value) -> str | None:
    """What a value is whose class has no format of its own; None for any other."""
    if value is None:
        return "None"
    if isinstance(value, (Bound, Function)):
        return "a method" if isinstance(value, Bound) else "a function"
    if isinstance(value, Container) and value.kind in ("list", "dict", "set"):
        return f"a {value.kind}"
    if isinstance(value, tuple):
        return "a tuple"
    if isinstance(value, Shape):
        return f"the shape {value}"
    if not isinstance(value, TensorType) or may_have_more(value):
        return None
    if value.kind == "variable":
        return f"a {value}"
    return str(value) if value.kind in ("array", "tensor") and value.shape.rank else None


def _remedy(value: Value, written: str) -> str | None:
    """What has a format in the place of a value."""
    if isinstance(value, (Bound, Function)):
        return f"{written}() is what it gives"
    if isinstance(value, TensorType) and value.kind == "variable" and value.shape.rank == 0:
        return f"{written}.numpy() is its value"
    if isinstance(value, TensorType) and value.shape.rank:
        return f"{written}{'[0]' * value.shape.rank} is the first of its numbers"
    items = contents_of(value)
    if isinstance(items, Seq):
        return f"{written}[-1] is the last"
    return f"{written}[0] is the first" if isinstance(items, tuple) and items else None


def check_percent(interpreter: Interpreter, text: str, values: Value, node: ast.AST) -> None:
    """`text % values`: a conversion to a number takes one."""
    items = [*map(resolve, values if isinstance(values, tuple) else (values,))]
    letters = [each for each in _CONVERSION.findall(text) if each != "%"]
    if len(letters) != len(items) or len(_CONVERSION.findall(text)) != len(
        re.findall("%[^%]", text)
    ):
        return
    for letter, value in zip(letters, items):
        if letter not in _NUMERIC:
            continue
        if has_no_value(value):
            refuse_symbol(interpreter, value, node)
            return
        is_one = isinstance(value, TensorType) and not scalars.has_several(value)
        kind = None if is_one else _without(value)
        kind = "a text" if python_type(value) == "str" else kind
        if kind is not None:
            words = f"the format '%{letter}' takes a number, got {kind}"
            interpreter.refuse(node, "tf-value", words, "builtins.TypeError")
            return


def check_format(interpreter: Interpreter, text: str, call: Call) -> None:
    """`text.format(...)`."""
    given = _written(call)
    position = 0
    for _, name, spec, conversion in string.Formatter().parse(text):
        if name is None:
            continue
        key = name or str(position)
        position += not name
        if spec and not conversion and "{" not in spec and key in given:
            value, code = given[key]
            check(interpreter, value, spec, code, call.node)


def _written(call: Call) -> dict[str, tuple[Value, ast.expr]]:
    """What a call gives by position and by keyword, each with its code."""
    node = call.node
    if not isinstance(node, ast.Call):
        return {}
    found = {str(place): each for place, each in enumerate(zip(call.args, node.args))}
    named = {each.arg: each.value for each in node.keywords if each.arg}
    return {**found, **{name: (call.kwargs[name], code) for name, code in named.items()}}

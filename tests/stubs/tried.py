"""Runs programs and compares the value of each expression that is a statement with a type, as mypy reveals it.

Reads {program: {line: type}} from standard input, prints {"program:line": [type, value]} of those that differ.
"""

from __future__ import annotations

import ast
import collections
import collections.abc
import contextlib
import functools
import io
import json
import os
import re
import sys
import tempfile
import types
import typing
from pathlib import Path
from typing import Any

import google.protobuf.message
import tensorflow as tf

NAMED_TUPLE = re.compile(r"tuple\[[^][]*, fallback=([\w.]+)\]")
#: Words for types of which nothing is asked.
ANYTHING = {"Any", "object", "Never"}
#: A class of the stubs alone, and the one that it stands for.
STANDS_FOR = {"tensorflow._bases.PrivateMessage": "google.protobuf.message.Message"}
MODULES: dict[str, Any] = {
    "builtins": __builtins__,
    "collections": collections,
    "contextlib": contextlib,
    "google": google,
    "tensorflow": tf,
    "types": types,
    "typing": typing,
}
ITEMS = ("list", "set", "typing.Sequence")


def fits(value: Any, said: ast.expr) -> bool:
    """Whether the value is of the type; a class that is not public is known by its name."""
    if isinstance(said, ast.BinOp):
        return fits(value, said.left) or fits(value, said.right)
    if isinstance(said, ast.Constant):
        return said.value is None and value is None
    if not isinstance(said, ast.Subscript):
        return of_class(value, ast.unparse(said))
    name = ast.unparse(said.value)
    given = said.slice.elts if isinstance(said.slice, ast.Tuple) else [said.slice]
    if name == "Literal" or not of_class(value, name):
        return name == "Literal" and value == ast.literal_eval(given[0])
    if name.startswith("tensorflow.") and hasattr(value, "dtype"):
        return has_dtype(value, ast.unparse(given[0]))
    if name in ITEMS:
        return all(fits(item, given[0]) for item in value)
    if name == "dict":
        return all(fits(k, given[0]) and fits(v, given[1]) for k, v in value.items())
    if name == "tuple" and ast.unparse(given[-1]) == "...":
        return all(fits(item, given[0]) for item in value)
    if name == "tuple":
        return len(value) == len(given) and all(map(fits, value, given))
    return True


def of_class(value: Any, name: str) -> bool:
    if name in ANYTHING:
        return True
    try:
        cls = find(name)
    except AttributeError:
        return name.rpartition(".")[2].lstrip("_") in [
            c.__name__.lstrip("_") for c in type(value).__mro__
        ]
    return isinstance(value, cls)


def find(name: str) -> Any:
    """The class of a name as mypy writes it."""
    head, *rest = STANDS_FOR.get(name, name).split(".")
    if not rest:
        return (
            __builtins__.__dict__[head] if hasattr(__builtins__, "__dict__") else __builtins__[head]
        )
    return functools.reduce(getattr, rest, MODULES[head])


def has_dtype(value: Any, said: str) -> bool:
    return said == "Any" or said.rpartition(".")[2] == tf.as_dtype(value.dtype).name


def is_of(value: Any, text: str) -> bool:
    """Whether the value is of the type that mypy writes so; a function is a function."""
    if text.startswith("def "):
        return callable(value)
    return fits(value, ast.parse(NAMED_TUPLE.sub(r"\1", text), mode="eval").body)


class Trying(ast.NodeTransformer):
    """Hands the value of each expression that is a statement to `tried`."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        if isinstance(node.value, ast.Constant):
            return node
        call = ast.Call(ast.Name("tried", ast.Load()), [ast.Constant(node.lineno), node.value], [])
        return ast.copy_location(ast.Expr(call), node)


def differences(program: Path, said: dict[str, str]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    reached: set[str] = set()

    def tried(line: int, value: Any) -> None:
        text = said[str(line)]
        reached.add(str(line))
        if not is_of(value, text):
            found[f"{program.name}:{line}"] = text, f"{type(value).__name__}: {value!r:.200}"

    tree = ast.fix_missing_locations(Trying().visit(ast.parse(program.read_text())))
    exec(compile(tree, str(program), "exec"), {"__name__": program.stem, "tried": tried})
    never = {
        f"{program.name}:{line}": (said[line], "never reached") for line in said.keys() - reached
    }
    return found | never


def main() -> None:
    found: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        for program, said in json.load(sys.stdin).items():
            found |= differences(Path(program), said)
        os.chdir("/")
    json.dump(found, sys.__stdout__)  # type: ignore[arg-type]


main()

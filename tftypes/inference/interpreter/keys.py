"""Tensors in the place of keys and of names: dicts, files and patterns take none."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.provenance import Running
from tftypes.inference.objects import Value, resolve
from tftypes.inference.values import has_no_value, is_symbol, may_have_more

#: What takes the name of a file, which no tensor is.
_OF_NAMES: Final = frozenset(
    ["builtins.open", "os.fspath", "pathlib.Path", "numpy.load"]
    + [
        f"os.path.{name}"
        for name in ("basename", "dirname", "join", "split", "splitext", "abspath")
    ]
)
#: What makes keys of items.
_OF_KEYS: Final = frozenset(("builtins.set", "builtins.frozenset", "builtins.dict.fromkeys"))
_OF_PATTERNS: Final = frozenset(
    f"re.{name}"
    for name in ("match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
)


def check_key(
    interpreter: Running, key: Value, node: ast.AST, held: Collection[Value] = ()
) -> None:
    """A tensor is no key of a dict and no item of a set, but in a graph that runs in a session; an array is none.

    `held` are the keys of a dict that is looked up in.
    """
    if isinstance(key, TensorType) and key.kind == "array" and key.shape.rank:
        if not may_have_more(key):
            code = node.slice if isinstance(node, ast.Subscript) else node
            written = ast.unparse(code) if isinstance(code, ast.expr) else "key"
            hint = f"{written}{'[0]' * key.shape.rank} is its first item"
            words = f"an array has no hash, so it is no key: {TensorType(key.dtype, key.shape)}"
            interpreter.refuse(node, "tf-value", f"{words}; {hint}", "builtins.TypeError")
        return
    if not (interpreter.is_eager or interpreter.trace) or has_no_value(key) > is_symbol(key):
        return
    if isinstance(key, TensorType) and key.kind in ("tensor", "variable"):
        words = f"a tensor has no hash, so it is no key: {TensorType(key.dtype, key.shape)}"
        code = "tf-trace" if is_symbol(key) else "tf-value"
        told = f"{words}; {_looked_up(key, node, held)}"
        interpreter.refuse(node, code, told, "builtins.TypeError")


def _looked_up(key: TensorType, node: ast.AST, held: Collection[Value]) -> str:
    """What finds a tensor among keys that are numbers or texts; the reference to it is a key of its own."""
    kind = str if key.dtype.is_string else int if key.dtype.is_integer else None
    if not held or key.shape.rank or any(type(each) is not kind for each in held):
        return "use .ref()"
    if is_symbol(key):
        return "the lookup() of a tf.lookup.StaticHashTable takes tensors"
    written = ast.unparse(node.slice) if isinstance(node, ast.Subscript) else "key"
    return f"{written}.numpy().decode() is one" if kind is str else f"int({written}) is one"


def check_name(interpreter: Running, name: str, args: Sequence[Value], node: ast.AST) -> None:
    """A tensor is no item of a set, no name of a file and no text that a pattern is looked for in, a symbol or not."""
    if name in _OF_KEYS and (items := interpreter.known_items(args[0]) if args else None):
        check_key(interpreter, resolve(items[0]), node)
    is_pattern = name in _OF_PATTERNS and bool(args) and isinstance(resolve(args[0]), str)
    if name in _OF_NAMES or is_pattern:
        for each in map(resolve, args):
            if isinstance(each, TensorType) and each.kind in ("tensor", "variable"):
                words = f"{name.removeprefix('builtins.')}() takes text, got a tensor: {each}"
                hint = "tf.strings and tf.io take tensors, x.numpy() gives the text of one outside of graphs"
                if name == "os.path.join" and isinstance(node, ast.Call) and is_symbol(each):
                    parts = ", ".join(map(ast.unparse, node.args))
                    hint = f'tf.strings.join([{parts}], separator="/") joins tensors'
                elif isinstance(node, ast.Call) and not is_symbol(each) and each.dtype.is_string:
                    pairs = zip(map(resolve, args), node.args)
                    written = [ast.unparse(code) for value, code in pairs if value is each]
                    hint = f"{written[0]}.numpy().decode() is text" if written else hint
                interpreter.refuse(node, "tf-trace", f"{words}; {hint}", "builtins.TypeError")
                return


def is_refused_index(interpreter: Running, key: object, node: ast.AST) -> bool:
    """Whether NumPy refuses an index: an array of floats, such as labels that are read from a file."""
    keys = key if isinstance(key, tuple) else (key,)
    for place, each in enumerate(keys):
        if isinstance(each, TensorType) and each.kind == "array" and each.dtype.is_floating is True:
            words = f"indices are ints or bools, got {each}"
            if isinstance(node, ast.Subscript):
                codes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                words += _with_ints(node, codes, place) if len(codes) == len(keys) else ""
            interpreter.refuse(node, "tf-dtype", words, "builtins.IndexError")
            return True
    return False


def _with_ints(node: ast.Subscript, codes: Sequence[ast.expr], place: int) -> str:
    """The remedy: the item with one of the indices cast to ints."""
    cast = ast.Call(ast.Attribute(codes[place], "astype"), [ast.Name("int")], [])
    made = [cast if i == place else each for i, each in enumerate(codes)]
    index = ast.Tuple(made) if isinstance(node.slice, ast.Tuple) else cast
    return f"; {ast.unparse(ast.Subscript(node.value, index))}"

"""What a library refuses whatever the values are: names that it lacks."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.open_modules import OF_PYTHON
from tftypes.inference.interpreter.symbols import TWINS
from tftypes.inference.objects import TOP, External, Value, python_type
from tftypes.inference.spelling import nearest
from tftypes.inference.values import Mapped

#: What other libraries have by these names, where NumPy's and TensorFlow's differ.
_ELSEWHERE: Final = {
    "dot": "tf.tensordot(a, b, 1)",
    "arange": "tf.range",
    "array": "tf.constant",
    "cat": "tf.concat",
    "mm": "tf.matmul",
    "bmm": "tf.matmul",
    "mul": "tf.multiply",
    "sub": "tf.subtract",
    "flatten": "tf.reshape(x, [-1])",
    "tensor": "tf.constant",
}


def lacks(interpreter: Interpreter, owner: str, name: str, node: ast.AST, exception: str) -> Value:
    """A library has no such name: Python raises for sure. Under a condition of which nothing is known the way ends."""
    is_caught = interpreter.is_caught(exception)
    if not is_caught:
        words = f"'{owner}' has no attribute '{name}'"
        interpreter.report(
            node, "tf-attribute", f"{words}{_hint(interpreter, owner, name, node)}", cause=words
        )
    if is_caught or interpreter.doubt:
        interpreter.leave("raise", External(exception))
    return TOP


def explained(interpreter: Interpreter, words: str, key: object, contents: Value) -> str:
    """What a container of a library's has, and the key that it lacks, with the nearest of those that it has."""
    names = contents.known if isinstance(contents, Mapped) else ()
    known = [each for each in names if isinstance(each, str)]
    near = nearest(key, known, 0.5) if isinstance(key, str) else None
    hint = f"; did you mean {near!r}?" if near else ""
    if isinstance(key, str) and (remedy := interpreter.tables.remedies["key"](key, known, near)):
        hint = f"; {remedy}"
    if isinstance(contents, tuple) and contents and isinstance(key, int):
        hint = f"; {len(contents) - 1} is the last"
    return f"{words}, got {key!r}{hint}"


def beyond(interpreter: Interpreter, items: Sequence[Value], key: int, node: ast.AST) -> None:
    """Refuse an index of a tuple of sizes, as a shape is, that has not so many; what other tuples hold may not be told."""
    sizes = [each for each in items if each is None or python_type(each) == "int"]
    if not items or len(sizes) < len(items):
        return
    count = len(items)
    words = f"index {key} is out of range: the tuple has {count} item{'s' * (count != 1)}"
    hint = f"; {ast.unparse(node.value)}[-1] is the last" if isinstance(node, ast.Subscript) else ""
    interpreter.refuse(node, "tf-value", f"{words}{hint}", "builtins.IndexError")


def _hint(interpreter: Interpreter, owner: str, name: str, node: ast.AST) -> str:
    """What has the name today, or does its work."""
    if (own := OF_PYTHON.get(f"{owner}.{name}")) is not None:
        return f"; {own!r} is what it was"
    imported = [each.name for each in node.names] if isinstance(node, ast.ImportFrom) else []
    wanted = [name] if name in imported else imported or [name]
    used = _used(interpreter, name, node)
    remedy = interpreter.tables.remedies["name"]
    if found := remedy(interpreter.declared, owner, name, wanted, used, is_import=bool(imported)):
        return f"; {found}"
    if owner.partition(".")[0] == "tensorflow" and not imported:
        path = ".".join([*owner.split(".")[1:], _whole(interpreter, name, node)])
        if found := interpreter.tables.remedies["legacy"](interpreter.declared, path):
            return f"; {found}"
    if owner == "tensorflow" and (twin := TWINS.get(name) or _ELSEWHERE.get(name)):
        return f"; {twin} does it" if "(" in twin else f"; {twin}() does it"
    similar = interpreter.declared.similar(f"{owner}.{name}")
    return f"; did you mean {similar.rpartition('.')[2]!r}?" if similar else ""


def _used(interpreter: Interpreter, name: str, node: ast.AST) -> str | None:
    """What the program takes of a module that is gone, where it takes something."""
    module = interpreter.current_module
    if module is None or module.tree is None:
        return None
    aliases = node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else []
    bound = {each.asname or each.name for each in aliases if name in each.name.split(".")}
    for each in _attributes(module.tree):
        owner = each.value
        if owner is node or isinstance(owner, ast.Name) and owner.id in bound:
            return each.attr
    return None


def _whole(interpreter: Interpreter, name: str, node: ast.AST) -> str:
    """The name that a library lacks with what the program takes of it: `gfile.GFile`."""
    module = interpreter.current_module
    for each in _attributes(module.tree) if module is not None and module.tree is not None else ():
        inside, path = each.value, [each.attr]
        while isinstance(inside, ast.Attribute) and inside is not node:
            path.insert(0, inside.attr)
            inside = inside.value
        if inside is node:
            return ".".join([name, *path])
    return name


@lru_cache(maxsize=64)
def _attributes(tree: ast.Module) -> tuple[ast.Attribute, ...]:
    """What a module takes of anything, the outer expressions first."""
    return tuple(each for each in ast.walk(tree) if isinstance(each, ast.Attribute))

"""The private names of TensorFlow's and Keras' classes, which their stubs lack: `python -m tests.oracle.private_names`.

All that a public class, or one that it derives from, has or sets on itself is kept in `private_names.json`, beside the
check that asks for it: what is none of these an object of TensorFlow's cannot have.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tftypes_mypy.features import mypy_errors

from .oracle import tf

TABLE: Final = Path(mypy_errors.__file__).with_name("private_names.json")
_PRIVATE: Final = re.compile(r"_[a-z]\w*$")
_PACKAGES: Final = ("tensorflow", "keras")


def names() -> list[str]:
    """In the order of the alphabet."""
    modules = {sys.modules[each.__module__] for each in _classes()}
    return sorted(filter(_PRIVATE.match, set().union(*map(_defined_in, modules))))


def _classes() -> Iterator[type]:
    """The public classes, and those that they derive from."""
    pending, seen = [tf, tf.keras, tf.compat.v1], set[int]()
    while pending:
        module = pending.pop()
        seen.add(id(module))
        for value in (getattr(module, name) for name in dir(module)):
            if isinstance(value, type):
                yield from (each for each in value.__mro__ if _is_ours(each.__module__))
            elif isinstance(value, types.ModuleType) and id(value) not in seen:
                # One of Keras 2 has no name where there is no Keras 2.
                pending += [value] if _is_ours(getattr(value, "__name__", "")) else []


def _is_ours(module: str) -> bool:
    return module.split(".")[0] in _PACKAGES and module in sys.modules


def _defined_in(module: types.ModuleType) -> set[str]:
    """What the classes of a module define, and what is set on objects in it; not what Python adds to a class."""
    if not (getattr(module, "__file__", None) or "").endswith(".py"):
        return set()
    nodes = [*ast.walk(ast.parse(inspect.getsource(module)))]
    parts = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
    return {
        *(part.name for part in parts if isinstance(part, ast.FunctionDef)),
        *(each.id for part in parts for each in _targets(part) if isinstance(each, ast.Name)),
        *(
            each.attr
            for node in nodes
            for each in _targets(node)
            if isinstance(each, ast.Attribute)
        ),
    }


def _targets(node: ast.AST) -> Iterator[ast.AST]:
    """What an assignment gives a value."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        if isinstance(target, ast.AST):
            yield from ast.walk(target)


if __name__ == "__main__":
    TABLE.write_text(json.dumps(names(), indent=0) + "\n")

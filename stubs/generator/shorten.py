"""Names without their module, where nothing else in a stub is called so.

`builtins.str` is right everywhere, also beside a property `str`; `str` is shorter, and a type checker looks up every
part of every name. Names of the standard library always lose it, those of TensorFlow where a module uses them often:
mypy looks for each name that is imported from a package among the files.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter

WRITTEN = re.compile(r"(?<![\w.])(builtins|collections\.abc|typing|tf|tftypes)\.(\w+)(?![\w.])")
PACKAGES = {"tf": "tensorflow", "tftypes": "tftypes"}
OFTEN = 50


def shortened(text: str, taken: set[str]) -> tuple[str, list[str]]:
    """The text of a stub with short names, and the imports that they need; `taken` are names that are imported."""
    taken = taken | bound(ast.parse(text))
    modules: dict[str, str] = {}
    uses = Counter(WRITTEN.findall(text))

    def short(found: re.Match[str]) -> str:
        module, name = found.groups()
        if module in PACKAGES:
            if uses[module, name] < OFTEN or name in dir(builtins):
                return found[0]
            module = PACKAGES[module]
        elif name in taken and module == "typing":  # tf.raw_ops.Any
            modules[f"{name} as _{name}"] = module
            return f"_{name}"
        free = name not in taken and modules.setdefault(name, module) == module
        return name if free else found[0]

    text = WRITTEN.sub(short, text)
    return text, [f"from {m} import {name}" for name, m in modules.items() if m != "builtins"]


def bound(tree: ast.AST) -> set[str]:
    """What is defined in a stub, in its classes too: there it hides what is outside."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names

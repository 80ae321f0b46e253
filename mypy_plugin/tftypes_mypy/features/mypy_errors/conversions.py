"""Classes that convert to tensors because they are registered to: no method of theirs says so.

`tf.register_tensor_conversion_function(Money, convert)` makes a `Money` fit wherever a tensor is
expected. The stubs cannot know, so mypy's error about such an argument is dropped, if the module that
has it reaches the registration by its imports, or if pyproject.toml names the class:

    [tool.tftypes]
    convertible = ["package.module.Money"]

An error about a class that is not registered says so. What a module reaches decides, and nothing
else: all of that is in its cache already (`reach`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import MypyFile, TypeInfo

from tftypes.inference.models.tensorflow.ops import RULES
from tftypes_mypy import names, typetext
from tftypes_mypy.faraway import REGISTER
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.reach import Reach, is_program

#: A class that the source does not name: whatever a loop or a parameter holds.
_ANY: Final = "*"
#: An argument of a function of TensorFlow, and an operand of a tensor.
_ARGUMENT: Final = Pattern(
    r'Argument (?P<what>\S+) to (?P<callee>"[^"]*"(?: of "[^"]*")?)'
    r' has incompatible type "(?P<got>[^"]*)"; expected "[^"]*\bSupportsTensor\b[^"]*"'
)
_OPERAND: Final = Pattern(
    r'No overload variant of (?P<callee>"__\w+__" of "(?:\w*Tensor|Variable)")'
    r' matches argument type "(?P<got>[^"]*)"'
)
#: Functions that a linear operator answers itself.
_OF_OPERATORS: Final = frozenset(
    f'"{name.rpartition(".")[2]}"' for name, rule in RULES.items() if rule.on_operator is not None
)
#: What mypy adds to such an error: the signatures, or what the class lacks of a protocol of the stubs.
_ADDED: Final = Pattern(
    r'Possible overload variant|    |".*" is missing following|Following member'
)

Modules = Mapping[str, MypyFile]


class Conversions:
    """Judges mypy's errors about what is no tensor."""

    def __init__(
        self, modules: Callable[[], Modules], reach: Reach, listed: frozenset[str]
    ) -> None:
        self._modules = modules
        self._reach = reach
        self._listed = listed
        #: Where the last error was that is told otherwise: mypy's notes to it are dropped.
        self._told: tuple[str, int] | None = None

    def hears(self, file: str, info: ErrorInfo) -> bool | None:
        """True to drop the error or note; False if its words are now ours; None: not our business."""
        if info.severity == "note":
            return self._told == (file, info.line) and bool(_ADDED.match(info.message)) or None
        self._told = None
        match = _ARGUMENT.match(info.message) or _OPERAND.match(info.message)
        found = _class_names(match["got"]) if match is not None else []
        classes = [self._found(name, info.module or "") for name in found]
        if match is None or not classes or None in classes:
            return None
        self._told = file, info.line
        if match["callee"] in _OF_OPERATORS and any(
            c and c.has_base(names.LINEAR_OPERATOR) for c in classes
        ):
            return True
        registered = self._registered(info.module or "")
        missing = [cls for cls in classes if cls is not None and not _is_one(cls, registered)]
        if not missing:
            return True
        cls = missing[0]
        if not is_program(self._modules()[cls.module_name].path) or cls.get("__tf_tensor__"):
            self._told = None
            return None
        where = f"argument {match['what']} of" if "what" in match.groupdict() else "operand of"
        info.message = (
            f"{where} {match['callee']}: {cls.name} does not convert to a tensor: it has no "
            f"__tf_tensor__ and no __array__, and nothing that this module imports registers it "
            f"with tf.{REGISTER}"
        )
        return False

    def _found(self, name: str, module: str) -> TypeInfo | None:
        """The class that a message in the module calls so; None where several may be meant."""
        modules = self._modules()
        here = [modules[module]] if module in modules else []
        for trees in (here, modules.values()):
            symbols = [tree.names[name] for tree in trees if name in tree.names]
            found = {each.node for each in symbols if isinstance(each.node, TypeInfo)}
            if found:
                only = found.pop()
                return only if not found and only.module_name in modules else None
        return None

    def _registered(self, module: str) -> frozenset[str]:
        """The full names of the classes that are registered as far as the module can see."""
        modules = self._modules()
        found = set(self._listed)
        if module in modules:
            for each, path in self._reach.reached(module, modules[module].path):
                found.update(_full_name(name, modules) for name in registered_in(each, path))
        return frozenset(found)


def _class_names(text: str) -> list[str]:
    """The short names of the classes in a type as a message has it."""
    try:
        read = typetext.read(text)
    except typetext.Unreadable:
        return []
    return [part.short for part in (read.args if read.name == "|" else (read,))]


def _is_one(cls: TypeInfo, registered: frozenset[str]) -> bool:
    # What a metaclass does with its classes nobody knows that mypy knows nothing of.
    return (
        cls.meta_fallback_to_any
        or _ANY in registered
        or any(base.fullname in registered for base in cls.mro)
    )


def _full_name(name: str, modules: Modules) -> str:
    """Where a class is defined that a module may only pass on."""
    module, _, short = name.rpartition(".")
    symbol = modules[module].names.get(short) if module in modules else None
    return symbol.fullname or name if symbol is not None else name


def registered_in(module: str, path: str) -> frozenset[str]:
    """The full names of the classes that a source registers."""
    try:
        return _read(module, path, Path(path).stat().st_mtime_ns)
    except OSError:
        return frozenset()


@cache
def _read(module: str, path: str, changed: int) -> frozenset[str]:
    text = Path(path).read_text("utf-8", "replace")
    if REGISTER not in text:
        return frozenset()
    try:
        return frozenset(_registered(ast.parse(text), module, path))
    except SyntaxError:
        return frozenset({_ANY})


def _registered(tree: ast.Module, module: str, path: str) -> Iterator[str]:
    known = dict(_bindings(tree, module, path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_register(node.func, known):
            given = [k.value for k in node.keywords if k.arg == "base_type"] + node.args[:1]
            for cls in given:
                for item in cls.elts if isinstance(cls, (ast.Tuple, ast.List)) else [cls]:
                    yield _resolved(item, known)


def _is_register(function: ast.expr, known: Mapping[str, str]) -> bool:
    return _resolved(function, known).rpartition(".")[2] == REGISTER or (
        isinstance(function, ast.Attribute) and function.attr == REGISTER
    )


def _resolved(node: ast.expr, known: Mapping[str, str]) -> str:
    """The full name of what an expression names, as far as imports and classes tell."""
    if isinstance(node, ast.Name):
        return known.get(node.id, _ANY)
    if isinstance(node, ast.Attribute):
        owner = _resolved(node.value, known)
        return _ANY if owner == _ANY else f"{owner}.{node.attr}"
    return _ANY


def _bindings(tree: ast.Module, module: str, path: str) -> Iterator[tuple[str, str]]:
    """The names that imports and classes bind anywhere in the source, and what they stand for."""
    package = module if Path(path).stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or whole, whole
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - max(node.level - 1, 0)]
            base = ".".join([*(parts if node.level else []), *filter(None, [node.module])])
            for alias in node.names:
                yield alias.asname or alias.name, f"{base}.{alias.name}"
        elif isinstance(node, ast.ClassDef):
            yield node.name, f"{module}.{node.name}"

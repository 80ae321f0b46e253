"""Where conversions are registered: every spelling of the call, and what it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import DEFINITIONS, Scopes
from tftypes_lint.source import Source

REGISTER: Final = frozenset(
    {"register_tensor_conversion_function", "register_tensor_conversion_function_internal"}
)
_PARAMETERS: Final = ("base_type", "conversion_func", "priority")
_PARTIAL: Final = "functools.partial"
_DEPTH: Final = 5


@dataclass(frozen=True)
class Call:
    """A call that registers a conversion if one of `names` is TensorFlow's function."""

    node: ast.expr
    names: tuple[str, ...]
    base_type: ast.expr | None
    function: ast.expr | ast.FunctionDef | ast.AsyncFunctionDef | None
    priority: ast.expr | None
    #: The function that it decorates.
    decorated: ast.FunctionDef | ast.AsyncFunctionDef | None = None


class Module:
    """A file as far as registrations go."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.scopes = Scopes(source.tree)
        self.names = Names(self.scopes)
        is_package = source.path.replace("\\", "/").endswith(("/__init__.py", "/__init__.pyi"))
        self._package = source.module if is_package else source.module.rpartition(".")[0]
        #: The modules that `from module import *` takes names from.
        self.stars = tuple(
            self.absolute("." * node.level + (node.module or ""))
            for node in self.scopes.each(ast.ImportFrom)
            if any(alias.name == "*" for alias in node.names)
        )

    def absolute(self, name: str) -> str:
        """A full name that may begin with the dots of a relative import, without them."""
        plain = name.lstrip(".")
        dots = len(name) - len(plain)
        if not dots:
            return name
        parts = self._package.split(".") if self._package else []
        outer = parts[: len(parts) - dots + 1]
        return ".".join([*outer, plain]) if plain else ".".join(outer)

    def full_names(self, expr: ast.expr) -> tuple[str, ...]:
        """What an expression may refer to: several names where star imports leave it open."""
        known = self.names.full_name(expr)
        if known:
            return (self.absolute(known),)
        if isinstance(expr, ast.Name) and self.scopes.scope(expr).owner(expr.id) is None:
            return tuple(f"{module}.{expr.id}" for module in self.stars)
        if isinstance(expr, ast.Name):
            own = self.names.only(expr)
            if own and own.kind == "class" and own.node in self.scopes.parents:
                return (f"{self.source.module}.{expr.id}",)
        return ()

    def calls(self) -> Iterator[Call]:
        """Each call that may be a registration, as it is written or as a decorator."""
        for call in self.scopes.each(ast.Call):
            if _is_argument_of_partial(self, call):
                continue
            found = self._expanded(call.func, call.args, call.keywords, call)
            if found and found.base_type is not None and found.function is not None:
                yield found
        for function in self.scopes.each(ast.FunctionDef):
            for decorator in function.decorator_list:
                found = self._expanded(decorator, [], [], decorator, decorated=function)
                if found and found.base_type is not None:
                    yield found

    def _expanded(
        self,
        function: ast.expr,
        args: Sequence[ast.expr],
        keywords: Sequence[ast.keyword],
        node: ast.expr,
        *,
        decorated: ast.FunctionDef | ast.AsyncFunctionDef | None = None,
    ) -> Call | None:
        """The call with what `functools.partial` fills in."""
        for _ in range(_DEPTH):
            value = self._value(function)
            if not isinstance(value, ast.Call) or not value.args:
                break
            if self.names.full_name(value.func) != _PARTIAL:
                break
            function, args = value.args[0], [*value.args[1:], *args]
            keywords = [*value.keywords, *keywords]
        names = self.full_names(function)
        if not names:
            return None
        given = dict(zip(_PARAMETERS, args, strict=False))
        given.update({each.arg: each.value for each in keywords if each.arg})
        if any(isinstance(each, ast.Starred) for each in args) or not given.keys() <= {
            *_PARAMETERS
        }:
            return None
        return Call(
            node,
            names,
            given.get("base_type"),
            decorated or given.get("conversion_func"),
            given.get("priority"),
            decorated,
        )

    def _value(self, expr: ast.expr) -> ast.expr:
        """What a name that is assigned once stands for."""
        for _ in range(_DEPTH):
            binding = self.names.only(expr) if isinstance(expr, ast.Name) else None
            if binding is None or binding.kind != "value" or binding.value is None:
                break
            expr = binding.value
        return expr

    def class_of(self, expr: ast.expr) -> ast.ClassDef | None:
        """The class of this module that a name refers to."""
        binding = self.names.only(expr) if isinstance(expr, ast.Name) else None
        if binding is None:
            return None
        if binding.kind == "value" and binding.value is not None:
            return self.class_of(binding.value)
        return binding.node if isinstance(binding.node, ast.ClassDef) else None

    def function_of(
        self, expr: ast.expr | ast.FunctionDef | ast.AsyncFunctionDef
    ) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
        """The function of this module that converts: by name, as a lambda, or in a class."""
        if isinstance(expr, (*DEFINITIONS, ast.Lambda)):
            return expr
        if isinstance(expr, ast.Attribute):
            owner = self.class_of(expr.value)
            found = self.scopes.own_scope(owner).bindings.get(expr.attr, []) if owner else []
            node = found[0].node if len(found) == 1 else None
        else:
            value = self._value(expr)
            if isinstance(value, ast.Lambda):
                return value
            binding = self.names.only(value) if isinstance(value, ast.Name) else None
            node = binding.node if binding else None
        return node if isinstance(node, DEFINITIONS) else None


def _is_argument_of_partial(module: Module, call: ast.Call) -> bool:
    return module.names.full_name(call.func) == _PARTIAL


def is_register(name: str) -> bool:
    """Whether a full name is one of TensorFlow's for the function.

    >>> is_register("tensorflow.compat.v1.register_tensor_conversion_function")
    True
    >>> is_register("backend.numpy.ops.register_tensor_conversion_function")
    False
    """
    return name.startswith("tensorflow.") and name.rpartition(".")[2] in REGISTER

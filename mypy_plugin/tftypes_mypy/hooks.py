"""From full names to handlers: dict look-ups, and what every hook does first."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import TypeAlias, TypeInfo
from mypy.plugin import (
    AnalyzeTypeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
)
from mypy.types import FunctionLike, Type, UnboundType

from tftypes_mypy import convert, names
from tftypes_mypy.features import methods, op_calls, signatures
from tftypes_mypy.features.annotations import HOOKS, alias, dimension_class
from tftypes_mypy.features.calls import Calls, mentions_tensor
from tftypes_mypy.features.mismatches import Judge
from tftypes_mypy.ops import RULES
from tftypes_mypy.values import Values

_TF: Final = names.TF + "."
#: Packages whose functions never have an annotation of ours.
_FOREIGN: Final = frozenset(
    {"builtins", "typing", "typing_extensions", "tensorflow", "tftypes", "numpy", "collections"}
)

#: Set for the project's own tests: mistakes of the plugin are errors of mypy.
DEBUG: Final = bool(os.environ.get("TFTYPES_DEBUG"))

CallHook = Callable[[Any, Values], Type]


class Hooks:
    """The hooks of one run of mypy, named as mypy's Plugin names them."""

    def __init__(self, plugin: Plugin) -> None:
        self._lookup = plugin.lookup_fully_qualified
        self._calls = Calls()
        self._judge = Judge(lambda: plugin._modules or {})
        self._values: tuple[TypeChecker, Values] | None = None
        self._covariant: TypeInfo | None = None
        self._aliases: dict[str, bool] = {}
        self._aliased = ""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        hook = HOOKS.get(fullname)
        if hook is not None:
            return partial(self._analyze, hook)
        return partial(self._alias, fullname) if self._is_alias(fullname) else None

    def _is_alias(self, fullname: str) -> bool:
        """Whether the name is an alias of a tensor, which takes dims."""
        if fullname == self._aliased:
            return False  # its dims are read: the rest is mypy's
        known = self._aliases.get(fullname)
        if known is None and _is_foreign(fullname):
            known = self._aliases[fullname] = False
        if known is None:
            symbol = self._lookup(fullname)
            node = symbol.node if symbol is not None else None
            known = isinstance(node, TypeAlias) and mentions_tensor(node.target)
            if isinstance(node, (TypeAlias, TypeInfo)):
                self._aliases[fullname] = known
        return known

    def _alias(self, fullname: str, context: AnalyzeTypeContext) -> Type:
        def analyze(written: UnboundType) -> Type:
            self._aliased = fullname
            try:
                return context.api.analyze_type(written)
            finally:
                self._aliased = ""

        return alias(context, analyze)

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        symbol = self._lookup(fullname)
        node = symbol.node if symbol is not None else None
        if isinstance(node, TypeInfo) and node.has_base(names.DIMENSION):
            return dimension_class
        return None

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        if fullname.startswith(_TF):
            return op_calls.detach
        return None if _is_foreign(fullname) else self._open

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        if fullname in names.TRACED_CALLS:
            return partial(self._open, converts=True)
        if fullname.startswith(_TF):
            return op_calls.detach
        return None if _is_foreign(fullname) else self._open

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        rule = RULES.get(fullname)
        if rule is not None:
            return partial(self._call, partial(op_calls.call, rule=rule))
        special = methods.FUNCTIONS.get(fullname) or signatures.FUNCTIONS.get(fullname)
        if special is not None:
            return partial(self._call, special)
        return None if _is_foreign(fullname) else partial(self._call, self._calls.close)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        special = methods.METHODS.get(fullname) or signatures.METHODS.get(fullname)
        if special is not None:
            return partial(self._call, special)
        rule = RULES.get(fullname)
        if rule is not None:
            return partial(self._call, partial(op_calls.call, rule=rule))
        if fullname in names.TRACED_CALLS or not _is_foreign(fullname):
            return partial(self._call, self._calls.close)
        return None

    # --- what every hook does first

    def _analyze(
        self, hook: Callable[[AnalyzeTypeContext], Type], context: AnalyzeTypeContext
    ) -> Type:
        analyzer: Any = context.api
        self._judge.install(analyzer.api.errors)
        return hook(context)

    def _open(
        self, context: FunctionSigContext | MethodSigContext, converts: bool = False
    ) -> FunctionLike:
        return self._calls.open(context, converts)

    def _call(self, hook: CallHook, context: FunctionContext | MethodContext) -> Type:
        checker = context.api
        assert isinstance(checker, TypeChecker)
        self._judge.install(checker.errors)
        tensor = convert.Types(checker.modules).find(names.TENSOR)
        if self._covariant is not tensor:
            self._covariant = tensor
            convert.Types(checker.modules).make_covariant()
        if self._values is None or self._values[0] is not checker:
            self._values = (checker, Values(checker))
        try:
            return hook(context, values=self._values[1])  # type: ignore[call-arg]
        except Exception:
            # A mistake of ours must not end the user's run: say nothing of this call.
            if DEBUG:
                raise
            return context.default_return_type


def _is_foreign(fullname: str) -> bool:
    return fullname.partition(".")[0] in _FOREIGN or "." not in fullname

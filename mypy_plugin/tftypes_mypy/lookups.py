"""The plugin as mypy sees it: what a run needs that finds everything in its cache.

All else is imported at the first hook, since most runs are warm and call none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mypy.nodes import Import, ImportAll, ImportBase, ImportFrom, MypyFile
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import FunctionLike, Type

from tftypes_mypy import codes as codes  # mypy must know them before it reads options
from tftypes_mypy import names
from tftypes_mypy.digest import digest

if TYPE_CHECKING:
    from tftypes_mypy.hooks import Hooks


class TensorFlowPlugin(Plugin):
    """Checks dtypes, shapes and signatures of TensorFlow programs."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        if options.local_partial_types and not options.allow_redefinition_old:
            # Without it `x = tf.reshape(x, ...)` would be an error, or keep its first shape.
            options.allow_redefinition = True

    @cached_property
    def _hooks(self) -> Hooks:
        from tftypes_mypy.hooks import Hooks

        return Hooks(self)

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        return digest()

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        # A module that only annotates needs TensorFlow's classes all the same.
        uses = any(
            name.partition(".")[0] == "tftypes"
            for imported in file.imports
            for name in _imported(imported)
        )
        return [(10, names.TF, -1)] if uses and not file.is_stub else []

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        return self._hooks.get_type_analyze_hook(fullname)

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return self._hooks.get_base_class_hook(fullname)

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return self._hooks.get_function_signature_hook(fullname)

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        return self._hooks.get_method_signature_hook(fullname)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return self._hooks.get_function_hook(fullname)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return self._hooks.get_method_hook(fullname)


def _imported(statement: ImportBase) -> list[str]:
    if isinstance(statement, Import):
        return [name for name, _ in statement.ids]
    return [statement.id] if isinstance(statement, (ImportFrom, ImportAll)) else []

"""The plugin as mypy sees it: what a run needs that finds everything in its cache.

All else is imported at the first hook, since most runs are warm and call none.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from mypy.nodes import (
    AssignmentStmt,
    Import,
    ImportAll,
    ImportBase,
    ImportFrom,
    IntExpr,
    MypyFile,
    NameExpr,
)
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import FunctionLike, Type, instance_cache
from mypy_extensions import mypyc_attr

from tftypes_mypy import codes as codes  # mypy must know them before it reads options
from tftypes_mypy import names
from tftypes_mypy.digest import digest
from tftypes_mypy.lazy import lazy
from tftypes_mypy.reach import Reach, is_program
from tftypes_mypy.settings import convertible
from tftypes_mypy.switches import Switches

if TYPE_CHECKING:
    from tftypes_mypy.hooks import Hooks


@mypyc_attr(native_class=False)
class TensorFlowPlugin(Plugin):
    """Checks dtypes, shapes and signatures of TensorFlow programs."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        #: The classes that pyproject.toml says convert to tensors.
        self.convertible = convertible(options.config_file)
        #: Names of types that are mypy's alone; it asks for every name in every annotation.
        self.plain: set[str] = set()
        if options.local_partial_types and not options.allow_redefinition_old:
            # Without it `x = tf.reshape(x, ...)` would be an error, or keep its first shape.
            options.allow_redefinition = True

    @lazy
    def _hooks(self) -> Hooks:
        from tftypes_mypy.hooks import Hooks

        return Hooks(self)

    @lazy
    def reach(self) -> Reach:
        return Reach(self.options.mypy_path)

    @lazy
    def switches(self) -> Switches:
        return Switches(self.reach)

    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        super().set_modules(modules)
        _forget_unfinished()

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        listed = " ".join(sorted(self.convertible))
        switches = self.switches.are_on(ctx.id, ctx.path)
        return f"{digest()} {self.reach.digest(ctx.id, ctx.path)} {listed} {switches}"

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        if self.options.fine_grained_incremental and is_program(file.path):
            self._renew(file)
        # A module that only annotates needs TensorFlow's classes all the same.
        needs = _imports(file, "tftypes") or _imports(file, names.KERAS)
        found = [(10, names.TF, -1)] if needs else []
        return [*found, (10, "numpy", -1)] if self._loads_arrays(file) else found

    def _loads_arrays(self, file: MypyFile) -> bool:
        """Whether arrays of NumPy come from Keras' data sets, in a program that may not import NumPy itself."""
        has_data = _imports(file, names.TF) or _imports(file, names.KERAS)
        if not has_data or not is_program(file.path) or find_spec("numpy") is None:
            return False
        with suppress(OSError), open(file.path, "rb") as stream:
            return b"load_data(" in stream.read()
        return False

    def _renew(self, file: MypyFile) -> None:
        """Lets the daemon see that a body has changed: by a name that nobody uses.

        What was checked through the body waits for any change of the module's names.
        """
        self._hooks.bodies.clear()
        self.reach.forget()
        self.switches.forget()
        name = NameExpr(f"_tftypes_{self.reach.own_digest(file.fullname, file.path)}")
        statement = AssignmentStmt([name], IntExpr(0))
        # Below the last line, where nobody looks for what an error is about.
        last = file.defs[-1] if file.defs else None
        line = 1 if last is None else (last.end_line or last.line) + 1
        statement.set_line(line, 0, line, 0)
        file.defs.append(statement)

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if fullname in self.plain:
            return None
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

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        return self._hooks.get_attribute_hook(fullname)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return self._hooks.get_method_hook(fullname)


def _forget_unfinished() -> None:
    """Drops the instances that all modules share where mypy has left them without their class.

    Of `import tensorflow.python` mypy asks whether `tensorflow` is there in part. It reads that
    module from its cache, throws it away, and would go on with the `str` and the `object` in it;
    where builtins are analysed again in the same run, the first use of one is an internal error.
    """
    for name in ("str_type", "function_type", "int_type", "bool_type", "object_type"):
        shared = getattr(instance_cache, name)
        if shared is not None and shared.type_ref is not None:
            setattr(instance_cache, name, None)


def _imports(file: MypyFile, package: str) -> bool:
    """Whether a program imports a package or something in it; a stub is none."""
    return not file.is_stub and any(
        name.partition(".")[0] == package for each in file.imports for name in imported(each)
    )


def imported(statement: ImportBase) -> list[str]:
    """The modules that a statement imports, or imports from."""
    if isinstance(statement, Import):
        return [name for name, _ in statement.ids]
    return [statement.id] if isinstance(statement, (ImportFrom, ImportAll)) else []

"""The part of the plugin that works while no module has tensors: it tells mypy's modules to the engine's program."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from mypy.modulefinder import mypy_path
from mypy.nodes import AssignmentStmt, IntExpr, MypyFile, NameExpr
from mypy.options import Options
from mypy.plugin import AnalyzeTypeContext, Plugin, ReportConfigContext
from mypy.types import Type

from tftypes_mypy import codes as codes  # mypy must know them before it reads options
from tftypes_mypy.import_index import ImportIndex, is_program, place_of

if TYPE_CHECKING:
    from tftypes_mypy.program import Checked

#: The type of `__name__`, which mypy analyses first in each module, before any statement.
_FIRST: Final = "__builtins__.str"
TEXT: Final = "builtins.str"
#: How mypy begins the paths of what it finds in the working directory.
_HERE: Final = os.path.join(os.curdir, "")
#: The priority of a module that a plugin wants: it is not imported.
_WANTED: Final = 10


class Watching(Plugin):
    """Sees which modules mypy begins with, and which of them have tensors.

    mypy asks each hook of a plugin tens of thousands of times: the others are in the class that `enter` changes to.
    """

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        folders = map(os.path.abspath, (*mypy_path(), *options.mypy_path))
        self._folders = [*folders, os.getcwd()]
        self._working = os.path.join(self._folders[-1], "")
        self._index = ImportIndex(place_of(options))
        #: The modules by their files that earlier runs have found to reach no tensors; and those that mypy has asked for.
        self._without_tensors = self._index.without_tensors(self._folders)
        self._asked: dict[str, str] = {}
        #: mypy's semantic analyser, once it has begun; and the module that it begins with now.
        self._semantic: Any = None
        self._begun: MypyFile | None = None
        #: How many modules mypy had when it last told their names.
        self._known_modules = 0

    @cached_property
    def _program(self) -> Checked:
        """The program as the engine sees it, made when mypy asks for a module that is not known to be without tensors."""
        from tftypes_mypy.program import Checked

        program = Checked(self._folders, self._index)
        for path, name in self._asked.items():
            program.tell(name, path)
        return program

    def enter(self, tree: MypyFile, has_tensors: bool, semantic: Any) -> None:
        """mypy begins with a module."""
        raise NotImplementedError

    def forget(self) -> None:
        """Files have changed: what is known of any may not hold."""
        self._program.forget()

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """What mypy keeps with a module: it is checked again when this has changed."""
        if not ctx.path.endswith(".py"):
            return None
        if self._is_known(ctx.path, ctx.id):
            return None
        if not is_program(ctx.path):
            return None
        self._program.tell(ctx.id, ctx.path)
        if not self._program.has_tensors(ctx.path):
            return None
        from tftypes_mypy.program import adapter_digest

        return f"{adapter_digest()} {self._program.digest(ctx.path)}"

    def _is_known(self, path: str, name: str) -> bool:
        """Whether an earlier run has found that a module has no tensors, and this run has met none that may have."""
        if "_program" in vars(self):
            return False
        full = f"{self._working}{path.removeprefix(_HERE)}"
        if full not in self._without_tensors:  # few are written in another way
            full = os.path.normpath(os.path.join(self._working, path))
        if self._without_tensors.get(full) != name:
            return False
        self._asked[full] = name
        return True

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        if not is_program(file.path):
            return []
        from tftypes_mypy.program import imported

        self._program.tell(file.fullname, file.path)
        if self.options.fine_grained_incremental:
            self._renew(file)
        found = {name for each in file.imports for name in imported(each)}
        # What only annotates, or has Keras alone, needs TensorFlow's classes all the same.
        return [(_WANTED, "tensorflow", -1)] if found & {"tftypes", "keras"} else []

    def _renew(self, file: MypyFile) -> None:
        """Lets the daemon see that a source has changed, by a name that nobody uses: the one statement that is added.

        What depends on the source waits for any change of the module's names.
        """
        self.forget()
        name = NameExpr(f"_tftypes_{self._program.reach(file.path).own_digest(file.path)}")
        statement = AssignmentStmt([name], IntExpr(0))
        statement.set_line(1, 0, 1, 0)
        file.defs.insert(0, statement)

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        return self._first if fullname == TEXT and not self._is_in_module() else None

    def _is_in_module(self) -> bool:
        """Whether mypy has begun with the module that it is at: strings come again and again."""
        tree: MypyFile | None = getattr(self._semantic, "cur_mod_node", None)
        return tree is not None and (tree is self._begun or "__name__" in tree.names)

    def _first(self, context: AnalyzeTypeContext) -> Type:
        api: Any = context.api
        self._semantic = api.api
        self._begun = tree = api.api.cur_mod_node
        if context.type.name == _FIRST and "__name__" not in tree.names:
            self._tell_names(api.api.modules)
            has_tensors = not tree.is_stub and self._program.has_tensors(tree.path)
            self.enter(tree, has_tensors, api.api)
        made: Type = api.analyze_type(context.type)  # comes here again
        self._begun = None
        return made

    def _tell_names(self, modules: dict[str, MypyFile]) -> None:
        """A worker of mypy's may know some modules by this alone."""
        if len(modules) == self._known_modules:
            return
        if len(modules) < self._known_modules:
            self.forget()  # the file of a module is gone: the daemon reads no other because of that
        self._known_modules = len(modules)
        for name, each in modules.items():
            self._program.tell(name, each.path)

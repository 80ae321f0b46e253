"""The plugin as mypy sees it: official hooks, each of which asks the engine or erases a type."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from mypy.erasetype import erase_typevars
from mypy.modulefinder import mypy_path
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TempNode,
    TypeInfo,
)
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    CheckerPluginInterface,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.subtypes import is_subtype
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    Type,
    UninhabitedType,
    get_proper_type,
)

from tftypes_mypy import codes as codes  # mypy must know them before it reads options
from tftypes_mypy.program import Checked, adapter_digest, imported, is_program
from tftypes_mypy.types import (
    answers,
    converts,
    dispatches,
    erased,
    has_tensor,
    is_of_tensorflow,
    is_registrable,
    is_traced,
    unknown,
    without_first,
)

if TYPE_CHECKING:
    from tftypes_mypy.annotations import Annotations
    from tftypes_mypy.reporting import Answers

#: The type of `__name__`, which mypy analyses first in each module, before any statement.
_FIRST: Final = "__builtins__.str"
_TEXT: Final = "builtins.str"
#: What is called when a traced function is.
_TRACED: Final = frozenset(
    f"tensorflow.types.experimental.{name}.__call__"
    for name in ("PolymorphicFunction", "ConcreteFunction")
)
#: The priority of a module that a plugin wants: it is not imported.
_WANTED: Final = 10


class Adapter(Plugin):
    """Tells mypy what the engine finds."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._program = Checked([*mypy_path(), *options.mypy_path, os.getcwd()])
        #: mypy's semantic analyser, once it has begun; and the module that it begins with now.
        self._semantic: Any = None
        self._begun: MypyFile | None = None
        #: Whether mypy analyses modules with tensors now, or may at any time: it does those that import each other
        #: together.
        self._has_tensors = options.fine_grained_incremental
        #: How many modules mypy had when it last told their names.
        self._known_modules = 0
        #: Whether a method is TensorFlow's, by its name in a class that has it.
        self._inherited: dict[str, bool] = {}
        #: Methods of the program's that are decorated, by the same names.
        self._methods: dict[str, Decorator | None] = {}

    # -- which modules are checked again ------------------------------------------------------------------------------

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """What mypy keeps with a module: it is checked again when this has changed."""
        self._program.tell(ctx.id, ctx.path)
        if not self._program.has_tensors(ctx.path):
            return None
        return f"{adapter_digest()} {self._program.digest(ctx.path)}"

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        if not is_program(file.path):
            return []
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
        self._forget()
        name = NameExpr(f"_tftypes_{self._program.reach(file.path).own_digest(file.path)}")
        statement = AssignmentStmt([name], IntExpr(0))
        statement.set_line(1, 0, 1, 0)
        file.defs.insert(0, statement)

    def _forget(self) -> None:
        """Files have changed: what is known of any may not hold."""
        self._program.forget()
        self._inherited.clear()
        self._methods.clear()

    # -- findings -----------------------------------------------------------------------------------------------------

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if fullname == _TEXT:
            return None if self._is_in_module() else self._first
        return self._annotations.hook(fullname) if self._has_tensors else None

    def _is_in_module(self) -> bool:
        """Whether mypy has begun with the module that it is at: strings come again and again."""
        tree: MypyFile | None = getattr(self._semantic, "cur_mod_node", None)
        return tree is not None and (tree is self._begun or "__name__" in tree.names)

    def _first(self, context: AnalyzeTypeContext) -> Type:
        api: Any = context.api
        self._semantic = api.api
        self._begun = tree = api.api.cur_mod_node
        if context.type.name == _FIRST and "__name__" not in tree.names:
            self._enter(tree, api.api)
        made: Type = api.analyze_type(context.type)  # comes here again
        self._begun = None
        return made

    @cached_property
    def _annotations(self) -> Annotations:
        from tftypes_mypy.annotations import Annotations

        return Annotations(self.lookup_fully_qualified)

    @cached_property
    def _answers(self) -> Answers:
        from tftypes_mypy.reporting import Answers

        return Answers()

    def _enter(self, tree: MypyFile, semantic: Any) -> None:
        """mypy begins with a module: all that is found in it is told."""
        # A worker may know some modules by this alone.
        if len(semantic.modules) != self._known_modules:
            if len(semantic.modules) < self._known_modules:
                self._forget()  # the file of a module is gone: the daemon reads no other because of that
            self._known_modules = len(semantic.modules)
            for name, each in semantic.modules.items():
                self._program.tell(name, each.path)
        has_tensors = not tree.is_stub and self._program.has_tensors(tree.path)
        self._has_tensors = has_tensors or self.options.fine_grained_incremental
        if not has_tensors:
            return
        if self.options.fine_grained_incremental:
            self._depend(tree, semantic)
        if tree.path in semantic.errors.ignored_files:
            return
        # Imported here: a program without tensors needs none of it.
        from tftypes_mypy.reporting import Known, report_findings, report_unread, without_known

        report = without_known(self._program.report(tree.path), semantic.errors)
        report_findings(report, semantic.errors)
        target = self.options.python_version
        if target > sys.version_info[:2] and self._program.is_unread(tree.path):
            report_unread("{}.{}".format(*target), semantic.errors)
        known = Known(
            report, self._program.source(tree.path), partial(self._program.outline, tree.path)
        )
        self._answers.answer(tree.path, known, semantic.errors)

    def _depend(self, tree: MypyFile, semantic: Any) -> None:
        """The daemon does a module again when a source that it reaches has changed."""
        names = {os.path.abspath(each.path): name for name, each in semantic.modules.items()}
        reach = self._program.reach(tree.path)
        for path in reach.reached(os.path.abspath(tree.path)):
            name = names.get(path)
            if name is not None and name != tree.fullname:
                semantic.add_plugin_dependency(f"<{name}[wildcard]>", tree.fullname)

    # -- types --------------------------------------------------------------------------------------------------------

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        if is_of_tensorflow(fullname):
            return self._result
        return _open if self._program.has_any and self._is_generic(fullname) else None

    def _is_generic(self, fullname: str) -> bool:
        """Whether it is a class of the program that has type variables, which may stand for sizes."""
        symbol = self.lookup_fully_qualified(fullname) if "." in fullname else None
        node = None if symbol is None else symbol.node
        return isinstance(node, TypeInfo) and bool(node.type_vars)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return self._result if is_of_tensorflow(fullname) or self._inherits(fullname) else None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        if is_of_tensorflow(fullname):
            return self._attribute
        method = self._decorated(fullname)
        if method is None or not method.func.is_static:
            return None
        return partial(_unbound, method)

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        method = None if is_of_tensorflow(fullname) else self._decorated(fullname)
        return None if method is None or not method.func.is_class else _bound

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return self._signature if is_of_tensorflow(fullname) else None

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        if fullname in _TRACED:
            return self._traced_signature
        return self._signature if is_of_tensorflow(fullname) or self._inherits(fullname) else None

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return self._base if is_of_tensorflow(fullname) else None

    def _signature(self, context: FunctionSigContext | MethodSigContext) -> FunctionLike:
        """What a function of TensorFlow's takes is the engine's to check where nobody annotates."""
        signature = context.default_signature
        if self._is_plain(context.api):
            return signature.copy_modified(arg_types=[unknown()] * len(signature.arg_types))
        path = _path(context.api)
        return _opened(context) if is_program(path) and self._program.registers(path) else signature

    def _traced_signature(self, context: MethodSigContext) -> FunctionLike:
        """A traced function converts what it is given: whether that can be a tensor is the engine's to check."""
        signature = self._signature(context)
        assert isinstance(signature, CallableType)
        taken = [unknown() if has_tensor(each) else each for each in signature.arg_types]
        return signature.copy_modified(arg_types=taken)

    def _base(self, context: ClassDefContext) -> None:
        """A class of TensorFlow's is Any where nobody annotates, also to the classes that derive from it."""
        api: Any = context.api
        path: str = api.cur_mod_node.path
        if is_program(path) and not self._program.is_annotated(path):
            context.cls.info.fallback_to_any = True

    def _result(self, context: FunctionContext | MethodContext) -> Type:
        made = context.default_return_type
        if has_tensor(made) and not answers(made):
            given = (each for each in chain.from_iterable(context.arg_types) if each is not None)
            if any(map(answers, given)):
                return unknown()  # a tensor is what the op makes of tensors
        return self._told(made, context.api)

    def _attribute(self, context: AttributeContext) -> Type:
        return self._told(context.default_attr_type, context.api)

    def _told(self, typ: Type, api: Any) -> Type:
        """What mypy is told of something of TensorFlow's: its class where somebody annotates, nothing elsewhere."""
        if isinstance(get_proper_type(typ), NoneType) or not is_program(api.tree.path):
            return typ
        if isinstance(get_proper_type(typ), UninhabitedType):
            return unknown()  # that the call raises is the engine's to say
        return unknown() if dispatches(typ) or self._is_plain(api) else erased(typ)

    def _is_plain(self, checker: Any) -> bool:
        """Whether mypy is at code of the program's that nobody has annotated."""
        path = _path(checker)
        if not is_program(path):
            return False
        function = checker.scope.current_function()
        if isinstance(function, FuncDef):
            return function.type is None
        return not self._program.is_annotated(path)

    def _inherits(self, fullname: str) -> bool:
        """Whether it is a method that a class of the program has from one of TensorFlow's."""
        if not self._program.has_any:
            return False
        if fullname not in self._inherited:
            node, name = self._owner(fullname)
            base = None if node is None else node.get_containing_type_info(name)
            self._inherited[fullname] = base is not None and is_of_tensorflow(base.fullname)
        return self._inherited[fullname]

    def _decorated(self, fullname: str) -> Decorator | None:
        """The method of a class of the program's, where it is decorated."""
        if not self._program.has_any:
            return None
        if fullname not in self._methods:
            node, name = self._owner(fullname)
            symbol = None if node is None else node.get(name)
            method = None if symbol is None else symbol.node
            self._methods[fullname] = method if isinstance(method, Decorator) else None
        return self._methods[fullname]

    def _owner(self, fullname: str) -> tuple[TypeInfo | None, str]:
        """The class that a name is a member of, and its name there."""
        owner, _, name = fullname.rpartition(".")
        symbol = self.lookup_fully_qualified(owner)
        node = None if symbol is None else symbol.node
        return (node if isinstance(node, TypeInfo) else None), name


def _path(checker: Any) -> str:
    """The file that mypy is at. Its interface for plugins says less than it is."""
    path: str = checker.tree.path
    return path


def _calls_tensorflow(call: CallExpr) -> bool:
    return isinstance(call.callee, RefExpr) and is_of_tensorflow(call.callee.fullname)


def _opened(context: FunctionSigContext | MethodSigContext) -> CallableType:
    """A signature that takes objects of any class: what the program has registered is the engine's to say."""
    signature = context.default_signature
    opened = [
        converts(kind) and any(_is_unlike(arg, kind, context.api) for arg in given)
        for kind, given in zip(signature.arg_types, context.args)
    ]
    if not any(opened):
        return signature
    taken = [unknown() if each else kind for each, kind in zip(opened, signature.arg_types)]
    return signature.copy_modified(arg_types=taken, ret_type=unknown())


def _is_unlike(argument: Expression, kind: Type, api: CheckerPluginInterface) -> bool:
    """Whether an argument is an object of a class that no type of a parameter admits.

    A call of TensorFlow's is not looked at: mypy would check it twice, and what is in it four times.
    """
    if isinstance(argument, CallExpr) and _calls_tensorflow(argument):
        return False
    if not isinstance(argument, (NameExpr, MemberExpr, IndexExpr, CallExpr, TempNode)):
        return False
    given = get_proper_type(api.get_expression_type(argument))
    return is_registrable(given) and not is_subtype(given, erase_typevars(kind))


def _unbound(method: Decorator, context: AttributeContext) -> Type:
    """A traced function under `staticmethod`, read from an instance: it has bound nothing."""
    made = context.default_attr_type
    declared = method.var.type
    return declared if declared is not None and is_traced(made) else made


def _bound(context: AttributeContext) -> Type:
    """A traced function under `classmethod`, read from the class: it has bound that."""
    made = context.default_attr_type
    return without_first(made) if is_traced(made) else made


def _open(context: FunctionContext) -> Type:
    """An instance of which mypy does not know the sizes, since to mypy a tensor has none."""
    made = get_proper_type(context.default_return_type)
    given = (each for each in chain.from_iterable(context.arg_types) if each is not None)
    if not isinstance(made, Instance) or not any(map(has_tensor, given)):
        return context.default_return_type
    known = [
        unknown() if isinstance(get_proper_type(each), UninhabitedType) else each
        for each in made.args
    ]
    return made.copy_modified(args=known)

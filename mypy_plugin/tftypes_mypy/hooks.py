"""The plugin as mypy sees it: official hooks, each of which asks the engine or erases a type."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cached_property, partial
from itertools import chain
from typing import Any, Final

from mypy.erasetype import erase_typevars
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TempNode,
)
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    CheckerPluginInterface,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
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

from tftypes_mypy.annotations import Annotations
from tftypes_mypy.import_index import is_program
from tftypes_mypy.members import Members
from tftypes_mypy.reporting import Answers, Known, report_findings, report_unread, without_known
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
from tftypes_mypy.watching import TEXT, Watching

#: What is called when a traced function is.
_TRACED: Final = frozenset(
    f"tensorflow.types.experimental.{name}.__call__"
    for name in ("PolymorphicFunction", "ConcreteFunction")
)


class Adapter(Watching):
    """Tells mypy what the engine finds."""

    #: Whether mypy analyses modules with tensors now: it does those that import each other together.
    _has_tensors = False

    def forget(self) -> None:
        super().forget()
        vars(self).pop("_members", None)

    # -- findings -----------------------------------------------------------------------------------------------------

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        if fullname == TEXT:
            return super().get_type_analyze_hook(fullname)
        is_of_daemon = self.options.fine_grained_incremental
        return self._annotations.hook(fullname) if self._has_tensors or is_of_daemon else None

    @cached_property
    def _annotations(self) -> Annotations:
        return Annotations(self.lookup_fully_qualified)

    @cached_property
    def _answers(self) -> Answers:
        return Answers()

    @cached_property
    def _members(self) -> Members:
        return Members(self.lookup_fully_qualified)

    def enter(self, tree: MypyFile, has_tensors: bool, semantic: Any) -> None:
        """mypy begins with a module: all that is found in it is told."""
        self._has_tensors = has_tensors
        if not has_tensors:
            return
        if self.options.fine_grained_incremental:
            self._depend(tree, semantic)
        if tree.path in semantic.errors.ignored_files:
            return
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
        return _open if self._members.is_generic(fullname) else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return self._result if self._is_method(fullname) else None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        if is_of_tensorflow(fullname):
            return self._attribute
        method = self._members.decorated(fullname)
        if method is None or not method.func.is_static:
            return None
        return partial(_unbound, method)

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        method = None if is_of_tensorflow(fullname) else self._members.decorated(fullname)
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
        return self._signature if self._is_method(fullname) else None

    def _is_method(self, fullname: str) -> bool:
        """Whether it is a method of TensorFlow's, in a class of its own or one that derives from it."""
        return is_of_tensorflow(fullname) or self._members.is_inherited(fullname)

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

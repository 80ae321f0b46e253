"""What every hook does first, and what it does where the plugin itself is wrong: nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import FunctionLike, Type

from tftypes_mypy import convert, names, rounds, standing
from tftypes_mypy.features import methods
from tftypes_mypy.features.bodies import calls as body_calls
from tftypes_mypy.features.bodies.inference import Bodies
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.calls import callables, dispatching, operands, solving, stubs
from tftypes_mypy.features.calls.annotated import Calls
from tftypes_mypy.features.calls.calling import Callbacks
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.mypy_errors.conversions import Conversions
from tftypes_mypy.features.mypy_errors.mismatches import Judge
from tftypes_mypy.features.objects import attributes, class_attributes, iterated
from tftypes_mypy.features.structures import nests
from tftypes_mypy.settings import safely

if TYPE_CHECKING:
    from tftypes_mypy.lookups import TensorFlowPlugin

CallHook = Callable[[Any, BodyValues], Type]


class Answers:
    """What the hooks of one run answer with: the bodies that were checked, and mypy's errors that were judged."""

    def __init__(self, plugin: TensorFlowPlugin) -> None:
        self._calls = Calls()
        self._judge = Judge(
            lambda: plugin._modules or {},
            Conversions(lambda: plugin._modules or {}, plugin.reach, plugin.convertible),
            plugin.switches,
        )
        self.bodies = Bodies(plugin)
        #: TensorFlow's tensor and our ragged struct, as they were last seen.
        self._found: list[TypeInfo | None] = [None]
        self._problem: str | None = None
        #: The module whose annotations were read last.
        self._analyzed = ""

    def _listen(
        self,
        hook: Callable[[Any], FunctionLike] | None,
        context: FunctionSigContext | MethodSigContext,
    ) -> FunctionLike:
        """Hears of mypy's errors from the first call on, whatever it calls."""
        checker: Any = context.api
        self._judge.install(checker.errors)
        return context.default_signature if hook is None else hook(context)

    def _listen_first(self, context: ClassDefContext) -> None:
        """Hears of mypy's errors from the first class on that derives from another."""
        analyzer: Any = context.api
        self._judge.install(analyzer.errors)

    def _derive(self, context: ClassDefContext) -> None:
        """Tells mypy what it does not know of a class that derives from one of TensorFlow's."""
        self._listen_first(context)
        class_attributes.declare(context)
        iterated.add_iterator(context)

    def _analyze(
        self, hook: Callable[[AnalyzeTypeContext], Type], context: AnalyzeTypeContext
    ) -> Type:
        analyzer: Any = context.api
        if not self.bodies.sources.is_reading:
            self._judge.install(analyzer.api.errors)
        module = analyzer.api.cur_mod_id
        if module != self._analyzed and not names.is_foreign(module):
            self._analyzed = module
            _complete(convert.Types(analyzer.api.modules))
        return hook(context)

    def _signature(self, fullname: str) -> Callable[[Any], FunctionLike]:
        callbacks = methods.CALLBACKS.get(fullname)
        return solving.detach if callbacks is None else partial(self._sign, callbacks)

    def _sign(
        self, callbacks: Callbacks, context: FunctionSigContext | MethodSigContext
    ) -> FunctionLike:
        signature: FunctionLike = context.default_signature
        return safely(
            lambda: callables.signature(context, self._prepared(context.api), callbacks), signature
        )

    def _open(
        self, context: FunctionSigContext | MethodSigContext, converts: bool = False
    ) -> FunctionLike:
        if not self.bodies.frames:  # before mypy says anything of the call
            checker: Any = context.api
            self._judge.install(checker.errors)
        return self._calls.open(context, converts)

    def _program(self, context: FunctionContext | MethodContext, values: BodyValues) -> Type:
        """A call of the program's own: its annotations first, then its body."""
        closed = self._calls.close(context, values)
        if closed is not context.default_return_type:
            context = context._replace(default_return_type=closed)
        return body_calls.call(context, values, self.bodies)

    def _operator(self, context: MethodContext, values: BodyValues, name: str) -> Type:
        """An operator of the program's own class, which may be that of a class that dispatches."""
        answered = dispatching.of_mixin(context, name)
        return self._program(context, values) if answered is None else answered

    def _special_attribute(
        self, hook: Callable[[AttributeContext, convert.Types], Type], context: AttributeContext
    ) -> Type:
        values = self._prepared(context.api)
        return hook(standing.of_attribute(context, values), values.types)

    def _weights(self, context: AttributeContext, is_whole: bool) -> Type:
        values = self._prepared(context.api)
        return safely(
            lambda: keras_weights.read(
                standing.of_attribute(context, values), values, self.bodies, is_whole
            ),
            context.default_attr_type,
        )

    def _attribute(self, fullname: str, context: AttributeContext) -> Type:
        if self._judge.assigned:
            self._judge.settle()
        name = fullname.rpartition(".")[2]
        field = nests.field(context.type, name)
        if field is not None:
            return field
        return safely(
            lambda: attributes.attribute(context, name, self.bodies), context.default_attr_type
        )

    def _call(self, hook: CallHook, context: FunctionContext | MethodContext) -> Type:
        values = self._prepared(context.api)
        return safely(lambda: self._made(hook, context, values), context.default_return_type)

    def _made(
        self, hook: CallHook, context: FunctionContext | MethodContext, values: BodyValues
    ) -> Type:
        checker: Any = context.api
        context = standing.of_context(context, values)
        made = hook(context, values=values)  # type: ignore[call-arg]
        if checker.binder.break_frames:  # in a loop
            rounds.settle(checker.binder, context.context, made, values.assignments)
        return made

    def _prepared(self, checker: Any) -> BodyValues:
        assert isinstance(checker, TypeChecker)
        if self._judge.assigned:
            self._judge.settle()
        values = self.bodies.known_values(checker)
        if values is None:
            values = self._values(checker)
        self.bodies.module_loops.install(checker, values)
        return values

    def _values(self, checker: TypeChecker) -> BodyValues:
        """What the checker of another module, or of a body, sees."""
        if self.bodies.frame_of(checker) is None:
            self._judge.install(checker.errors)
        types = convert.Types(checker.modules)
        found = [*map(types.find, (names.TENSOR, names.RAGGED_STRUCT, names.ARRAY))]
        if self._found != found and not names.is_foreign(checker.tree.fullname):
            _complete(types)
            if found[0] is not self._found[0]:
                self._problem = stubs.problem(checker.modules)
            self._found = found
        if self._problem is not None and checker.path not in checker.errors.ignored_files:
            checker.fail(self._problem, checker.tree)
            self._problem = None
        return self.bodies.values_of(checker)


def _complete(types: convert.Types) -> None:
    """Tells mypy of TensorFlow's classes what their stubs cannot, where these have been read."""
    types.complete()
    operands.show_most(types)
    solving.show_last(types)

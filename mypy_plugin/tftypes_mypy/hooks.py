"""From full names to handlers: dict look-ups."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from mypy.checker import TypeChecker
from mypy.nodes import TypeAlias, TypeInfo, Var
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import FunctionLike, Type, UnboundType

from tftypes.inference.models.tensorflow.ops import RULES
from tftypes.inference.models.tensorflow.ops.accepted import table
from tftypes.inference.models.tensorflow.ops.attributes import ATTRIBUTES
from tftypes.inference.models.tensorflow.ops.keras_backend import FLOATX
from tftypes_mypy import convert, names
from tftypes_mypy.answers import Answers, CallHook
from tftypes_mypy.features import methods
from tftypes_mypy.features.bodies.loop_plan import STEP
from tftypes_mypy.features.calls import (
    accepted,
    admission,
    arrays,
    dispatching,
    operands,
    trials,
)
from tftypes_mypy.features.calls import ops as op_calls
from tftypes_mypy.features.calls.opened import mentions_tensor
from tftypes_mypy.features.facts import alone
from tftypes_mypy.features.keras import data as keras_data
from tftypes_mypy.features.keras import function_calls as keras_functions
from tftypes_mypy.features.keras import objects as keras_objects
from tftypes_mypy.features.keras import own_layers as keras
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.objects import class_names, extension_specs
from tftypes_mypy.features.signatures import input_signatures as signatures
from tftypes_mypy.features.signatures.annotations import HOOKS, alias, dimension_class
from tftypes_mypy.features.structs import hooks as structs_hooks
from tftypes_mypy.features.structs import ops as structs_ops
from tftypes_mypy.features.structures import nests
from tftypes_mypy.settings import safely

if TYPE_CHECKING:
    from tftypes_mypy.lookups import TensorFlowPlugin

_TF: Final = names.TF + "."
#: What is called with an open signature.
_OPEN: Final = frozenset({*RULES, names.VARIABLE, names.VARIABLE_V1})


class Hooks(Answers):
    """The hooks of one run of mypy, named as mypy's Plugin names them."""

    def __init__(self, plugin: TensorFlowPlugin) -> None:
        super().__init__(plugin)
        self._plugin = plugin
        self._lookup = plugin.lookup_fully_qualified
        self._notes = self.bodies.notes
        self._trials = trials.Trials()
        self._plain = plugin.plain
        #: The aliases of tensors, which take dims, that were found so far.
        self._aliases: set[str] = set()
        #: The hooks found so far, by the names that mypy asks for.
        self._functions: dict[str, Callable[[FunctionContext], Type] | None] = {}
        self._methods: dict[str, Callable[[MethodContext], Type] | None] = {}
        self._attributes: dict[str, Callable[[AttributeContext], Type] | None] = {}
        self._function_signatures: dict[
            str, Callable[[FunctionSigContext], FunctionLike] | None
        ] = {}
        self._method_signatures: dict[str, Callable[[MethodSigContext], FunctionLike] | None] = {}
        self._aliased = ""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        hook = HOOKS.get(fullname)
        if hook is not None:
            return partial(self._analyze, hook)
        if fullname == self._aliased:
            return None  # its dims are read: the rest is mypy's
        if fullname in self._aliases:
            return partial(self._alias, fullname)
        is_foreign = names.is_foreign(fullname)
        symbol = None if is_foreign else self._lookup(fullname)
        node = symbol.node if symbol is not None else None
        if isinstance(node, TypeAlias) and mentions_tensor(node.target):
            self._aliases.add(fullname)
            return partial(self._alias, fullname)
        if isinstance(node, Var) and class_names.stands_for_class(
            node, self._plugin._modules or {}
        ):
            return self._leave_open
        if isinstance(node, TypeInfo) and class_names.is_another_name_of_tensor(node):
            return partial(self._name_tensor, node)
        if is_foreign or isinstance(node, (TypeAlias, TypeInfo)):
            self._plain.add(fullname)
        return None

    def _leave_open(self, context: AnalyzeTypeContext) -> Type:
        return convert.unknown()

    def _name_tensor(self, named: TypeInfo, context: AnalyzeTypeContext) -> Type:
        return named.bases[0]

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
        if not isinstance(node, TypeInfo):
            return None
        if node.has_base(extension_specs.BASE):
            return extension_specs.add_spec
        if node.has_base(names.DIMENSION):
            return dimension_class
        if alone.derives(node):
            return self._derive
        return self._listen_first if not self._judge.is_listening else None

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        if fullname not in self._function_signatures:
            self._function_signatures[fullname] = self._function_signature(fullname)
        hook = self._function_signatures[fullname]
        return hook if self._judge.is_listening else partial(self._listen, hook)

    def _function_signature(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        if fullname in _OPEN:
            return partial(admission.leave_open, fullname=fullname)
        if fullname.startswith(_TF):
            return self._signature(fullname)
        callbacks = structs_hooks.callbacks(fullname)
        if callbacks is not None:
            return partial(self._sign, callbacks)
        return None if names.is_foreign(fullname) else self._open

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        fullname = names.of_variable(fullname)
        if fullname not in self._method_signatures:
            self._method_signatures[fullname] = self._method_signature(fullname)
        is_hidden = fullname in operands.SHOWN and not operands.is_asking()
        hook = None if is_hidden else self._method_signatures[fullname]
        return hook if self._judge.is_listening else partial(self._listen, hook)

    def _method_signature(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        if fullname in names.TRACED_CALLS:
            return partial(self._open, converts=True)
        if fullname in admission.METHODS:
            return partial(admission.leave_open, fullname=fullname)
        if fullname.startswith(_TF):
            return self._signature(fullname)
        return None if names.is_foreign(fullname) else self._open

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        if fullname not in self._functions:
            self._functions[fullname] = self._function_hook(fullname)
        hook = self._functions[fullname]
        return hook if self._notes is None or fullname == STEP else self._noted(hook, fullname)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        fullname = names.of_variable(fullname)
        if fullname not in self._methods:
            hook = self._method_hook(fullname)
            if self._inherits_operator(fullname):
                hook = partial(
                    self._call,
                    partial(operands.inherited, name=fullname.rpartition(".")[2], hook=hook),
                )
            self._methods[fullname] = hook
        hook = self._methods[fullname]
        return hook if self._notes is None else self._noted(hook, fullname)

    def _noted(self, hook: Callable[[Any], Type] | None, fullname: str) -> Callable[[Any], Type]:
        """The hook, and a note of how much is known of what it gives."""

        def note(context: Any) -> Type:
            result = context.default_return_type if hook is None else hook(context)
            if self._notes is not None and self.bodies.is_program(
                context.api.tree.fullname, context.api
            ):
                self._notes.note(context, fullname, result)
            return result

        return note

    def _step(self, context: FunctionContext) -> Type:
        """A loop of a module or of a body, or what else interrupts the check of one."""
        frame = self.bodies.frame_of(context.api)
        at: Any = context.context
        if frame is None:
            checker = cast(TypeChecker, context.api)
            safely(lambda: self.bodies.module_loops.take(at, checker), None)
        made = None if frame is None or frame.loops is None else frame.loops.take(at)
        return context.default_return_type if made is None else made

    def _function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        if fullname == STEP:
            return self._step
        if fullname in _OPEN:
            hook = self._op_hook(fullname)
            return partial(self._call, partial(admission.call, fullname=fullname, hook=hook))
        special = methods.FUNCTIONS.get(fullname) or signatures.FUNCTIONS.get(fullname)
        special = special or structs_hooks.function(fullname)
        special = special or keras.function(fullname, self.bodies)
        special = special or keras_objects.function(fullname) or keras_data.function(fullname)
        if special is not None:
            return partial(self._call, special)
        of_arrays = arrays.function(fullname)
        if of_arrays is not None:
            return partial(self._trials.call, partial(self._call, of_arrays))
        if fullname.startswith(_TF) and fullname in table():
            return partial(self._call, partial(accepted.call, accepts=table()[fullname]))
        return None if names.is_foreign(fullname) else partial(self._call, self._program)

    def _op_hook(self, fullname: str) -> CallHook:
        """What answers a call whose arguments are held to the stub afterwards."""
        if fullname in (names.VARIABLE, names.VARIABLE_V1):
            return methods.variable
        rule = RULES[fullname]
        if fullname in FLOATX:
            return partial(keras_objects.draw, rule=rule, bodies=self.bodies)
        if fullname.startswith(keras_functions.PACKAGES):
            return partial(keras_functions.call, rule=rule, bodies=self.bodies)
        return partial(structs_ops.call, rule=rule)

    def _method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        if fullname.startswith(names.LINEAR_OPERATOR):
            fullname = self._defined(fullname)
        special = methods.METHODS.get(fullname) or signatures.METHODS.get(fullname)
        special = special or keras.method(fullname, self.bodies)
        special = special or keras_objects.method(fullname, self.bodies)
        if special is not None and fullname in admission.METHODS:
            special = partial(admission.call, fullname=fullname, hook=special)
        if special is not None:
            return partial(self._call, special)
        of_arrays = arrays.method(fullname)
        if of_arrays is not None:
            return partial(self._trials.call, partial(self._call, of_arrays))
        rule = RULES.get(fullname)
        if rule is not None:
            return partial(self._call, partial(structs_ops.call, rule=rule))
        if fullname in names.TRACED_CALLS or not names.is_foreign(fullname):
            name = fullname.rpartition(".")[2]
            if name in dispatching.OPERATORS:
                return partial(self._call, partial(self._operator, name=name))
            return partial(self._call, self._program)
        return None

    def _defined(self, fullname: str) -> str:
        """The name that a method has in the class which defines it."""
        owner, _, name = fullname.rpartition(".")
        symbol = self._lookup(owner)
        node = symbol.node if symbol is not None else None
        info = node.get_containing_type_info(name) if isinstance(node, TypeInfo) else None
        return fullname if info is None else f"{info.fullname}.{name}"

    def _inherits_operator(self, fullname: str) -> bool:
        """Whether it is the operator of a class that derives from one whose operators are opened."""
        owner, _, name = fullname.rpartition(".")
        if name not in operands.NAMES or fullname in methods.METHODS:
            return False
        symbol = self._lookup(owner)
        node = symbol.node if symbol is not None else None
        return isinstance(node, TypeInfo) and any(map(node.has_base, operands.OWNERS))

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        if fullname not in self._attributes:
            self._attributes[fullname] = self._attribute_hook(names.of_variable(fullname))
        return self._attributes[fullname]

    def _attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        special = methods.ATTRIBUTES.get(fullname) or keras.ATTRIBUTES.get(fullname)
        if special is not None:
            return partial(self._special_attribute, special)
        is_whole = keras_weights.READS.get(fullname)
        if is_whole is not None:
            return partial(self._weights, is_whole=is_whole)
        if fullname.startswith(_TF):
            owner, _, name = fullname.rpartition(".")
            if (names.KINDS.get(owner), name) in ATTRIBUTES:
                return op_calls.attribute
            if "._" in owner:  # one of several results, by its name
                return lambda context: nests.field(context.type, name) or context.default_attr_type
            return None
        return None if names.is_foreign(fullname) else partial(self._attribute, fullname)

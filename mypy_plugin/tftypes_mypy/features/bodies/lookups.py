"""What the hooks ask for: the values that a checker sees, and the functions whose bodies can be had."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Context,
    Expression,
    FuncDef,
    FuncItem,
    GlobalDecl,
    LambdaExpr,
    MypyFile,
    NonlocalDecl,
    Var,
)
from mypy.treetransform import TransformVisitor
from mypy.types import Type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import heap
from tftypes_mypy.features.bodies import closures, functions
from tftypes_mypy.features.bodies.bound import Bound
from tftypes_mypy.features.bodies.loop_plan import Plan, plan
from tftypes_mypy.features.bodies.memo import Memo
from tftypes_mypy.features.bodies.model import Frame, Function, Outcome
from tftypes_mypy.features.bodies.program import Program
from tftypes_mypy.features.bodies.rebound import Now
from tftypes_mypy.features.bodies.redefined import Moment
from tftypes_mypy.features.bodies.sources import Definition
from tftypes_mypy.features.bodies.values import BodyValues, is_carried
from tftypes_mypy.features.calls import admission, array_overloads, solving
from tftypes_mypy.features.calls.untracked import notes
from tftypes_mypy.features.facts.defined_again import is_defined_again
from tftypes_mypy.switches import EAGERLY, LEGACY_KERAS, PROMOTING, REDUCTION
from tftypes_mypy.syntax import walk

if TYPE_CHECKING:
    from tftypes_mypy.lookups import TensorFlowPlugin

#: How deep calls are followed.
DEPTH: Final = 16


class Lookups(Program):
    """What is known of the program's functions in one run."""

    def __init__(self, plugin: TensorFlowPlugin) -> None:
        super().__init__(plugin)
        heap.begin()
        self.reach = plugin.reach
        self.frames: list[Frame] = []
        self._plugin = plugin
        self._memo = Memo()
        #: What bodies make of what is known without a call.
        self._once: dict[Any, Outcome] = {}
        self._imports: dict[tuple[str, str], bool] = {}
        self._bound: dict[FuncItem, Bound] = {}
        self._plans: dict[FuncItem, Plan | None] = {}
        self._native: dict[str, tuple[TypeChecker, BodyValues]] = {}
        self._functions: dict[FuncDef, Function] = {}
        #: The checker that asked last for its values.
        self._last: tuple[TypeChecker, BodyValues] | None = None
        self._spent = 0
        #: The module with the outermost call that is being followed.
        self.running = ""
        #: What runs of the program, if that is known: the line of its outermost call.
        self.moment: Moment | None = None
        #: What the names stand for then that functions read and the module binds again.
        self.now: Now | None = None
        #: What the decorators of a function make of it; None where that is not known.
        self.decorated: dict[FuncItem, Function | None] = {}
        #: Whether functions have to do with tensors.
        self.reaching: dict[FuncItem, bool] = {}
        #: Whether `__init__` does, or a method that it calls.
        self.making: dict[FuncItem, bool] = {}
        #: Where it is noted how much is known of each call, if the run is to.
        self.notes = notes()
        #: The calls of ops of which mypy is being asked what the stub says.
        self.asked: set[Context] = set()
        #: The place of the outermost body whose call in another one was not followed.
        self._given_up = DEPTH

    def clear(self) -> None:
        """Forgets all: some module was read anew."""
        super().clear()
        self._memo.clear()
        self._once.clear()
        self._imports.clear()
        self._bound.clear()
        self._plans.clear()
        self._native.clear()
        self._functions.clear()
        self.decorated.clear()
        self.reaching.clear()
        self.making.clear()
        functions.forget()
        self._last = None
        solving.forget()
        admission.forget()
        array_overloads.forget()

    def frame_of(self, checker: object) -> Frame | None:
        """The body that this checker is checking; None for mypy's own."""
        return next((frame for frame in self.frames if frame.checker is checker), None)

    def known_values(self, checker: TypeChecker) -> BodyValues | None:
        """The values as this checker sees them, if it was the last one to ask."""
        last = self._last
        return last[1] if last is not None and last[0] is checker else None

    def values_of(self, checker: TypeChecker) -> BodyValues:
        """The values as this checker sees them."""
        frame = self.frame_of(checker)
        if frame is not None:
            self._last = checker, frame.values
            return frame.values
        known = self._native.get(checker.tree.fullname)
        if known is None or known[0] is not checker:
            known = checker, BodyValues(checker, self.constants(checker))
            known[1].reads = partial(self._reads, checker=checker)
            self.set_behavior(known[1], checker.tree)
            self._native[checker.tree.fullname] = known
            if not checker.options.fine_grained_incremental:  # the daemon's run has no end
                heap.settle()
        self._last = known
        return known[1]

    def set_behavior(self, values: BodyValues, tree: MypyFile) -> None:
        """Tells values what some program with a module may change of TensorFlow and Keras."""
        switches, asked = self._plugin.switches, (PROMOTING, tree.fullname, tree.path)
        values.promotes, values.promotes_alone = switches.is_on(*asked), switches.is_alone(*asked)
        values.takes_symbols = switches.is_on(LEGACY_KERAS, tree.fullname, tree.path)

    def may_run_untraced(self, tree: MypyFile) -> bool:
        """Whether some program with a module may run its traced functions as they are."""
        return self._plugin.switches.is_on(EAGERLY, tree.fullname, tree.path)

    def may_keep_losses(self, tree: MypyFile) -> bool:
        """Whether some program with a module may leave a loss as it is for each example."""
        return self._plugin.switches.is_on(REDUCTION, tree.fullname, tree.path)

    def _native_value(self, fullname: str, depth: int, checker: TypeChecker) -> Any:
        """What a name of a module stands for that is bound once, above what mypy is at."""
        module, _, name = fullname.rpartition(".")
        if module != self.running:
            return UNKNOWN  # it may come from mypy's cache, where nothing was checked
        known, tree = self._native.get(module), checker.modules.get(module)
        symbol = tree.names.get(name) if tree is not None else None
        var = symbol.node if symbol is not None else None
        if known is None or not isinstance(var, Var):
            return UNKNOWN
        bound = known[1].assignments.value_of(var)
        if bound is None or not known[0].has_type(bound):
            return UNKNOWN
        value = known[1].past(bound, depth)
        return value if is_carried(value) else UNKNOWN

    def native_type(self, expression: Expression, modules: Iterable[str]) -> Type | None:
        """What mypy itself has found for an expression of one of the modules, if it came by already."""
        for module in modules:
            known = self._native.get(module)
            typ = known[0].lookup_type_or_none(expression) if known is not None else None
            if typ is not None:
                return typ
        return None

    def find(self, node: FuncDef, checker: TypeChecker) -> Function | None:
        """The function that mypy knows by this node, if its body can be had."""
        found = self.sources.find(node, checker.modules, self.options_of(checker))
        if found is None:
            return None
        if found.function not in self._functions:
            self._functions[found.function] = _function(found)
        return self._functions[found.function]

    def bound_in(self, item: FuncItem) -> Bound:
        """The names that a function binds."""
        if item not in self._bound:
            self._bound[item] = Bound(item)
        return self._bound[item]

    def plan_in(self, function: Function, checker: TypeChecker) -> Plan | None:
        """Where the check of a function is interrupted, for the loops in it."""
        item = function.item
        if item not in self._plans:
            bound = self.bound_in(item)
            is_first = item.name == "__init__" and function.takes_self
            types = self.values_of(checker).types
            self._plans[item] = plan(
                item, bound.own, is_first, lambda: function.source.only_read.grown, types
            )
            if self._plans[item] is not None:
                bound.settle()
        return self._plans[item]

    def imports(self, module: str, other: str) -> bool:
        """Whether a module that was read imports another one, at any remove, or is the same."""
        key = module, other
        if key not in self._imports:
            source = self.sources.known(module)
            self._imports[key] = source is None or any(
                name == other for name, _ in self.reach.reached(module, source.path)
            )
        return self._imports[key]

    def copy(
        self, item: FuncItem, checker: TypeChecker, outer: BodyValues | None = None
    ) -> Function | None:
        """A function that is nested in the one being checked, or in one that was, or a lambda."""
        source = self._source(checker.tree.fullname, checker)
        if source is None or any(
            isinstance(node, (GlobalDecl, NonlocalDecl)) for node in walk(item.body)
        ):
            return None
        if is_defined_again(item, checker.tree):
            return None
        around = outer or self.values_of(checker)
        transform = TransformVisitor()
        if isinstance(item, LambdaExpr):
            copied: FuncItem = transform.visit_lambda_expr(item)
            name = "lambda"
        else:
            assert isinstance(item, FuncDef)
            copied, name = transform.visit_func_def(item), item.name
        closures.name_decorated(item, copied, transform.var_map)
        originals = {new: old for old, new in transform.var_map.items()}
        for new, old in originals.items():
            new.is_argument = old.is_argument  # it may be bound again, to what has another type
        closures.loosen(originals, around, outer is not None)
        return Function(copied, name, source, None, (), originals, around)


def _function(found: Definition) -> Function:
    name = found.function.name
    if found.info is not None:
        name = f"{found.info.name}.{name}"
    return Function(found.function, name, found.source, found.info, found.decorators)

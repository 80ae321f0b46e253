"""Calls of the program's functions that nobody annotated: what their bodies make of the arguments.

The body is checked anew for the types of one call. What it returns is the type of
the call, and what is wrong in it for sure is reported at the call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, redirect_stderr
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from mypy.checker import TypeChecker
from mypy.errors import Errors
from mypy.nodes import Expression, FuncItem, TupleExpr
from mypy.types import Type

from tftypes.algebra import UNKNOWN
from tftypes_mypy import convert
from tftypes_mypy.features.bodies import closures, functions, sharing
from tftypes_mypy.features.bodies import parameters as body_parameters
from tftypes_mypy.features.bodies import returns as body_returns
from tftypes_mypy.features.bodies.checks import (
    Decided,
    check_item,
    decided,
    falls_through,
    findings_of,
    foreseen,
    is_reached,
    literal,
    override,
    reveals,
)
from tftypes_mypy.features.bodies.lookups import DEPTH, Lookups
from tftypes_mypy.features.bodies.loops import Loops
from tftypes_mypy.features.bodies.memo import Around, Epoch
from tftypes_mypy.features.bodies.model import Actual, Frame, Function, Outcome
from tftypes_mypy.features.bodies.module_loops import ModuleLoops
from tftypes_mypy.features.bodies.rebound import standing_for
from tftypes_mypy.features.bodies.results import (
    is_bool,
    is_exact,
    join_returns,
    may_hold_tensor,
    traced,
    without_gradient,
)
from tftypes_mypy.features.bodies.tensors_in import tensors_in
from tftypes_mypy.features.bodies.values import BodyValues, freeze, is_carried
from tftypes_mypy.features.calls import array_overloads
from tftypes_mypy.features.keras import weights as keras_weights
from tftypes_mypy.features.objects import assigned, attributes, by_name
from tftypes_mypy.features.structures import displays
from tftypes_mypy.ranges import ways
from tftypes_mypy.settings import DEBUG

if TYPE_CHECKING:
    from tftypes_mypy.lookups import TensorFlowPlugin

#: How many bodies are checked for one call of the program.
BUDGET: Final = 120
#: How often one body is checked for other conditions that turn out to be known.
ROUNDS: Final = 3


class Bodies(Lookups):
    """Checks bodies for the calls of one run; remembers what came out."""

    def __init__(self, plugin: TensorFlowPlugin) -> None:
        super().__init__(plugin)
        self.module_loops = ModuleLoops(self)

    def clear(self) -> None:
        super().clear()
        self.module_loops.restore()

    def infer(
        self,
        function: Function,
        given: Mapping[str, Sequence[Actual]],
        checker: TypeChecker,
        is_traced: bool = False,
    ) -> Outcome | None:
        """What the body makes of these arguments, in a graph where the call traces; None where that cannot be told."""
        if not _can_check(function.item) or not self._may_go_on(function):
            return None
        if is_traced or function.is_traced:
            is_traced_always = not self.may_run_untraced(function.source.tree)
            given = tensors_in(given, checker, is_traced_always)
        parameters = body_parameters.parameters(function, given, checker, self)
        if parameters is None:
            return None
        is_open = not (is_traced or function.is_traced or function.outer is not None)
        is_eager = is_open and self.values_of(checker).runs_eagerly
        outcome = self._remembered(function, parameters, checker, is_eager)
        if is_open and outcome is not None and outcome.asks_eager:
            self.values_of(checker).asks_eager = True
        return outcome

    def _remembered(
        self, function: Function, parameters: list[Actual], checker: TypeChecker, is_eager: bool
    ) -> Outcome | None:
        """What the body makes of these arguments; it is checked if it was not before."""
        memo = self._memo if function.outer is None else function.outcomes
        key, around = None, Around(is_eager, self._epoch())
        if memo is not None:
            given_types = tuple(a.type for a in parameters)
            key = function.item, len(function.decorators), given_types, _key(parameters)
            known = memo.find(key, around, self)
            if known is not None:
                self._spent += known.cost
                return known
        depth, spent = len(self.frames), self._spent
        outcome = self._check(function, parameters, checker, is_eager=is_eager)
        # What was given up for the sake of a call further out is not the whole answer.
        is_whole = self._given_up >= depth
        if is_whole or not depth:
            self._given_up = DEPTH
        if outcome is not None and memo is not None and is_whole:
            outcome = replace(outcome, cost=self._spent - spent)
            memo.keep(key, around, outcome)
        return outcome

    def _epoch(self) -> Epoch | None:
        """What the running module has made of the names that it binds again."""
        source = None if self.moment is None else self.sources.known(self.moment.module)
        if self.moment is None or source is None:
            return None
        made = source.defined_before(self.moment.line) if source.defines_again else 0
        bound = () if self.now is None else self.now.key
        return Epoch(source.name, made, bound) if made or bound else None

    def _may_go_on(self, function: Function) -> bool:
        """Whether to check one body more; where not, notes which calls that concerns."""
        if not self.frames:
            self._spent = 0
        self._spent += 1
        for number, frame in enumerate(self.frames):
            if frame.function.is_same(function):
                self._given_up = min(self._given_up, number)
                return False
        if len(self.frames) < DEPTH and self._spent <= BUDGET:
            return True
        self._given_up = -1
        return False

    def _check(
        self,
        function: Function,
        parameters: list[Actual],
        outer: TypeChecker,
        late: bool = False,
        is_eager: bool = False,
        is_usual: bool = False,
    ) -> Outcome | None:
        """Checks the body, again where conditions turn out to be known."""
        before = {} if late else self._late(function, parameters, outer)
        changed: list[tuple[Callable[[Expression], None], Expression]] = []
        try:
            for statement, made in self.bound_in(function.item).raised:
                # What the message says takes mypy time, and tells nothing of what is returned.
                statement.expr = made.callee
                changed.append((partial(setattr, statement, "expr"), made))
            known: Sequence[Decided] = ()
            is_decided, asks_eager = False, False
            plan = None if is_usual else self.plan_in(function, outer)
            for turn in range(ROUNDS):
                frame = self._frame(function, parameters, outer)
                frame.loops = None if plan is None else Loops(plan, frame.values)
                frame.late, frame.values.is_eager = before, is_eager
                frame.values.asks_eager = asks_eager
                if turn == 0:
                    known = list(foreseen(frame))
                for condition, put, truth in known:
                    changed.append((put, condition))
                    put(literal(truth, condition))
                    is_decided = True
                if is_decided:
                    frame.values.ways = ways(frame.bound.branches)
                if not self._run(frame):
                    return None
                known = list(decided(frame))
                asks_eager = frame.values.asks_eager
                if not known:
                    break
            if late:
                return Outcome(attributes=assigned.assigned_late(frame))
            return self._outcome(frame, parameters, outer)
        finally:
            for put, condition in reversed(changed):
                put(condition)

    def _frame(self, function: Function, parameters: list[Actual], outer: TypeChecker) -> Frame:
        """A checker for the body alone, so that mypy's own stays as it is."""
        options = self.options_of(outer)
        errors = Errors(options)
        tree = function.source.tree
        times: defaultdict[int, int] = defaultdict(int)  # of each line, where the user asks for it
        checker = TypeChecker(errors, outer.modules, options, tree, tree.path, self._plugin, times)
        bound = self.bound_in(function.item)
        # What it looks up for its first call is the same for all.
        checker.expr_checker._arg_infer_context_cache = outer.expr_checker.argument_infer_context()
        types = self.values_of(outer).types
        values = BodyValues(checker, self.constants(outer), bound, types)
        self.set_behavior(values, tree)
        values.outer, values.originals = function.outer, function.originals
        for argument, actual in zip(function.item.arguments, parameters):
            if actual.value is not UNKNOWN:
                values.arguments[argument.variable] = actual.value
        for var in bound.names:
            if var.is_inferred and "." not in var.fullname and var not in function.originals:
                var.type = None
        frame = Frame(
            self, function, parameters, checker, values, bound, modules={function.source.name}
        )
        values.attribute = partial(attributes.value, frame=frame)
        values.reads = partial(self._reads, checker=outer)
        values.native = partial(self._native_value, checker=outer)
        return frame

    def _run(self, frame: Frame) -> bool:
        """Checks the body; whether that came to an end."""
        is_first = not self.frames
        self.frames.append(frame)
        try:
            typ = override(frame.function, frame.parameters, frame.values.types)
            sets = frame.function.sets
            kept = {var: var.type for var in sets if var.type is not None} if sets else None
            # mypy writes before it raises.
            with (
                redirect_stderr(StringIO()),
                array_overloads.opened(frame.checker.modules) if is_first else nullcontext(),
                standing_for(kept),
                by_name.told(frame),
                nullcontext() if frame.loops is None else frame.loops.installed(),
            ):
                check_item(frame.function, typ, frame.checker)
        except (Exception, SystemExit):
            if DEBUG:
                raise
            return False
        finally:
            self.frames.pop()
        if frame.checker.deferred_nodes or not frame.is_settled:
            if self.frames:
                self.frames[-1].is_settled = False
            return False
        return True

    def _outcome(self, frame: Frame, parameters: list[Actual], outer: TypeChecker) -> Outcome:
        values = frame.values
        returned = [node.expr for node in frame.bound.returns if is_reached(node, frame)]
        falls = falls_through(frame)
        types = [
            None if e is None else displays.written(e, frame.checker.lookup_type_or_none(e), values)
            for e in returned
        ]
        has_tensor = frame.function.is_traced or any(
            e is not None and may_hold_tensor(typ) for e, typ in zip(returned, types)
        )
        types = [
            t if t is None or e is None else body_returns.current(e, t, frame)
            for e, t in zip(returned, types)
        ]
        types = [
            convert.unknown() if e is not None and is_bool(t) and values.of(e) is UNKNOWN else t
            for e, t in zip(returned, types)
        ]
        if frame.function.is_traced:
            types = [traced(typ, values.types) for typ in types]
        result = join_returns([*types, *[None] * falls], values.types)
        value = UNKNOWN
        only = returned[0] if len(returned) == 1 else None
        if only is not None and not (
            falls or frame.function.is_traced or convert.is_without_contents(types[0])
        ):
            value = values.of(only)
            function = closures.returned(only, frame) if value is UNKNOWN else None
            if function is not None:
                value = function
                result = functions.returned(function, values.types) if result is None else result
        if isinstance(only, TupleExpr) and not frame.function.gives_gradient:
            result = closures.returned_in(only, result, frame)
        if frame.function.gives_gradient:
            result, value = without_gradient(result, values.types), UNKNOWN
        findings = findings_of(frame)
        if findings and self.checks_untyped(frame.function, outer):
            usual = self._usual(frame.function, outer)
            findings = [finding for finding in findings if finding.place not in usual]
        return Outcome(
            result,
            value if is_carried(value) else UNKNOWN,
            tuple(findings),
            (*reveals(frame), *frame.reveals),
            assigned.assigned(frame),
            sharing.kept(frame),
            sharing.changed(frame),
            frozenset(frame.modules),
            keras_weights.certain(frame),
            has_tensor,
            values.asks_eager,
        )

    def checks_untyped(self, function: Function, outer: TypeChecker) -> bool:
        """Whether mypy itself checks the body, and tells what is wrong in every call."""
        if function.item.type is not None:
            return True
        options = outer.options.clone_for_module(function.source.name)
        return options.check_untyped_defs and not options.ignore_errors

    def _late(
        self, function: Function, parameters: list[Actual], checker: TypeChecker
    ) -> Mapping[str, Type]:
        """What a method assigns to its object in whatever call of it comes first."""
        name = function.item.name
        if not function.takes_self or name in (assigned.INIT, assigned.BUILD):
            return {}
        if not is_exact(parameters[0].type) or not self.bound_in(function.item).members:
            return {}
        key = function.item, parameters[0].type, "late"
        if key not in self._once:
            unknown = [parameters[0], *(Actual(convert.unknown()) for _ in parameters[1:])]
            self._once[key] = self._check(function, unknown, checker, True) or Outcome()
        return self._once[key].attributes

    def _usual(self, function: Function, checker: TypeChecker) -> frozenset[Any]:
        """What is wrong in the body whatever it is given that its annotations admit."""
        key = function.item, "usual"
        if key not in self._once:
            self._once[key] = Outcome()  # while it is being found
            given: dict[str, list[Actual]] = {}
            if function.takes_self:
                typ = body_parameters.itself(function)
                given[function.item.arguments[0].variable.name] = [Actual(typ)]
            parameters = body_parameters.usual(function, given, checker, self)
            if len(parameters) == len(function.item.arguments):
                # However little the call may still check that asks first.
                left = self._spent, self._given_up
                self._spent = 0
                usual = self._check(function, parameters, checker, is_usual=True)
                self._spent, self._given_up = left
                self._once[key] = usual or Outcome()
        return frozenset(finding.place for finding in self._once[key].findings)


def _can_check(item: FuncItem) -> bool:
    return not (
        item.is_generator or item.is_coroutine or item.is_async_generator or item.is_overload
    )


def _key(parameters: list[Actual]) -> Any:
    try:
        key = tuple(freeze(actual.value) for actual in parameters)
        hash(key)
    except TypeError:
        return object()  # equal to no other
    return key

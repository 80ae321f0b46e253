"""The interpreter's state and its dispatch: what every family of the language and every model of a library uses.

Nothing here knows a statement, a class of Python's or an op. The tables do: they say by the type of a node how it is
compiled, by the type of a value how it is called, read and changed, and by canonical name what a library's function
does. `tftypes.inference.assembly` fills them.
"""

from __future__ import annotations

import ast
import os
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tftypes.algebra import TensorType
from tftypes.inference.codes import Severity
from tftypes.inference.declarations import Declarations
from tftypes.inference.findings import Failure, Finding, Place, Step
from tftypes.inference.interpreter import guards, provenance, symbols
from tftypes.inference.interpreter.certainty import sharpened
from tftypes.inference.interpreter.exits import Arrival, Exhausted, Exit, Kind, Target
from tftypes.inference.interpreter.tables import Limits, Raised, Tables
from tftypes.inference.lattice import join_all, join_slot, same, soften
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.modules import Sources
from tftypes.inference.objects import (
    FAULT,
    TOP,
    Container,
    External,
    Function,
    Log,
    Module,
    Trace,
    Value,
    is_iterator,
    is_unknown,
    noted,
    resolve,
)
from tftypes.inference.state import Heap, Trail
from tftypes.inference.values import (
    ASSUMED,
    Bound,
    Dataset,
    OneOf,
    Partial,
    Seq,
    Tensor,
    may_have_more,
)

T = TypeVar("T")

_NONE: Final[frozenset[Any]] = frozenset()
#: What an op raises: a ValueError, a TypeError or one of TensorFlow's own, which depends on the op and how it runs.
REFUSAL: Final = "refusal"
#: At most so many combinations of alternatives are followed.
_WAYS: Final = 8


#: Sees the value of each expression that is run, where somebody asks for it: an editor, a test.
Observe = Callable[["Interpreter", ast.expr, Value], None]


class Interpreter:
    """One run over a program."""

    def __init__(
        self, tables: Tables, sources: Sources, declared: Declarations, limits: Limits | None = None
    ) -> None:
        self.tables = tables
        self.sources = sources
        #: The exceptions whose handlers are running, the innermost last.
        self.handling: list[Value] = []
        self.declared = declared
        self.limits = limits or Limits()
        self.trail = Trail()
        #: What has been imported by the program that runs, and what imports have left before it (`loaded.Loaded`).
        self.modules: dict[str, Module | None] = {}
        self.loaded: dict[str, Any] = {}
        #: Where the program began, see `Trail.now`.
        self.begun: tuple[int, int] | None = None
        #: The file that runs as the main program, and those in which what is found is kept.
        self.main = ""
        self.mains: frozenset[str] = frozenset()
        #: By the place that is wrong, the place in what was run that leads there, and the code: each once.
        self.findings: dict[tuple[object, ...], Finding] = {}
        #: The file that is being run as the main program.
        self.root = ""
        self.revealed: dict[Place, list[str]] = {}
        #: The calls of `assert_type` that were decided.
        self.asserted: dict[Place, Place] = {}
        self.failures: list[Failure] = []
        self.observe: Observe | None = None
        #: What names of libraries stand for: found once.
        self.names: dict[str, Value] = {}
        self.result_names: dict[str, tuple[str, ...]] = {}
        self.path = ""
        self.steps = 0
        self.budget = self.limits.steps
        #: Steps that the statements of a file have taken.
        self.spent: dict[str, int] = {}
        self.targets: list[Target] = []
        #: How the last path that ended was left, and with which value.
        self.left: tuple[Kind, Value] = ("return", None)
        self.chain: list[tuple[Any, Step]] = []
        #: The numbers and sizes among the arguments of the calls that are running, by the function's code.
        self.measures: dict[Any, list[dict[str, int | None]]] = {}
        #: Bodies that a call has run; the others run once for what their annotations say.
        self.called: set[Any] = set()
        #: When something was given last to a callable of which nothing is known: what is older may be known to it.
        self.escaped = 0
        #: How many conditions of which nothing is known the path has met, and what went wrong under them.
        self.doubt = 0
        self.doubted: list[Finding] = []
        #: Those of them that are written in a branch, as far as they are known, and the function that nobody calls.
        self.guards: tuple[ast.expr, ...] = ()
        self.free: Function | None = None
        #: Functions in whose calls something was found under such a condition: they run once without a call, too.
        self.dropped: set[Any] = set()
        #: Loops that are run until their state is stable, around the present statement.
        self.looping = 0
        #: The graph that is being traced, None where the program runs eagerly, and whether AutoGraph has converted
        #: the code that runs.
        self.trace: Trace | None = None
        self.converted = False
        #: Reasons around the present place for which it may run in a graph that the engine does not follow: nobody calls
        #: the function, or the program makes a graph itself.
        self.hidden_graphs = 0
        #: Whether there has been any graph.
        self.graphs = False
        #: The tapes that record, the innermost last.
        self.tapes: tuple[Heap, ...] = ()
        #: Settings of the process, such as NumPy behaviour: they are state of the program. "dtypes convert": operands of
        #: different dtypes are converted to a common one.
        self.switches = Heap(self.trail)

    # -- findings -----------------------------------------------------------------------------------------------------

    def report(
        self,
        node: ast.AST,
        code: str,
        message: str,
        severity: Severity = "error",
        cause: str = "",
        operands: Sequence[Value] = (),
    ) -> None:
        """A mistake that is certain where this path is taken; it is kept where the path is certain, too.

        It is kept, too, where it is one of `operands` alone, whatever the conditions around.
        """
        if self.root in self.mains:
            anyway = bool(self.doubt and operands) and self._is_wrong_anyway(node, code, operands)
            self.keep(self.finding(node, code, message, severity, cause), anyway)

    def _is_wrong_anyway(self, node: ast.AST, code: str, operands: Sequence[Value]) -> bool:
        """Whether all doubt is about conditions that do not matter to these values, in code that no call has led to."""
        module = self.modules.get(self.sources.name_of(self.path))
        if code not in guards.CODES or self.doubt != len(self.guards) or module is None:
            return False
        if self.chain:
            self.dropped.add(self.chain[-1][0])
            if self.free is None or len(self.chain) > 1 or self.chain[0][0] is not self.free.code:
                return False
        function = self.chain[0][0].node if self.chain else None
        return module.tree is not None and guards.is_wrong_anyway(
            node, operands, self.guards, function, module.tree
        )

    def finding(
        self,
        node: ast.AST,
        code: str,
        message: str,
        severity: Severity = "error",
        cause: str = "",
    ) -> Finding:
        """What is wrong at a place, to be kept now or later."""
        chain = tuple(step for _, step in self.chain)
        return Finding(Place.of(self.path, node), code, message, chain, severity, self.root, cause)

    def keep(self, finding: Finding, anyway: bool = False) -> None:
        if self.doubt and not anyway:
            self.doubted.append(finding)
        else:
            seen_from = finding.root if finding.cause else finding.at_root()
            self.findings.setdefault((finding.identity, seen_from), finding)

    def refuse(
        self,
        node: ast.AST,
        code: str,
        message: str,
        exception: str = REFUSAL,
        operands: Sequence[Value] = (),
    ) -> None:
        """TensorFlow refuses this: caught where a handler may, a finding elsewhere.

        A "refusal" is one of the exceptions that ops raise; which one depends on the op and on the mode.
        """
        if self.is_caught(exception):
            self.leave("raise", External(exception))
        self.report(node, code, message, operands=operands)

    def fault(self, node: ast.AST, error: BaseException) -> None:
        """The engine itself has failed here: nothing is known of the result."""
        where = traceback.extract_tb(error.__traceback__)[-1]
        text = (
            f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"
        )
        self.failures.append(Failure(Place.of(self.path, node), text))

    def certain(
        self, rule: Callable[..., T], args: Sequence[Value], node: ast.AST, failed: Value = TOP
    ) -> T | Value:
        """What a rule makes of arguments; what it refuses is reported where it refuses whatever soft sizes are."""
        try:
            if self.graphs:
                provenance.check_scope(self, args, node)
                args = [provenance.captured(self.trace, each) for each in args]
            return rule(*args)
        except OpError as refused:
            error = refused
            softer = [soften(each) for each in args]
            if not all(map(same, softer, args)):
                try:
                    return sharpened(rule, args, softer)
                except OpError as still:
                    error = refused if refused.message == still.message else still
            if error.code == "tf-dtype" and self.switches.read("dtypes convert", False):
                return failed
            self.refuse(node, error.code, str(error), error.exception or REFUSAL, args)
            return failed
        except Unsure:
            return TOP

    def guarded(self, model: Callable[[], Value], node: ast.AST) -> Value:
        """What a model makes of a call; a fault of the model's costs this value alone."""
        try:
            return model()
        except OpError as error:
            line = str(error.complete(_written(node), {}))
            self.refuse(node, error.code, line, error.exception or REFUSAL)
        except Unsure:
            pass
        except Raised as error:
            self.throw(error, node)
        except (Exit, Exhausted, RecursionError):
            raise
        except Exception as error:
            self.fault(node, error)
        return TOP

    @contextmanager
    def afresh(self, path: str) -> Iterator[None]:
        """Run a module, or what nobody calls: not as a part of what is running now."""
        saved = (
            self.root, self.path, self.steps, self.budget, self.targets, self.chain,
            self.doubt, self.doubted, self.guards, self.looping, self.trace, self.converted, self.tapes,
        )  # fmt: skip
        self.root = self.path = path
        self.targets, self.chain, self.doubt, self.doubted, self.guards = [], [], 0, [], ()
        self.looping, self.trace, self.converted, self.tapes = 0, None, False, ()
        try:
            yield
        finally:
            (
                self.root, self.path, self.steps, self.budget, self.targets, self.chain,
                self.doubt, self.doubted, self.guards, self.looping, self.trace, self.converted, self.tapes,
            ) = saved  # fmt: skip

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Run for a result alone: nothing is reported, and the state is taken back."""
        mains, failures = self.mains, len(self.failures)
        self.mains = frozenset()
        self.trail.mark()
        depth = self.trail.depth
        try:
            yield
        finally:
            self.trail.unwind(depth)
            self.trail.undo()
            self.mains = mains
            del self.failures[failures:]

    @contextmanager
    def tracing(self, trace: Trace | None, converted: bool) -> Iterator[None]:
        """Run in a graph, None for eagerly."""
        saved = self.trace, self.converted
        self.trace, self.converted = trace, converted
        self.graphs = self.graphs or trace is not None
        try:
            yield
        finally:
            self.trace, self.converted = saved

    @contextmanager
    def in_hidden_graph(self) -> Iterator[None]:
        """Run what may be in a graph that the engine does not follow."""
        self.hidden_graphs += 1
        try:
            yield
        finally:
            self.hidden_graphs -= 1

    @property
    def is_eager(self) -> bool:
        """Whether the present code runs eagerly for sure."""
        return not (self.trace or self.hidden_graphs or self.switches.read("graph", False))

    # -- paths --------------------------------------------------------------------------------------------------------

    def allowance(self, module: Module) -> int:
        """How many steps the next statement of a module may take."""
        limits, body = self.limits, [] if module.tree is None else module.tree.body
        lines = (body[-1].end_lineno or 0) if body else 0
        left = (
            limits.module_steps
            + limits.module_steps_a_line * lines
            - self.spent.get(module.path, 0)
        )
        return max(limits.steps, min(limits.steps + limits.steps_a_line * lines, left))

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.budget:
            raise Exhausted

    def leave(self, kind: Kind, value: Value = None) -> None:
        """End this path; what it had changed goes to the target that takes it. Always raises Exit."""
        self.left = kind, value
        uncaught = kind == "raise" and not self._may_be_caught(value)
        for target in reversed(self.targets):
            takes = _takes(target, kind, value)
            if takes is not False:
                if uncaught:
                    if target.passed:
                        break
                    target.passed = True
                mark = target.round if kind == "continue" and target.round else target.mark
                newest = takes is True and self.trail.is_newest(mark)
                changes = None if newest else self.trail.remember(mark)
                target.arrivals.append(Arrival(kind, value, changes))
                if takes is True:
                    break
            elif target.kind == "call" and kind in ("break", "continue"):
                break
        raise Exit

    def throw(self, error: Raised, node: ast.AST) -> Value:
        """Python raises here for sure. Always raises Exit."""
        self.leave("raise", External(error.exception))

    def is_caught(self, exception: str) -> bool:
        """Whether a handler around may catch an exception of that class."""
        return self._may_be_caught(External(exception))

    def _may_be_caught(self, exception: Value) -> bool:
        return any(
            each.kind == "try" and _takes(each, "raise", exception) is not False
            for each in self.targets
        )

    def fork(
        self,
        ways: Sequence[Callable[[], None]],
        unsure: bool = False,
        test: ast.expr | None = None,
    ) -> int:
        """Run each way from the present state and go on from where those that do not end agree; how many these are.

        `unsure` says that nothing is known of the condition: what goes wrong is reported only where it goes wrong on
        every way, or whatever the condition, which is `test`. Raises Exit where every way ends.
        """
        ends, found = [], []
        outer, self.doubted = self.doubted, []
        for way in ways:
            self.trail.mark()
            depth, doubt, guards_before = self.trail.depth, self.doubt, self.guards
            if unsure:
                self.under(test)
            try:
                way()
                alive = True
            except Exit:
                alive = False
            self.doubt, self.guards = doubt, guards_before
            self.trail.unwind(depth)
            changes = self.trail.undo()
            if alive:
                ends.append(changes)
            found.append(self.doubted)
            self.doubted = []
        self.doubted = outer
        if unsure and found:
            self._keep_common(found)
        elif self.doubt:
            for each in found:
                self.doubted += each
        if not ends:
            raise Exit
        self.trail.merge(ends, join_slot)
        return len(ends)

    def under(self, test: ast.expr | None) -> None:
        """The path goes on under a condition of which nothing is known."""
        self.doubt += 1
        if test is not None:
            self.guards = (*self.guards, test)

    def _keep_common(self, found: list[list[Finding]]) -> None:
        places = [{(each.place, each.code) for each in way} for way in found]
        for finding in found[0]:
            if all((finding.place, finding.code) in way for way in places):
                self.keep(finding)

    def each(self, run: Callable[..., Value], *values: Value) -> Value:
        """The join of what a function makes of each alternative; an error counts where every alternative has it."""
        ways: list[tuple[Value, ...]] = [()]
        for value in values:
            ways = [
                (*way, each)
                for way in ways
                for each in (value.values if isinstance(value, OneOf) else (value,))
            ]
        if len(ways) > _WAYS:
            return TOP
        results: list[Value] = []
        self.fork([lambda way=way: results.append(run(*way)) for way in ways], unsure=True)  # type: ignore[misc]
        return join_all(results)

    # -- dispatch -----------------------------------------------------------------------------------------------------

    def call(
        self, function: Value, args: Sequence[Value], kwargs: Mapping[str, Value], node: ast.AST
    ) -> Value:
        """The result of a call. Raises Exit where it does not come back."""
        function = resolve(function)
        handler = self.tables.calls.get(type(function))
        if handler is None:
            self.escape((*args, *kwargs.values()))
            return TOP
        return handler(self, function, args, kwargs, node)

    def attribute(self, value: Value, name: str, node: ast.AST) -> Value:
        value = resolve(value)
        handler = self.tables.attributes.get(type(value))
        return TOP if handler is None else handler(self, value, name, node)

    def set_attribute(self, value: Value, name: str, new: Value, node: ast.AST) -> None:
        value = resolve(value)
        handler = self.tables.attribute_writes.get(type(value))
        if handler is not None:
            handler(self, value, name, new, node)

    def item(self, value: Value, key: Value, node: ast.AST) -> Value:
        value = resolve(value)
        handler = self.tables.items.get(type(value))
        if handler is None:
            return TOP
        try:
            return handler(self, value, resolve(key), node)
        except Raised as error:
            return self.throw(error, node)

    def set_item(self, value: Value, key: Value, new: Value, node: ast.AST) -> None:
        value = resolve(value)
        handler = self.tables.item_writes.get(type(value))
        if handler is not None:
            try:
                handler(self, value, resolve(key), new, node)
            except Raised as error:
                self.throw(error, node)

    def items(self, value: Value) -> Value:
        """The items of an iterable: a tuple, a `Seq`, or None where it is not known what it is."""
        value = resolve(value)
        handler = self.tables.iterables.get(type(value))
        return None if handler is None else handler(self, value)

    def drain(self, value: Value, partly: bool = False) -> None:
        """Somebody goes through an iterable to its end, or `partly`: an iterator has no more items, or nobody knows."""
        value = resolve(value)
        if is_iterator(value):
            left = self.items(value) if partly else ()
            items = Seq((), self.any_item(value)) if left else ()
            self.write(value, "contents", items)

    def check_items(self, value: Value, node: ast.AST) -> None:
        """What goes wrong for sure where the items of a dataset, or the first one of its iterator, are asked for."""
        value = resolve(value)
        fault = value.fault if isinstance(value, Dataset) else None
        if is_iterator(value):
            fault = value.read(FAULT, None)
        if fault is not None:
            self.refuse(node, *fault)

    def loop_items(self, value: Value, node: ast.AST) -> Value:
        """The items that a loop of Python's goes over."""
        value = resolve(value)
        if self.graphs and symbols.refuse_iteration(self, value, node):
            return None
        self.check_items(value, node)
        return self.items(value)

    def submodule(self, module: Module, name: str) -> Value:
        return self.tables.submodule(self, module, name)

    def known_items(self, value: Value) -> tuple[Value, ...] | None:
        """The items of an iterable whose number is known."""
        found = self.items(value)
        return found if isinstance(found, tuple) else None

    def any_item(self, value: Value) -> Value:
        """What each item of an iterable is."""
        found = self.items(value)
        if isinstance(found, tuple):
            return join_all(found)
        return join_all((*found.prefix, found.rest)) if isinstance(found, Seq) else TOP

    def truth(self, value: Value) -> bool | None:
        """Whether a condition holds; None where that is not known."""
        value = resolve(value)
        handler = self.tables.truths.get(type(value))
        return None if handler is None else handler(self, value)

    def condition(self, value: Value, node: ast.AST) -> bool | None:
        """The truth of a value that Python asks for; a value that has none is reported."""
        value = resolve(value)
        check = self.tables.conditions.get(type(value))
        if check is not None:
            check(self, value, node)
        return self.truth(value)

    def is_vague(self, value: Value) -> bool:
        """Whether nothing at all is known of a condition, so that the path may not be the one that is taken."""
        value = resolve(value)
        return is_unknown(value) or isinstance(value, (PyValue, External))

    def has_method(self, value: Value, name: str) -> bool:
        return self.tables.has_method(self, value, name)

    def method(
        self,
        value: Value,
        name: str,
        args: Sequence[Value],
        node: ast.AST,
        kwargs: Mapping[str, Value] = MappingProxyType({}),
    ) -> Value:
        """The result of a method's call. A method of which nothing is known may change its receiver."""
        method = self.attribute(value, name, node)
        if method is TOP:
            self.escape((value,))
        return self.call(method, args, kwargs, node)

    # -- tensors ------------------------------------------------------------------------------------------------------

    def made(self, tensor: TensorType, args: Sequence[Value] = (), op: str = "") -> TensorType:
        """A tensor that an op has made of its arguments: of the trace that is running, and differentiable or not."""
        if tensor.kind not in ("tensor", "ragged", "sparse"):
            return tensor
        sources = provenance.derived(self.tapes, op, tensor, args) if self.tapes else _NONE
        # Python's operators give an array where an operand is one.
        assumed = not op.startswith("tensorflow.") and any(map(may_have_more, args))
        return Tensor(
            tensor.dtype,
            tensor.shape,
            tensor.kind,
            tensor.value,
            trace=self.trace,
            sources=sources,
            history=ASSUMED if assumed else None,
        )

    # -- objects ------------------------------------------------------------------------------------------------------

    def list(self, items: Value, kind: str = "list") -> Container:
        """A new list, set, deque or iterator with such items."""
        return Container(self.trail, kind, items)

    def note(self, target: Heap, key: Any, *entries: Any) -> None:
        """Add to the log that a slot holds."""
        self.write(target, key, Log((*noted(target, key), *entries)))

    def write(self, target: Heap, key: Any, value: Value) -> None:
        self.trail.write(target, key, value)

    def escape(self, values: Sequence[Value]) -> None:
        """A callable of which nothing is known gets these values, and may change what it reaches through them."""
        if any(isinstance(each, (Heap, Bound, Partial)) for each in values):
            self.escaped = self.trail.tick()
        for each in values:
            self.tables.escape(self, resolve(each))

    def unbound(self, value: Value) -> Value:
        """The function under a bound method."""
        return value.function if isinstance(value, Bound) else value


def _takes(target: Target, kind: Kind, value: Value) -> bool | None:
    """Whether a target takes an exit: True, False, or None where an exception may pass."""
    if kind == "unwind" or kind == "suspend":
        owner = target.kind == "generator" and value[0] is target
        return owner or kind == "unwind" and target.kind == "finally"
    if target.kind == "finally":
        return True
    if target.kind == "barrier":
        return kind != "raise"
    if kind == "raise":
        return target.catches(value) if target.kind == "try" and callable(target.catches) else False
    if kind == "return":
        return target.kind == "call"
    return target.kind == "loop"


def _written(node: ast.AST) -> str:
    """The call as the program writes it, for messages."""
    return f"{ast.unparse(node.func)}()" if isinstance(node, ast.Call) else ast.unparse(node)

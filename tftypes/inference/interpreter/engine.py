"""The interpreter's state and its dispatch: what every family of the language and every model of a library uses.

Nothing here knows a statement, a class of Python's or an op. The tables do: they say by the type of a node how it is
compiled, by the type of a value how it is called, read and changed, and by canonical name what a library's function
does. `tftypes.inference.assembly` fills them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import provenance, symbols
from tftypes.inference.interpreter.certainty import sharpened
from tftypes.inference.interpreter.exits import Exhausted, Exit
from tftypes.inference.interpreter.paths import Paths
from tftypes.inference.interpreter.tables import Call, Model, Raised
from tftypes.inference.lattice import any_of, same
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure
from tftypes.inference.models.tensorflow.ops.masks import in_graph
from tftypes.inference.objects import (
    FAULT,
    TOP,
    External,
    Refused,
    Value,
    is_iterator,
    is_unknown,
    resolve,
)
from tftypes.inference.state import Heap
from tftypes.inference.values import (
    ASSUMED,
    MIXED,
    Bound,
    Dataset,
    Partial,
    Seq,
    Tensor,
    is_mixed,
    may_have_more,
)
from tftypes.inference.widening import soften

T = TypeVar("T")

_NONE: Final[frozenset[Any]] = frozenset()
#: What an op raises: a ValueError, a TypeError or one of TensorFlow's own, which depends on the op and how it runs.
REFUSAL: Final = "refusal"


#: Sees the value of each expression that is run, where somebody asks for it: an editor, a test.
Observe = Callable[["Interpreter", ast.expr, Value], None]


class Interpreter(Paths):
    """One run over a program."""

    # -- what is refused --------------------------------------------------------------------------------------------------

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
            self.leave("raise", Refused(exception, finding=self.finding(node, code, message)))
        self.report(node, code, message, operands=operands)

    def refuse_nothing(
        self, node: ast.AST | None, code: str, words: str, exception: str = "builtins.TypeError"
    ) -> None:
        """Refuse what Python asks of None, where the expression is known to give nothing."""
        if node is not None and (why := self.why_nothing(node)) is not None:
            self.refuse(node, code, f"{words}: {why}", exception)

    def certain(
        self,
        rule: Callable[..., T],
        args: Sequence[Value],
        node: ast.AST,
        failed: Value = TOP,
        op: str = "",
    ) -> T | Value:
        """What a rule makes of arguments; what it refuses is reported where it refuses whatever soft sizes are.

        `op` names the op where it may run without the values of tensors.
        """
        try:
            if not (self.graphs or self.tapes):
                return rule(*args)
            if self.trace is not None:
                rule = partial(in_graph, rule)
            given, args = args, [provenance.captured(self.trace, each) for each in args]
            passed = provenance.handed_on(self, given, op)
            if passed is not None and provenance.is_alike(rule(*args), passed):
                return passed
            provenance.check_scope(self, given, node, op)
            return rule(*args)
        except OpError as refused:
            if self._runs(refused, args, node):
                return TOP
            error = refused
            softer = [soften(each) for each in args]
            if not all(map(same, softer, args)):
                try:
                    return sharpened(rule, args, softer)
                except OpError as still:
                    error = refused if refused.message == still.message else still
            if error.code == "tf-dtype" and self.switches.read("dtypes convert", False):
                return failed
            words = str(error)
            if error.hint is None and any(each is None for each in args):
                given = node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
                why = next(filter(None, map(self.why_nothing, given)), None)
                words = words if why is None else f"{words}; {why}"
            self.refuse(node, error.code, words, error.exception or REFUSAL, args)
            return failed
        except Unsure:
            return TOP

    def _runs(self, error: OpError, args: Sequence[Value], node: ast.AST) -> bool:
        """Whether what a graph refuses is run eagerly here, or what a kernel refuses is left out of the graph."""
        if self.trace is not None:
            return error.at_run and self._is_dropped(node)
        symbolic = any(isinstance(each, TensorType) and each.kind == "symbol" for each in args)
        return error.in_graph and not symbolic

    def _is_dropped(self, node: ast.AST) -> bool:
        """Whether an expression is a statement: nobody uses its value."""
        module = self.current_module
        statements = () if module is None or module.tree is None else ast.walk(module.tree)
        return any(isinstance(each, ast.Expr) and each.value is node for each in statements)

    def each_at(self, node: ast.AST, run: Callable[..., Value], *values: Value) -> Value:
        """The join of what a function makes of each alternative, where it may raise for one what Python raises."""
        return self.each(lambda *way: self.guarded(lambda: run(*way), node), *values)

    def modelled(self, model: Model, call: Call) -> Value:
        """What the model of a function, class or method makes of a call."""
        operands = call.values
        return self.guarded(lambda: model(self, call), call.node, operands)

    def guarded(
        self, model: Callable[[], Value], node: ast.AST, operands: Sequence[Value] = ()
    ) -> Value:
        """What a model makes of a call; a fault of the model's costs this value alone."""
        try:
            return model()
        except OpError as error:
            if self._runs(error, operands, node):
                return TOP
            line = str(error.complete(_written(node), {}))
            self.refuse(node, error.code, line, error.exception or REFUSAL, operands)
        except Unsure:
            pass
        except Raised as error:
            self.throw(error, node)
        except (Exit, Exhausted, RecursionError):
            raise
        except Exception as error:
            self.fault(node, error)
        return TOP

    # -- dispatch -----------------------------------------------------------------------------------------------------

    def call(
        self, function: Value, args: Sequence[Value], kwargs: Mapping[str, Value], node: ast.AST
    ) -> Value:
        """The result of a call. Raises Exit where it does not come back."""
        return self.dispatch(function, Call(args, kwargs, node))

    def dispatch(self, function: Value, call: Call) -> Value:
        """The result of a call, by the type of what is called."""
        function = resolve(function)
        handler = self.tables.calls.get(type(function))
        if handler is None:
            self.forget(call.values)
            return TOP
        return handler(self, function, call)

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
            with self.doubting():  # what is left need not be asked for
                left = self.items(value) if partly else ()
            items = Seq((), any_of(left)) if left else ()
            self.write(value, "contents", items)

    def check_items(self, value: Value, node: ast.AST, every: bool = False) -> None:
        """What goes wrong for sure where the items of a dataset, or the first one of its iterator, are asked for."""
        value = resolve(value)
        fault = value.fault if isinstance(value, Dataset) else None
        if every and isinstance(value, Dataset):
            fault = fault or value.later
        if is_iterator(value):
            fault = value.read(FAULT, None)
        if fault is not None:
            self.refuse(node, *fault)

    def loop_items(
        self, value: Value, node: ast.AST, every: bool = False, iterated: ast.expr | None = None
    ) -> Value:
        """The items that a loop of Python's goes over, `every` one of them for sure."""
        value = resolve(value)
        if self.graphs and symbols.refuse_iteration(self, value, node, iterated):
            return None
        self.check_items(value, node, every)
        items = self.items(value)
        if items is None:
            self.tables.check_iterable(self, value, node, iterated)
        return items

    def taken(self, value: Value, node: ast.AST, iterated: ast.expr | None = None) -> Value:
        """The items of an iterable of which somebody takes all."""
        items = self.loop_items(value, node, True, iterated)
        self.drain(value)
        return items

    def known_items(self, value: Value) -> tuple[Value, ...] | None:
        """The items of an iterable whose number is known."""
        found = self.items(value)
        return found if isinstance(found, tuple) else None

    def any_item(self, value: Value) -> Value:
        """What each item of an iterable is."""
        return any_of(self.items(value))

    def some_items(self, value: Value) -> Value:
        """The items of an iterable; any number of anything where it is not known what it is."""
        found = self.items(value)
        return Seq((), TOP) if found is None else found

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
        # The contents of an array are often constants of the program, which are not followed.
        is_array = isinstance(value, TensorType) and value.kind == "array"
        if isinstance(value, PyValue):
            return value.type != "bool" or not value.drawn
        return is_array or is_unknown(value) or isinstance(value, External)

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
            self.forget((value,))
        return self.call(method, args, kwargs, node)

    # -- tensors ------------------------------------------------------------------------------------------------------

    def made(self, tensor: TensorType, args: Sequence[Value] = (), op: str = "") -> TensorType:
        """A tensor that an op has made of its arguments: of the trace that is running, and differentiable or not."""
        if tensor.kind not in ("tensor", "ragged", "sparse"):
            return tensor
        sources = provenance.derived(self.tapes, op, tensor, args) if self.tapes else _NONE
        # Python's operators give an array where an operand is one.
        is_operator = not op.startswith("tensorflow.")
        history = ASSUMED if is_operator and any(map(may_have_more, args)) else None
        if history is None and is_operator and any(map(_may_answer, args)):
            history = MIXED
        if history is None and (graph := self.session_graph) is not None:
            history = provenance.of_session(graph, op, args)
        return Tensor(
            tensor.dtype,
            tensor.shape,
            tensor.kind,
            tensor.value,
            trace=self.trace or (tensor.trace if isinstance(tensor, Tensor) else None),
            sources=sources,
            history=history,
        )

    # -- objects ------------------------------------------------------------------------------------------------------

    def escape(self, values: Sequence[Value]) -> None:
        """A library gets these values, and may keep them, write to arrays and call methods of instances."""
        self._share(values)
        for each in values:
            self.tables.escape(self, resolve(each))

    def forget(self, values: Sequence[Value]) -> None:
        """A callable of which nothing is known gets these values, and may change what it reaches through them."""
        self._share(values)
        self.tables.forget(self, values)

    def _share(self, values: Sequence[Value]) -> None:
        """Others may hold these values from here on."""
        for each in values:
            if isinstance(each, (Heap, Bound, Partial)):
                self.escaped = self.trail.tick()
                return

    def unbound(self, value: Value) -> Value:
        """The function under a bound method."""
        return value.function if isinstance(value, Bound) else value


def _may_answer(operand: Value) -> bool:
    """Whether the class of an operand may say what an operator makes of it."""
    operand = resolve(operand)
    return is_unknown(operand) or is_mixed(operand)


def _written(node: ast.AST) -> str:
    """The call as the program writes it, for messages."""
    return f"{ast.unparse(node.func)}()" if isinstance(node, ast.Call) else ast.unparse(node)

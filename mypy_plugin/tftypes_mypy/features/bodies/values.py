"""What is known of values inside a body: the arguments of this call, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, LiteralType, NoneType, TupleType, Type, TypeOfAny

from tftypes.algebra import UNKNOWN, DType, Expr, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import ListOf, PyValue
from tftypes_mypy import convert
from tftypes_mypy.assignments import Binding
from tftypes_mypy.comparisons import COMPARISONS, is_plain
from tftypes_mypy.features.bodies import sharing
from tftypes_mypy.features.bodies.bound import Bound, FunctionValue, Named, is_mutable
from tftypes_mypy.ranges import end
from tftypes_mypy.standing import has_more, plain
from tftypes_mypy.syntax import Place
from tftypes_mypy.values import Values

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.loop_names import Entry
    from tftypes_mypy.features.bodies.loops import Loops
    from tftypes_mypy.features.bodies.repeated import Asked

#: Finds what a name of another module is bound to, by its full name.
Constants = Callable[[str], Expression | None]


class BodyValues(Values):
    """Evaluates expressions of one function, for the arguments of one call."""

    def __init__(
        self,
        checker: TypeChecker,
        constants: Constants,
        bound: Bound | None = None,
        types: convert.Types | None = None,
    ) -> None:
        super().__init__(checker, types)
        self.checker = checker
        self._constants = constants
        self._bound = bound
        self._assignments = bound
        self.is_of_call = bound is not None
        #: The parameters, as far as their values are known.
        self.arguments: dict[Var, Any] = {}
        #: What the calls of the program's functions return, as far as it is known.
        self.results: dict[Expression, Any] = {}
        #: Where a copy of a nested function has variables of its own, those of the original.
        self.originals: Mapping[Var, Var] = {}
        self.outer: BodyValues | None = None
        #: The functions in it that calls have reached, which mypy may ask for again.
        self.asked: dict[CallExpr, Asked] = {}
        #: What the loops of the body make of names, while mypy checks it.
        self.loops: Loops | None = None
        #: The items of comprehensions, with mypy's type of the whole for which they hold.
        self._made_of: dict[ListComprehension, tuple[Type, Sequence[Type] | None]] = {}
        #: The calls of the program's functions that leave what a name stands for as it is.
        self.left: set[tuple[CallExpr, Var]] = set()
        #: By the call of a layer its type, and the weights that the call has made if they are known.
        self.weights: dict[CallExpr, tuple[Type, Any]] = {}
        #: Whether the body is sure to run outside of graphs.
        self.is_eager = False
        #: Whether that was asked for.
        self.asks_eager = False
        #: Whether mypy has not begun with the body: any of its statements may come to be run.
        self.is_ahead = False
        #: What an attribute of the object holds that the body is a method of.
        self.attribute: Callable[[MemberExpr, int], Any] = lambda member, depth: UNKNOWN
        #: Whether a module only reads a container that it makes, by the container's full name.
        self.reads: Callable[[str], bool] = lambda fullname: False
        #: What mypy's own pass over a module knows of a name that it binds once, by its full name.
        self.native: Callable[[str, int], Any] = lambda fullname, depth: UNKNOWN
        #: Of the values of a module, mypy's binder in the pass in which its loops were looked at.
        self.seen_by: object = None
        #: What is known of the parts of the expression being evaluated.
        self._parts: dict[Expression, Any] = {}

    @property
    def is_outside_graphs(self) -> bool:
        """Whether what is being checked is sure to run outside of graphs: in such a body, or in no function."""
        self.asks_eager = True
        return self.runs_eagerly

    @property
    def runs_eagerly(self) -> bool:
        """The same, for what is checked from here: that may never ask."""
        return self.is_eager or len(self.checker.scope.stack) == 1

    def type_of(self, expression: Expression) -> Type | None:
        entry = self._followed(expression.node) if isinstance(expression, NameExpr) else None
        if entry is not None and entry.items is not None and entry.type is not None:
            return entry.type  # of the items of which mypy may have forgotten
        return super().type_of(expression)

    def standing(self, expression: Expression, typ: Type) -> Type:
        """The same for a name of the function around, which may bind it again before this one is called."""
        var = expression.node if isinstance(expression, NameExpr) else None
        entry = self._followed(var)
        if entry is not None and has_more(typ):
            return (entry.type or typ) if entry.is_sure else plain(typ)
        if self.loops is not None and self.loops.holds(expression):
            return self.checker.binder.get(expression) or typ
        values: BodyValues = self
        while isinstance(var, Var) and values.outer is not None and has_more(typ):
            var, values = values.originals.get(var, var), values.outer
            if values.assignments.is_bound_again(var):
                return plain(typ)
        return super().standing(expression, typ)

    def _known(self, expression: Expression, depth: int) -> Any:
        if isinstance(expression, (IntExpr, StrExpr)):
            return expression.value
        if expression in self.results:
            return self.results[expression]
        if self._items:
            return self._evaluate(expression, depth)  # what it is depends on the item
        if depth == 0:
            self._parts = {}
        # A name that is used twice is evaluated once.
        if expression not in self._parts:
            self._parts[expression] = self._evaluate(expression, depth)
        return self._parts[expression]

    def forget_parts(self) -> None:
        """Evaluates all anew: names stand for something else now."""
        self._parts = {}

    def _evaluate(self, expression: Expression, depth: int) -> Any:
        if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            value = self._variable(expression, expression.node, depth)
        elif isinstance(expression, MemberExpr):
            value = self.attribute(expression, depth + 1)
            if value is UNKNOWN and isinstance(expression.node, Var):
                value = self._global(expression.node, depth)
        elif isinstance(expression, ConditionalExpr):
            truth = self.truth(expression.cond, depth + 1)
            if truth is None:
                return UNKNOWN
            return self.of(expression.if_expr if truth else expression.else_expr, depth=depth + 1)
        else:
            value = UNKNOWN
        return super()._known(expression, depth) if value is UNKNOWN else value

    def _followed(self, var: Node | None) -> Entry | None:
        """What a name stands for at the place that mypy is at, where loops are followed round by round."""
        if self.loops is None or self._is_past or not isinstance(var, Var):
            return None
        return self.loops.entry(var)

    def _variable(self, expression: NameExpr, var: Var, depth: int) -> Any:
        entry = self._followed(var)
        if entry is not None:
            return entry.value
        if var in self.arguments:
            given = self.given(var, expression)
            if isinstance(given, (FunctionValue, Named)):
                return UNKNOWN
            return given if not is_mutable(given) or self.is_still(var, expression) else UNKNOWN
        original = self.originals.get(var)
        if original is not None and self.outer is not None:
            entry = self.outer._followed(original)
            if entry is not None:
                return entry.value
            bound = self.outer.assignments.value_of(original)
            is_from_outside = bound is None and original in self.outer.originals
            if original in self.outer.arguments or is_from_outside:
                return self.outer._variable(expression, original, depth)
            return UNKNOWN if bound is None else self.outer.of(bound, depth=depth + 1)
        return self._global(var, depth)

    def _global(self, var: Var, depth: int) -> Any:
        """A name of another module, or of the one that a body is of."""
        module, _, _ = var.fullname.rpartition(".")
        if not module or var.info or var.final_value is not None:
            return UNKNOWN
        if self._bound is None and module == self._checker.tree.fullname:
            return UNKNOWN  # its own assignments tell
        value = self._constants(var.fullname)
        if value is None:
            return UNKNOWN
        known = self.of(value, AnyType(TypeOfAny.special_form), depth + 1)
        return self.native(var.fullname, depth + 1) if known is UNKNOWN else known

    def given(self, parameter: Var, at: Expression) -> Any:
        """What a parameter was given, where it is read: until it gets another value."""
        given = self.arguments.get(parameter, UNKNOWN)
        if given is UNKNOWN or self._bound is None or parameter not in self._bound.names:
            return given
        return UNKNOWN if self._bindings(parameter, at) else given

    def _bindings(self, var: Var, at: Expression) -> Sequence[Binding]:
        """What may have given a name another value before it is read; all where that is not sure."""
        assert self._bound is not None
        known = self._bound.bindings.get(var, ())
        if not self._bound.is_own(at):
            return known  # a function in it may run at any time
        place = at.line, at.column
        before = [each for each in known if each.place <= place]
        return before if self.is_ahead else [e for e in before if self._is_reached(e, place)]

    def _is_reached(self, binding: Binding, place: Place) -> bool:
        """Whether it may be: what stands below in a loop mypy comes by later."""
        written = binding.written
        return written is None or end(written) >= place or self._is_visited(written)

    def _is_visited(self, written: Expression) -> bool:
        """Whether mypy came by what is assigned: of `a, b = c, d` it asks for the items alone."""
        parts = written.items if isinstance(written, (ListExpr, TupleExpr)) else ()
        return any(self.checker.has_type(each) for each in (written, *parts))

    def is_still(self, var: Var, at: Expression) -> bool:
        """Whether no function has changed what a name stands for, where it is read."""
        known = self.assignments
        return not known.is_changed(var) and all(
            self.leaves(call, var, at) for call in known.calls_with(var)
        )

    def leaves(self, call: CallExpr, var: Var, at: Expression | None = None) -> bool:
        """Whether a call leaves what a name stands for as it is, up to a place where it is read."""
        if (call, var) in self.left or sharing.is_pure(call) or self._only_looks(call):
            return True
        order = None if at is None else self.assignments.follows(call, at)
        if order is False:
            return True  # it is not called yet
        if (order or at is None) and not self.checker.has_type(call):
            return True  # it never is
        return all(
            sharing.is_immutable(self.type_of(name))
            for argument in call.args
            for name in sharing.names_of(var, argument)
        )

    def makes_function(self, expression: Expression) -> bool:
        return isinstance(self.results.get(expression), FunctionValue)

    def _only_looks(self, call: CallExpr) -> bool:
        callee = call.callee
        return isinstance(callee, MemberExpr) and sharing.only_looks(
            callee.name, self.type_of(callee.expr)
        )

    def is_only_read(self, var: Var) -> bool:
        if self.loops is not None and not self._is_past and self.loops.items(var) is not None:
            return True  # all that comes into the list is seen to
        return "." in var.fullname and not var.info and self.reads(var.fullname)

    def made_once(self, var: Var) -> Expression | None:
        if not self.is_only_read(var):
            return None
        if self._bound is None and var.fullname.rpartition(".")[0] == self._checker.tree.fullname:
            return self.assignments.given_to(var)
        return self.made_by_module(var)

    def made_by_module(self, var: Var) -> Expression | None:
        """What a module makes, and binds to this name alone, with its type."""
        made = self._constants(var.fullname)
        if made is not None and not self.checker.has_type(made):
            binder = self.checker.binder
            is_through = len(binder.frames) == 1  # mypy opens none for a lambda then
            with (
                self.checker.msg.filter_errors(),
                binder.top_frame_context() if is_through else nullcontext(),
            ):
                self.checker.expr_checker.accept(made)
        return made

    def each_of(self, comprehension: ListComprehension, typ: Type) -> Sequence[Type] | None:
        from tftypes_mypy.features.bodies import loop_items

        known = self._made_of.get(comprehension)
        if known is None or known[0] is not typ:
            found, is_at_work = None, len(self.checker.binder.frames) > 1
            if is_at_work and not self._is_past and not self._items:
                found = loop_items.each_of(comprehension, self, self._items)
            known = self._made_of[comprehension] = typ, found
        return known[1]

    # --- conditions

    def truth(self, condition: Expression, depth: int = 0) -> bool | None:
        """Whether a condition holds in this call; None where that is not known."""
        if depth == 0:
            self._parts = {}
        if isinstance(condition, IntExpr):
            return bool(condition.value)
        if isinstance(condition, UnaryExpr) and condition.op == "not":
            inner = self.truth(condition.expr, depth + 1)
            return None if inner is None else not inner
        if isinstance(condition, OpExpr) and condition.op in ("and", "or"):
            decides = condition.op == "or"
            both = self.truth(condition.left, depth + 1), self.truth(condition.right, depth + 1)
            if decides in both:
                return decides
            return None if None in both else not decides
        if isinstance(condition, ComparisonExpr):
            return self._comparison(condition, depth + 1)
        if isinstance(condition, CallExpr) and _asks_for_tensor(condition):
            value = self.of(condition.args[0], depth=depth + 1)
            if isinstance(value, TensorType) and value.kind != "array":
                return True
            is_python = is_plain(value) or isinstance(value, (list, tuple, PyValue, ListOf))
            return False if is_python and value is not UNKNOWN else None
        value = self.of(condition, depth=depth)
        if value is None or isinstance(value, (bool, int, float, str, tuple, list)):
            return bool(value)
        return None

    def _comparison(self, condition: ComparisonExpr, depth: int) -> bool | None:
        if len(condition.operators) != 1:
            return None
        left, right = (self._compared(operand, depth) for operand in condition.operands)
        compare = COMPARISONS.get(condition.operators[0])
        return None if compare is None else compare(left, right)

    def _compared(self, operand: Expression, depth: int) -> Any:
        """An operand of a comparison, which may be a function that was passed."""
        if isinstance(operand, NameExpr) and isinstance(operand.node, Var):
            given = self.given(operand.node, operand)
            if isinstance(given, FunctionValue):
                return given
        return self.of(operand, depth=depth)


def _asks_for_tensor(call: CallExpr) -> bool:
    """`tf.is_tensor(x)`."""
    callee = call.callee
    is_asked = isinstance(callee, RefExpr) and callee.fullname == "tensorflow.is_tensor"
    return is_asked and len(call.args) == 1


# --- values as types ------------------------------------------------------------------


def type_of(value: Any, types: convert.Types) -> Type | None:
    """The type of a Python value; None where the value is none."""
    if value is None:
        return NoneType()
    if isinstance(value, (bool, int, str)) and type(value) in (bool, int, str):
        name = f"builtins.{type(value).__name__}"
        fallback = types.make(name, [])
        return fallback.copy_modified(last_known_value=LiteralType(value, fallback))
    if isinstance(value, (int, Expr)):
        return types.make("builtins.int", [])
    if isinstance(value, float):
        return types.make("builtins.float", [])
    if isinstance(value, PyValue):
        return types.make(f"builtins.{value.type}", [])
    if isinstance(value, tuple):
        unknown = convert.unknown()
        items = [type_of(item, types) or unknown for item in value]
        return TupleType(items, types.make("builtins.tuple", [unknown]))
    if isinstance(value, list):
        return types.make("builtins.list", [convert.unknown()])
    if isinstance(value, TensorType):
        return convert.type_of_tensor(value, types)
    return None


def freeze(value: Any) -> Any:
    """The value as a key: equal for equal values of the same kind only."""
    if isinstance(value, (tuple, list)):
        return type(value).__name__, tuple(map(freeze, value))
    if isinstance(value, slice):
        return "slice", freeze((value.start, value.stop, value.step))
    if isinstance(value, dict):
        return "dict", tuple((freeze(k), freeze(v)) for k, v in value.items())
    return type(value).__name__, value


def is_carried(value: Any) -> bool:
    """Whether a value says more than its type does."""
    if isinstance(value, (tuple, list)):
        return any(map(is_carried, value)) or not value
    if isinstance(value, (FunctionValue, Named)):
        return isinstance(value, Named) or value.checker is None
    if isinstance(value, PyValue):
        return not value.sure
    return value is None or isinstance(value, (bool, int, float, str, Expr, Shape, DType))

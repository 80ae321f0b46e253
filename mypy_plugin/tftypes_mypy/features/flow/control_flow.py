"""Branches and loops that TensorFlow builds: `tf.cond`, `case`, `switch_case`, `while_loop`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy.nodes import DictExpr, Expression, ListExpr, NameExpr, TupleExpr, Var
from mypy.types import NoneType, ProperType, Type, get_proper_type

from tftypes.algebra import Shape, TensorType, shapes
from tftypes_mypy import convert
from tftypes_mypy.features.calls.calling import Call, Callbacks, Result
from tftypes_mypy.features.calls.calling import call as called
from tftypes_mypy.features.data.elements import tensor_form
from tftypes_mypy.features.flow.loops import ROUNDS
from tftypes_mypy.features.structures import nests

# --- branches -------------------------------------------------------------------------


def cond(call: Call) -> Type | None:
    names = [name for name in ("true_fn", "false_fn") if call.has(name)]
    return _branches([call.expressions[name] for name in names], call, names[-1] if names else "")


def case(call: Call) -> Type | None:
    pairs = _items(call, "pred_fn_pairs")
    if pairs is None:
        return None
    functions = [pair.items[1] for pair in pairs if _is_pair(pair)]
    return _branches([*functions, *_default(call)], call) if len(functions) == len(pairs) else None


def switch_case(call: Call) -> Type | None:
    """Functions in a list, or by number in a dict or in pairs."""
    branches = _items(call, "branch_fns")
    if branches is None:
        return None
    functions = [branch.items[1] if _is_pair(branch) else branch for branch in branches]
    return _branches([*functions, *_default(call)], call)


def _is_pair(expression: Any) -> bool:
    return isinstance(expression, (TupleExpr, ListExpr)) and len(expression.items) == 2


def _items(call: Call, name: str) -> list[Any] | None:
    """What is written in a list; in a dict its values."""
    expression: Expression | None = call.expressions.get(name)
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        expression = call.values.assignments.value_of(expression.node)
    if isinstance(expression, (ListExpr, TupleExpr)):
        return list(expression.items)
    if isinstance(expression, DictExpr) and all(key is not None for key, _ in expression.items):
        return [value for _, value in expression.items]
    return None


def _default(call: Call) -> list[Expression]:
    expression = call.expressions.get("default")
    missing = expression is None or isinstance(
        get_proper_type(call.values.type_of(expression)), NoneType
    )
    return [] if expression is None or missing else [expression]


def _branches(
    functions: Sequence[Expression], call: Call, argument: str | None = None
) -> Type | None:
    """What all branches have in common; in a graph they have one structure and the same dtypes."""
    results = [called(function, [], call) for function in functions]
    traced = call.is_traced()
    made = [tensor_form(each, call.types) for each in results if each is not None]
    if traced and made:
        for other in made[1:]:
            words = _mismatch(made[0], other)
            if words is not None:
                call.fail("tf-dtype", f"{words}: in a graph all branches give the same", argument)
                return None
    if len(made) < len(results) or not made:
        return None
    joined = nests.join(made, call.types)
    if traced:
        return joined
    return nests.join(
        [joined, *(_as_it_came(each, call) for each in results if each is not None)], call.types
    )


def _mismatch(first: Type, second: Type) -> str | None:
    if nests.same_structure(first, second) is False:
        return f"one branch returns {nests.shown(first)}, another {nests.shown(second)}"
    words = nests.dtype_difference(first, second)
    return None if words is None else f"one branch {words} in another"


def _as_it_came(typ: Type, call: Call) -> Type:
    """Outside of graphs a number stays a number: only tensors are the same inside and outside."""

    def leaf(each: ProperType) -> Type:
        tensor = convert.tensor_of(each)
        is_same = tensor is not None and tensor.kind != "variable"
        return each if is_same or isinstance(each, NoneType) else convert.unknown()

    return nests.mapped(typ, leaf, call.types)


# --- while_loop -----------------------------------------------------------------------


def _entering(call: Call) -> Type | None:
    """The loop variables as tensors, of the shapes that `shape_invariants` leaves them."""
    variables = tensor_form(call.type("loop_vars"), call.types)
    if nests.children(variables) is None:
        return None
    invariants = call.expressions.get("shape_invariants")
    if invariants is None or call.value("shape_invariants") is None:
        return variables
    return _relaxed(variables, call.value("shape_invariants"), call)


def _relaxed(variables: Type, invariants: Any, call: Call) -> Type:
    tensor = convert.tensor_of(variables)
    if tensor is not None:
        shape = invariants if isinstance(invariants, Shape) else Shape.unknown()
        if not call.is_traced():  # outside of graphs they say nothing
            shape = shapes.join(tensor.shape, shape)
        return convert.type_of_tensor(TensorType(tensor.dtype, shape, tensor.kind), call.types)
    if not nests.is_nested(variables):
        return variables
    below = nests.children(variables)
    if not isinstance(invariants, (list, tuple)) or below is None or len(below) != len(invariants):
        return nests.mapped(variables, lambda leaf: _relaxed(leaf, None, call), call.types)
    inner = iter([_relaxed(item, each, call) for item, each in zip(below.values(), invariants)])
    return nests.replaced(variables, lambda _: next(inner), call.types)


def _looping(call: Call) -> Type | None:
    """The loop variables in every round: in a graph as they enter, outside of one as any round leaves them."""
    state = _entering(call)
    if state is None or call.is_traced():
        return state
    for _ in range(ROUNDS):
        made = call.result("body", _arguments(state), quiet=True)
        if made is None:
            return None
        back = _returned(made, state, call)
        if back is None:
            return None
        wider = nests.join([state, back], call.types)
        if wider == state:
            return state
        state = wider
    return None


def _arguments(state: Type | None) -> Sequence[Type] | None:
    below = nests.children(state) if state is not None else None
    return None if below is None else list(below.values())


def _returned(made: Type, state: Type, call: Call) -> Type | None:
    """What the body returns, in the structure of the variables; one alone needs none."""
    tensors = tensor_form(made, call.types)
    expected = _arguments(state)
    if expected is None:
        return None
    parts = [tensors] if not nests.is_nested(tensors) else _arguments(tensors)
    if parts is None or len(parts) != len(expected):
        return None
    inner = iter(parts)
    return nests.replaced(state, lambda _: next(inner), call.types)


def _variables(call: Call) -> Sequence[Type] | None:
    return _arguments(_looping(call))


def while_loop(call: Call) -> Type | None:
    """The variables after the last round."""
    state = _looping(call)
    call.result("cond", _arguments(state))
    made = call.result("body", _arguments(state))
    if state is None or made is None or not call.is_traced():
        return state
    back = _returned(made, state, call)
    if back is None:
        return state
    words = nests.dtype_difference(back, state)
    if words is not None:
        call.fail("tf-dtype", f"a loop variable changes its dtype: {words}", "body")
        return state
    words = nests.shape_difference(back, state)
    if words is not None:
        hint = "shape_invariants lets a shape vary"
        call.fail("tf-shape", f"a loop variable changes its shape: {words}; {hint}", "body")
    return state


RESULTS: Final[dict[str, Result]] = {
    "tensorflow.cond": cond,
    "tensorflow.case": case,
    "tensorflow.switch_case": switch_case,
    "tensorflow.while_loop": while_loop,
}

CALLBACKS: Final[dict[str, Callbacks]] = {
    "tensorflow.while_loop": {"cond": _variables, "body": _variables},
}

"""Functions that functions return, with what the names around them stand for; decorators of the program make such.

def scaled(factor):                 def timed(function):
    def scale(x):                       @functools.wraps(function)
        return factor * x               def wrapper(*args, **kwargs):
    return scale                            return function(*args, **kwargs)
                                        return wrapper
scaled(3)(x)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    OverloadedFuncDef,
    RefExpr,
    TupleExpr,
    Var,
)
from mypy.types import AnyType, Instance, TupleType, Type, get_proper_type

from tftypes_mypy import convert, names
from tftypes_mypy.features.bodies import arguments as body_arguments
from tftypes_mypy.features.bodies import functions
from tftypes_mypy.features.bodies.bound import FunctionValue
from tftypes_mypy.features.bodies.model import Actual, Frame, Function
from tftypes_mypy.features.bodies.values import BodyValues
from tftypes_mypy.features.structures import nests
from tftypes_mypy.features.structures.items import forgotten, without_items
from tftypes_mypy.syntax import FUNCTIONS, walk

if TYPE_CHECKING:
    from tftypes_mypy.features.bodies.inference import Bodies

#: Decorators that leave a function as it is, as far as shapes go.
_TRANSPARENT: Final = frozenset(
    {
        *names.TRACERS,
        names.CUSTOM_GRADIENT,
        "builtins.staticmethod",
        "builtins.classmethod",
        "functools.wraps",
        "tensorflow.Module.with_name_scope",
        "tensorflow.autograph.experimental.do_not_convert",
        "tensorflow.recompute_grad",
        "typing.final",
        "typing.override",
        "typing_extensions.final",
        "typing_extensions.override",
    }
)


def is_transparent(decorators: Sequence[Expression]) -> bool:
    """Whether decorators leave a function as it is."""
    for decorator in decorators:
        made_by = decorator.callee if isinstance(decorator, CallExpr) else decorator
        if not isinstance(made_by, RefExpr) or made_by.fullname not in _TRANSPARENT:
            return False
    return True


# --- functions that are returned --------------------------------------------------------------------------------------


def returned(expression: Expression, frame: Frame) -> FunctionValue | None:
    """The function that the body which was just checked returns, if it is one for sure."""
    value = functions.denoted(expression, frame.values)
    if value is None or value.checker is None:
        return value
    return _closed(value, frame) if value.checker is frame.checker else None


def returned_in(display: TupleExpr, result: Type | None, frame: Frame) -> Type | None:
    """What the body returns, with the types of the functions in it: `return encode, decode`."""
    made = [returned(item, frame) for item in display.items]
    types = frame.values.types
    marks = [None if value is None else functions.marked(value, types) for value in made]
    if not any(marks):
        return result
    known = get_proper_type(result)
    items: Sequence[Type] = [convert.unknown()] * len(marks)
    if isinstance(known, TupleType) and len(known.items) == len(marks):
        items = known.items
    return nests.tuple_of([mark or item for mark, item in zip(marks, items)], types)


def _closed(value: FunctionValue, frame: Frame) -> FunctionValue | None:
    """A function that is made in the body, with what the names around it stand for now that the body is through."""
    node = value.node
    if isinstance(node, OverloadedFuncDef):
        return None
    item = node.func if isinstance(node, Decorator) else node
    decorators = tuple(node.decorators) if isinstance(node, Decorator) else ()
    if not is_transparent(decorators):
        return None
    copied = frame.bodies.copy(item, frame.checker, frame.values)
    if copied is None or _calls_siblings(copied.item):
        return None
    return FunctionValue(node, None, replace(copied, decorators=decorators, is_made=True))


def reads_nothing(item: LambdaExpr) -> bool:
    """Whether it reads no name of a function around it."""
    own = {argument.variable for argument in item.arguments}
    return not any(
        isinstance(node, RefExpr)
        and not (isinstance(node.node, Var) and node.node in own)
        and node.node is not None
        and "." not in node.node.fullname
        for node in walk(item)
    )


def _calls_siblings(item: FuncItem) -> bool:
    """Whether it reads another function of the body around, which nobody keeps."""
    inside = {node for node in walk(item) if isinstance(node, (FuncDef, Decorator))}
    inside |= {node.func for node in inside if isinstance(node, Decorator)}
    return any(
        isinstance(node, RefExpr)
        and isinstance(node.node, FUNCTIONS)
        and "." not in node.node.fullname
        and node.node not in inside
        for node in walk(item)
    )


def loosen(originals: Mapping[Var, Var], around: BodyValues, is_later: bool) -> None:
    """Takes from the lists and dicts that a function reads what the code around it may change.

    What is called when the code around is through has none of their items: others may have them.
    """
    for new, old in originals.items():
        typ = get_proper_type(new.type)
        if not isinstance(typ, Instance) or not nests.is_nested(typ):
            continue
        if around.assignments.is_changed(old):
            new.type = forgotten(typ)
        elif is_later:
            new.type = without_items(typ)


def is_alive(value: FunctionValue, bodies: Bodies) -> bool:
    """Whether the names around a function stand for what they stood for when it was made."""
    checker = value.checker
    if checker is None or bodies.frame_of(checker) is not None:
        return True
    return checker.modules.get(checker.tree.fullname) is checker.tree


def name_decorated(item: FuncItem, copied: FuncItem, variables: Mapping[Var, Var]) -> None:
    """Lets the names of decorated functions stand for these in the copy of a body, where mypy leaves variables."""
    found = {node.node for node in walk(item) if isinstance(node, RefExpr)}
    known = {
        variables[node.var]: node
        for node in found
        if isinstance(node, Decorator) and node.var in variables
    }
    if not known:
        return
    known |= {node.var: node for node in walk(copied) if isinstance(node, Decorator)}
    for node in walk(copied):
        if isinstance(node, RefExpr) and isinstance(node.node, Var) and node.node in known:
            node.node = known[node.node]


# --- decorators -------------------------------------------------------------------------------------------------------


def find(function: FuncDef, bodies: Bodies, checker: TypeChecker) -> Function | None:
    """What the name of a function of the program stands for: what its decorators have made of it."""
    found = bodies.find(function, checker)
    if found is None or is_transparent(found.decorators):
        return found
    if found.item not in bodies.decorated:
        bodies.decorated[found.item] = None  # while it is being found
        bodies.decorated[found.item] = _decorated(found, bodies, checker)
    return bodies.decorated[found.item]


def decorate(
    at: Decorator, result: Type, values: BodyValues, bodies: Bodies, checker: TypeChecker
) -> Type:
    """The hook of a decorator of the program: the type of the function that it makes."""
    if not isinstance(get_proper_type(result), AnyType) or "." not in at.func.fullname:
        return result
    made = find(at.func, bodies, checker)
    if made is None:
        return result
    return functions.opened(FunctionValue(at, None, made), values.types) or result


def _decorated(function: Function, bodies: Bodies, checker: TypeChecker) -> Function | None:
    inner = list(function.decorators)
    outer = []
    while not is_transparent(inner):
        outer.append(inner.pop(0))
    made: Function | None = replace(function, decorators=tuple(inner))
    for decorator in reversed(outer):
        if made is None:
            return None
        if is_transparent([decorator]):
            made = replace(made, decorators=(*made.decorators, decorator))
        else:
            made = _applied(decorator, made, bodies, checker)
    return made


def _applied(
    decorator: Expression, function: Function, bodies: Bodies, checker: TypeChecker
) -> Function | None:
    """What one decorator makes of a function: `@timed`, `@repeated(3)`."""
    values = BodyValues(checker, bodies.constants(checker))
    called = decorator.callee if isinstance(decorator, CallExpr) else decorator
    node = called.node if isinstance(called, RefExpr) else None
    item = node.func if isinstance(node, Decorator) else node
    maker = find(item, bodies, checker) if isinstance(item, FuncDef) and not item.info else None
    if maker is not None and isinstance(decorator, CallExpr):
        given = body_arguments.bind_call(decorator, maker.item, [], values)
        maker = _made(maker, given, bodies, checker)
    if maker is None:
        return None
    value = FunctionValue(_node(function), None, function)
    typ = functions.opened(value, values.types) or convert.unknown()
    given = body_arguments.bind(maker.item, [Actual(typ, value)], [], {}, values)
    return _made(maker, given, bodies, checker)


def _node(function: Function) -> FuncDef | LambdaExpr:
    assert isinstance(function.item, (FuncDef, LambdaExpr))
    return function.item


def _made(
    maker: Function,
    given: Mapping[str, Sequence[Actual]] | None,
    bodies: Bodies,
    checker: TypeChecker,
) -> Function | None:
    """The function that a call returns."""
    outcome = None if given is None else bodies.infer(maker, given, checker)
    value = None if outcome is None else outcome.value
    made = value.made if isinstance(value, FunctionValue) else None
    return made if isinstance(made, Function) else None

"""One body checked by mypy, and what mypy says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.nodes import Expression, FuncDef, IntExpr, LambdaExpr, ReturnStmt
from mypy.state import state
from mypy.types import CallableType, FunctionLike, NoneType, Type, get_proper_type

from tftypes.algebra import TensorType
from tftypes_mypy import convert, typetext
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.bodies.bound import FunctionValue
from tftypes_mypy.features.bodies.chains import Finding, Reveal, Step, arguments_text
from tftypes_mypy.features.bodies.model import Actual, Frame, Function
from tftypes_mypy.features.facts import certainty
from tftypes_mypy.features.facts.expected import is_expected
from tftypes_mypy.features.mypy_errors import put_in

#: A condition, what puts another in its place, and whether it holds.
Decided = tuple[Expression, Callable[[Expression], None], bool]
#: Under which bodies are checked, whatever the options of the module are.
OPTIONS: Final[dict[str, object]] = {
    "allow_redefinition": True,
    "check_untyped_defs": True,
    # Without this one nobody would know of a missing return.
    "disabled_error_codes": set(),
    "disallow_any_unimported": False,
    "disallow_any_explicit": False,
    "disallow_any_expr": False,
    "disallow_any_decorated": False,
    "disallow_untyped_calls": False,
    "disallow_untyped_defs": False,
    "disallow_incomplete_defs": False,
    "disallow_untyped_decorators": False,
    "enabled_error_codes": set(),
    "ignore_errors": False,
    "local_partial_types": True,
    "raise_exceptions": True,
    "strict_equality": False,
    "warn_no_return": True,
    "warn_redundant_casts": False,
    "warn_return_any": False,
    "warn_unreachable": False,
}

_NOTHING: Final = nullcontext()
#: What is told of a call; what is wrong with an annotation is told where it stands.
_TOLD: Final = CODES.keys() - {"tf-annotation"}


def override(function: Function, parameters: list[Actual], types: convert.Types) -> CallableType:
    """The type under which a function is checked for these arguments."""
    item = function.item
    returns_none = item.name == "__init__" and function.info is not None
    return CallableType(
        [_settle(actual) for actual in parameters],
        item.arg_kinds,
        item.arg_names,
        # An Any would be taken for the type arguments of what is returned.
        NoneType() if returns_none else types.plain("builtins.object"),
        types.plain("builtins.function"),
        name=function.name,
    )


def _settle(actual: Actual) -> Type:
    """Functions have the same type for different bodies: what an unknown one does is not known."""
    is_unknown = isinstance(get_proper_type(actual.type), FunctionLike) and not isinstance(
        actual.value, FunctionValue
    )
    return convert.unknown() if is_unknown else actual.type


def check_item(function: Function, typ: CallableType, checker: TypeChecker) -> None:
    """Lets mypy check the body, as if the function were of this type."""
    item, tscope = function.item, checker.tscope
    checker.errors.set_file(checker.path, checker.tree.fullname, checker.options, tscope)
    # A function in it is checked where it is called, unless somebody asks for types in it.
    checker.recurse_into_functions = function.source.reveals
    with (
        state.strict_optional_set(True),
        checker_state.set(checker),
        put_in.watcher(function, checker.errors),
        checker.msg.disable_type_names(),  # what else a missing attribute may have meant takes long
        tscope.module_scope(checker.tree.fullname),
        checker.enter_partial_types(),
        checker.binder.top_frame_context(),
        tscope.class_scope(function.info) if function.info else _NOTHING,
        checker.scope.push_class(function.info) if function.info else _NOTHING,
        tscope.function_scope(item) if isinstance(item, FuncDef) else _NOTHING,
    ):
        checker.check_func_item(item, typ, item.name)


def foreseen(frame: Frame) -> Iterator[Decided]:
    """The conditions that the arguments alone decide."""
    frame.values.is_ahead = True
    for condition, put, _ in frame.bound.conditions:
        truth = frame.values.truth(condition)
        if truth is not None:
            yield condition, put, truth
    frame.values.is_ahead = False


def decided(frame: Frame) -> Iterator[Decided]:
    """The conditions that are known in this call, where mypy does not know that itself."""
    for condition, put, branches in frame.bound.conditions:
        if not frame.checker.has_type(condition):
            continue
        truth = frame.values.truth(condition)
        if truth is None:
            continue
        dead = branches[1] if truth else branches[0]
        if dead is None or certainty.visited(dead, frame.checker.has_type):
            yield condition, put, truth


def literal(truth: bool, condition: Expression) -> IntExpr:
    """In the place of a condition: what mypy takes for true, or for false."""
    result = IntExpr(int(truth))
    result.set_line(condition)
    return result


def is_reached(statement: ReturnStmt, frame: Frame) -> bool:
    """Whether mypy came by a return."""
    if statement.expr is None:
        return True
    return frame.checker.has_type(statement.expr)


def falls_through(frame: Frame) -> bool:
    """Whether the end of the body is reached: mypy misses a return statement then."""
    if isinstance(frame.function.item, LambdaExpr):
        return False
    infos = frame.checker.errors.error_info_map.get(frame.function.source.tree.path, [])
    return any(
        info.code is not None and info.code.code in ("return", "empty-body") for info in infos
    )


def reveals(frame: Frame) -> list[Reveal]:
    """What the body itself reveals."""
    path = frame.function.source.tree.path
    return [
        Reveal(path, info.line, info.column, typetext.pretty(info.message))
        for info in frame.checker.errors.error_info_map.get(path, [])
        if info.severity == "note" and info.message.startswith("Revealed type is")
    ]


def _shown(actual: Actual) -> Any:
    tensor = convert.tensor_of(actual.type)
    return actual.value if tensor is None else TensorType(tensor.dtype, tensor.shape)


def _is_ignored(code: str, ignored: Mapping[int, Sequence[str]], line: int) -> bool:
    codes = ignored.get(line)
    return codes is not None and (not codes or code in codes or "tftypes" in codes)


def findings_of(frame: Frame) -> list[Finding]:
    """What is wrong in this call for sure, in the body and in the calls that it makes."""
    path = frame.function.source.tree.path
    infos = [
        info
        for info in frame.checker.errors.error_info_map.get(path, [])
        if info.severity == "error" and info.code is not None and info.code.code in _TOLD
    ]
    if not infos and not frame.findings:
        return []
    certain = frame.certain_places()
    tree = frame.function.source.tree
    ignored = tree.ignored_lines
    arguments = zip((a.variable.name for a in frame.function.item.arguments), frame.parameters)
    shown = arguments_text((name, _shown(actual)) for name, actual in arguments)

    def step(line: int) -> Step:
        return Step(frame.function.name, path, line, shown)

    findings = []
    for info in infos:
        code = "" if info.code is None else info.code.code
        if (info.line, info.column) in certain and not (
            is_expected(info.line, tree) or _is_ignored(code, ignored, info.line)
        ):
            findings.append(Finding(code, info.message, info.column, (step(info.line),)))
    for place, nested in frame.findings:
        if place in certain and not is_expected(place[0], tree):
            findings += [
                finding.within(step(place[0]))
                for finding in nested
                if not _is_ignored(finding.code, ignored, place[0])
            ]
    return list(dict.fromkeys(findings))

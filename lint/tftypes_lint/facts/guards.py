"""Code that runs only where a release has something, or that is ready for it to be missing."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from typing import Final

from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import FUNCTIONS

#: What asks whether something is there.
_ASKING: Final = frozenset(
    {
        "builtins.getattr",
        "builtins.hasattr",
        "importlib.metadata.version",
        "importlib.util.find_spec",
    }
)
#: In the name of a version: `tf.__version__`, `tf.version.VERSION`, `tf_version`.
_VERSION: Final = re.compile("version", re.IGNORECASE)
#: What a name or an argument that is missing raises.
_RAISED: Final = (AttributeError, ModuleNotFoundError, TypeError)
_SUPPRESS: Final = "contextlib.suppress"
_LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_TRIES: Final = (ast.Try, ast.TryStar) if sys.version_info >= (3, 11) else (ast.Try,)
#: How many names and functions a condition is followed through.
_DEPTH: Final = 5


def is_asked_for(names: Names, node: ast.AST) -> bool:
    """Whether the program finds out first whether what is used at a node exists.

    It asks in a condition: around the node, whichever branch it is in, or before it in the same
    function, where one branch leaves. Or it catches what a missing name raises.
    """
    # A module that refuses old releases at its top has not asked about the new ones.
    inner, inside = node, names.scopes.function_around(node) is not None
    for parent in names.scopes.ancestors(node):
        if _guards(names, parent, inner) or (inside and _is_left_before(names, parent, inner)):
            return True
        inside = inside and not isinstance(parent, FUNCTIONS)
        inner = parent
    return False


def _guards(names: Names, node: ast.AST, inner: ast.AST) -> bool:
    """Whether a node asks before it runs a node in it, or catches what that raises."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        return inner is not node.test and _asks(names, node.test)
    if isinstance(node, ast.BoolOp):
        before = node.values[: next(i for i, each in enumerate(node.values) if each is inner)]
        return any(_asks(names, value) for value in before)
    if isinstance(node, _TRIES):
        return any(_catches(names, handler.type) for handler in node.handlers)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return any(_suppresses(names, item.context_expr) for item in node.items)
    return False


def _is_left_before(names: Names, parent: ast.AST, inner: ast.AST) -> bool:
    """Whether a condition that stands before a statement in its block asks, and leaves or goes on."""
    for block in (getattr(parent, field, None) for field in ("body", "orelse", "finalbody")):
        if isinstance(block, list) and any(each is inner for each in block):
            before = block[: next(i for i, each in enumerate(block) if each is inner)]
            return any(
                isinstance(each, ast.If)
                and any(isinstance(last[-1], _LEAVING) for last in (each.body, each.orelse) if last)
                and _asks(names, each.test)
                for each in before
            )
    return False


def _asks(names: Names, condition: ast.AST) -> bool:
    """Whether a condition depends on what there is, or on a version, itself or by name."""
    following, seen = [condition], set[int]()
    for _ in range(_DEPTH):
        behind: list[ast.AST] = []
        for node in (node for each in following for node in ast.walk(each)):
            if _is_question(names, node):
                return True
            function = names.function(node.func) if isinstance(node, ast.Call) else None
            bound = names.bindings(node) if isinstance(node, ast.Name) else []
            if function is not None and id(function) not in seen:
                behind.append(function)
            if id(bound) not in seen:  # all that a name may stand for, once
                if any(_VERSION.search(each.name or "") for each in bound):
                    return True
                behind += [each.value for each in bound if each.kind == "value" and each.value]
            seen |= {id(function), id(bound)} if bound else {id(function)}
        following = behind
    return False


def _is_question(names: Names, node: ast.AST) -> bool:
    if isinstance(node, (ast.Attribute, ast.Name)):
        return bool(_VERSION.search(node.attr if isinstance(node, ast.Attribute) else node.id))
    return isinstance(node, ast.Call) and names.full_name(node.func) in _ASKING


def _catches(names: Names, caught: ast.expr | None) -> bool:
    """Whether an `except` takes what a missing name raises. One of unknown classes may."""
    if isinstance(caught, ast.Tuple):
        return any(_catches(names, each) for each in caught.elts)
    name = names.full_name(caught) or ""
    if name.startswith("tensorflow."):
        return False
    known = getattr(builtins, name.removeprefix("builtins."), None)
    if not name.startswith("builtins.") or not isinstance(known, type):
        return True
    return any(issubclass(raised, known) for raised in _RAISED)


def _suppresses(names: Names, entered: ast.expr) -> bool:
    return (
        isinstance(entered, ast.Call)
        and names.full_name(entered.func) == _SUPPRESS
        and any(_catches(names, each) for each in entered.args)
    )

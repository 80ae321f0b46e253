"""Attributes of what is annotated, or tested, to be of one of TensorFlow's base classes: a subclass has more of them."""

from __future__ import annotations

import re
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.nodes import ClassDef, MypyFile, TypeInfo

from tftypes_mypy.syntax import those_of

#: Classes of which there are no objects but those of their subclasses.
_BASES: Final = re.compile(
    r'"(?P<class>Loss|Metric|Layer|Optimizer|LinearOperator|Initializer|Regularizer|Constraint|Callback|LearningRateSchedule)'
    r'(?:\[[^"]*)?" has no attribute "(?P<name>\w+)"'
)
#: What Keras had until 3, and no class of its own has now.
_REMOVED: Final = {
    "Metric": frozenset({"reset_states"}),
    "Optimizer": frozenset({"lr", "get_updates", "get_gradients", "get_weights", "minimize"}),
}


def is_of_subclass(info: ErrorInfo, tree: MypyFile) -> bool:
    """`loss.from_logits`, where a function without annotations has seen to it that `loss` is some loss."""
    missing = _BASES.match(info.message)
    symbol = tree.names.get(missing["class"]) if missing is not None else None
    node = symbol.node if symbol is not None else None
    is_own = isinstance(node, TypeInfo) and not node.fullname.startswith("tensorflow.")
    return missing is not None and not is_own and not _is_removed(missing["class"], missing["name"])


def _is_removed(owner: str, name: str) -> bool:
    """Whether Keras has removed an attribute, and no class of the program has one of the name."""
    checker = checker_state.type_checker
    return (
        name in _REMOVED.get(owner, ())
        and isinstance(checker, TypeChecker)
        and not any(
            each.info and name in each.info.names
            for tree in checker.modules.values()
            if not tree.is_stub
            for each in those_of(tree, ClassDef)
        )
    )

"""Attributes of what is annotated, or tested, to be of one of TensorFlow's base classes: a subclass has more of them."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errors import ErrorInfo
from mypy.nodes import ClassDef, MypyFile
from mypy.types import Instance

from tftypes_mypy.features.bodies.results import is_exact
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.syntax import owners_at, those_of

#: Classes of which there are no objects but those of their subclasses.
_BASES: Final = Pattern(
    r'"(?P<class>Loss|Metric|Layer|Optimizer|LinearOperator|Initializer|Regularizer|Constraint|Callback|LearningRateSchedule|Model)'
    r'(?:\[[^"]*)?" has no attribute "(?P<name>\w+)"(?:; maybe "(?P<like>\w+)")?'
)
#: From where on a name is another one that is misspelt, and none of its own: `sumary` is, `output_specs` is no `output_shape`.
_ALIKE: Final = 0.9
#: What Keras had until 3, and no class of its own has now.
_REMOVED: Final = {
    "Metric": frozenset({"reset_states"}),
    "Model": frozenset(
        {
            "updates",
            "state_updates",
            "fit_generator",
            "evaluate_generator",
            "predict_generator",
            "reset_states",
        }
    ),
    "Optimizer": frozenset({"lr", "get_updates", "get_gradients", "get_weights", "minimize"}),
}


def is_of_subclass(info: ErrorInfo, tree: MypyFile) -> bool:
    """`loss.from_logits`, where a function without annotations has seen to it that `loss` is some loss.

    There are models of Keras' own class too; of others who annotates them says no more.
    """
    missing = _BASES.match(info.message)
    if missing is None or _is_removed(missing["class"], missing["name"]):
        return False
    asked = map(type_of, owners_at(tree, info.line, info.column, missing["name"]))
    owners = [each for each in asked if isinstance(each, Instance)]
    is_slip = SequenceMatcher(None, missing["name"], missing["like"] or "").ratio() > _ALIKE
    if missing["class"] == "Model" and (is_slip or any(map(is_exact, owners))):
        return False
    return all(each.type.fullname.startswith("tensorflow.") for each in owners)


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

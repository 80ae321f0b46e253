"""The rules stand under TensorFlow's canonical names, and take TensorFlow's parameters."""

from __future__ import annotations

import inspect
import re
from functools import reduce
from typing import Any

import pytest

from tests.stubs.conftest import SAME_KERAS
from tftypes.inference.models.tensorflow.ops import RULES, Rule
from tftypes.inference.models.tensorflow.ops.examples import fullname

from .oracle import tf


def public(path: str) -> Any:
    """What a public name like `tf.linalg.matmul` stands for."""
    try:
        return reduce(getattr, path.split(".")[1:], tf)
    except AttributeError:
        if SAME_KERAS or ".keras." not in path:
            raise
        pytest.skip("the rules are of another Keras: this one lacks the function")


def names_of(function: Any) -> tuple[str, ...]:
    """The names under which TensorFlow exports a function, the one it is documented under first."""
    while function is not None:
        names: tuple[str, ...] | None = vars(function).get("_tf_api_names")
        if names:
            return names
        keras: str | list[str] | None = vars(function).get("_api_export_path")
        if keras:
            found = (keras,) if isinstance(keras, str) else tuple(keras)
            return tuple(name.replace("._legacy.", ".") for name in found)
        function = getattr(function, "__wrapped__", None)
    return ()


FUNCTIONS = [
    name
    for name in sorted(RULES)
    if not any(part[:1].isupper() for part in name.split("."))
    and not name.startswith("tensorflow.compat.v1.")
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_rule_stands_under_the_canonical_name(name: str) -> None:
    canonical = names_of(public(name))[0]
    assert f"tensorflow.{canonical}" == name


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_rule_takes_the_parameters_of_the_function(rule: Rule) -> None:
    """All of them, in TensorFlow's order; older releases lack some. What `**kwargs` takes has no name in TensorFlow's."""
    parameters = inspect.signature(public(rule.fullname)).parameters
    own = rule.signature.parameters
    named = [p for p in parameters.values() if p.kind is not p.VAR_KEYWORD or p.name in own]
    theirs = [parameter.name for parameter in named]
    ours = [name for name in own if name in theirs]
    assert ours == theirs


ALIASES = {
    path
    for rule in RULES.values()
    for example in rule.examples
    for path in re.findall(r"\btf(?:\.[a-z_0-9]\w*)+(?=\()", example.call)
    if not path.startswith("tf.compat.v1.")
}


@pytest.mark.parametrize("path", sorted(ALIASES))
def test_a_name_in_an_example_leads_to_the_rule_of_that_function(path: str) -> None:
    """Examples are read by the last part of a name alone, which must not lead elsewhere than TensorFlow does."""
    assert fullname(path) == f"tensorflow.{names_of(public(path))[0]}"

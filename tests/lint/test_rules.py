"""Every rule is one file, named as its code, and its examples are right."""

from __future__ import annotations

import pytest

from tests.lint.examples import announced, found
from tftypes_lint import Rule, all_rules

RULES = list(all_rules().values())
VALID = [(rule, caption) for rule in RULES for caption in rule.VALID]
INVALID = [(rule, caption) for rule in RULES for caption in rule.INVALID]


def name(value: object) -> str:
    return value if isinstance(value, str) else str(getattr(value, "CODE", value))


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_file_and_code_share_a_name(rule: Rule) -> None:
    assert rule.__name__.rpartition(".")[2] == rule.CODE.replace("-", "_")


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_a_rule_says_what_it_does_and_shows_it(rule: Rule) -> None:
    assert rule.__doc__ and rule.__doc__.split("\n")[0].endswith(".")
    assert rule.VALID and rule.INVALID and rule.PREFILTER


@pytest.mark.parametrize(("rule", "caption"), VALID, ids=name)
def test_nothing_is_found_in_a_valid_example(rule: Rule, caption: str) -> None:
    assert found(rule.CODE, rule.VALID[caption]) == []


@pytest.mark.parametrize(("rule", "caption"), INVALID, ids=name)
def test_what_an_invalid_example_announces_is_found_and_nothing_else(
    rule: Rule, caption: str
) -> None:
    expected = announced(rule.INVALID[caption])
    findings = found(rule.CODE, rule.INVALID[caption])

    assert expected, "an invalid example announces something"
    assert [line for line, _ in findings] == [line for line, _ in expected]
    for (_, message), (_, part) in zip(findings, expected, strict=True):
        assert part in message


def test_a_comment_that_announces_too_little_fails_its_example() -> None:
    example = "import tensorflow.python\nimport tensorflow.python.ops\n"

    assert len(found("private-import", example)) == 2
    assert announced(example) == []

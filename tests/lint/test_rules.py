"""Every rule is one file, named as its code, and its examples are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint.examples import (
    announced,
    announced_in,
    files_of,
    found,
    found_in,
    hinted_in,
    hints_in,
    tomllib,
    write_example,
)
from tftypes_lint import Rule, Settings, all_rules, discover, lint, read_settings
from tftypes_lint.fixes import find_fixes

RULES = list(all_rules().values())
VALID = [(rule, caption) for rule in RULES for caption in rule.VALID]
INVALID = [(rule, caption) for rule in RULES for caption in rule.INVALID]
FIXERS = [rule for rule in RULES if hasattr(rule, "fix")]


def name(value: object) -> str:
    return value if isinstance(value, str) else str(getattr(value, "CODE", value))


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_file_and_code_share_a_name(rule: Rule) -> None:
    assert rule.__name__.rpartition(".")[2] == rule.CODE.replace("-", "_")


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_a_rule_says_what_it_does_and_shows_it(rule: Rule) -> None:
    assert rule.__doc__ and rule.__doc__.split("\n")[0].endswith(".")
    assert rule.VALID and rule.INVALID


@pytest.mark.parametrize(("rule", "caption"), VALID, ids=name)
def test_nothing_is_found_in_a_valid_example(rule: Rule, caption: str, tmp_path: Path) -> None:
    assert found_in(rule, rule.VALID[caption], tmp_path) == []


@pytest.mark.parametrize(("rule", "caption"), INVALID, ids=name)
def test_what_an_invalid_example_announces_is_found_and_nothing_else(
    rule: Rule, caption: str, tmp_path: Path
) -> None:
    expected = announced_in(rule.INVALID[caption])
    findings = found_in(rule, rule.INVALID[caption], tmp_path)

    assert expected, "an invalid example announces something"
    assert [(path, line) for path, line, _ in findings] == [
        (path, line) for path, line, _ in expected
    ]
    for (*_, message), (*_, part) in zip(findings, expected, strict=True):
        assert part in message


@pytest.mark.parametrize(
    ("rule", "caption"), [each for each in INVALID if hinted_in(each[0].INVALID[each[1]])], ids=name
)
def test_what_an_example_announces_as_hints_is_told(
    rule: Rule, caption: str, tmp_path: Path
) -> None:
    told = hints_in(rule, rule.INVALID[caption], tmp_path)

    for path, line, part in hinted_in(rule.INVALID[caption]):
        assert [hint for *place, hint in told if place == [path, line] and part in hint], told


@pytest.mark.parametrize("rule", RULES, ids=name)
@pytest.mark.parametrize("start", ["", "import tensorflow_probability\n"])
def test_nothing_is_found_where_tensorflow_is_only_mentioned(rule: Rule, start: str) -> None:
    words = b" ".join(getattr(rule, "PREFILTER", ())).decode()

    assert found(rule.CODE, f'{start}"""tensorflow keras {words}"""\n') == []


def fix(rule: Rule, folder: Path, *, unsafe: bool) -> dict[str, str]:
    """Fixes what lies in a folder with one rule; gives all files of it."""
    fixes = find_fixes(discover([folder]), Settings(select=(rule.CODE,)), unsafe=unsafe)
    assert all(file.write() for file in fixes.files)
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in discover([folder])
    }


@pytest.mark.parametrize("rule", FIXERS, ids=name)
def test_a_rule_with_a_fix_shows_it(rule: Rule) -> None:
    fixed = {*getattr(rule, "FIXED", ())}

    assert fixed and fixed <= {*rule.INVALID}


@pytest.mark.parametrize(
    ("rule", "caption"),
    [(rule, caption) for rule, caption in INVALID if caption in getattr(rule, "FIXED", ())],
    ids=name,
)
def test_an_invalid_example_is_fixed_as_shown_and_then_nothing_is_left_to_fix(
    rule: Rule, caption: str, tmp_path: Path
) -> None:
    write_example(rule.INVALID[caption], tmp_path)

    fixed = fix(rule, tmp_path, unsafe=True)

    assert fixed == {**files_of(rule.INVALID[caption]), **files_of(vars(rule)["FIXED"][caption])}
    assert fix(rule, tmp_path, unsafe=True) == fixed


@pytest.mark.parametrize(
    ("rule", "caption"), [(rule, each) for rule, each in VALID if rule in FIXERS], ids=name
)
def test_a_valid_example_is_left_alone(rule: Rule, caption: str, tmp_path: Path) -> None:
    write_example(rule.VALID[caption], tmp_path)

    assert fix(rule, tmp_path, unsafe=True) == files_of(rule.VALID[caption])


def test_a_comment_that_announces_too_little_fails_its_example() -> None:
    example = "import tensorflow.python\nimport tensorflow.python.ops\n"

    assert len(found("private-import", example)) == 2
    assert announced(example) == []


def test_the_project_keeps_to_its_own_layers_and_has_no_cycle_of_design() -> None:
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["tftypes"]["lint"]
    wanted = read_settings(project, root, ["import-cycle", "import-cycle-typing", "import-layers"])

    assert lint(discover([root / "lint" / "tftypes_lint", root / "tftypes" / "cli"]), wanted) == []

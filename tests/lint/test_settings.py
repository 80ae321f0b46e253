"""`[tool.tftypes.lint]`: severities, options and paths, and what is said when it is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tftypes_lint import Settings, SettingsError, all_rules, discover, lint, read_settings
from tftypes_lint.engine import lint_source
from tftypes_lint.settings import project_settings
from tftypes_lint.source import Source

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PRIVATE = "import tensorflow.python.ops\n"


def settings_of(toml: str, root: Path = Path("/project")) -> Settings:
    return read_settings(tomllib.loads(toml), root)


def severity(settings: Settings, path: str) -> str | None:
    """How grave a private import in this file is; None when nobody minds."""
    found = lint_source(Source(path, PRIVATE.encode()), settings)
    return next((each.severity for each in found if each.code == "private-import"), None)


def test_severity_options_and_paths() -> None:
    settings = settings_of(
        """
        disable = ["tensor-hash"]

        [private-import]
        severity = "error"

        [[overrides]]
        paths = ["tests", "*_legacy.py"]
        disable = ["tf-tensor-signature"]
        private-import = {severity = "note"}

        [[overrides]]
        paths = ["tests/private"]
        private-import.severity = "off"
        """
    )

    assert severity(settings, "/project/net.py") == "error"
    assert severity(settings, "/project/tests/test_net.py") == "note"
    assert severity(settings, "/project/src/net_legacy.py") == "note"
    assert severity(settings, "/project/tests/private/test_net.py") is None
    assert "tensor-hash" not in settings.active("/project/net.py")
    assert "tf-tensor-signature" in settings.active("/project/net.py")
    assert "tf-tensor-signature" not in settings.active("/project/tests/a.py")


def test_rules_on_the_project_obey_the_paths_too(tmp_path: Path) -> None:
    text = "import tensorflow as tf\nclass A: ...\ntf.register_tensor_conversion_function(A, f)\n"
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "b.py").write_text(text)
    overrides = [{"paths": ["b.py"], "tensor-conversion-registration": {"severity": "off"}}]

    found = lint(discover([tmp_path]), read_settings({"overrides": overrides}, tmp_path))

    assert [Path(finding.path).name for finding in found] == ["a.py"]


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("private-imports = {}", "there is no 'private-imports'; did you mean 'private-import'?"),
        ("private-import = 1", "private-import: expected a table, got 1"),
        (
            "private-import.severity = 'bad'",
            'private-import.severity: expected one of error, warning, note, off, got "bad"',
        ),
        (
            "private-import.colour = 1",
            "there is no 'private-import.colour'; expected one of severity",
        ),
        ("disable = 'x'", 'disable: expected a list of strings, got "x"'),
        (
            "disable = ['private-imprt']",
            "disable: there is no lint 'private-imprt'; did you mean 'private-import'?",
        ),
        ("generated = 1", "generated: expected true or false, got 1"),
        ("overrides = 1", "overrides: expected tables with `paths`, got 1"),
        ("[[overrides]]", "overrides[0].paths: expected at least one file, folder or glob"),
        (
            "[[overrides]]\npaths = ['a']\n[[overrides]]\npaths = ['b']\nprivate-import.x = 1",
            "there is no 'overrides[1].private-import.x'; expected one of severity",
        ),
    ],
)
def test_one_clear_line_for_each_mistake(toml: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_of(toml)
    assert str(caught.value) == message


class TestOptions:
    @pytest.fixture(autouse=True)
    def rule(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rule: Any = all_rules()["private-import"]
        options = {"count": 1, "names": [], "on": False, "table": {}, "word": ""}
        monkeypatch.setattr(rule, "OPTIONS", options, raising=False)

    def test_defaults_and_what_replaces_them(self) -> None:
        settings = settings_of(
            """
            private-import = {count = 2, names = ["a"]}
            [[overrides]]
            paths = ["tests"]
            private-import.count = 3
            """
        )

        assert settings.options("private-import") == {
            "count": 2,
            "names": ["a"],
            "on": False,
            "table": {},
            "word": "",
        }
        assert settings.active("/project/tests/a.py")["private-import"].options["count"] == 3

    @pytest.mark.parametrize(
        ("option", "message"),
        [
            ("count = 'a'", 'private-import.count: expected a whole number, got "a"'),
            ("count = true", "private-import.count: expected a whole number, got true"),
            ("names = 'a'", 'private-import.names: expected a list, got "a"'),
            ("on = 1", "private-import.on: expected true or false, got 1"),
            ("table = []", "private-import.table: expected a table, got []"),
            ("word = 1", "private-import.word: expected a string, got 1"),
            ("cuont = 1", "there is no 'private-import.cuont'; did you mean 'count'?"),
        ],
    )
    def test_each_is_of_the_type_of_its_default(self, option: str, message: str) -> None:
        with pytest.raises(SettingsError) as caught:
            settings_of(f"[private-import]\n{option}")
        assert str(caught.value) == message


def test_a_tool_that_knows_no_command_finds_the_settings_of_a_file(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src" / "net").mkdir(parents=True)
    (tmp_path / "src" / "pyproject.toml").write_text("[project]\nname = 'net'\n")
    (tmp_path / "pyproject.toml").write_text(
        "[tool.tftypes]\ndisable = ['tensor-hash', 'tf-shape']\n"
        "[tool.tftypes.lint]\nprivate-import.severity = 'error'\n"
    )

    settings = project_settings(tmp_path / "src" / "net" / "a.py")

    assert settings.root == tmp_path
    assert settings.disable == ("tensor-hash",)
    assert severity(settings, "a.py") == "error"


def test_without_any_they_are_the_defaults(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()

    assert project_settings(tmp_path / "a.py") == Settings()

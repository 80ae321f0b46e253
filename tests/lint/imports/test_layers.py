"""Layers: this project's own, and declarations that cannot be."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tftypes_lint import Settings, discover, lint
from tftypes_lint.imports.layers import parse_layers
from tftypes_lint.settings import SettingsError, read_settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[3]
PARTS = ("tftypes", "mypy_plugin/tftypes_mypy", "lint/tftypes_lint")


def own_settings() -> Settings:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    table = data["tool"]["tftypes"]["lint"]
    assert table["import-layers"]["interfaces"] == ["tftypes"]
    return read_settings(table, ROOT, select=["import-layers"])


def test_this_project_keeps_the_layers_that_it_declares() -> None:
    files = discover([ROOT / part for part in PARTS])

    assert [f"{each.place}: {each.message}" for each in lint(files, own_settings())] == []


@pytest.mark.parametrize(
    ("path", "statement", "message"),
    [
        ("tftypes/shapes.py", "from tftypes.algebra import Shape", "is an interface"),
        ("tftypes/algebra/dims.py", "from tftypes.runtime import function", "lies below"),
        ("tftypes/runtime/specs.py", "import tftypes_mypy", "are independent"),
        ("tftypes/algebra/dims.py", "import tensorflow", "is not allowed for"),
        ("lint/tftypes_lint/engine.py", "import tftypes", "is forbidden for"),
        ("mypy_plugin/tftypes_mypy/plugin.py", "import tensorflow as tf", "is not allowed for"),
    ],
)
def test_and_would_notice(path: str, statement: str, message: str, tmp_path: Path) -> None:
    packages = {
        "tftypes": ("algebra", "runtime", "cli"),
        "mypy_plugin/tftypes_mypy": (),
        "lint/tftypes_lint": (),
    }
    for package, inner in packages.items():
        for folder in (package, *(f"{package}/{each}" for each in inner)):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / "__init__.py").touch()
    (tmp_path / path).write_text(statement)

    (finding,) = lint(discover([tmp_path]), own_settings())

    assert finding.place == f"{tmp_path / path}:1:1"
    assert message in finding.message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": [3]}, "layers: expected names of modules, got 3"),
        ({"layers": [["a", 3]]}, "layers: expected names of modules, got ['a', 3]"),
        ({"interfaces": [""]}, "interfaces: expected names of modules, got ['']"),
        ({"forbidden": {"a": "b"}}, "forbidden.a: expected names of modules, got 'b'"),
    ],
)
def test_what_cannot_be_declared(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as raised:
        parse_layers(options)

    assert str(raised.value) == message


def test_the_settings_say_it_with_the_name_of_the_rule(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="import-layers.*layers: expected names of modules"):
        read_settings({"import-layers": {"layers": [3]}}, tmp_path)

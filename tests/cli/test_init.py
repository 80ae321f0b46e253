"""`tftypes init`: what it writes, and what it leaves as it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Project
from tftypes.cli.edits import (
    SETTINGS,
    ignoring_missing_ini,
    ignoring_missing_toml,
    with_mypy_ini,
    with_mypy_toml,
    with_tftypes,
)
from tftypes.cli.failure import Failure

NEW = """\
[tool.mypy]
plugins = ["tftypes_mypy"]

[[tool.mypy.overrides]]
module = ["tensorflow.*", "keras.*"]
ignore_missing_imports = true

[tool.tftypes]
paths = ["."]  # what `tftypes check` looks at
"""


def test_a_project_without_a_pyproject_gets_one(project: Project) -> None:
    result = project.run("init")

    assert (result.code, result.err) == (0, "")
    assert result.out == "created pyproject.toml\nnext: tftypes check\n"
    assert project.read("pyproject.toml") == NEW


def test_then_the_project_can_be_checked(project: Project) -> None:
    project.write(
        {
            "a.py": """
                from tftypes import Shape, Tensor, float32
                def f(x: Tensor[float32, Shape[2, -1]]) -> None: ...
                """
        }
    )
    project.run("init")

    assert "[tf-annotation]" in project.run("check").out


def test_a_second_time_nothing_changes(project: Project) -> None:
    project.run("init")

    assert project.run("init").out == "nothing to change: the project is configured\n"
    assert project.read("pyproject.toml") == NEW


def test_dry_run_shows_the_difference_and_writes_nothing(project: Project) -> None:
    project.write({"pyproject.toml": "[tool.mypy]\nstrict = true\n"})

    result = project.run("init", "--dry-run")

    assert result.code == 0
    assert (
        result.out
        == """\
--- pyproject.toml
+++ pyproject.toml
@@ -1,2 +1,10 @@
 [tool.mypy]
 strict = true
+plugins = ["tftypes_mypy"]
+
+[[tool.mypy.overrides]]
+module = ["tensorflow.*", "keras.*"]
+ignore_missing_imports = true
+
+[tool.tftypes]
+paths = ["."]  # what `tftypes check` looks at
"""
    )
    assert project.read("pyproject.toml") == "[tool.mypy]\nstrict = true\n"


def test_dry_run_without_a_file(project: Project) -> None:
    assert project.run("init", "--dry-run").out.startswith("--- /dev/null\n+++ pyproject.toml\n")
    assert not (project.root / "pyproject.toml").exists()


def test_comments_settings_and_layout_stay(project: Project) -> None:
    project.write(
        {
            "pyproject.toml": """
                # The project.
                [project]
                name = 'demo'   # single quotes

                [tool.mypy]
                plugins = [
                    "mine",  # first
                ]
                allow_redefinition = false

                [[tool.mypy.overrides]]
                module = "x"
                ignore_errors = true
                """,
            "src/a.py": "",
        }
    )

    project.run("init")

    assert (
        project.read("pyproject.toml")
        == """\
# The project.
[project]
name = 'demo'   # single quotes

[tool.mypy]
plugins = [
    "mine",  # first
    "tftypes_mypy",
]
allow_redefinition = false

[[tool.mypy.overrides]]
module = "x"
ignore_errors = true

[[tool.mypy.overrides]]
module = ["tensorflow.*", "keras.*"]
ignore_missing_imports = true

[tool.tftypes]
paths = ["src"]  # what `tftypes check` looks at
"""
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            '[tool.mypy]\nplugins = "mine, yours"\n',
            '[tool.mypy]\nplugins = "mine, yours, tftypes_mypy"\n',
            id="plugins as a string",
        ),
        pytest.param(
            "[tool]\nmypy = {strict = true}\n",
            '[tool]\nmypy = {strict = true,plugins = ["tftypes_mypy"]}\n',
            id="an inline table",
        ),
        pytest.param(
            '[tool.mypy]\nplugins = ["mine"]\n[tool.other]\nx = 1\n',
            '[tool.mypy]\nplugins = ["mine", "tftypes_mypy"]\n[tool.other]\nx = 1\n',
            id="in the middle",
        ),
        pytest.param(
            "[tool.mypy]\r\nstrict = true\r\n",
            '[tool.mypy]\r\nstrict = true\r\nplugins = ["tftypes_mypy"]\r\n',
            id="Windows line ends",
        ),
        pytest.param(
            "[tool.other]\nx = 1",
            '[tool.other]\nx = 1\n\n[tool.mypy]\nplugins = ["tftypes_mypy"]\n',
            id="no line end at the end of the file",
        ),
        pytest.param(
            '[tool.mypy]\nplugins = ["tftypes_mypy"]\nallow_redefinition_new = true\ncheck_untyped_defs = false\n',
            '[tool.mypy]\nplugins = ["tftypes_mypy"]\nallow_redefinition_new = true\ncheck_untyped_defs = false\n',
            id="nothing to add",
        ),
    ],
)
def test_mypy_in_pyproject(before: str, after: str) -> None:
    assert with_mypy_toml(before, "pyproject.toml") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "[mypy]\nstrict = True\n\n[mypy-x.*]\nignore_errors = True\n",
            "[mypy]\nplugins = tftypes_mypy\nstrict = True\n\n[mypy-x.*]\nignore_errors = True\n",
            id="no plugins",
        ),
        pytest.param(
            "[mypy]\nplugins =\n    mine,\n    yours\n# end\n",
            "[mypy]\nplugins =\n    mine,\n    yours, tftypes_mypy\n# end\n",
            id="plugins on several lines",
        ),
        pytest.param(
            "[mypy]\nplugins: mine,\n",
            "[mypy]\nplugins: mine, tftypes_mypy\n",
            id="a trailing comma",
        ),
        pytest.param(
            "[metadata]\nname = x\n",
            "[metadata]\nname = x\n\n[mypy]\nplugins = tftypes_mypy\n",
            id="no section",
        ),
        pytest.param(
            "[mypy]\r\nplugins = mine\r\n",
            "[mypy]\r\nplugins = mine, tftypes_mypy\r\n",
            id="Windows line ends",
        ),
    ],
)
def test_mypy_in_an_ini_file(before: str, after: str) -> None:
    assert with_mypy_ini(before, "mypy.ini") == after
    assert with_mypy_ini(after, "mypy.ini") == after


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            '[tool.mypy]\n[[tool.mypy.overrides]]\nmodule = ["keras.*", "tensorflow.*"]\n',
            id="the project has its own",
        ),
        pytest.param("[tool]\nmypy = {strict = true}\n", id="nothing can be added"),
    ],
)
def test_where_missing_modules_stay_with_mypy(text: str) -> None:
    assert ignoring_missing_toml(text, "pyproject.toml") == text


def test_in_an_ini_file_missing_modules_are_left_to_the_plugin_once() -> None:
    text = ignoring_missing_ini("[mypy]\r\nstrict = True", "mypy.ini")

    assert text == (
        "[mypy]\r\nstrict = True\r\n\r\n[mypy-tensorflow.*,keras.*]\r\nignore_missing_imports = True\r\n"
    )
    assert ignoring_missing_ini(text, "mypy.ini") == text


def test_two_options_of_mypys_are_set_where_they_are_asked_for(project: Project) -> None:
    project.run("init", "--allow-redefinition", "--check-untyped-defs")

    assert project.read("pyproject.toml").startswith(
        '[tool.mypy]\nplugins = ["tftypes_mypy"]\n'
        "allow_redefinition = true\ncheck_untyped_defs = true\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            '[tool.mypy]\nplugins = ["tftypes_mypy"]\nallow_redefinition_new = true\ncheck_untyped_defs = false\n',
            "",
            id="the project says otherwise",
        ),
        pytest.param(
            '[tool.mypy]\nstrict = true\nplugins = ["tftypes_mypy"]\n',
            "allow_redefinition = true\n",
            id="strict is one of them",
        ),
    ],
)
def test_what_the_project_says_of_them_stays(before: str, after: str) -> None:
    assert with_mypy_toml(before, "pyproject.toml", [*SETTINGS]) == before + after
    ini = before.replace('["tftypes_mypy"]', "tftypes_mypy").replace("tool.mypy", "mypy")
    added = with_mypy_ini(ini, "mypy.ini", [*SETTINGS])
    assert {*added.splitlines()} - {*ini.splitlines()} == {
        line.replace("true", "True") for line in after.splitlines()
    }


def test_the_file_that_mypy_reads_is_the_one_that_is_changed(project: Project) -> None:
    project.write({"mypy.ini": "[mypy]\nstrict = True\n", "pyproject.toml": "[tool.mypy]\n"})

    assert project.run("init").out == (
        "changed mypy.ini\nchanged pyproject.toml\nnext: tftypes check\n"
    )
    assert project.read("mypy.ini").startswith("[mypy]\nplugins = tftypes_mypy\n")
    assert "plugins" not in project.read("pyproject.toml")


def test_a_configuration_above_the_folder_is_left_to_the_user(project: Project) -> None:
    project.write({"mypy.ini": "[mypy]\nstrict = True\n", "part/a.py": "x = 1\n"})

    result = project.run("init", "part")

    assert result.out == (
        "created part/pyproject.toml\n"
        "next: tftypes check\n"
        "mypy reads mypy.ini, which is not changed: for mypy by itself, add tftypes_mypy to its plugins\n"
    )
    assert project.read("mypy.ini") == "[mypy]\nstrict = True\n"
    assert "[tool.mypy]" not in project.read("part/pyproject.toml")


def test_a_link_stays_a_link_and_permissions_stay(project: Project) -> None:
    project.write({"real.toml": "# mine\n"})
    os.chmod(project.root / "real.toml", 0o640)
    (project.root / "pyproject.toml").symlink_to("real.toml")

    project.run("init")

    assert (project.root / "pyproject.toml").is_symlink()
    assert project.read("real.toml").startswith("# mine\n\n[tool.mypy]\n")
    assert stat.S_IMODE((project.root / "real.toml").stat().st_mode) == 0o640


def test_when_writing_fails_the_file_is_as_it_was(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"pyproject.toml": "# mine\n"})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)

    result = project.run("init")

    assert (result.code, result.out) == (2, "")
    assert result.err == "tftypes: pyproject.toml: cannot be written: No space left on device\n"
    assert sorted(path.name for path in project.root.iterdir()) == [".git", "pyproject.toml"]
    assert project.read("pyproject.toml") == "# mine\n"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("pyproject.toml", "[tool\n", "pyproject.toml:1: not valid TOML: Expected ']'"),
        ("pyproject.toml", "[tool.mypy]\nplugins = 1\n", "[tool.mypy] plugins: expected a list"),
        ("pyproject.toml", "tool = 1\n", "pyproject.toml:1: tool: expected a table, got 1"),
        ("pyproject.toml", b"x = '\xff'\n", "pyproject.toml:1: not UTF-8: byte 0xff"),
        ("mypy.ini", "strict\n", "mypy.ini: File contains no section headers."),
    ],
)
def test_one_clear_line_for_a_broken_file(
    project: Project, name: str, text: str | bytes, line: str
) -> None:
    project.write({name: text})
    before = (project.root / name).read_bytes()

    result = project.run("init")

    assert (result.code, result.out) == (2, "")
    assert line in result.err and result.err.count("\n") == 1
    assert (project.root / name).read_bytes() == before


def test_a_folder_that_is_not_there(project: Project) -> None:
    assert project.run("init", "gone").err == "tftypes: gone: no such folder\n"


values = st.booleans() | st.integers(-9, 9) | st.text("ab #'\"", max_size=5)
tables = st.dictionaries(st.sampled_from(["strict", "files", "plugins", "x y", "é"]), values)


@given(tables.map(lambda table: {key: value for key, value in table.items() if key != "plugins"}))
def test_whatever_is_there_only_our_settings_are_added(table: dict[str, object]) -> None:
    import tomlkit

    text = tomlkit.dumps({"tool": {"mypy": table, "other": {"x": 1}}})

    after = with_tftypes(with_mypy_toml(text, "p"), ["."], "p")

    tool = tomli.loads(after)["tool"]
    assert tool["mypy"] == {**table, "plugins": ["tftypes_mypy"]}
    assert tool["other"] == {"x": 1}
    assert with_tftypes(with_mypy_toml(after, "p"), ["."], "p") == after


@given(st.text(st.sampled_from("[]mypluginsx=:,#;\n \t"), max_size=40))
def test_an_ini_file_of_any_kind_is_changed_rightly_or_not_at_all(text: str) -> None:
    try:
        after = with_mypy_ini(f"[mypy]\n{text}", "mypy.ini")
    except Failure:
        return
    assert with_mypy_ini(after, "mypy.ini") == after


def test_a_new_file_has_the_usual_permissions(project: Project) -> None:
    old = os.umask(0o027)
    try:
        project.run("init")
    finally:
        os.umask(old)

    assert stat.S_IMODE((project.root / Path("pyproject.toml")).stat().st_mode) == 0o640


def test_a_project_that_an_earlier_version_set_up_gets_keras_too() -> None:
    toml = '[tool.mypy]\n\n[[tool.mypy.overrides]]\nmodule = "tensorflow.*"\nignore_missing_imports = true\n'
    assert ignoring_missing_toml(toml, "pyproject.toml") == (
        f'{toml}\n[[tool.mypy.overrides]]\nmodule = ["keras.*"]\nignore_missing_imports = true\n'
    )
    ini = "[mypy]\n\n[mypy-tensorflow.*]\nignore_missing_imports = True\n"
    assert (
        ignoring_missing_ini(ini, "mypy.ini")
        == f"{ini}\n[mypy-keras.*]\nignore_missing_imports = True\n"
    )

"""`[tool.tftypes]`: where it is found, and what is said when it is wrong."""

from __future__ import annotations

import doctest
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Project
from tftypes.cli import mypy_config, toml_lines
from tftypes.cli.check import sound
from tftypes.cli.config import Config, load, read_toml
from tftypes.cli.failure import Failure
from tftypes.cli.options import LINT, OPTIONS, Option

HASHED = "import tensorflow as tf\nd = {tf.zeros([2]): 1}\n"


def test_everything_that_can_be_said(project: Project) -> None:
    project.write(
        {
            "pyproject.toml": """
                [tool.tftypes]
                paths = ["src"]
                exclude = ["build"]
                format = "json"
                select = ["tftypes"]
                disable = ["tf-value"]
                mypy_args = ["--strict"]
                python_version = "3.12"

                [tool.tftypes.lint]
                enabled = false
                """
        }
    )

    assert load([]) == Config(
        root=project.root,
        file=project.root / "pyproject.toml",
        paths=("src",),
        exclude=("build",),
        format="json",
        select=("tftypes",),
        disable=("tf-value",),
        mypy_args=("--strict",),
        python_version="3.12",
        lint=False,
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("formt = 1", "[tool.tftypes] has no key 'formt'; did you mean 'format'?"),
        (
            "cache_dir = 'x'",
            "[tool.tftypes] has no key 'cache_dir'; it belongs in [tool.tftypes.lint]",
        ),
        (
            "zzz = 1",
            "[tool.tftypes] has no key 'zzz'; expected one of paths, exclude, format, select, "
            "disable, mypy_args, python_version, lint",
        ),
        ('paths = "src"', '[tool.tftypes] paths: expected a list of strings, got "src"'),
        ("paths = [1, true]", "[tool.tftypes] paths: expected a list of strings, got [1, true]"),
        (
            'format = "xml"',
            '[tool.tftypes] format: expected one of text, json, github, sarif, junit, got "xml"',
        ),
        (
            "python_version = 3.11",
            '[tool.tftypes] python_version: expected a version such as "3.11", got 3.11',
        ),
        ("lint = false", "[tool.tftypes] lint: expected a table, got false"),
        ("lint = {enabled = 0}", "[tool.tftypes.lint] enabled: expected true or false, got 0"),
        (
            "lint = {enable = true}",
            "[tool.tftypes.lint] there is no 'enable'; did you mean 'enabled'?",
        ),
        (
            "lint = {overrides = [{paths = ['a'], tensor-hash = 1}]}",
            "[tool.tftypes.lint] overrides[0].tensor-hash: expected a table, got 1",
        ),
        (
            "lint = {import-layers = {layers = [1]}}",
            "[tool.tftypes.lint] import-layers.layers: expected names of modules, got 1",
        ),
        ("= 1", "not valid TOML: Invalid statement"),
        ("format = 'json'\nformat = 'text'", "not valid TOML: Cannot overwrite a value"),
    ],
)
def test_one_clear_line_for_each_mistake_which_hides_no_finding(
    project: Project, text: str, message: str
) -> None:
    project.write({"pyproject.toml": f"[tool.tftypes]\n{text}\n", "a.py": HASHED})

    result = project.run("lint", "-q")

    assert (result.code, result.out.count("[tensor-hash]")) == (2, 1)
    line = 3 if "overwrite" in message else 2
    assert result.err == f"tftypes: pyproject.toml:{line}: {message}\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"\xef\xbb\xbf[tool.tftypes]\n",
            ":1: not valid TOML: it begins with a byte order mark; save it as UTF-8 without one",
        ),
        (b"[tool.tftypes]\n# \xe9\n", ":2: not UTF-8: byte 0xe9"),
        ("[tool.tftypes]\n".encode("utf-16"), ":1: not UTF-8: byte 0xff"),
        (
            b"[tool.tftypes]\n[tool.tftypes]\n",
            ":2: not valid TOML: Cannot declare ('tool', 'tftypes') twice",
        ),
        (b"x = [\n", ":2: not valid TOML: Invalid value"),
        (
            b"x = " + b"[" * 100_000 + b"]" * 100_000,
            ": cannot be read: TOML inline arrays/tables are nested more than",
        ),
        (b"tool = 1\n", ":1: tool: expected a table, got 1"),
        (b"[tool]\ntftypes = 'x'\n", ':2: [tool] tftypes: expected a table, got "x"'),
        (b"[[tool.tftypes]]\n", ":1: [tool] tftypes: expected a table, got [{}]"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_file_that_is_none_hides_no_finding(
    project: Project, content: bytes, message: str
) -> None:
    project.write({"pyproject.toml": content, "a.py": HASHED})

    result = project.run("lint", "-q")

    assert (result.code, result.out.count("[tensor-hash]")) == (2, 1)
    assert result.err.startswith(f"tftypes: pyproject.toml{message}")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: f"{option.table}.{option.name}")
@pytest.mark.parametrize(
    "value", ["1", "1.5", '"x"', "true", "[1]", "{x = 1}", "1979-05-27", "inf", '"\\u001b[31m"']
)
def test_a_value_of_another_type_is_told_or_taken(
    project: Project, option: Option, value: str
) -> None:
    project.write({"pyproject.toml": f"[{option.table}]\n{option.name} = {value}\n"})
    data = read_toml(Path("pyproject.toml"))["tool"]["tftypes"]
    given = (data["lint"] if option.table == LINT else data)[option.name]

    problems = sound(load([])).problems

    told = (
        f"pyproject.toml:2: [{option.table}] {option.name}: expected {option.kind.expected}, got "
    )
    assert [each.startswith(told) for each in problems] == [True] * (not option.kind.fits(given))


@pytest.mark.parametrize(
    "content",
    [
        "tool = 1\n",
        "[tool]\nmypy = 1\n",
        "[tool.mypy]\nplugins = 1\nexclude = 2\n",
        "project = 1\n",
    ],
)
def test_tables_of_others_that_are_none_hide_no_finding(project: Project, content: str) -> None:
    project.write({"pyproject.toml": content, "a.py": HASHED})

    assert "[tensor-hash]" in project.run("check", "-q").out


@pytest.mark.parametrize(
    "command",
    [("fix",), ("imports",), ("lint", "--update-baseline"), ("check", "--update-baseline")],
)
def test_nothing_is_written_by_a_configuration_with_a_mistake(
    project: Project, command: tuple[str, ...]
) -> None:
    """What it excludes may be what the mistake hides."""
    project.write({"pyproject.toml": "[tool.tftypes]\nexcluded = ['b']\n", "a.py": HASHED})

    result = project.run(*command)

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "tftypes: pyproject.toml:2: [tool.tftypes] has no key 'excluded'; did you mean 'exclude'?\n"
    )
    assert {each.name for each in project.root.iterdir()} == {".git", "a.py", "pyproject.toml"}


def test_doctests() -> None:
    assert doctest.testmod(toml_lines) == (0, 1)


def test_what_is_right_beside_a_mistake_counts(project: Project) -> None:
    project.write(
        {
            "pyproject.toml": """
                [tool.tftypes]
                paths = 3
                exclude = ["b"]

                [tool.tftypes.lint]
                cache = "no"

                [tool.tftypes.lint.tensor-hash]
                severity = "note"

                [tool.tftypes.lint.unused-result]
                severity = "grave"
                """,
            "a.py": HASHED,
            "b/c.py": HASHED,
        }
    )

    result = project.run("lint", "-q")

    assert [line.partition(": `")[0] for line in result.out.splitlines()] == ["a.py:2:6: note"]
    assert [line.partition(" [")[0] for line in result.err.splitlines()] == [
        "tftypes: pyproject.toml:2:",
        "tftypes: pyproject.toml:6:",
        "tftypes: pyproject.toml:12:",
    ]


def test_a_code_that_is_misspelled(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tftypes]\ndisable = ["tf-dtyp"]\n', "a.py": ""})

    assert project.run("lint").err == (
        "tftypes: pyproject.toml:2: [tool.tftypes] disable: there is no code 'tf-dtyp'; "
        "did you mean 'tf-dtype'?\n"
    )


def test_a_code_of_another_plugin_may_be_named(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tftypes]\ndisable = ["pydantic-orm"]\n', "a.py": ""})

    assert project.run("check").code == 0


@pytest.mark.parametrize(
    ("required", "version"),
    [
        (">=3.50", "3.50"),
        (">= 3.50.1, <4", "3.50"),
        ("~=3.50", "3.50"),
        (">=3.8", None),
        ("<3.50", None),
    ],
)
@pytest.mark.parametrize("table", ["", "[tool.tftypes]\n"])
def test_a_project_for_a_newer_python_is_checked_for_it(
    project: Project, required: str, version: str | None, table: str
) -> None:
    project.write({"pyproject.toml": f'{table}[project]\nrequires-python = "{required}"\n'})

    assert load([]).newer_python == version


def test_what_is_said_of_the_version_comes_before_what_the_project_requires(
    project: Project,
) -> None:
    project.write({"pyproject.toml": '[project]\nrequires-python = ">=3.50"\n'})
    config = load([])

    def target(config: Config, *arguments: str) -> str | None:
        return mypy_config.target(config, mypy_config.find(config, arguments), arguments)

    assert target(config) == "3.50"
    assert target(config, "--python-version", "3.12") == "3.12"
    assert target(replace(config, python_version="3.13")) == "3.13"
    project.write({"mypy.ini": "[mypy]\npython_version = 3.14\n"})
    assert target(config) == "3.14"


class TestWhereItIsFound:
    def test_above_the_paths(self, project: Project) -> None:
        project.write(
            {"pyproject.toml": "[tool.tftypes]\n", "a/b/c.py": "", "a/pyproject.toml": ""}
        )

        assert load([Path("a/b/c.py")]).file == project.root / "pyproject.toml"

    def test_the_nearest_that_speaks_of_us(self, project: Project) -> None:
        project.write(
            {"pyproject.toml": "[tool.tftypes]\n", "a/pyproject.toml": "[tool.tftypes]\n"}
        )

        assert load([Path("a")]).root == project.root / "a"
        assert load([Path("a"), Path("b")]).root == project.root

    def test_not_above_the_top_of_the_work_tree(self, project: Project) -> None:
        (project.root.parent / "pyproject.toml").write_text("[tool.tftypes]\nbad = 1\n")

        assert load([]) == Config(root=project.root)

    def test_without_one_mypys_configuration_marks_the_project(self, project: Project) -> None:
        project.write({"a/b/c.py": "", "a/setup.cfg": "[mypy]\n", "a/b/setup.cfg": "[flake8]\n"})

        assert load([Path("a/b/c.py")]) == Config(root=project.root / "a")

    def test_given_by_name_it_is_relative_to_the_current_folder(self, project: Project) -> None:
        project.write({"ci/strict.toml": '[tool.tftypes]\npaths = ["a.py"]\n', "a.py": "x = 1\n"})

        assert project.run("check", "--config", "ci/strict.toml").out == (
            "no problems found in 1 file\n"
        )


class TestMypysOwn:
    """mypy is configured as it is without us, plus the plugin."""

    LOOSE = {"a.py": "def f(x): ...\nfrom tensorflow import gone\n"}

    def codes(self, project: Project) -> list[str]:
        lines = project.run("check", "-q", "a.py").out.splitlines()
        return [line.rpartition("[")[2].rstrip("]") for line in lines]

    def test_without_any_the_plugin_runs(self, project: Project) -> None:
        project.write(
            {
                "a.py": """
                    from tftypes import Shape, Tensor, float32
                    def f(x: Tensor[float32, Shape[2, -1]]) -> None: ...
                    """
            }
        )

        assert self.codes(project) == ["tf-annotation"]

    def test_ini(self, project: Project) -> None:
        project.write({"mypy.ini": "[mypy]\ndisallow_untyped_defs = True\n", **self.LOOSE})

        assert self.codes(project) == ["no-untyped-def", "tf-attribute"]

    def test_toml_with_overrides(self, project: Project) -> None:
        project.write(
            {
                "pyproject.toml": """
                    [tool.mypy]
                    disallow_untyped_defs = true

                    [[tool.mypy.overrides]]
                    module = "a"
                    disable_error_code = ["attr-defined"]
                    """,
                **self.LOOSE,
            }
        )

        assert self.codes(project) == ["no-untyped-def"]

    def test_our_own_code_is_enabled_where_mypys_is_disabled(self, project: Project) -> None:
        project.write(
            {
                "mypy.ini": """
                    [mypy]
                    disable_error_code = attr-defined
                    enable_error_code = tf-attribute
                    """,
                **self.LOOSE,
            }
        )

        assert self.codes(project) == ["tf-attribute"]

    def test_another_code_than_the_usual_one_for_the_mistake(self, project: Project) -> None:
        project.write({"mypy.ini": "[mypy]\ndisable_error_code = union-attr\n", **self.LOOSE})

        assert self.codes(project) == ["tf-attribute"]

    def test_errors_of_a_section_are_ignored(self, project: Project) -> None:
        project.write({"mypy.ini": "[mypy-a]\nignore_errors = True\n", **self.LOOSE})

        assert self.codes(project) == []

    def test_sections_of_an_ini_file(self, project: Project) -> None:
        project.write(
            {
                "setup.cfg": """
                    [metadata]
                    name = a
                    [mypy]
                    disallow_untyped_defs = True
                    plugins =
                        mypy.plugins.proper_plugin
                    [mypy-a.*]
                    disable_error_code = attr-defined
                    """,
                **self.LOOSE,
            }
        )

        assert self.codes(project) == ["no-untyped-def"]

    def test_a_plugin_beside_the_configuration_stays(self, project: Project) -> None:
        project.write(
            {
                "conf/mypy.ini": "[mypy]\nplugins = mine.py:start\nmypy_path = $MYPY_CONFIG_FILE_DIR/lib\n",
                "conf/mine.py": """
                    from mypy.plugin import Plugin
                    class Mine(Plugin):
                        def get_function_hook(self, fullname):
                            if fullname == "helper.f":
                                return lambda ctx: ctx.api.named_generic_type("builtins.str", [])
                    def start(version):
                        return Mine
                    """,
                "conf/lib/helper.py": "def f() -> int: return 1\n",
                "a.py": "import helper\nreveal_type(helper.f())\n",
            }
        )

        result = project.run("check", "-q", "a.py", "--", "--config-file", "conf/mypy.ini")

        assert result.out == 'a.py:2:13: note: Revealed type is "str"  [reveal]\n'

    def test_what_mypy_says_of_it_is_passed_on(self, project: Project) -> None:
        project.write({"mypy.ini": "[mypy]\nnonsense = 1\n", "a.py": "x = 1\n"})

        result = project.run("check", "a.py")

        assert result.code == 0
        assert result.err == "warning: mypy.ini: [mypy]: Unrecognized option: nonsense = 1\n"

    def test_options_behind_two_dashes(self, project: Project) -> None:
        project.write(self.LOOSE)

        result = project.run("check", "-q", "a.py", "--", "--disallow-untyped-defs")

        assert "[no-untyped-def]" in result.out

    def test_a_cache_of_its_own_unless_the_plugin_is_named(
        self, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("MYPY_CACHE_DIR")
        project.write({"a.py": "x = 1\n"})

        assert project.run("check").code == 0
        assert [path.name for path in (project.root / ".mypy_cache").iterdir()] == ["tftypes"]

        project.write({"mypy.ini": "[mypy]\nplugins = tftypes_mypy\n"})
        assert project.run("check").code == 0
        assert len(list((project.root / ".mypy_cache").glob("3.*"))) == 1

    def test_a_personal_configuration_counts_where_the_project_has_none(
        self, project: Project
    ) -> None:
        project.write({"a.py": "x = 1\n"})
        (project.root.parent / ".mypy.ini").write_text("[mypy]\nstrict = True\n")

        found = mypy_config.find(Config(), [])

        assert found.main == {"strict": "True"}

    def test_a_file_that_is_not_there(self, project: Project) -> None:
        with pytest.raises(Failure, match="gone.ini: cannot be read: No such file"):
            mypy_config.find(Config(), ["--config-file=gone.ini"])

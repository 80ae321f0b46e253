"""`tftypes check -`: what an editor has and has not saved yet."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from .conftest import Project

WRONG = "import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n"
HASHED = "import tensorflow as tf\nd = {tf.zeros([2]): 1}\n"


@pytest.mark.parametrize("arguments", [["check"], ["check", "--no-mypy"]])
def test_a_program_on_stdin_is_checked(project: Project, arguments: list[str]) -> None:
    result = project.run(*arguments, "-q", "-", stdin=WRONG)

    assert (result.code, result.out.startswith("stdin.py:2:")) == (1, True), result.err
    assert "[tf-shape]" in result.out


def test_it_takes_the_place_of_a_file_and_sees_the_others(project: Project) -> None:
    project.write(
        {
            "net/__init__.py": "",
            "net/layers.py": "import tensorflow as tf\ndef dense(x):\n"
            "    return tf.matmul(x, tf.zeros([5, 5]))\n",
            "net/train.py": "saved = 1\n",
        }
    )
    program = "import tensorflow as tf\nfrom .layers import dense\ndense(tf.zeros([2, 3]))\n"

    result = project.run(
        "check", "--no-mypy", "--stdin-filename", "net/train.py", "-", stdin=program
    )

    assert result.out.splitlines()[:2] == [
        "net/train.py:3:1: error: net/layers.py:3: tf.matmul(): argument 'b': inner dims 3 and 5 "
        "differ: a is float32[2, 3], b is float32[5, 5]  [tf-shape]",
        "   3 | dense(tf.zeros([2, 3]))",
    ]
    assert project.read("net/train.py") == "saved = 1\n"
    assert sorted(os.listdir(project.root)) == [".git", "net"]


def test_the_configuration_is_that_of_its_place(project: Project) -> None:
    project.write(
        {
            "pyproject.toml": """
                [[tool.tftypes.lint.overrides]]
                paths = ["old"]
                disable = ["tensor-hash"]
                """
        }
    )

    assert project.run("lint", "--stdin-filename", "old/a.py", "-", stdin=HASHED).code == 0
    assert project.run("lint", "--stdin-filename", "new/a.py", "-", stdin=HASHED).code == 1


@pytest.mark.parametrize("name", ["a.py", "sub/a.py"])
def test_paths_in_reports_are_as_for_files(
    project: Project, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({"sub/a.py": "", "sub/b.py": ""})
    monkeypatch.chdir(project.root / "sub")
    full = str(project.root / name)

    plain = json.loads(
        project.run("lint", "--format", "json", "--stdin-filename", full, "-", stdin=HASHED).out
    )
    log = project.run("lint", "--format", "sarif", "--stdin-filename", full, "-", stdin=HASHED).out

    assert plain["findings"][0]["path"] == ("a.py" if name == "sub/a.py" else full)
    place = json.loads(log)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": name, "uriBaseId": "%SRCROOT%"}
    assert Path.cwd() == project.root / "sub"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["a.py", "-"], "`-` reads standard input and takes no other paths"),
        (["--stdin-filename", "a.py"], "--stdin-filename needs the path `-`"),
        (["--update-baseline", "-"], "--update-baseline does not read standard input"),
    ],
)
def test_what_cannot_be_is_told(project: Project, arguments: list[str], problem: str) -> None:
    project.write({"a.py": ""})

    result = project.run("lint", *arguments, stdin="")

    assert (result.code, result.err) == (2, f"tftypes: {problem}\n")

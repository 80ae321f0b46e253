"""The rules within flake8 and Fixit, run as their users run them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import libcst
import pytest
from libcst.codemod import CodemodContext

from tftypes_lint import ENGINE_CODES, all_rules
from tftypes_lint.codemods import CODEMODS
from tftypes_lint.flake8 import CODES, Plugin
from tftypes_lint.rule import is_project

PROGRAM = """\
from tensorflow.python.framework import ops
import tensorflow.python  # noqa: TFT101
class A:
    def __tf_tensor__(self): ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.py").write_text(PROGRAM)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.fixit]\nroot = true\nenable = ["tftypes_lint.fixit"]\n'
        '[tool.tftypes.lint]\ndisable = ["tensor-hash"]\n'
    )
    (tmp_path / ".flake8").write_text("[flake8]\nselect = TFT\n")
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )


class TestFlake8:
    def test_every_rule_on_one_file_has_a_code_of_its_own(self) -> None:
        rules = {code for code, rule in all_rules().items() if not is_project(rule)}

        assert rules <= {*CODES} <= rules | {*ENGINE_CODES}
        assert len({*CODES.values()}) == len(CODES)

    def test_what_it_is_told(self) -> None:
        import ast

        lines = PROGRAM.splitlines(keepends=True)
        (first, second, third) = Plugin(ast.parse(PROGRAM), "a.py", lines).run()

        assert (first[:2], second[:2], third[:2]) == ((1, 0), (2, 7), (4, 8))
        assert third[2] == (
            "TFT201 TensorFlow calls `value.__tf_tensor__(dtype, name)`: "
            "dtype and name are not accepted [tf-tensor-signature]"
        )

    def test_columns_count_characters_whatever_the_encoding(self) -> None:
        import ast

        text = "# coding: latin-1\né = 'é'; import tensorflow.python\n"
        (only,) = Plugin(ast.parse(text), "a.py", text.splitlines(keepends=True)).run()

        assert only[:2] == (2, 16)

    def test_in_flake8_itself(self, folder: Path) -> None:
        assert run(folder, "flake8", "a.py").stdout == (
            "a.py:1:1: TFT101 `tensorflow.python.framework` is private to TensorFlow and may "
            "change in any release [private-import]\n"
            "a.py:4:9: TFT201 TensorFlow calls `value.__tf_tensor__(dtype, name)`: dtype and name "
            "are not accepted [tf-tensor-signature]\n"
        )


class TestFixit:
    def test_reports_and_fixes(self, folder: Path) -> None:
        told = run(folder, "fixit", "lint", "a.py").stdout
        assert "a.py@1:0 PrivateImport: `tensorflow.python.framework` is private" in told
        assert "a.py@4:8 TfTensorSignature: TensorFlow calls" in told

        run(folder, "fixit", "fix", "--automatic", "a.py")
        assert "def __tf_tensor__(self, dtype=None, name=None): ...\n" in (
            (folder / "a.py").read_text()
        )

    def test_its_comments_silence(self, folder: Path) -> None:
        (folder / "a.py").write_text(
            "import tensorflow.python  # lint-ignore: PrivateImport\nimport tensorflow.python.ops\n"
        )

        told = run(folder, "fixit", "lint", "a.py").stdout

        assert "a.py@2:7 PrivateImport" in told
        assert "a.py@1" not in told

    def test_the_examples_are_its_tests(self, folder: Path) -> None:
        done = run(folder, "fixit", "test", "tftypes_lint.fixit")

        assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "OK")


def test_the_fixes_are_codemods_of_libcst(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("import tensorflow as tf\nx = tf.zeros([2])\nd = {x: 1}  # why\n")
    command = [
        "codemod",
        "-x",
        "--no-format",
        "tftypes_lint.codemods.TensorHash",
        "--unsafe",
        str(file),
    ]

    done = subprocess.run(
        [sys.executable, "-m", "libcst.tool", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (
        file.read_text() == "import tensorflow as tf\nx = tf.zeros([2])\nd = {x.ref(): 1}  # why\n"
    )


def test_a_codemod_of_a_rule_on_the_project_takes_the_file_for_the_whole_of_it() -> None:
    rule = all_rules()["tensor-conversion-registration"]
    (before,) = rule.INVALID["a function for a class"].values()
    (after,) = vars(rule)["FIXED"]["a function for a class"].values()
    codemod = CODEMODS["TensorConversionRegistration"](CodemodContext())

    fixed = codemod.transform_module(libcst.parse_module(dedent(before)))

    assert fixed.code.strip() == dedent(after).strip()

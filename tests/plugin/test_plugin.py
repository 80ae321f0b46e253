"""What the plugin promises of itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.checks import Case, check
from tftypes_mypy import codes

PROGRAM = """\
import tensorflow as tf
reveal_type(tf.zeros([2, 3]))
"""


BROKEN_RULE = """\
from tftypes.inference.models.tensorflow.ops import RULES, Rule
RULES["tensorflow.zeros"] = Rule("tensorflow.zeros", lambda *a, **k: 1 / 0, ())
"""
BROKEN_JUDGE = """\
from tftypes_mypy.features.mypy_errors import harmless
harmless.is_harmless = lambda *a: 1 / 0
"""


def without_debugging(mistake: str, folder: Path) -> str:
    """What mypy says of the program, where the plugin has a mistake."""
    (folder / "mypy.ini").write_text("[mypy]\nplugins = tftypes_mypy\n")
    (folder / "broken.py").write_text(
        f"{mistake}from mypy.api import run\nprint(run(['program.py'])[0])\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "TFTYPES_DEBUG"}
    command = [sys.executable, "broken.py"]
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout


def test_a_mistake_of_the_plugin_costs_one_type_and_not_the_run(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    said = without_debugging(BROKEN_RULE, tmp_path)
    assert 'Revealed type is "Tensor[' in said
    assert "Success" in said


def test_an_error_stays_where_the_plugin_fails_to_judge_it(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(f"{PROGRAM}\ntf.zeross([2])\n")
    said = without_debugging(BROKEN_JUDGE, tmp_path)
    assert 'Module has no attribute "zeross"' in said
    assert "Found 1 error" in said


def test_a_program_without_tensorflow(tmp_path: Path) -> None:
    text = """\
import numpy as np

x = 2 * np.ones(3)
np.matmul(1.0 / x.size * np.transpose(x), x) + np.zeros([3, 3])
"""
    case = Case("arrays", text, 1)
    check([case], tmp_path)
    assert case.reported == []


def test_what_is_expected_of_an_argument_has_a_name(tmp_path: Path) -> None:
    case = Case("names", "import tensorflow as tf\ntf.reduce_sum({1, 2})\n", 1)
    check([case], tmp_path)
    message = 'Argument 1 to "reduce_sum" has incompatible type "set[int]"; expected "TensorLike"'
    assert case.reported == [(2, "error", "arg-type", message)]


def test_what_python_expects_has_its_own_names(tmp_path: Path) -> None:
    case = Case("names", 'def f(x: list[int]) -> None:\n    "abc"[x]\n', 1)
    check([case], tmp_path)
    expected = [text.partition("expected ")[2] for *_, text in case.reported]
    assert all("SupportsIndex" in text and "ShapeLike" not in text for text in expected)


def test_each_code_can_be_switched_off_with_its_parent(tmp_path: Path) -> None:
    text = "import tensorflow as tf\ntf.matmul(tf.zeros([2, 3]), tf.zeros([2, 3]))\n"
    for option, expected in (
        ("", ["tf-shape"]),
        ("disable_error_code = tf-shape", []),
        ("disable_error_code = tftypes", []),
    ):
        case = Case("off", text, 1)
        check([case], tmp_path, f"[mypy]\nplugins = tftypes_mypy\n{option}\n")
        assert [code for _, _, code, _ in case.reported] == expected, option


def test_the_codes_have_one_parent() -> None:
    children = [code for code in codes.CODES.values() if code is not codes.TFTYPES]
    assert children
    assert all(code.sub_code_of is codes.TFTYPES for code in children)

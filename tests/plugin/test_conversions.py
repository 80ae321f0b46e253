"""What converts to a tensor: by a method, by being registered, or because pyproject.toml says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.test_incremental import mypy

MONEY = """\
class Money:
    cents = 1
"""
RATES = """\
import tensorflow as tf
from money import Money

def convert(value: Money, dtype: object = None, name: object = None, as_ref: object = False) -> tf.Tensor:
    return tf.constant(value.cents)

tf.register_tensor_conversion_function(Money, convert)
"""
PROGRAM = """\
import tensorflow as tf
import rates
from money import Money

tf.abs(Money())
tf.add(tf.constant(1), y=Money())
tf.constant(1) + Money()
Money() * tf.constant(1)
tf.convert_to_tensor(Money())
tf.concat([tf.constant([1]), Money()], 0)
"""


def refused(line: int, subject: str, code: str = "arg-type", name: str = "Money") -> str:
    return (
        f"program.py:{line}: error: {subject}: {name} does not convert to a tensor: it has no "
        "__tf_tensor__ and no __array__, and nothing that this module imports registers it with "
        f"tf.register_tensor_conversion_function  [{code}]"
    )


REFUSED = [
    refused(5, 'argument 1 of "abs"'),
    refused(6, 'argument "y" of "add"'),
    refused(7, 'operand of "__add__" of "Tensor"', "operator"),
    refused(8, 'operand of "__rmul__" of "Tensor"', "operator"),
    refused(9, 'argument 1 of "convert_to_tensor"'),
]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = tftypes_mypy\n")
    (tmp_path / "money.py").write_text(MONEY)
    (tmp_path / "rates.py").write_text(RATES)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def test_a_registered_class_is_accepted_cold_and_warm(program: Path) -> None:
    assert mypy(program, "program.py") == []
    assert mypy(program, "program.py") == []


def test_a_registration_that_goes_and_comes_is_seen(program: Path) -> None:
    assert mypy(program, "program.py") == []
    (program / "rates.py").write_text(RATES.replace("tf.register", "# tf.register"))
    assert mypy(program, "program.py") == REFUSED
    assert mypy(program, "program.py") == REFUSED
    (program / "program.py").write_text(PROGRAM + "\n")
    assert mypy(program, "program.py") == REFUSED
    (program / "rates.py").write_text(RATES)
    assert mypy(program, "program.py") == []


def test_a_registration_that_the_module_does_not_import_is_none(program: Path) -> None:
    (program / "program.py").write_text(PROGRAM.replace("import rates\n", "import math\n"))
    assert mypy(program, "program.py") == REFUSED


def test_a_class_that_pyproject_lists(program: Path) -> None:
    (program / "program.py").write_text(PROGRAM.replace("import rates\n", "import math\n"))
    assert mypy(program, "program.py") == REFUSED
    (program / "pyproject.toml").write_text('[tool.tftypes]\nconvertible = ["money.Money"]\n')
    assert mypy(program, "program.py") == []
    (program / "pyproject.toml").write_text("[tool.tftypes]\nconvertible = []\n")
    assert mypy(program, "program.py") == REFUSED


def test_a_key_that_means_nothing(program: Path) -> None:
    (program / "pyproject.toml").write_text('[tool.tftypes]\nconvertible = "money.Money"\n')
    command = [sys.executable, "-m", "mypy", "program.py"]
    run = subprocess.run(command, cwd=program, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert (
        "pyproject.toml: [tool.tftypes] convertible: expected full names of classes, "
        "got 'money.Money'"
    ) in run.stdout + run.stderr


#: How a class can be registered.
WAYS = {
    "by keyword": "tf.register_tensor_conversion_function(conversion_func=f, base_type=Money)",
    "with others": "tf.register_tensor_conversion_function((int, Money), f)",
    "through its module": "import money\ntf.register_tensor_conversion_function(money.Money, f)",
    "by another name": "from money import Money as M\ntf.register_tensor_conversion_function(M, f)",
    "by an imported function": "from tensorflow import register_tensor_conversion_function as r\n"
    "r(Money, f)",
    "in TensorFlow 1's module": "tf.compat.v1.register_tensor_conversion_function(Money, f)",
    "its superclass": "tf.register_tensor_conversion_function(money.Base, f)",
    "in a loop": "for cls in [Money]:\n    tf.register_tensor_conversion_function(cls, f)",
    "in a function": "def all() -> None:\n    tf.register_tensor_conversion_function(Money, f)",
    "by a decorator": "def convertible(cls: Any) -> Any:\n"
    "    tf.register_tensor_conversion_function(cls, f)\n    return cls",
}
BEGIN = "from typing import Any\nimport tensorflow as tf\nimport money\nfrom money import Money\nf: Any = 0\n"


def test_the_ways_to_register(program: Path) -> None:
    (program / "money.py").write_text(
        "class Base:\n    cents = 1\n\nclass Money(Base):\n    pass\n"
    )
    for number, way in enumerate(WAYS.values()):
        (program / f"way{number}.py").write_text(f"{BEGIN}{way}\ntf.abs(Money())\n")
    names = [f"way{number}.py" for number in range(len(WAYS))]
    errors = mypy(program, *names)
    assert errors == [], [list(WAYS)[names.index(error.partition(":")[0])] for error in errors]


NEEDS_NONE = """\
from typing import Any
import tensorflow as tf

class Method:
    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> tf.Tensor:
        return tf.constant(1)

class Array:
    def __array__(self) -> Any:
        return 1

    @property
    def size(self) -> int:
        return 1

class Dispatches:
    def __tf_type_spec__(self) -> Any:
        return None

    @classmethod
    def __tf_dispatch__(cls, op: Any, args: Any, kwargs: Any) -> "Dispatches":
        return cls()

for value in (Method(), Array()):
    tf.abs(value)
    tf.constant(1) + value
tf.abs(Dispatches())
tf.constant(1) + Dispatches()
"""
UNIONS = """\
import tensorflow as tf
import rates
from money import Money

class Coin: ...

def f(x: Money | Coin, y: Money | None) -> None:
    tf.abs(x)
    tf.abs(y)
"""


def test_what_needs_no_registration_and_what_is_refused_beside_one(program: Path) -> None:
    (program / "needs_none.py").write_text(NEEDS_NONE)
    (program / "unions.py").write_text(UNIONS)
    text = PROGRAM.replace("from money import Money", "class Coin: ...").replace(
        "Money()", "Coin()"
    )
    (program / "program.py").write_text(text.partition("tf.concat")[0])
    errors = mypy(program, "needs_none.py", "program.py", "unions.py")
    errors.sort(key=lambda error: error.startswith("unions"))
    assert errors[:-2] == [each.replace("Money", "Coin") for each in REFUSED]
    assert errors[-2] == refused(8, 'argument 1 of "abs"', name="Coin").replace("program", "unions")
    assert '"Money | None"' in errors[-1], "mypy's own words: None is no tensor"


ALMOST = """\
import tensorflow as tf

class Batch:
    values = 1
    shape = 2

operator = tf.linalg.LinearOperatorDiag(tf.ones([2]))
tf.matmul(tf.ones([2, 2]), operator)
tf.ones([2, 2]) @ operator
tf.abs(Batch())
"""


def test_what_a_class_lacks_of_a_protocol_of_the_stubs_is_not_listed(program: Path) -> None:
    (program / "program.py").write_text(ALMOST)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "program.py"],
        cwd=program, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = refused(10, 'argument 1 of "abs"', name="Batch")
    assert run.stdout.splitlines()[:-1] == [told]


def test_two_classes_of_one_name_are_not_taken_for_each_other(program: Path) -> None:
    (program / "coins.py").write_text(MONEY)
    (program / "make.py").write_text(
        "import coins, money\ndef one() -> money.Money:\n    return money.Money()\n"
    )
    (program / "program.py").write_text(
        "import tensorflow as tf\nimport make\ntf.abs(make.one())\n"
    )
    [error] = mypy(program, "program.py")
    assert error.startswith(
        'program.py:3: error: Argument 1 to "abs" has incompatible type "Money"'
    )

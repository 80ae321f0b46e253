"""NumPy's numbers where Python's are annotated: an error only where mypy has the dtype without the plugin.

How much of a dtype NumPy's stubs tell differs from one NumPy to the next, so that some errors are left out where
mypy has them alone. None is new.
"""

from __future__ import annotations

import itertools
from pathlib import Path

from tests.checks import CONFIG
from tests.plugin.test_incremental import mypy

#: Whose dtype mypy knows by itself, and whose it does not.
ARRAYS = (
    "np.array([1.0, 2.0])",
    "np.array(list(named.values()))",
    "np.asarray([1, 2])",
    "np.stack([np.array([1.0]), np.array([2.0])])[:, 0]",
    "np.array([1.0]).astype('float32')",
    "np.array([1.0]).astype(np.float32)",
    "np.array([1.0, 2.0], dtype=np.float64)",
    "np.arange(3)",
    "np.zeros([3])",
    "tf.zeros([3]).numpy()",
    "given",
    "Kept().rows",
)
TOLD = (
    "np.array([1.0, 2.0], dtype=np.float64)",
    "np.array([1.0]).astype(np.float32)",
    "np.zeros([3])",
    "np.random.rand(3)",
)
#: What is made of them.
NUMBERS = """\
np.mean(x)
np.sum(x)
np.prod(x)
np.std(x)
np.median(x)
np.percentile(x, 5)
np.trapezoid(x)
np.linalg.norm(x)
np.argmax(x)
np.searchsorted(x, 1.0)
np.count_nonzero(x)
np.sum(x > 1)
np.mean(x == x)
np.mean(x[:-1] + x[1:]) * 0.5
np.sqrt(np.mean(np.square(x - x)))
np.mean(np.abs(x))
np.mean([float(value) for value in x])
np.concatenate([x, x]).mean()
np.float32(x[0])
x.mean()
x.max()
x.argmax()
x[0]
x[-1] * 2
x @ x
""".splitlines()

#: What is done with a number.
USES = """\
named["loss"] = {n}
found.append({n})
found[0] = {n}
found += [{n}]
pair: tuple[float, int] = ({n}, 3)
rows: list[list[float]] = [[{n}]]
many: list[float] = [{n} for _ in range(3)]
by_name: dict[str, float] = {{"loss": {n}}}
best: float = max(0.0, {n})
short: float = round(abs({n}), 2)
less: bool = {n} < 0
maybe: float | None = {n}
array: np.ndarray = {n}
kept.loss = {n}
kept.loss = -{n} + 1.0 if flag else 0.0
scored(**{{"score": {n}}})
print("%d" % {n}, "%.2f" % {n})
""".splitlines()

HEAD = """\
import numpy as np
import tensorflow as tf

class Kept:
    loss = 0.0

    def __init__(self) -> None:
        self.rows = np.array([1.0, 2.0])

def scored(score: float, count: int = 0) -> None: ...

kept, flag, found = Kept(), bool(input()), [0.0]

given: np.ndarray = np.zeros([3])
named: dict[str, float] = {}
"""


def errors(program: list[str], folder: Path) -> tuple[set[str], set[str]]:
    """The lines with an error, without the plugin and with it."""
    (folder / "program.py").write_text("\n".join([HEAD, *program]))
    lines = []
    for config in (CONFIG.replace("plugins = tftypes_mypy\n", ""), CONFIG):
        (folder / "mypy.ini").write_text(config)
        lines.append({line.partition(": error: ")[0] for line in mypy(folder, "program.py")})
    return lines[0], lines[1]


def test_an_error_is_one_without_the_plugin_too(tmp_path: Path) -> None:
    program = []
    for array, number in itertools.product(ARRAYS, NUMBERS):
        program += [
            "def made() -> float:  # type: ignore[no-redef]",
            f"    x = {array}",
            f"    scored({number}, count={number})",
            f"    return {number}",
        ]
    alone, with_plugin = errors(program, tmp_path)
    assert len(alone) > 100
    assert not with_plugin - alone


def test_so_it_is_whatever_the_number_is_used_for(tmp_path: Path) -> None:
    program = []
    for array, use in itertools.product(ARRAYS, USES):
        program += [
            "def used(named: dict[str, float], found: list[float]) -> None:  # type: ignore[no-redef]",
            f"    x = {array}",
            *(f"    {use.format(n=number)}" for number in ("np.mean(x)", "x.max()")),
        ]
    alone, with_plugin = errors(program, tmp_path)
    assert len(alone) > 40
    assert not with_plugin - alone


def test_an_error_of_a_dtype_that_mypy_knows_stays(tmp_path: Path) -> None:
    program = []
    for array, number in itertools.product(TOLD, ("np.mean(x)", "np.std(x)", "np.argmax(x)")):
        program += [
            "def f() -> int:  # type: ignore[no-redef]",
            f"    x = {array}",
            f"    return {number}",
        ]
    alone, with_plugin = errors(program, tmp_path)
    assert with_plugin == alone
    assert len(alone) == len(TOLD) * 3


def test_what_is_no_number_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(CONFIG)
    (tmp_path / "program.py").write_text(
        "import numpy as np, tensorflow as tf\n"
        "def row() -> float:\n"
        "    return np.array([np.array([1.0]), np.array([2.0])])[0]\n"
        "def item() -> int:\n"
        "    return np.array([1.0]).item()\n"
        "range(np.mean(np.array([1.0])))\n"
        "def halved(x: tf.Tensor) -> None: ...\n"
        "halved(np.array([1.0]).astype('float32'))\n"
        "halved(np.mean(np.array([1.0])))\n"
    )
    found = mypy(tmp_path, "program.py")
    assert [f"{line.partition(' error:')[0]} {line.rpartition('  ')[2]}" for line in found] == [
        "program.py:3: [return-value]",
        "program.py:5: [return-value]",
        "program.py:6: [call-overload]",
        "program.py:8: [arg-type]",
    ]


def test_one_of_several_things_may_scale_such_an_array(tmp_path: Path) -> None:
    program = ["class Sparse: ..."]
    for array, operator in itertools.product(ARRAYS, ("+=", "*=", "-=")):
        program += [
            "def scaled(several: np.ndarray | Sparse | dict[str, np.ndarray]):  # type: ignore[no-redef]",
            f"    x = {array}",
            "    if several:",
            f"        x {operator} several",
        ]
    alone, with_plugin = errors(program, tmp_path)
    assert alone
    assert not with_plugin - alone


def test_an_operator_may_have_such_an_array_and_one_of_several_things(tmp_path: Path) -> None:
    program = ["class Sparse: ..."]
    several = ("tf.types.experimental.TensorLike", "tf.Tensor | Sparse")
    operators = ("+", "-", "*", "/", "//", "**", "@", "<", ">=", "==")
    for array, annotation, operator in itertools.product(ARRAYS, several, operators):
        program += [
            f"def operated(several: {annotation}):  # type: ignore[no-redef]",
            f"    x = {array}",
            f"    print(x {operator} several)",
            f"    print(several {operator} x)",
            f"    print(2.0 * x.mean() {operator} several)",
        ]
    alone, with_plugin = errors(program, tmp_path)
    assert alone
    assert not with_plugin - alone

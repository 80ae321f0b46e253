"""NumPy's numbers where Python's are annotated: an error only where mypy has the dtype without the plugin."""

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

HEAD = """\
import numpy as np
import tensorflow as tf

class Kept:
    def __init__(self) -> None:
        self.rows = np.array([1.0, 2.0])

def scored(score: float, count: int = 0) -> None: ...

given: np.ndarray = np.zeros([3])
named: dict[str, float] = {}
"""


def test_an_error_is_one_without_the_plugin_too(tmp_path: Path) -> None:
    program = [HEAD]
    for array, number in itertools.product(ARRAYS, NUMBERS):
        program += [
            "def made() -> float:  # type: ignore[no-redef]",
            f"    x = {array}",
            f"    scored({number}, count={number})",
            f"    return {number}",
        ]
    (tmp_path / "program.py").write_text("\n".join(program))
    found = []
    for config in (CONFIG.replace("plugins = tftypes_mypy\n", ""), CONFIG):
        (tmp_path / "mypy.ini").write_text(config)
        errors = mypy(tmp_path, "program.py")
        found.append({line.partition(": error: ")[0] for line in errors})
    alone, with_plugin = found
    assert len(alone) > 100
    assert with_plugin == alone


def test_what_is_no_number_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(CONFIG)
    (tmp_path / "program.py").write_text(
        "import numpy as np, tensorflow as tf\n"
        "def row() -> float:\n"
        "    return np.array([np.array([1.0]), np.array([2.0])])[0]\n"
        "def item() -> int:\n"
        "    return np.array([1.0]).item()\n"
    )
    assert mypy(tmp_path, "program.py") == [
        "program.py:3: error: Incompatible return value type"
        ' (got "ndarray[tuple[int], dtype[float64]]", expected "float")  [return-value]',
        'program.py:5: error: Incompatible return value type (got "float", expected "int")  [return-value]',
    ]

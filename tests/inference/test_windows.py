"""Windows over long data, which loops of too many rounds to follow make: their sizes are known all the same."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tftypes.algebra import UNKNOWN, TensorType
from tftypes.inference.analysis import analyze

from .reports import check

#: Loops that append to `rows` what they take of `data`, a window of `n` at a time.
_LOOPS = (
    """
    for i in range(len(data) - n):
        rows.append(data[i:i + n])
    """,
    """
    for i in range(n, len(data), step):
        rows.append(data[i - n:i])
    """,
    """
    for i in range(len(data)):
        end = i + n
        if end > len(data) - step:
            break
        rows.append(data[i:end])
    """,
    """
    for i in range(0, len(data), step):
        if i < n:
            continue
        window = data[i - n:i]
        rows.append(window)
    """,
    """
    for i in range(len(data)):
        if i + n + step <= len(data):
            rows.append(data[i + step:i + n + step])
    """,
    """
    for i in range(len(data), n, -1):
        rows.append(data[i - n:i])
    """,
    """
    for i in range(0, len(data), step):
        if i + n <= len(data):
            last = i
        rows.append(data[i:i + n])
    """,
    """
    for i in range(len(data) - n):
        if i < n:
            first = i
        elif i > 3 * n:
            continue
        rows.append(data[i:i + n])
    """,
    """
    rows = [data[i:i + n] for i in range(0, len(data) - n + 1, step)]
    """,
    """
    rows = [data[i + step:i + step + n] for i in range(len(data)) if i + n <= len(data)]
    """,
)


@given(st.sampled_from(_LOOPS), st.integers(70, 400), st.integers(1, 20), st.integers(1, 7))
def test_their_sizes_are_those_of_numpy(loop: str, length: int, n: int, step: int) -> None:
    source = (
        f"import numpy as np\ndata, n, step = np.zeros(({length}, 3)), {n}, {step}\nrows = []\n"
    )
    source += textwrap.dedent(loop)
    names: dict[str, Any] = {}
    exec(source, names)
    sizes = {len(each) for each in names["rows"]}
    told = _sizes(source)
    known = {each for each in told if each != UNKNOWN}
    assert known == sizes or UNKNOWN in told and known <= sizes, (told, sizes, source)


def _sizes(source: str) -> list[object]:
    """What the engine says of the number of rows of each window."""
    found: list[object] = []

    def observe(interpreter: object, node: ast.expr, value: object) -> None:
        if isinstance(node, ast.Subscript) and isinstance(value, TensorType):
            found.append(value.shape[0])

    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(source)
        assert not analyze([str(path)], observe=observe).failures
    return found


def test_loops_that_make_them_are_known_by_their_windows(tmp_path: Path) -> None:
    check(
        """
        import numpy as np

        def windows(values, n):
            inputs, targets = [], []
            for i in range(len(values)):
                end = i + n
                if end > len(values) - 1:
                    break
                inputs.append(values[i:end])
                targets.append(values[end])
            return np.array(inputs), np.array(targets)

        prices = np.random.rand(500, 2)
        inputs, targets = windows(prices, 30)
        reveal_type(inputs)  # revealed: ndarray[float64, Shape[None, 30, 2]]
        reveal_type(targets)  # revealed: ndarray[float64, Shape[None, 2]]

        rows = []
        for i in range(30, len(prices)):
            rows.append(prices[i - 30:i, 0])
        reveal_type(np.array(rows))  # revealed: ndarray[float64, Shape[470, 30]]

        rows = []
        for i in range(len(prices)):
            if i + 30 <= len(prices):
                last = i
            rows.append(prices[i:i + 30])
        reveal_type(rows[0])  # revealed: ndarray[float64, Shape[None, 2]]

        reveal_type(np.stack([prices[i:i + 30] for i in range(0, len(prices) - 30, 5)]))  # revealed: ndarray[float64, Shape[94, 30, 2]]

        later = np.zeros((470, 30, 2))
        for i in range(len(later)):
            later[i] = prices[i:i + 31]  # error: [tf-shape] an array of [31, 2] does not go into [30, 2]
        """,
        tmp_path,
    )


def test_a_round_is_no_other_round(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf

        numbers, functions = [], []
        last = None
        for i in range(1000):
            reveal_type(tf.zeros([2 if i == last else 3]))  # revealed: Tensor[float32, Shape[3]] | Tensor[float32, Shape[None]]
            last = i
            numbers.append(i)
            functions.append(lambda i=i: i)
        same = numbers[0] == numbers[1]
        reveal_type(tf.zeros([2 if same else 3]))  # revealed: Tensor[float32, Shape[None]]
        same = functions[0]() == functions[1]()
        reveal_type(tf.zeros([2 if same else 3]))  # revealed: Tensor[float32, Shape[None]]
        pairs = [(i, j) for i in range(1000) for j in range(1000)]
        same = pairs[0][0] == pairs[1][0]
        reveal_type(tf.zeros([2 if same else 3]))  # revealed: Tensor[float32, Shape[None]]
        """,
        tmp_path,
    )

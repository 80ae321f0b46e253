"""Frames and series of pandas: dtypes and shapes of their arrays, held against pandas itself, and what is made of them."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes.algebra import TensorType
from tftypes.inference.analysis import analyze
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.models.pandas import frames

from .reports import check

_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_COLUMNS = (
    "[1, 2, 3]", "[0.5, 1.5, 2.5]", "[True, False, True]", '["x", "y", "z"]', "np.float32([1, 2, 3])", "np.arange(3)",
    "np.zeros(3) + 1", "[1, 2.5, 3]", "(4, 5, 6)", "[1, None, 3]",
)  # fmt: skip
_CHANGES = (
    'df = df[["a", "b"]]', 'df = df.drop("a", axis=1)', 'df = df.drop(columns=["b"])', 'x = df.pop("b")', 'del df["c"]',
    'df["n"] = df["a"] * 2', 'df["n"] = 1.0', 'df["n"] = df["a"] / df["c"]', 'df["a"] = df["a"].astype("float32")',
    "df = df.head(2)", "df = df.tail(1)", 'df = df[df["a"] > 1]', "df = df.dropna()", "df.dropna(inplace=True)",
    "df = df.fillna(0)", 'df = df.astype("float32")', 'df = df.astype({"a": "float64"})', "df = df.iloc[:, 1:]",
    "df = df.iloc[:2, 0:1]", "df = df.iloc[1:]", "df = df[1:]", "df = df[:-1]", "df = df.sample(frac=1)", "df = df.sample(2)",
    "df = df.reset_index(drop=True)", "df = df.reset_index()", 'df = df.rename(columns={"a": "z"})', "df = df.T",
    'df.columns = [f"k{i}" for i in range(len(df.columns))]', "df = pd.concat([df, df])", "df = df.copy()", "df = df * 2",
    "df = df / 2.0", "df = -df", 'df = df.sort_values("a")', "df = df.isna()", 'df = df.loc[:, ["a"]]',
    'df = df.loc[df["a"] > 1, ["a", "b"]]', "df = df.replace(1, 2)", 'df = df.set_index("a")', "df = pd.DataFrame(df.values)",
    'df = pd.DataFrame(df.values[:, :2], columns=["a", "b"])', "df = df.round()", "df = df.clip(0, 1)",
    'df.insert(0, "q", 1)', "df = df.select_dtypes('number')", "df = df.drop_duplicates()", "df = df - df.mean()",
    'df = df["a"].to_frame()', 'df = pd.DataFrame({"a": df["a"], "b": df["a"].values})', "df = df.shift()", "df = df > 1",
    'df["a"] = df["a"].map({1: 2})', 'df.loc[0, "a"] = 2.5', "df = pd.get_dummies(df)", "df = df.query('a > 1')",
    'df.index = ["p", "q", "r"][:len(df)]', 'df = df.drop("p")', 'df = df.drop("a")', 'df.loc["p"] = df.iloc[0]',
    'df = df.rename(index={0: "p"})', 'df = df["a", "b"]', 'df = df.iloc[:, ["a"]]', "df = pd.get_dummies(df, dtype=float)",
)  # fmt: skip
_PROBES = (
    "df.values", 'df["a"].values', 'df["a"].to_numpy()', "df.to_numpy()[:, 0]", "df.iloc[:, -1].values", 'df[["b", "a"]].values',
    'df["a"].head(1).values', "df.shape", "len(df)", '(df["a"] + 1).values', 'df["a"].unique()', 'np.array(df["a"])',
    'np.log(df["a"])', 'df["a"].isna().values', "df.a.values",
)  # fmt: skip


@given(
    st.tuples(*[st.sampled_from(_COLUMNS)] * 3),
    st.lists(st.sampled_from(_CHANGES), max_size=4),
    st.lists(st.sampled_from(_PROBES), min_size=1, max_size=3),
)
def test_arrays_are_as_pandas_has_them(
    columns: tuple[str, ...], changes: list[str], probes: list[str]
) -> None:
    made = ", ".join(f'"{name}": {each}' for name, each in zip("abc", columns))
    lines = ["import numpy as np", "import pandas as pd", "import tensorflow as tf"]
    lines += [
        "def probe(x): return x",
        f"df = pd.DataFrame({{{made}}})",
        *changes,
        *(f"probe({each})" for each in probes),
    ]
    told, wrong = _told("\n".join(lines) + "\n")
    names: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if line.startswith("probe("):
                    _check(eval(line, names), told.get(number, []), lines)
                elif "tensorflow" not in line:
                    exec(line, names)
        except AssertionError:
            raise
        except Exception:  # pandas refuses it
            break
        assert number not in wrong, (wrong[number], lines)


def test_frames_go_into_datasets_models_and_splits(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import pandas as pd
        import tensorflow as tf
        from sklearn.model_selection import train_test_split

        rows = pd.DataFrame({"age": [31, 42, 27, 19], "size": np.random.rand(4), "label": [0, 1, 1, 0]})
        labels = rows.pop("label")
        train, test, _, answers = train_test_split(rows, labels, test_size=0.5)
        reveal_type(test.values)  # revealed: ndarray[float64, Shape[2, 2]]
        reveal_type(answers.to_numpy())  # revealed: ndarray[int64, Shape[2]]
        reveal_type(tf.convert_to_tensor(train))  # revealed: Tensor[float64, Shape[2, 2]]

        for columns, label in tf.data.Dataset.from_tensor_slices((dict(rows), labels)).batch(2):
            reveal_type(columns["size"])  # revealed: Tensor[float64, Shape[2]]
            reveal_type(label)  # revealed: Tensor[int64, Shape[2]]

        model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        reveal_type(model.predict(rows))  # revealed: ndarray[float32, Shape[4, 1]]

        table = pd.read_csv("table.csv")
        reveal_type(table["price"].values)  # revealed: ndarray[Any, Shape[None]]
        reveal_type(table[["a", "b"]].astype("float32").values)  # revealed: ndarray[float32, Shape[None, 2]]
        """,
        tmp_path,
    )


def test_labels_and_rows_that_are_not_even_are_no_mistakes(tmp_path: Path) -> None:
    check(
        """
        import numpy as np
        import pandas as pd
        import tensorflow as tf

        days = pd.date_range("2020-01-01", periods=6)
        rows = pd.DataFrame(np.zeros((6, 2)), index=days, columns=["a", "b"])
        reveal_type(rows["2020-01-02":"2020-01-03"].values)  # revealed: ndarray[float64, Shape[None, 2]]
        reveal_type(rows["a"]["2020-01-02":].values)  # revealed: ndarray[float64, Shape[None]]
        reveal_type(rows["a"].astype(str).values)  # revealed: ndarray[Any, Shape[6]]
        reveal_type(pd.DataFrame([(1, 2, 3), (4, 5)]).values)  # revealed: ndarray[Any, Shape[None, None]]
        reveal_type(pd.DataFrame({"a": [1]}, columns=["a", "b"]).values)  # revealed: ndarray[Any, Shape[None, None]]

        sizes = []
        for row in tf.data.Dataset.range(int(input())):
            sizes.append(row)
        reveal_type(pd.DataFrame(sizes).values)  # revealed: ndarray[Any, Shape[None, None]]
        reveal_type(pd.DataFrame(np.zeros((1, 2)), columns=pd.Index(["a", "b"], name="n")).values)  # revealed: ndarray[float64, Shape[1, 2]]
        """,
        tmp_path,
    )


def _written() -> Iterator[tuple[str, ast.FunctionDef, inspect.Signature]]:
    """The functions and methods of the text, with the signatures that pandas has for them."""
    for node in frames.TREE.body:
        owners = ("DataFrame", "Series") if getattr(node, "name", "") == "_Data" else ()
        for owner in (owners or (node.name,)) if isinstance(node, ast.ClassDef) else ():
            for each in (each for each in node.body if isinstance(each, ast.FunctionDef)):
                real = getattr(getattr(pandas, owner, None), each.name, None)
                if inspect.isfunction(real) and (each.name[0] != "_" or each.name == "__init__"):
                    yield f"{owner}.{each.name}", each, inspect.signature(real)


@pytest.mark.parametrize(
    ("written", "real"), [pytest.param(each, real, id=name) for name, each, real in _written()]
)
def test_methods_take_what_those_of_pandas_take(
    written: ast.FunctionDef, real: inspect.Signature
) -> None:
    args = written.args
    names = {each.arg for each in (*args.args, *args.kwonlyargs)}
    of_name = {each.name for each in real.parameters.values() if each.kind in _NAMED}
    assert args.kwarg is not None or of_name <= names
    by_place = [each for each in real.parameters.values() if each.kind in _PLACED]
    assert args.vararg is not None or len(by_place) <= len(args.args)


def _told(source: str) -> tuple[dict[int, list[Any]], dict[int, str]]:
    """What the engine says of each probe, and what it refuses, by line."""
    found: dict[int, list[Any]] = {}

    def observe(interpreter: Any, node: ast.expr, value: Any) -> None:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "probe":
            found.setdefault(node.lineno, []).append(to_rule(value))

    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(source)
        analysis = analyze([str(path)], observe=observe)
    assert not analysis.failures
    return found, {each.place.line: each.message for each in analysis.findings}


def _check(real: Any, told: list[Any], lines: list[str]) -> None:
    for each in told:
        if isinstance(each, TensorType):
            assert not isinstance(real, (pandas.DataFrame, pandas.Series)), (real, each, lines)
            assert each.dtype.name in (None, str(real.dtype)), (real.dtype, each, lines)
            dims = each.shape.dims
            assert dims is None or len(dims) == len(real.shape), (real.shape, each, lines)
            for size, dim in zip(real.shape, dims or ()):
                assert not isinstance(dim, int) or dim == size, (real.shape, each, lines)
        elif isinstance(each, (int, tuple)) and not isinstance(each, bool):
            sizes = each if isinstance(each, tuple) else (each,)
            own = real if isinstance(real, tuple) else (real,)
            for size, dim in zip(own, sizes):
                assert not isinstance(dim, int) or dim == size, (own, each, lines)

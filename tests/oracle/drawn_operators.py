"""Drawn calls on linear operators: one of each class, what it is applied to, and what is read of it."""

from __future__ import annotations

from hypothesis import strategies as st

from .drawing import FLAGS, Dims, Draw, call, rarely, spoilt, stretchable, tensor

_DTYPES = st.sampled_from(["f32", "f32", "f64", "c64"])
_SIZES = st.integers(1, 5)
#: What is called with nothing.
_READ = [
    "adjoint",
    "to_dense",
    "diag_part",
    "trace",
    "cond",
    "determinant",
    "log_abs_determinant",
    "inverse",
    "eigvals",
    "cholesky",
    "shape_tensor",
    "batch_shape_tensor",
    "range_dimension_tensor",
    "domain_dimension_tensor",
    "tensor_rank_tensor",
]


def _operator(draw: Draw, batch: Dims, rows: int, columns: int, dtype: str) -> str:
    """An operator of such a shape; of some classes all are square."""
    name = draw(st.sampled_from(["FullMatrix", "LowerTriangular", "Zeros", "square"]))
    if name == "square":
        name = draw(st.sampled_from(["Diag", "Identity", "ScaledIdentity"]))
        columns = rows
    short = {"f32": "tf.float32", "f64": "tf.float64", "c64": "tf.complex64"}[dtype]
    if name == "Diag":
        return call("linalg.LinearOperatorDiag", tensor(draw, spoilt(draw, [*batch, rows]), dtype))
    if name == "Identity":
        return call("linalg.LinearOperatorIdentity", str(rows), str(batch or None), short)
    if name == "ScaledIdentity":
        return call("linalg.LinearOperatorScaledIdentity", str(rows), tensor(draw, batch, dtype))
    if name == "Zeros":
        flag = rows == columns or rarely(draw)
        return call(
            "linalg.LinearOperatorZeros", str(rows), str(columns), str(batch), short,
            is_square=flag, is_self_adjoint=flag,
        )  # fmt: skip
    hints = {"is_square": True} if rarely(draw) else {}
    matrices = tensor(draw, spoilt(draw, [*batch, rows, columns]), dtype)
    return call(f"linalg.LinearOperator{name}", matrices, **hints)


def _drawn(draw: Draw) -> tuple[Dims, int, int, str]:
    batch = draw(st.lists(_SIZES, max_size=2))
    rows = draw(_SIZES)
    return batch, rows, rows if draw(FLAGS) else draw(_SIZES), draw(_DTYPES)


@st.composite
def applied(draw: Draw) -> str:
    batch, rows, columns, dtype = _drawn(draw)
    operator = _operator(draw, batch, rows, columns, dtype)
    method = draw(st.sampled_from(["matmul", "matvec", "solve", "solvevec", "add_to_tensor", "@"]))
    if method == "add_to_tensor":
        return f"{operator}.{method}({tensor(draw, stretchable(draw, [*batch, rows, columns]), dtype)})"
    flags = {name: draw(FLAGS) for name in ("adjoint", "adjoint_arg") if rarely(draw, 3)}
    inner = rows if flags.get("adjoint") != method.startswith("solve") else columns
    if method.endswith("vec"):
        flags.pop("adjoint_arg", None)
        value = tensor(draw, [*stretchable(draw, batch), *spoilt(draw, [inner])], dtype)
        return f"{operator}.{method}({value}{_text(flags)})"
    matrix = [inner, draw(_SIZES)]
    if flags.get("adjoint_arg") and method != "@":
        matrix.reverse()
    if draw(FLAGS) and draw(FLAGS):
        value = _operator(draw, stretchable(draw, batch), matrix[0], matrix[1], dtype)
    else:
        value = tensor(draw, [*stretchable(draw, batch), *spoilt(draw, matrix)], dtype)
    if method == "@":
        return f"{operator} @ {value}"
    return f"{operator}.{method}({value}{_text(flags)})"


def _text(flags: dict[str, bool]) -> str:
    return "".join(f", {name}={flag}" for name, flag in flags.items())


@st.composite
def read(draw: Draw) -> str:
    operator = _operator(draw, *_drawn(draw))
    if rarely(draw, 4):
        return f"{operator}.{draw(st.sampled_from(['H', 'shape', 'batch_shape']))}"
    method = draw(st.sampled_from(_READ))
    inverted = ".inverse()" if rarely(draw, 6) else ".H" if rarely(draw, 6) else ""
    return f"{operator}{inverted}.{method}()"

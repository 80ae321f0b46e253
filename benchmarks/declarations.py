"""Looking names up in the index of declarations, beside parsing the stubs that declare them with `ast`.

Each row is the least of several runs in new processes, and counts no import of either.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROUNDS = 10
STUBS = Path(__file__).parents[1] / "stubs" / "tensorflow-stubs"
Row = tuple[str, float, float, str]

#: What a program of an ordinary size names.
NAMES = [
    *(f"tensorflow.{name}" for name in ("Variable", "constant", "float32", "function", "GradientTape", "matmul")),
    *(f"tensorflow.{name}" for name in ("reduce_mean", "reshape", "shape", "zeros", "TensorSpec", "newaxis")),
    *(f"tensorflow.{name}" for name in ("nn.relu", "nn.conv2d", "image.resize", "io.decode_png", "random.normal")),
    *(f"tensorflow.{name}" for name in ("data.Dataset", "data.AUTOTUNE", "math.log", "linalg.norm")),
    *(f"keras.{name}" for name in ("Model", "Sequential", "Input", "layers.Dense", "layers.Conv2D", "layers.LSTM")),
    *(f"keras.{name}" for name in ("losses.MeanSquaredError", "optimizers.Adam", "metrics.Mean", "ops.matmul")),
]  # fmt: skip
CLASSES = [
    "tensorflow.Tensor",
    "tensorflow.Variable",
    "tensorflow.data.Dataset",
    "keras.Model",
    "keras.layers.Dense",
]
#: The modules in which these are declared.
FILES = [
    STUBS / f"{path}.pyi"
    for path in (
        "__init__", "_bases", "_typing", "data/__init__", "image", "io/__init__", "keras/__init__", "keras/layers",
        "keras/losses", "keras/metrics", "keras/ops/__init__", "keras/optimizers/__init__", "linalg/__init__",
        "math/__init__", "nn/__init__", "random/__init__",
    )
]  # fmt: skip

TIMED = """
import ast, sys, time
from pathlib import Path
from tftypes.inference.declarations import Declarations
start = time.process_time_ns()
{program}
print((time.process_time_ns() - start) / 1e6)
"""
PARSED = f"for file in {[str(file) for file in FILES]}: ast.parse(Path(file).read_text('utf-8'))"
ROOT_PARSED = f"ast.parse(Path({str(FILES[0])!r}).read_text('utf-8'))"
FIRST = "Declarations().canonical('tensorflow.matmul')"
PROGRAM = f"""
declared = Declarations()
for name in {NAMES}: declared.find(name)
for cls in {CLASSES}:
    for name in declared.members(cls): declared.member(cls, name)
"""


def _milliseconds(program: str) -> float:
    """The processor time of a program in a new process."""
    command = [sys.executable, "-c", TIMED.format(program=program)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def rows() -> list[Row]:
    """The programs take turns, so that other work on the machine disturbs all alike."""
    programs = (FIRST, ROOT_PARSED, PROGRAM, PARSED)
    runs = [[_milliseconds(each) for each in programs] for _ in range(ROUNDS)]
    first, root, program, parsed = map(min, zip(*runs))
    return [
        ("the first canonical name; parsing tensorflow/__init__.pyi", first, root, "ms"),
        (
            "the names and members of a program; parsing the 16 stubs with them",
            program,
            parsed,
            "ms",
        ),
    ]


if __name__ == "__main__":
    for what, ours, against, unit in rows():
        print(f"{what}: {ours:.2f} against {against:.2f} {unit}; ratio {ours / against:.3f}")

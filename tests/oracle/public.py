"""The public functions of TensorFlow, and how often public programs call them.

`python -m tests.oracle.public FOLDER ...` counts the calls in the programs below some folders and prints what is kept in
`usage.tsv`. A call counts where it is written: `tf.` and a public name, after `import tensorflow as tf` in whatever form,
in a Python file or a notebook. Aliases count for the function's canonical name.
"""

from __future__ import annotations

import ast
import json
import sys
import types
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

USAGE = Path(__file__).with_name("usage.tsv")

#: Not of interest: other packages, low-level and old names.
LEFT_OUT = (
    "keras",
    "compat",
    "raw_ops",
    "experimental.numpy",
    "estimator",
    "initializers",
    "losses",
    "metrics",
    "optimizers",
)


def functions() -> dict[str, str]:
    """The canonical name of each public function, by each of its names."""
    import tensorflow as tf

    found: dict[str, str] = {}
    pending: list[tuple[str, types.ModuleType]] = [("", tf)]
    seen: set[int] = set()
    while pending:
        path, module = pending.pop()
        seen.add(id(module))
        for name in dir(module):
            child = f"{path}.{name}".lstrip(".")
            if name.startswith("_") or child.startswith(LEFT_OUT):
                continue
            value = getattr(module, name)
            if isinstance(value, types.ModuleType):
                if id(value) not in seen and "tensorflow" in value.__name__:
                    pending.append((child, value))
            elif callable(value) and not isinstance(value, type):
                names = names_of(value)
                if names:
                    found[child] = names[0]
    return found


def names_of(function: Any) -> tuple[str, ...]:
    """The names under which TensorFlow exports a function, the one it is documented under first."""
    while function is not None:
        names: tuple[str, ...] | None = getattr(function, "__dict__", {}).get("_tf_api_names")
        if names:
            return names
        function = getattr(function, "__wrapped__", None)
    return ()


def usage() -> dict[str, int]:
    """The calls counted, by canonical name, the most frequent first."""
    rows = (line.split("\t") for line in USAGE.read_text().splitlines() if not line.startswith("#"))
    return {name: int(count) for count, name in rows}


# --- counting ---------------------------------------------------------------------------------------------------------


def programs(folder: Path) -> Iterator[str]:
    """The text of each program below a folder, the code of a notebook as one."""
    for path in sorted(folder.rglob("*.py")):
        yield path.read_text(errors="replace")
    for path in sorted(folder.rglob("*.ipynb")):
        try:
            cells = json.loads(path.read_text(errors="replace")).get("cells", [])
        except ValueError:
            continue
        for cell in cells:
            if cell.get("cell_type") == "code":
                lines = "".join(cell["source"]).splitlines()
                kept = "\n".join(line for line in lines if not line.lstrip().startswith(("!", "%")))
                yield "import tensorflow as tf\n" + kept


def calls(program: str) -> Iterator[str]:
    """The paths below `tensorflow` that a program calls: `matmul`, `nn.relu`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(program)
    except (SyntaxError, ValueError):
        return
    roots: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name in ("tensorflow", "tensorflow.compat.v2"):
                    roots[name.asname or "tensorflow"] = ""
        elif isinstance(node, ast.ImportFrom) and node.module == "tensorflow":
            for name in node.names:
                roots[name.asname or name.name] = name.name + "."
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            root, _, path = ast.unparse(node.func).partition(".")
            if root in roots:
                yield roots[root] + path


def main(folders: list[str]) -> None:
    public = functions()
    counts: Counter[str] = Counter()
    for folder in folders:
        for program in programs(Path(folder)):
            counts.update(public[path] for path in calls(program) if path in public)
    for name, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        print(count, name, sep="\t")


if __name__ == "__main__":
    main(sys.argv[1:])

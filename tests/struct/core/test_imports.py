"""What `import tftypes.struct` brings in, and what it does not."""

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import tftypes.struct

PACKAGE = Path(tftypes.struct.__file__).parent
HEAVY = ("pyarrow", "pandas", "awkward", "keras", "mypy", "tftypes_mypy")


def test_nothing_heavy_is_imported_beyond_tensorflow():
    program = (
        "import sys, tensorflow; before = set(sys.modules); import tftypes.struct; "
        f"print([m for m in {HEAVY} if m in sys.modules and m not in before])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


def test_the_modules_import_each_other_in_one_direction():
    """Wherever an import stands: in a function and under TYPE_CHECKING too."""
    modules = {_name(path): path for path in PACKAGE.rglob("*.py")}
    graph = {name: _imported(path, modules) - {name} for name, path in modules.items()}
    order = tuple(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError
    assert order.index("tftypes.struct.tensors") < order.index("tftypes.struct.values")
    assert order[-1] == "tftypes.struct"


def _name(path):
    parts = ["tftypes", "struct", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path, modules):
    """The modules that a file imports anything of."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in modules else node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found & modules.keys()

"""Functions that return one tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

STUBS = Path(__file__).parents[2] / "stubs" / "tensorflow-stubs"
#: Type variables of the stubs that stand for a tensor, and functions that the stubs leave open.
RESULTS = frozenset({"R", "Bools", "Ints"})
OPEN = frozenset(
    {"tensorflow.stack", "tensorflow.concat", "tensorflow.math.add_n", "tensorflow.add_n"}
)


def tensor_functions() -> Iterator[str]:
    """Functions whose stub returns one tensor, under each public name."""
    returns: dict[str, bool] = {}
    again: list[tuple[str, str]] = []
    for path in sorted(STUBS.rglob("*.pyi")):
        parts = path.relative_to(STUBS).with_suffix("").parts
        module = ".".join(("tensorflow", *(part for part in parts if part != "__init__")))
        if "._" in module.replace("._renamed", "") or ".keras" in module:
            continue
        body = ast.parse(path.read_text()).body
        body += [inner for node in body if isinstance(node, ast.If) for inner in node.body]
        for node in body:
            if isinstance(node, ast.FunctionDef):
                name = f"{module}.{node.name}"
                returns[name] = returns.get(name, True) and _is_tensor(node.returns)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    if alias.asname:
                        again.append((f"{module}.{alias.asname}", f"{node.module}.{alias.name}"))
    for _ in range(3):  # a name may be handed on more than once
        returns.update((name, returns[of]) for name, of in again if of in returns)
    tensors = (name for name in sorted(returns) if returns[name] or name in OPEN)
    return (name for name in tensors if "._renamed." not in name)


def _is_tensor(annotation: ast.expr | None) -> bool:
    text = ast.unparse(annotation) if annotation else ""
    return text in RESULTS or text.startswith(("Tensor[", "tf.Tensor["))

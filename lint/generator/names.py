"""The public names of TensorFlow and Keras: those that a wheel lists, and those that are installed."""

from __future__ import annotations

import ast
import importlib.util
import zipfile
from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path
from types import ModuleType

#: Where a wheel lists its public names, and the public name of that folder.
LISTS = (
    ("tensorflow/_api/v2/", "tf"),
    ("keras/api/_v2/keras/", "tf.keras"),
    ("keras/api/_v1/keras/", "tf.compat.v1.keras"),
    ("keras/_tf_keras/keras/", "tf.keras"),
)


def public_names(wheel: Path) -> dict[str, str]:
    """The public names that a wheel lists, such as `tf.linalg.matmul`, and what each is called inside."""
    with zipfile.ZipFile(wheel) as archive:
        listed = {path: archive.read(path) for path in archive.namelist() if _lists(path)}
    return _listed(listed)


def installed_names() -> dict[str, str]:
    """As `public_names`, of the Keras that is installed."""
    spec = importlib.util.find_spec("keras")
    assert spec is not None and spec.origin is not None, "Keras comes with TensorFlow"
    top = Path(spec.origin).parents[1]
    files = (file for folder, _ in LISTS[1:] for file in (top / folder).rglob("*.py"))
    return _listed({file.relative_to(top).as_posix(): file.read_bytes() for file in files})


def _lists(path: str) -> bool:
    return path.endswith(".py") and any(path.startswith(folder) for folder, _ in LISTS)


def _listed(files: Mapping[str, bytes]) -> dict[str, str]:
    names: dict[str, str] = {}
    for path, content in files.items():
        for folder, prefix in LISTS:
            module = path.removeprefix(folder).removesuffix(".py").removesuffix("/__init__")
            if path.startswith(folder):
                inner = "" if module in ("__init__", "v2") else f".{module.replace('/', '.')}"
                names.update(_imported(content, prefix + inner))
    return names


def _imported(content: bytes, module: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = alias.asname or alias.name
                if not name.startswith("_") or name == "__internal__":
                    yield f"{module}.{name}", alias.name


def exported() -> Iterator[tuple[str, object]]:
    from tensorflow._api.v2 import v2  # type: ignore[import-not-found]

    waiting: list[tuple[str, ModuleType]] = [("tf", v2)]
    seen: set[str] = set()
    while waiting:
        prefix, module = waiting.pop()
        for name, value in sorted(vars(module).items()):
            if name.startswith("_") or name == "keras":
                continue
            if isinstance(value, ModuleType):
                path = vars(value).get("__name__", "")  # a lazy one has no name
                again = prefix != "tf" and name == "compat"  # compat.v1.compat, compat.v2.compat
                if (
                    "_api.v2" in path
                    and path not in seen
                    and not again
                    and (prefix, name) != ("tf.compat", "v2")
                ):
                    seen.add(path)
                    waiting.append((f"{prefix}.{name}", value))
            elif callable(value) or type(value).__name__ == "DType":
                yield f"{prefix}.{name}", value


#: A name that does not exist; `tf.newaxis` exists and is None.
MISSING: object = object()


def resolve(tf: ModuleType, name: str) -> object:
    """The object with a public name, or `MISSING`."""
    try:
        return reduce(getattr, name.split(".")[1:], tf) if name else MISSING
    except (AttributeError, ImportError):
        return MISSING

"""Reads the public API of the installed TensorFlow.

A name is public when it is reached from `tensorflow` through modules of TensorFlow's own API (`tensorflow._api`) or of
the Keras that comes with it. An object reached by several paths is defined at the first name that its `tf_export`
decorator gives, the one its documentation is filed under; the other paths are aliases of that one.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import sys
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

from . import api, classes, keras, raw_ops, twins
from .signatures import function

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow  # noqa: E402
from tensorflow.python.framework import op_def_registry  # noqa: E402
from tensorflow.python.util import tf_decorator, tf_export  # noqa: E402

ROOT = "tensorflow"
V1 = "tensorflow.compat.v1"
V2 = "tensorflow.compat.v2"
KERAS = "tensorflow.keras"
KERAS_API = "keras._tf_keras.keras"
RAW_OPS = "tensorflow.raw_ops"
# Modules that are reached under a second path: the path where the stub stands.
SAME = {
    "tensorflow.compat.v1.compat.v1": V1,
    "tensorflow.compat.v1.compat.v2": V2,
    "tensorflow.compat.v1.raw_ops": "tensorflow.raw_ops",
    "tensorflow.compat.v1.keras": "tensorflow.keras",
} | {
    f"tensorflow.{name}": f"tensorflow.keras.{name}"
    for name in ("initializers", "losses", "metrics", "optimizers")
}
UNDERSCORED = {
    "__version__",
    "__internal__",
    "__operators__",
    "__git_version__",
    "__compiler_version__",
    "__cxx_version__",
    "__cxx11_abi_flag__",
    "__monolithic_build__",
}


def source() -> str:
    """What was read, by name and version."""
    return f"TensorFlow {tensorflow.__version__} and Keras {tensorflow.keras.__version__}"


def is_api_module(path: str, module: ModuleType) -> bool:
    """Whether the module found at `path` belongs to the API."""
    if module_identity(path).startswith("tensorflow.keras"):
        return module.__name__.startswith("keras.") and ".src." not in module.__name__
    return path.replace("tensorflow.", "tensorflow._api.v2.", 1) in sys.modules


def is_left_behind(path: str, module: ModuleType) -> bool:
    """Whether only an import of a submodule put it there; compat.v1 offers modules of others: absl's flags, mock."""
    return module.__name__ == path


def public_names(module: ModuleType) -> list[str]:
    """The names a module offers; none for what compat.v1 loads lazily from a Keras that no longer has it."""
    try:
        names = dir(module)
    except ImportError:
        return []
    special = UNDERSCORED if module is tensorflow else {"__version__"}
    return sorted(name for name in names if not name.startswith("_") or name in special)


def module_identity(path: str) -> str:
    """The path at which a module's stub stands: that of tf.losses is tf.keras.losses."""
    for copy, original in SAME.items():
        if path == copy or path.startswith(copy + "."):
            return original + path.removeprefix(copy)
    return path


def modules() -> dict[str, ModuleType]:
    """Every API module by its path, parents before children."""
    import_all_of_keras()
    found: dict[str, ModuleType] = {ROOT: tensorflow}
    queue = deque([ROOT])
    while queue:
        path = queue.popleft()
        for name in public_names(found[path]):
            child, value = f"{path}.{name}", getattr(found[path], name, None)
            if (
                child != V2
                and module_identity(child) == child
                and isinstance(value, ModuleType)
                and is_api_module(child, value)
            ):
                found[child] = value
                queue.append(child)
    return found


def import_all_of_keras() -> None:
    """Some modules of tf.keras, as tf.keras.saving in Keras 3.15, are there only once they are imported."""
    for info in pkgutil.iter_modules(tensorflow.keras.__path__):
        importlib.import_module(f"{KERAS_API}.{info.name}")


def exported_names(value: Any) -> tuple[str, ...]:
    """The full names that the object's `tf_export` gives it, the canonical one first."""
    try:
        _, plain = tf_decorator.unwrap(value)
        names = tf_export.get_v2_names(plain) or tf_export.get_v1_names(plain)
    except (AttributeError, TypeError):
        names = ()
    keras_names = vars(value).get("_api_export_path", ()) if hasattr(value, "__dict__") else ()
    keras_names = [keras_names] if isinstance(keras_names, str) else keras_names
    return tuple(f"tensorflow.{name}" for name in (*names, *keras_names))


def is_shared(value: Any) -> bool:
    """Whether the object has an identity: two equal numbers are two constants, two paths to a function are one."""
    return callable(value) or isinstance(value, tensorflow.DType)


def identity(value: Any) -> Hashable:
    """The same for two wrappers, of the same parameters, of one function: compat.v1 has fewer wrappers on some."""
    if isinstance(value, FunctionType):
        return id(inspect.unwrap(value)), str(inspect.signature(value))
    return id(value)


def canonical_paths(found: dict[str, ModuleType]) -> dict[Hashable, str]:
    """The path at which each object is defined, by its identity."""
    paths: dict[Hashable, list[str]] = {}
    values: dict[Hashable, Any] = {}
    for path, module in found.items():
        for name in public_names(module):
            value = getattr(module, name, None)
            if is_shared(value) and not isinstance(value, ModuleType):
                paths.setdefault(identity(value), []).append(f"{path}.{name}")
                values[identity(value)] = value
    return {key: choose(paths[key], exported_names(values[key])) for key in paths}


def choose(paths: list[str], exported: tuple[str, ...]) -> str:
    for name in exported:
        if name in paths:
            return name
    return min(
        paths,
        key=lambda path: (path.startswith(V1), "experimental.numpy" in path, path.count("."), path),
    )


def definition(
    module_path: str, name: str, value: Any, places: classes.Places, ops: raw_ops.Registry
) -> api.Definition | None:
    path = f"{module_path}.{name}"
    if isinstance(value, ModuleType) and is_api_module(path, value):
        return api.Submodule(name, module_identity(path))
    if isinstance(value, ModuleType):
        return None if is_left_behind(path, value) else api.Constant(name, "Any")
    if is_shared(value):
        home, _, target = places.canonical[identity(value)].rpartition(".")
        if (home, target) != (module_path, name):
            return api.Alias(name, home, target)
    if isinstance(value, type) and value.__module__ == "numpy":
        return api.Constant(name, "type[Any]")
    if isinstance(value, type):
        return classes.read(name, value, places)
    if callable(value) and type(value).__module__ != "typing":
        op = ops.named.get(raw_ops.made_of(value))
        if op:
            return raw_ops.Op(op, ops).function(name, value, "tf.raw_ops.")
        plain = function(name, value, places.named_for(value))
        return replace(plain, returns=keras.result(path) or plain.returns)
    return api.Constant(name, classes.type_of(value, places))


def read() -> dict[str, api.Module]:
    """The whole API, by module path."""
    found = modules()
    places = classes.Places(canonical_paths(found))
    ops = registry(found.pop(RAW_OPS))
    result = {RAW_OPS: raw_ops.module(RAW_OPS, ops)}
    shared = classes.shared_bases(public_classes(found, places))
    places = classes.Places(places.canonical | {id(cls): path for cls, path in shared.items()})
    for path, module in found.items():
        every = (
            definition(path, name, getattr(module, name, None), places, ops)
            for name in public_names(module)
        )
        result[path] = api.Module(path, {d.name: d for d in every if d is not None})
    for cls, path in shared.items():
        module, _, name = path.rpartition(".")
        result[module].definitions[name] = classes.read(name, cls, places)
    copies = {
        copy: api.Module(copy, besides(copy), copy_of=original)
        for copy, original in second_versions(found)
    }
    return twins.fold(result) | copies


def public_classes(found: dict[str, ModuleType], places: classes.Places) -> dict[type, str]:
    """The public classes with the paths where they are defined."""
    every = (
        value
        for path, module in found.items()
        for name in public_names(module)
        if isinstance(value := getattr(module, name, None), type)
        and places.of(value) == f"{path}.{name}"
    )
    return {cls: places.of(cls) or "" for cls in every}


def registry(module: ModuleType) -> raw_ops.Registry:
    functions = {name: getattr(module, name) for name in public_names(module)}
    dtypes = (getattr(tensorflow, name) for name in public_names(tensorflow))
    names = {
        dtype.as_datatype_enum: dtype.name
        for dtype in dtypes
        if isinstance(dtype, tensorflow.DType)
    }
    op_defs = {name: op_def_registry.get(name) for name in functions}
    return raw_ops.Registry(functions, op_defs, names)


def second_versions(found: Iterable[str]) -> Iterator[tuple[str, str]]:
    """compat.v2 is the same API again, for programs that import it, or from it, by that name."""
    for path in found:
        if not path.startswith(("tensorflow.compat", "tensorflow.keras", "tensorflow.__")):
            yield V2 + path.removeprefix(ROOT), path


def besides(copy: str) -> dict[str, api.Definition]:
    """What compat.v2 has and `import *` does not bring: names with underscores, and what is not in tf."""
    if copy != V2:
        return {}
    own = dir(tensorflow.compat.v2)
    special = [name for name in own if name in UNDERSCORED]
    more = [name for name in own if not name.startswith("_") and not hasattr(tensorflow, name)]
    return {
        name: api.Alias(name, home, name)
        for home, names in ((ROOT, special), (V1, more))
        for name in names
    }

"""Prints, as JSON, what TensorFlow offers at run time: an account of its own, not the generator's.

A process by itself, since TensorFlow is slow to import and its import warns.
"""

from __future__ import annotations

import json
import sys
import types

import tensorflow as tf
from tensorflow.python.util import tf_decorator, tf_export

SEEN = "tensorflow._api.v2"


V1 = "tensorflow.compat.v1"
#: The API of today is all but this.
COMPAT = ("tensorflow.compat.",)


def walk(
    module: types.ModuleType, path: str, found: dict[str, object], beyond: tuple[str, ...] = COMPAT
) -> None:
    """Finds what a module offers, and its modules but for those `beyond`."""
    for name in names(module):
        value = getattr(module, name) if not name.startswith("_") else None
        child = f"{path}.{name}"
        if isinstance(value, types.ModuleType):
            api = f"{SEEN}{child.removeprefix('tensorflow')}" in sys.modules
            where = getattr(value, "__name__", "")  # compat.v1.keras has none
            keras = where.startswith("keras.") and ".src" not in where
            if (api or keras) and not child.startswith(beyond):
                found[child] = value
                walk(value, child, found, beyond)
        elif not name.startswith("_"):
            found[child] = value


def names(module: types.ModuleType) -> list[str]:
    """None for what compat.v1 loads lazily from a Keras that no longer has it."""
    try:
        return sorted(dir(module))
    except ImportError:
        return []


def kind(value: object) -> str:
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type) and value.__module__ != "numpy":
        return "class"
    is_function = (
        callable(value) and not isinstance(value, type) and type(value).__module__ != "typing"
    )
    return "function" if is_function else "constant"


def canonical(value: object) -> str | None:
    """The first name under which TensorFlow exports a function or class of its own."""
    _, plain = tf_decorator.unwrap(value)
    names = tf_export.get_v2_names(plain) if isinstance(plain, (type, types.FunctionType)) else ()
    return f"tensorflow.{names[0]}" if names else None


def members(cls: type) -> list[str]:
    """The public members that are TensorFlow's or Keras's own; those of a base class of Python's vary."""
    own = [
        vars(base) for base in cls.__mro__ if base.__module__.startswith(("tensorflow", "keras"))
    ]
    return sorted(n for n in dir(cls) if not n.startswith("_") and any(n in names for names in own))


def main() -> None:
    found: dict[str, object] = {}
    walk(tf, "tensorflow", found)
    old: dict[str, object] = {}
    walk(tf.compat.v1, V1, old, (f"{V1}.compat", f"{V1}.keras"))
    places = {id(v): path for path, v in found.items() if kind(v) in ("class", "function")}
    classes = {
        path: value
        for path, value in found.items()
        if isinstance(value, type) and kind(value) == "class"
    }
    eager = type(tf.constant(1))
    classes["tensorflow.Tensor"] = eager
    report = {
        "paths": {path: kind(value) for path, value in found.items()},
        "canonical": {
            path: canonical(v) for path, v in found.items() if kind(v) in ("class", "function")
        },
        "members": {path: members(cls) for path, cls in classes.items()},
        "old": {path: places.get(id(value)) for path, value in old.items()},
    }
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()

"""Prints, as JSON, the public names of TensorFlow and Keras by the object that they lead to, and what is below them.

A process by itself, since TensorFlow is slow to import and its import warns.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from types import ModuleType

import keras
import tensorflow as tf

from tests.stubs.public_api import COMPAT, V1, kind, walk


def everything() -> dict[str, object]:
    """Every public name with what it leads to, in the API of today, in those of old, and in Keras."""
    found: dict[str, object] = {}
    walk(tf, "tensorflow", found, COMPAT)
    walk(tf.compat.v1, V1, found, (f"{V1}.compat", f"{V1}.keras"))
    walk(tf.compat.v2, "tensorflow.compat.v2", found, ("tensorflow.compat.v2.compat",))
    walk(keras, "keras", found, ())
    return found


def is_shared(value: object) -> bool:
    """Whether it has an identity: of two names with equal numbers, nobody knows whether they are one constant."""
    return isinstance(value, tf.DType) or kind(value) in ("class", "function")


def innermost(value: object) -> int:
    """The same number for all wrappers of one function."""
    return id(inspect.unwrap(value)) if inspect.isfunction(value) else id(value)


def modules(package: ModuleType) -> list[str]:
    """The modules in the folder of a package, whether its names are public or not."""
    assert package.__file__ is not None
    folder = Path(package.__file__).parent
    files = folder.rglob("*.py")
    found = (each.relative_to(folder.parent).with_suffix("").parts for each in files)
    return sorted({".".join(each[:-1] if each[-1] == "__init__" else each) for each in found})


def main() -> None:
    every = everything()
    found = {name: value for name, value in every.items() if is_shared(value)}
    names: dict[int, list[str]] = {}
    for name, value in found.items():
        names.setdefault(id(value), []).append(name)
    groups = sorted(names.values())
    wrapped = {name: innermost(value) for name, value in found.items()}
    members = {name: dir(value) for name, value in found.items() if kind(value) == "class"}
    report = {
        "names": sorted(every),
        "groups": groups,
        "innermost": wrapped,
        "members": members,
        "modules": [each for package in (tf, keras) for each in modules(package)],
    }
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()

"""Writes the tables of lint/tftypes_lint/data from TensorFlow itself.

    cd lint && python -m generator WHEELS

WHEELS is a folder with the wheels of the releases to compare, as

    pip download --no-deps -d WHEELS tensorflow-cpu==2.15.1 keras==2.15.0

gives them: each minor release of TensorFlow from 2.15 on, and Keras 2.15 and 3.3. What is
installed is the newest. Of the wheels only the lists of public names are read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from .deprecated import arguments, deprecated
from .names import MISSING, exported, installed_names, public_names, resolve
from .private import private
from .removed import removed, version_key
from .tensor_functions import tensor_functions

DATA = Path(__file__).parents[1] / "tftypes_lint" / "data"


def write(name: str, rows: Iterable[str], head: str) -> None:
    lines = sorted(set(rows))
    (DATA / name).write_text("\n".join([f"# {head}", *lines]) + "\n")
    print(name, len(lines))


def main(wheels: Path) -> None:
    import tensorflow as tf

    releases: dict[str, set[str]] = {}
    inside: dict[str, str] = {}
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        minor = ".".join(version.split(".")[:2])
        names = public_names(wheel)
        if name == "keras":  # the tf.keras of that release; Keras 3 came with 2.16
            minor = "2.15" if minor == "2.15" else "2.16"
        releases.setdefault(minor, set()).update(names)
        inside.update(names)
    # Keras is released by itself: from 2.16 on all names are those of one.
    keras3 = {name for name in releases["2.16"] if name.startswith("tf.keras.")}
    keras3 |= {name.replace("tf.", "tf.compat.v1.", 1) for name in keras3}
    for minor in releases.keys() - {"2.15"}:
        releases[minor] |= keras3
    head = f"Written by lint/generator from TensorFlow {tf.__version__}."
    current = {name for name, _ in exported()}
    newest = ".".join(tf.__version__.split(".")[:2])
    inside.update(installed_names())
    current |= {name for name in installed_names() if resolve(tf, name) is not MISSING}
    releases[newest] = {
        name
        for name in releases[max(releases, key=version_key)]
        if resolve(tf, name) is not MISSING
    } | current
    write("removed.txt", ("\t".join(row) for row in removed(releases, inside, tf)), head)
    write("deprecated.txt", ("\t".join(row) for row in deprecated(current, tf)), head)
    v2 = {name for name in current if ".compat.v1.compat" not in name and ".raw_ops." not in name}
    write("arguments.txt", ("\t".join(row) for row in arguments(v2, tf)), head)
    write("private.txt", ("\t".join(row) for row in private(tf)), head)
    write("tensor_functions.txt", tensor_functions(), head)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

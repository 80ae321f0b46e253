"""Prints, as JSON, the public names of an older TensorFlow with the parameters of its functions: run by its interpreter.

    python older.py > tensorflow_2_16.json

Keras is left out, which has versions of its own.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import public_api
import tensorflow as tf

KERAS = tuple(
    f"tensorflow.{name}" for name in ("keras", "losses", "metrics", "optimizers", "initializers")
)


def parameters(function: object) -> str:
    """The names of the parameters that can be passed by name."""
    every = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    return " ".join(p.name for p in every if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY))


def main() -> None:
    found: dict[str, object] = {}
    public_api.walk(tf, "tensorflow", found)
    names = {
        path: parameters(value) if public_api.kind(value) == "function" else public_api.kind(value)
        for path, value in found.items()
        if not path.startswith(KERAS)
    }
    lines = (f"{json.dumps(path)}: {json.dumps(names[path])}" for path in sorted(names))
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()

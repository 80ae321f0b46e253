"""Names that are gone, and what replaces each."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType

from .names import MISSING, resolve

#: What is there only once Keras 2 is installed as tf_keras. Until then it is a module that raises
#: an error when something in it is asked for.
KERAS_2 = ("tf.compat.v1.layers", "tf.compat.v1.nn.rnn_cell")
#: Repeated below other names.
NOT_JUDGED = ("tf.compat.v2", "tf.compat.v1.compat", *(f"{name}." for name in KERAS_2))


def removed(
    releases: Mapping[str, set[str]], inside: Mapping[str, str], tf: ModuleType
) -> Iterator[tuple[str, str, str]]:
    """Names that are gone: the name, the first release without it, what replaces it.

    `inside` says what each public name is called where it is defined, in any release.
    """
    from tensorflow.tools.compatibility.all_renames_v2 import symbol_renames  # type: ignore[import-not-found]

    ordered = sorted(releases.items(), key=lambda item: version_key(item[0]))
    gone = {"tf.contrib": "2.0"}  # which left before the lists of today
    for (_, before), (version, after) in zip(ordered, ordered[1:], strict=False):
        gone.update(dict.fromkeys(before - after, version))
    v1 = {
        "tf." + name.removeprefix("tf.compat.v1.")
        for name in _below(ordered[-1][1], "tf.compat.v1")
    }
    gone.update((name, "2.0") for name in v1 - ordered[-1][1] - gone.keys())
    gone.update(dict.fromkeys(KERAS_2, "2.16"))
    # Names that Keras 3 keeps for an error that says to use others.
    kept = (name for name in ordered[-1][1] if name.startswith("tf.keras."))
    gone.update((name, "2.16") for name in kept if _only_raises(resolve(tf, name)))
    successors = _successors(ordered[-1][1], inside)
    for name, version in sorted(gone.items()):
        parent = name.rpartition(".")[0]
        dunder = ".__" in name.replace("tf.keras.__internal__", "", 1)
        if name not in KERAS_2 and (name.startswith(NOT_JUDGED) or dunder or _exists(tf, name)):
            continue
        candidates = [symbol_renames.get(name, ""), *successors(name)]
        instead = next((each for each in candidates if _is_there(tf, each)), "")
        if parent not in gone or instead:
            yield name, version, instead


def version_key(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _successors(names: Iterable[str], inside: Mapping[str, str]) -> Callable[[str], Iterator[str]]:
    """The names that may be another of a name that is gone, the likeliest first."""
    by_inner: dict[tuple[str, str], list[str]] = {}
    for name in sorted(names):
        parent = name.rpartition(".")[0]
        by_inner.setdefault((parent, inside.get(name, "")), []).append(name)

    def of(name: str) -> Iterator[str]:
        parent, _, last = name.rpartition(".")
        # The same thing by another name in the same place: `losses.MSE`.
        yield from by_inner.get((parent, inside.get(name) or last), ())
        plain = name.replace(".experimental.preprocessing.", ".").replace(".experimental.", ".")
        yield plain.replace(".legacy.", ".")
        if not name.startswith("tf.compat."):
            yield name.replace("tf.", "tf.compat.v1.", 1)

    return of


def _is_there(tf: ModuleType, name: str) -> bool:
    """Whether a name exists on stock TensorFlow and is of use."""
    if not name or name.startswith(KERAS_2):
        return False
    value = resolve(tf, name)
    return value is not MISSING and not _only_raises(value)


def _only_raises(value: object) -> bool:
    """Whether a class cannot be constructed: its `__init__` raises and does nothing else."""
    if not isinstance(value, type) or issubclass(value, BaseException):
        return False
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(value.__init__)))  # type: ignore[misc]
    except (OSError, TypeError, SyntaxError):
        return False
    (function,) = tree.body
    body = function.body if isinstance(function, ast.FunctionDef) else []
    # An abstract class says so with another error.
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "ImportError" in ast.dump(body[0])


def _below(names: Iterable[str], module: str) -> Iterator[str]:
    return (
        name for name in names if name.startswith(f"{module}.") and ".compat.v1.compat" not in name
    )


def _exists(tf: ModuleType, name: str) -> bool:
    """Whether a name can be reached, or at least imported, as `tensorflow.keras.saving`."""
    path = name.replace("tf.keras.", "keras._tf_keras.keras.", 1)
    try:
        module = name.startswith("tf.keras.") and importlib.util.find_spec(path) is not None
    except ImportError:
        module = False
    found = resolve(tf, name)
    return module or (found is not MISSING and not _only_raises(found))

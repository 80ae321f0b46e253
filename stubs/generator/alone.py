"""The stubs of `keras` itself: what of `tensorflow.keras` it offers, under the names that Keras gives it.

What Keras keeps private is open: every name is Any there.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Mapping
from types import ModuleType

from .render import HEADER, wrapped_import

TF_KERAS, KERAS, KERAS_API = "tensorflow.keras", "keras", "keras._tf_keras.keras"
#: Where an import gives a function another name: only a module with `__all__` offers it under that.
RENAMED = "keras._renamed"
OPEN = ["from typing import Any", "def __getattr__(name: str) -> Any: ..."]
VERSION = "__version__"


def texts(paths: Iterable[str], source: str) -> dict[str, str]:
    """The text of every stub file by its path below the stubs of Keras, from the paths of TensorFlow's stubs."""
    modules = sorted(_own(path) for path in paths if _is_offered(path))
    private = [each for each in _packages() if each not in modules]
    renamed = {module: _renamed(module) for module in modules}
    header = HEADER.format(source=source)
    written = {
        _file(each): _text(each, [*modules, *private], renamed[each], header) for each in modules
    }
    opened = {_file(each): "\n".join([header, *OPEN]) + "\n" for each in private}
    return {**written, **opened, "_renamed.pyi": _renames(renamed, header)}


def _is_offered(path: str) -> bool:
    is_inside = path == TF_KERAS or path.startswith(TF_KERAS + ".")
    is_public = not path.rpartition(".")[2].startswith("_")
    return is_inside and is_public and _module(_own(path)) is not None


def _packages() -> list[str]:
    """All packages in Keras' folder."""
    return [f"{KERAS}.{each.name}" for each in pkgutil.iter_modules(_loaded(KERAS).__path__)]


def _own(path: str) -> str:
    """The name under which Keras itself offers a module of `tensorflow.keras`, and back by `_original`."""
    return KERAS + path.removeprefix(TF_KERAS)


def _original(module: str) -> str:
    return TF_KERAS + module.removeprefix(KERAS)


def _file(module: str) -> str:
    """Each module is a folder: what is missing in an open one is Any even where it is imported."""
    return "/".join([*module.split(".")[1:], "__init__.pyi"])


def _text(module: str, modules: list[str], renamed: Mapping[str, str], header: str) -> str:
    inner = [each.rpartition(".")[2] for each in modules if each.rpartition(".")[0] == module]
    # Above the others, which `tensorflow.keras` has too: the first one counts.
    parts = [_imported(module, sorted(inner)), *_shared(module, inner), _imported(RENAMED, renamed)]
    return "\n".join([header, *filter(None, parts)]) + "\n"


def _imported(module: str, names: Iterable[str]) -> str:
    found = [f"{name} as {name}" for name in names]
    return wrapped_import(module, found) if found else ""


def _shared(module: str, inner: Iterable[str]) -> list[str]:
    """What imports the names that `tensorflow.keras` has too: a star, unless it has more than Keras."""
    own = _loaded(module)
    original = _module(KERAS_API + module.removeprefix(KERAS))
    offered, more = _names(own), _names(original) - _names(own)
    hidden = [VERSION] if hasattr(own, VERSION) else []
    if not more:
        return [f"from {_original(module)} import *", _imported(_original(module), hidden)]
    shared = sorted(offered & _names(original) - {*inner})
    return [_imported(_original(module), [*hidden, *shared])]


def _names(module: ModuleType | None) -> set[str]:
    return {name for name in dir(module) if not name.startswith("_")} if module else set()


def _renames(renamed: Mapping[str, Mapping[str, str]], header: str) -> str:
    """One module for all of them: what two modules offer under one name is one function."""
    homes = {name: module for module in reversed(renamed) for name in renamed[module]}
    imports = [
        wrapped_import(
            _original(module),
            [f"{found[name]} as {name}" for name in found if homes[name] == module],
        )
        for module, found in renamed.items()
        if module in homes.values()
    ]
    offered = ["__all__ = [", *(f'    "{name}",' for name in sorted(homes)), "]"]
    return "\n".join([header, *imports, *offered]) + "\n"


def _renamed(module: str) -> dict[str, str]:
    """The functions and classes that Keras offers under a name which `tensorflow.keras` has not, and the one that it has."""
    own, original = _module(module), _module(KERAS_API + module.removeprefix(KERAS))
    if own is None or original is None:
        return {}
    by_object = {id(value): name for name, value in _public(original).items()}
    return {
        name: by_object[id(value)]
        for name, value in sorted(_public(own).items())
        if not hasattr(original, name) and id(value) in by_object
    }


def _loaded(path: str) -> ModuleType:
    return importlib.import_module(path)


def _module(path: str) -> ModuleType | None:
    try:
        return _loaded(path)
    except ImportError:  # what only `tensorflow.keras` has
        return None


def _public(module: ModuleType) -> dict[str, object]:
    members = inspect.getmembers(
        module, lambda each: inspect.isfunction(each) or inspect.isclass(each)
    )
    return {name: value for name, value in members if not name.startswith("_")}

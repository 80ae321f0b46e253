"""Where public objects lie below `tensorflow.python`."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from types import ModuleType

from .names import exported, resolve


def private(tf: ModuleType) -> Iterator[tuple[str, str]]:
    """Where a public object lies below `tensorflow.python`, and its public name."""
    from tensorflow.python.util import tf_export  # type: ignore[import-not-found]

    public: dict[int, str] = {}
    for name, value in exported():
        canonical = tf_export.get_canonical_name_for_symbol(value)
        if canonical and resolve(tf, f"tf.{canonical}") is value:
            name = f"tf.{canonical}"
        if id(value) not in public or _rank(name) < _rank(public[id(value)]):
            public[id(value)] = name
    for module in _private_modules():
        for name, value in sorted(vars(module).items()):
            if not name.startswith("_") and id(value) in public:
                # A raw op belongs to the module that is generated for it; star imports repeat it.
                raw = public[id(value)].startswith("tf.raw_ops") and ".gen_" not in module.__name__
                if not raw and not isinstance(value, (ModuleType, str, int, float, tuple, dict)):
                    yield f"{module.__name__}.{name}", public[id(value)]


def _rank(name: str) -> tuple[bool, int, str]:
    return (".compat.v1." in name, name.count("."), name)


def _private_modules() -> Iterator[ModuleType]:
    import tensorflow.python as python  # type: ignore[import-not-found]

    for info in pkgutil.walk_packages(
        python.__path__, "tensorflow.python.", onerror=lambda _: None
    ):
        if not re.search(
            r"\.(keras|tools|tpu|distribute\.experimental|debug|profiler)\b|_test", info.name
        ):
            try:
                importlib.import_module(info.name)
            except Exception:  # needs an accelerator, or a package that is not installed
                continue
    loaded = sorted(name for name in sys.modules if name.startswith("tensorflow.python."))
    yield from (sys.modules[name] for name in loaded if ".keras." not in name)

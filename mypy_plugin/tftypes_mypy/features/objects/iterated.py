"""`for block in self` in a layer that has `__getitem__`: without `__iter__`, Python asks that for one item after the other.

mypy wants `__iter__`. To it alone such a class derives from Any, and has one.
"""

from __future__ import annotations

from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_method_to_class

from tftypes_mypy import convert


def add_iterator(context: ClassDefContext) -> None:
    """Gives a class with items the method that Python does without."""
    info = context.cls.info
    if "__getitem__" not in info.names or info.get("__iter__") is not None:
        return
    iterator = context.api.named_type_or_none("typing.Iterator", [convert.unknown()])
    if iterator is not None:
        add_method_to_class(context.api, context.cls, "__iter__", [], iterator)

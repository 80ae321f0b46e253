"""The tables of what is done to structs: by TensorFlow's ops, and by the methods of the class.

The classes are data and invariants, and know nothing of the modules that work on them: these enter
what they do here, when `tftypes.struct` is imported. So imports point one way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import tensorflow as tf

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: Looked up by `StructTensor.__tf_dispatch__`; implementations take the op's arguments.
OPS: dict[Callable[..., Any], Callable[..., Any]] = {}
#: Looked up by the methods of structs; implementations take the struct and the arguments.
METHODS: dict[str, Callable[..., Any]] = {}


def method(name: str) -> Callable[[_Function], _Function]:
    """Enters a function into the table as what the method of this name does."""

    def enter(function: _Function) -> _Function:
        METHODS[name] = function
        return function

    return enter


def implements(op: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """Enters a function into the table. It takes the op's arguments in their order, but no name."""
    names = list(inspect.signature(op).parameters)
    default = inspect.signature(op).parameters["name"].default
    index = names.index("name")

    def enter(function: _Function) -> _Function:
        @wraps(function)
        def implementation(*args: Any) -> Any:
            name = args[index]
            if name is None or name == default or tf.executing_eagerly():
                return function(*args[:index], *args[index + 1 :])
            with tf.name_scope(name):
                return function(*args[:index], *args[index + 1 :])

        OPS[op] = implementation
        return function

    return enter

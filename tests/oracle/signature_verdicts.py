"""TensorFlow as the judge of signatures: runs a program, and looks at what reaches the bodies of its functions."""

from __future__ import annotations

import functools
import inspect
import itertools
import os
import re
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

import tftypes

from .signature_cases import PRELUDE


class Recorder:
    """Takes the place of tf.function and notes what reaches the bodies."""

    def __init__(self) -> None:
        self._function = tf.function
        self.seen: list[tuple[Callable[..., Any], dict[str, Any]]] = []

    def __call__(self, func: Any = None, input_signature: Any = None, **options: Any) -> Any:
        if func is None:
            return lambda func: self(func, input_signature, **options)
        if not callable(func):
            return self._function(func, input_signature, **options)

        @functools.wraps(func)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            bound = inspect.signature(func).bind(*args, **kwargs)
            self.seen.append((func, bound.arguments))
            return func(*args, **kwargs)

        return self._function(recorded, input_signature, autograph=False, **options)

    def contradiction(self) -> str:
        """What reached a body although its annotations exclude it; nothing if all is well."""
        for func, arguments in self.seen:
            plain = func if inspect.isroutine(func) else type(func).__call__
            hints = get_type_hints(plain)
            parameters = inspect.signature(plain).parameters
            pairs = [
                (item, hints[name])
                for name, value in arguments.items()
                for item in (
                    value if parameters[name].kind == inspect.Parameter.VAR_POSITIONAL else [value]
                )
                if name in hints
            ]
            meanings = every_meaning(" ".join(map(str, plain.__annotations__.values())))
            if not any(all(fits(*pair, meaning) for pair in pairs) for meaning in meanings):
                return f"the body got {arguments}, annotated {hints}"
        return ""


#: What each name of the prelude can be; one of them each in one call.
MEANINGS: dict[str, Sequence[Any]] = {
    "N": range(10),
    "M": range(10),
    "Batch": [*range(5), 32],
    "DT": [tftypes.float32, tftypes.float64],
}
TENSORS = (tftypes.Tensor, tftypes.Variable, tftypes.RaggedTensor, tftypes.SparseTensor)


def every_meaning(text: str) -> Iterator[dict[str, Any]]:
    names = [name for name in MEANINGS if re.search(rf"\b{name}\b", text)]
    for values in itertools.product(*(MEANINGS[name] for name in names)):
        yield dict(zip(names, values))


def fits(value: Any, hint: Any, meaning: dict[str, Any]) -> bool:
    """Whether a value in a body can be what its annotation says."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is typing.Union:
        return any(fits(value, arg, meaning) for arg in args)
    if hint is type(None):
        return value is None
    if origin in TENSORS:
        return isinstance(value, origin) and tensor_fits(value, args[0], args[1], meaning)
    if tf.is_tensor(value) and (origin is Sequence or "Tensor" not in str(hint)):
        return (
            True  # a tensor is a sequence of its rows; and a list of numbers may come for a vector
        )
    if typing.is_typeddict(hint):
        hints = get_type_hints(hint)
        return hints.keys() == value.keys() and all(
            fits(value[key], hints[key], meaning) for key in hints
        )
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return isinstance(value, hint) and all(
            fits(getattr(value, key), hints[key], meaning) for key in hints
        )
    if origin is tuple and args[-1] is not ...:
        same = isinstance(value, tuple) and len(value) == len(args)
        return same and all(fits(item, arg, meaning) for item, arg in zip(value, args))
    if origin in (list, tuple, Sequence):
        return isinstance(value, origin) and all(fits(item, args[0], meaning) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(
            fits(item, args[1], meaning) for item in value.values()
        )
    return True


def tensor_fits(value: Any, dtype: Any, shape: Any, meaning: dict[str, Any]) -> bool:
    actual = getattr(tftypes, value.dtype.name)
    if dtype is not Any and not issubclass(
        actual, meaning.get(getattr(dtype, "__name__", ""), dtype)
    ):
        return False
    if shape is Any or value.shape.rank is None:
        return True
    dims = get_args(shape)
    return len(dims) == value.shape.rank and all(
        size is None or dim is None or size == size_of(dim, meaning)
        for size, dim in zip(value.shape, dims)
    )


def size_of(dim: Any, meaning: dict[str, Any]) -> int:
    if isinstance(dim, int):
        return dim
    if get_origin(dim) is tftypes.Add:
        return sum(size_of(arg, meaning) for arg in get_args(dim))
    if isinstance(dim, type) and "value" in vars(dim):
        return int(vars(dim)["value"])
    text = str(getattr(dim, "__forward_arg__", None) or getattr(dim, "__name__", dim))
    return int(eval(text, {}, meaning))


def verdict_of_tensorflow(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is wrong with the program when TensorFlow runs it; nothing if all is well."""
    recorder = Recorder()
    with monkeypatch.context() as patch:
        patch.setattr(tf, "function", recorder)
        module = ModuleType("case")
        patch.setitem(sys.modules, "case", module)
        try:
            exec(compile(PRELUDE + text, "case.py", "exec"), vars(module))
            if hasattr(module, "f") and not recorder.seen:
                module.f.get_concrete_function()
        except (TypeError, ValueError) as error:
            return f"{type(error).__name__}: {error}"
        return recorder.contradiction()

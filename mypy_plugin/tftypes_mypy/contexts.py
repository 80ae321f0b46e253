"""Context managers made of generators, entered and left without running Python.

mypy enters half a million of them in a run over 10,000 lines, each by three calls into `contextlib`, which is not compiled
as mypy is: a tenth of its time. Where this module is compiled, those calls are, so that mypy itself is faster than without
the plugin.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Mapping
from types import TracebackType
from typing import Any, Final

from mypy_extensions import mypyc_attr

#: What `contextlib.contextmanager` makes of each call, and looks up by its name.
_NAME: Final = "_GeneratorContextManager"
_ORIGINAL: Final[Any] = getattr(contextlib, _NAME)
_NONE: Final[Mapping[str, Any]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class GeneratorContext:
    """What `contextlib._GeneratorContextManager` is, which is asked itself about all that is not plain.

    >>> def numbered(number):
    ...     yield number
    >>> with GeneratorContext(numbered, (3,), {}) as number:
    ...     number
    3
    """

    def __init__(
        self,
        func: Callable[..., Generator[Any, Any, Any]],
        args: tuple[Any, ...],
        kwds: Mapping[str, Any],
    ) -> None:
        self.gen = func(*args, **kwds) if kwds else func(*args)
        self.func, self.args, self.kwds = func, args, kwds

    def __call__(self, func: Callable[..., Any]) -> Any:
        """As a decorator: a context anew for each call."""
        return _ORIGINAL(self.func, self.args, self.kwds)(func)

    def __enter__(self) -> Any:
        self.args, self.kwds = (), _NONE  # no longer needed, and not to be kept alive
        for value in self.gen:
            return value
        error = RuntimeError("generator didn't yield")
        error.__suppress_context__ = True  # mypyc makes nothing of `from None`
        raise error

    def __exit__(
        self,
        typ: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> Any:
        if typ is not None:
            original = _ORIGINAL.__new__(_ORIGINAL)
            original.gen = self.gen
            return original.__exit__(typ, value, traceback)
        for _ in self.gen:
            self.gen.close()
            raise RuntimeError("generator didn't stop")
        return False


def install() -> None:
    """Has all context managers of the process that are called from now on made so, if that is faster."""
    if not __file__.endswith(".py"):
        setattr(contextlib, _NAME, GeneratorContext)

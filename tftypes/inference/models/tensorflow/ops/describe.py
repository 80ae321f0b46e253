"""Abstract values as a user reads them in a message, and the names that a user means."""

from __future__ import annotations

from types import NoneType
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.algebra.dtype_tables import SIZES
from tftypes.inference.spelling import nearest

from .values import Among

#: Longer lists are cut in messages.
SHOWN_ITEMS = 6


#: More dtypes than these are no choice that a reader could make.
_FEW: Final = 4


def dtype_of(value: TensorType) -> str:
    """The text of a tensor's dtype; `?` where it is one of many."""
    shown = str(value.dtype)
    return "?" if shown.count(" | ") >= _FEW else shown


def describe(value: Any, contents: bool = False) -> str:
    """The text of an abstract value: `float32[2, ?]`, `[2, -1]`, `'SAME'`, `?`.

    With `contents`, a scalar tensor of known contents is written as those, as in `[N, -1]` for `[tf.shape(x)[0], -1]`.

    >>> describe([2, -1]), describe("SAME"), describe((True, None)), describe([])
    ('[2, -1]', "'SAME'", '(True, None)', '[]')
    >>> describe(list(range(9)))
    '[0, 1, 2, 3, 4, 5, ... 9 items]'
    """
    if isinstance(value, (list, tuple)):
        return _sequence(value, contents)
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{describe(key)}: {describe(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, (str, bytes)):
        return repr(value)
    if (
        contents
        and isinstance(value, TensorType)
        and value.shape.rank == 0
        and not isinstance(value.value, (Among, NoneType))
    ):
        return describe(value.value)
    if isinstance(value, TensorType) and dtype_of(value) == "?" != str(value.dtype):
        return str(value).replace(str(value.dtype), "?")
    return str(value)


def _sequence(value: list[Any] | tuple[Any, ...], contents: bool) -> str:
    items = [describe(item, contents) for item in value[:SHOWN_ITEMS]]
    if len(value) > SHOWN_ITEMS:
        items.append(f"... {len(value)} items")
    text = ", ".join(items)
    if isinstance(value, list):
        return f"[{text}]"
    return f"({text},)" if len(value) == 1 else f"({text})"


def meant(name: str) -> str | None:
    """The dtype that a name which is none may stand for.

    >>> meant("flaot32")
    "did you mean 'float32'?"
    """
    close = nearest(name, SIZES)
    return f"did you mean {close!r}?" if close else None

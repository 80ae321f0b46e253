"""Abstract values as a user reads them in a message."""

from __future__ import annotations

from typing import Any

from tftypes.algebra import TensorType

#: Longer lists are cut in messages.
SHOWN_ITEMS = 6


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
        and value.value is not None
    ):
        return describe(value.value)
    return str(value)


def _sequence(value: list[Any] | tuple[Any, ...], contents: bool) -> str:
    items = [describe(item, contents) for item in value[:SHOWN_ITEMS]]
    if len(value) > SHOWN_ITEMS:
        items.append(f"... {len(value)} items")
    text = ", ".join(items)
    if isinstance(value, list):
        return f"[{text}]"
    return f"({text},)" if len(value) == 1 else f"({text})"

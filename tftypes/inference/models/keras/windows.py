"""Windows of convolutions and poolings as Keras keeps them on a layer: a tuple with one number for each axis."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tftypes.algebra import Expr
from tftypes.inference.models.keras.config import is_known
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import contents_of

_WINDOWED: Final = re.compile(r"(?!Global)\w*(Conv|Pooling)(LSTM)?(\d)D(Transpose)?")


def windows(name: str, config: Mapping[str, Value]) -> dict[str, Value]:
    """The attributes of a layer that was made so, by the name of its class; none where arguments are not known.

    >>> windows("Conv2D", {"kernel_size": 3, "padding": "SAME"})
    {'kernel_size': (3, 3), 'strides': (1, 1), 'dilation_rate': (1, 1), 'padding': 'same'}
    >>> windows("MaxPooling1D", {"padding": "Same"})
    {'pool_size': (2,), 'strides': (2,), 'padding': 'Same'}
    """
    match = _WINDOWED.fullmatch(name)
    if match is None or not is_known(config):
        return {}
    axes, padding = int(match[3]), resolve(config.get("padding", "valid"))

    def kept(argument: str, default: Value) -> Value:
        given = resolve(config.get(argument))
        given = default if given is None else given
        if isinstance(given, (int, Expr)):
            return (given,) * axes
        items = contents_of(given)
        return items if isinstance(items, tuple) and len(items) == axes else TOP

    if match[1] == "Pooling":
        size = kept("pool_size", 2)
        return {"pool_size": size, "strides": kept("strides", size), "padding": padding}
    ones = {each: kept(each, 1) for each in ("strides", "dilation_rate")}
    padding = padding.lower() if isinstance(padding, str) else padding
    return {"kernel_size": kept("kernel_size", TOP), **ones, "padding": padding}

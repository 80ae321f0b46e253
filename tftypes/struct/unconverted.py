"""AutoGraph leaves this package alone, as it does TensorFlow itself.

Nothing here needs it, and converting it would make tracing a function ten times as slow. Functions
that users hand in are converted as they would be without this package.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from tftypes.runtime.private import autograph_config
from tftypes.struct.refusals import keep

_autograph = tf.__internal__.autograph
_PACKAGE = __name__.rpartition(".")[0]

autograph_config.CONVERSION_RULES = (
    autograph_config.DoNotConvert(_PACKAGE),
    *autograph_config.CONVERSION_RULES,
)


def converted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A user's function as AutoGraph converts it, where it is in use; what it raises is the user's.

    Raises:
      TypeError: if it is no function.
    """
    if not callable(function):
        raise TypeError(f"expected a function, got {function!r}")
    made: Callable[..., Any] = _autograph.tf_convert(function, _autograph.control_status_ctx())

    def called(*args: Any) -> Any:
        try:
            return made(*args)
        except Exception as error:
            keep(error)
            raise

    return called

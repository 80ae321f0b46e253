"""Functions that TensorFlow restores from a SavedModel take what they took before they were saved.

A SavedModel has a dict in place of a dataclass, and TensorFlow takes no dataclass for it. A variable
that was loaded is of another class than one that a program makes, and TensorFlow's spec of variables
knows the latter only. From the import of this module on, both are taken.

Source: `tf.saved_model.load`; RFC 208, "Support for tf.function's input_signature".
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from tftypes.runtime.private import function_deserialization, resource_variable_ops
from tftypes.runtime.records import as_dicts

_function: Any = function_deserialization.RestoredFunction
_call = _function.__call__
_spec: Any = resource_variable_ops.VariableSpec
_compatible = _spec.is_compatible_with


@wraps(_call)
def _called(self: Any, *args: Any, **kwargs: Any) -> Any:
    return _call(self, *as_dicts(args), **as_dicts(kwargs))


@wraps(_compatible)
def _is_compatible_with(self: Any, spec_or_value: Any) -> bool:
    if isinstance(spec_or_value, resource_variable_ops.BaseResourceVariable):
        # All that is compared besides the class.
        spec_or_value = _spec(
            spec_or_value.shape, spec_or_value.dtype, spec_or_value.trainable, self.alias_id
        )
    return bool(_compatible(self, spec_or_value))


def install() -> None:
    """Puts them in the place of TensorFlow's, once."""
    if _function.__call__ is _call:
        _function.__call__ = _called
        _spec.is_compatible_with = _is_compatible_with

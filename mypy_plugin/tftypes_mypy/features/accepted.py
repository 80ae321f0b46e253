"""Calls of functions without a rule: the dtypes and strings that they accept, from a table made by asking TensorFlow.

The table is `ops/accepted.json`, which `stubs/generator/accepted.py` writes.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from mypy.plugin import FunctionContext
from mypy.types import Type

from tftypes.algebra import TensorType
from tftypes_mypy import ops
from tftypes_mypy.features.calls import callee_name
from tftypes_mypy.features.op_calls import fail
from tftypes_mypy.ops import OpError
from tftypes_mypy.ops.arguments import cast_hint
from tftypes_mypy.values import Values

#: Arguments that change nothing in what the others may be.
NEUTRAL: Final = frozenset({"name", "axis", "keepdims"})
DENSE: Final = ("tensor", "variable")


@cache
def table() -> dict[str, Any]:
    """What each function accepts, by its full name in the stubs."""
    loaded: dict[str, Any] = json.loads(
        Path(ops.__file__).with_name("accepted.json").read_text("utf-8")
    )
    return loaded


def call(context: FunctionContext, values: Values, accepts: dict[str, Any]) -> Type:
    """The type that the stub gives; an error for an argument that TensorFlow is sure to refuse."""
    given = {
        name: (expressions[0], types[0])
        for name, expressions, types in zip(
            context.callee_arg_names, context.args, context.arg_types
        )
        if name is not None and types
    }
    passed = accepts.get("passed")
    enums = accepts.get("strings", {})
    if passed is not None and not given.keys() <= {*passed, *enums, *NEUTRAL}:
        return context.default_return_type
    arguments = {name: values.of(*given[name]) for name in given}
    for name, value in arguments.items():
        try:
            check(name, value, accepts.get("dtypes", {}), enums)
        except OpError as error:
            shown = f"{callee_name(context.context)}()"
            fail(context, error.complete(shown, {}), given[name][0], values)
    return context.default_return_type


def check(
    name: str, value: object, dtypes: dict[str, list[str]], enums: dict[str, list[str]]
) -> None:
    """Raises OpError for a value that is not among those accepted."""
    if name in dtypes and isinstance(value, TensorType) and value.kind in DENSE:
        allowed = dtypes[name]
        if value.dtype.names.isdisjoint(allowed):
            message = f"{value.dtype} is not supported, only {', '.join(allowed)}"
            raise OpError("tf-dtype", message, name, cast_hint(value.dtype, allowed))
    if name in enums and isinstance(value, str) and value not in enums[name]:
        expected = ", ".join(repr(item) for item in enums[name])
        raise OpError("tf-value", f"{value!r} is not one of {expected}", name)

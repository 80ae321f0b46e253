"""`add_weight` and `add_metric`: the variables that layers and metrics of the program make, and what Keras makes none of."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tftypes.algebra import Shape, TensorType, shapes
from tftypes.inference.interpreter.arguments import by_name, written_argument, written_owner
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import call_checks, inputs, tracking
from tftypes.inference.models.keras.config import (
    config_of,
    dtype_named,
    dtypes_of,
    has_registered,
    is_a,
    is_legacy,
)
from tftypes.inference.models.keras.initializers import initialize
from tftypes.inference.models.keras.symbols import shape_of
from tftypes.inference.models.tensorflow.ops import OpError, completed, keras_names
from tftypes.inference.models.tensorflow.ops.values import is_number
from tftypes.inference.models.tensorflow.tracing import variable_made
from tftypes.inference.objects import TOP, Instance, Value, resolve
from tftypes.inference.widening import soften

_NAMES = ("shape", "initializer", "dtype", "trainable")
#: The parameters before Keras 3.
_OLD = ("name", "shape", "dtype", "initializer")


def add_weight(interpreter: Interpreter, call: Call) -> Value:
    """`self.add_weight(shape=...)`: a variable of Keras', a scalar where no shape is given."""
    is_metric = is_a(interpreter, call.receiver, "Metric")
    call_checks.check_made(interpreter, call.receiver, "metric" if is_metric else "layer")
    tracking.check_open(interpreter, call.receiver, call.node)
    given = {**dict(zip(_NAMES, call.args)), **call.kwargs}
    shape = resolve(given.get("shape"))
    found = Shape.scalar() if shape is None else shape_of(shape)
    if not is_legacy(interpreter):
        with completed("add_weight()"):
            _check(interpreter, call, given, found)
    if found is None:
        size = to_rule(shape)
        is_size = isinstance(size, int) and not isinstance(size, bool)
        found = Shape.of(size) if is_size else Shape.unknown()
    dtype = resolve(given.get("dtype"))
    own = dtypes_of(interpreter, call.receiver)[1]
    found_dtype = own if dtype is None else dtype_named(interpreter, dtype)
    trainable = resolve(given.get("trainable", True)) is not False
    initialize(interpreter, given.get("initializer"), found, found_dtype, call.node)
    variable_made(interpreter, call.node, call.receiver)
    variable = tracking.variable(found_dtype, found, call.receiver, trainable)
    return tracking.add(interpreter, call.receiver, variable)


def add_metric(interpreter: Interpreter, call: Call) -> Value:
    """`self.add_metric()`: Keras 3 keeps the method to say that it is disabled."""
    if is_legacy(interpreter):
        return TOP
    value, name = written_argument(call.node, 0, "value"), call.get(1, "name")
    metric = _own_metric(interpreter, call.receiver, name)
    words = "is disabled in Keras 3: a metric that __init__() makes is updated in call()"
    hint = f"self.{metric}.update_state({value})" if metric else None
    if metric is None and isinstance(name, str) and name.isidentifier():
        made = f"keras.metrics.Mean(name={name!r})"
        hint = (
            f"self.{name}_metric = {made} in __init__(), self.{name}_metric.update_state({value})"
        )
    raise OpError("tf-attribute", words, hint=hint, exception="builtins.NotImplementedError")


def _own_metric(interpreter: Interpreter, layer: Instance, name: Value) -> str | None:
    """The attribute of a layer with the one metric that it has, or with the one of that name."""
    found = {
        attribute: config_of(each).get("name")
        for attribute in layer.written()
        if not attribute.startswith("<")
        and isinstance(each := resolve(layer.read(attribute)), Instance)
        and is_a(interpreter, each, "Metric")
    }
    meant = [attribute for attribute, own in found.items() if own == name] or [*found]
    return meant[0] if len(meant) == 1 else None


def _of_old(call: Call) -> str | None:
    """The arguments of a call as it was before Keras 3, by their names: `add_variable` needs an initializer now."""
    written = call.node.args if isinstance(call.node, ast.Call) else []
    if call.is_open or not 1 < len(written) <= len(_OLD):
        return None
    named, method = by_name(_OLD, written), getattr(getattr(call.node, "func", None), "attr", "")
    is_other = method == "add_variable"
    return (
        f"{written_owner(call.node)}.add_weight({named})"
        if is_other
        else f"{named} gives them by name"
    )


def _check(
    interpreter: Interpreter, call: Call, given: Mapping[str, Value], found: Shape | None
) -> None:
    """Raises OpError for a shape, a name, a dtype or an initializer that makes no variable."""
    shape = resolve(given.get("shape"))
    if call.args and isinstance(resolve(call.args[0]), str):
        hint = _of_old(call) or f"name={resolve(call.args[0])!r} is its name"
        raise OpError("tf-value", "the first argument is the shape, got a text", hint=hint)
    is_layer = is_a(interpreter, call.receiver, "Layer")
    if len(call.args) > 3 and is_layer:
        words = "takes shape, initializer and dtype by position, and the others by name"
        raise OpError("tf-call", words)
    if shape is not None:
        inputs.check_shapes({"shape": shape}, "shape", "Variable")
    sizes = to_rule(shape)
    if isinstance(sizes, (list, tuple)) and None in sizes:
        words = f"expected sizes that are known, got {sizes!r}"
        raise OpError("tf-shape", words, "shape", "input_shape[-1] is the size of the last dim")
    name = resolve(given.get("name"))
    if isinstance(name, str) and "/" in name or is_number(name):
        raise OpError("tf-value", f"expected a text without '/', got {name!r}", "name")
    dtype = to_rule(given.get("dtype"))
    keras_names.check("dtype", dtype, "dtype")
    initial = to_rule(given.get("initializer"))
    if not has_registered(interpreter):
        keras_names.check("initializer", initial, "initializer")
        for each in ("regularizer", "constraint"):
            keras_names.check(each, to_rule(given.get(each)), each)
    is_array = isinstance(initial, TensorType) and initial.kind in ("array", "tensor")
    if (
        is_array
        and found is not None
        and shapes.compatible(*soften((initial.shape, found))) is False
    ):
        words = f"expected the shape {found} of the variable, got {initial.shape}"
        raise OpError("tf-shape", words, "initializer")

"""What is said of the elements of `Dataset.from_generator`: specs, or dtypes as in older versions."""

from __future__ import annotations

from tftypes.algebra import DType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.structures import is_list, leaves
from tftypes.inference.objects import Value, is_unknown, resolve


def check_specs(interpreter: Interpreter, call: Call, spec: Value) -> None:
    """What a generator gives is said once, by specs in tuples and dicts. Raises OpError for anything else."""
    if call.is_open:
        return
    types = call.get(1, "output_types")
    if resolve(spec) is None:
        if resolve(types) is None:
            hint = "output_signature=tf.TensorSpec(shape, dtype)"
            raise OpError("tf-value", "what the generator gives is not said", hint=hint)
        if is_list(types):
            raise OpError("tf-value", "expected dtypes in a tuple, got a list", "output_types")
        return
    for name, value in (("output_types", types), ("output_shapes", call.get(2, "output_shapes"))):
        if resolve(value) is not None and not is_unknown(resolve(value)):
            raise OpError("tf-value", "it does not go with output_signature", name)
    for each in leaves(interpreter, resolve(spec), lists=False):
        if is_list(each) or isinstance(each, DType):
            got = "a list" if is_list(each) else each
            hint = "a tuple" if is_list(each) else f"tf.TensorSpec(shape, tf.{each})"
            words = f"expected specs in tuples or dicts, got {got}"
            raise OpError("tf-value", words, "output_signature", f"{hint} is one")

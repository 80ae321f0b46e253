"""What is said of the elements of `Dataset.from_generator`: specs, or dtypes as in older versions."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tftypes.algebra import DType, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.structures import is_list, leaves
from tftypes.inference.objects import Container, Function, Value, is_iterator, is_unknown, resolve
from tftypes.inference.values import Mapped


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


def code_given(function: Value, kind: type[ast.Yield | ast.Return] = ast.Yield) -> ast.expr | None:
    """What a function of the program yields or returns at the one place where it does, as it is written."""
    found = resolve(function)
    if not isinstance(found, Function):
        return None
    given = [each.value for each in ast.walk(found.code.node) if isinstance(each, kind)]
    return given[0] if len(given) == 1 else None


def regrouped(spec: Value, code: ast.expr | None) -> str | None:
    """The items of a tuple that is yielded, in the groups that a signature has."""
    if not isinstance(code, ast.Tuple):
        return None
    left = iter(code.elts)

    def grouped(part: Value) -> str:
        part = resolve(part)
        if isinstance(part, TensorType):
            return ast.unparse(next(left))
        if not isinstance(part, tuple):
            raise StopIteration
        inside = [grouped(each) for each in part]
        return f"({', '.join(inside)}{',' * (len(inside) == 1)})"

    try:
        made = grouped(spec)
    except StopIteration:
        return None
    return made if next(left, None) is None else None


def members_of(value: Value) -> Mapping[Value, Value] | None:
    """The members of a tuple, list or dict by index or key; None where they are not known."""
    contents = value.contents if isinstance(value, Container) and not is_iterator(value) else value
    if isinstance(contents, Mapped):
        return contents.known if contents.is_whole else None
    return dict(enumerate(contents)) if isinstance(contents, tuple) else None


def written_spec(value: Value) -> str | None:
    """A spec as a program writes it; None where not all of it is known."""
    value = resolve(value)
    members = None if isinstance(value, TensorType) or is_list(value) else members_of(value)
    if members is not None:
        parts = [written_spec(each) for each in members.values()]
        if None in parts:
            return None
        if not isinstance(value, tuple):
            return f"{{{', '.join(f'{key!r}: {part}' for key, part in zip(members, parts))}}}"
        return f"({', '.join(map(str, parts))}{',' * (len(parts) == 1)})"
    is_ragged = isinstance(value, TensorType) and value.kind == "ragged"
    got = value if is_ragged else tensor_of(value)
    dims = got.shape.dims if isinstance(got, TensorType) else None
    if not isinstance(got, TensorType) or not got.dtype.name or dims is None:
        return None
    sizes = [each if isinstance(each, int) else None for each in dims]
    # Rows of rows with a last size that is known may be dense.
    if sizes[2:] and sizes[-1] is not None if is_ragged else None in sizes:
        return None
    shape = f"({', '.join(map(str, sizes))}{',' if len(sizes) == 1 else ''})"
    return f"tf.{'RaggedTensorSpec' if is_ragged else 'TensorSpec'}({shape}, tf.{got.dtype})"

"""What a function that was never called is saved for: all kinds of values that it admits.

A SavedModel holds traces. One spec often stands for all values; where it does not (a group of
dtypes, ragged tensors, alternatives), there are a few that do so together.

Source: RFC 208, "Support for tf.function's input_signature"; `tf.saved_model.save`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import tensorflow as tf

from tftypes.runtime.binding import Binder
from tftypes.runtime.errors import Mismatch
from tftypes.runtime.leaves import CompositeNode, Node, TensorNode
from tftypes.runtime.patterns import Call
from tftypes.runtime.signature import Parameter, Signature
from tftypes.runtime.statics import LiteralNode
from tftypes.runtime.structures import FixedNode
from tftypes.runtime.unions import UnionNode

#: Kinds of calls that a function is traced for when it is saved; more are left to the user.
MOST = 32
#: The dtypes that kernels know; a group of dtypes has rarer ones too.
_COMMON = (
    tf.bool, tf.string, tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.complex64,
    tf.complex128, tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.uint32, tf.uint64,
)  # fmt: skip


def calls(binder: Binder) -> list[tuple[list[Any], dict[str, Any]]]:
    """Arguments, specs in place of tensors, that stand for all calls that a signature admits.

    Empty where no few of them do: a parameter that is open, or static without a default.

    Raises:
      ValueError: if there are more than `MOST`.
    """
    signature = binder.signature
    options = [_options(parameter) for parameter in signature.parameters]
    if any(option is None for option in options):
        return []
    found = list(islice(_fitting(binder, options), MOST + 1))
    if len(found) > MOST:
        raise ValueError(
            f"{signature.name}() was never called, and admits more than {MOST} kinds of "
            "arguments: call it before it is saved, or get_concrete_function() of what it is for"
        )
    return found


def _fitting(binder: Binder, options: list[Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """The combinations that fit: a dtype variable is the same in all parameters."""
    for values in product(*options):
        args, kwargs = _arguments(binder.signature, values)
        try:
            binder.bind(tuple(args), kwargs).check(Call(specs=True))
        except Mismatch:
            continue
        yield args, kwargs


def _arguments(signature: Signature, values: tuple[Any, ...]) -> tuple[list[Any], dict[str, Any]]:
    pairs = list(zip(signature.parameters, values))
    args = [
        value for parameter, value in pairs if parameter.kind is not parameter.kind.KEYWORD_ONLY
    ]
    return args, {p.name: v for p, v in pairs if p.kind is p.kind.KEYWORD_ONLY}


def _options(parameter: Parameter) -> list[Any] | None:
    if parameter.kind in (parameter.kind.VAR_POSITIONAL, parameter.kind.VAR_KEYWORD):
        return None
    found = None if parameter.node is None else alternatives(parameter.node)
    if found is None and not parameter.required:
        return [parameter.default]
    return found


def alternatives(node: Node) -> list[Any] | None:
    """Specs that together stand for all values of a node; None where there are no such."""
    if node.spec is not None:
        return [node.spec]
    if isinstance(node, LiteralNode):
        return list(node.values)
    if isinstance(node, UnionNode):
        found = [alternatives(option) for option in node.options]
        return None if None in found else [spec for specs in found for spec in specs or ()]
    if isinstance(node, FixedNode):
        parts = [alternatives(part) for _, part in node.parts]
        return None if None in parts else [node.make(list(one)) for one in product(*parts)]  # type: ignore[arg-type]
    if isinstance(node, (TensorNode, CompositeNode)):
        codes = node.dtype.codes
        common = [d.as_datatype_enum for d in _COMMON if codes and d.as_datatype_enum in codes]
        return _specs(node, common) if common else None
    return None


def _specs(node: TensorNode | CompositeNode, codes: list[int]) -> list[Any] | None:
    if isinstance(node, TensorNode) or node.sparse:
        return [node.type_of(code) for code in codes]
    rank = node.shape.rank
    if rank is None or rank < 2:
        return None  # which of its dims are ragged, only a value says
    splits = tf.int64.as_datatype_enum
    return [node.type_of((code, rank - 1, splits)) for code in codes]

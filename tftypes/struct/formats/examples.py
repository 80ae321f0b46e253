"""`tf.train.Example` and `SequenceExample`: serialized, to structs and back, inside the graph.

Source: StructTensor RFC, "Integration with Other Formats"; `tf.io.parse_example`,
`tf.io.parse_sequence_example`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from tftypes.struct.dense import dense
from tftypes.struct.formats import checks, example_features, example_writing
from tftypes.struct.formats import nulls as _nulls
from tftypes.struct.formats.serialized import strings
from tftypes.struct.refusals import named
from tftypes.struct.schemas import spec_of
from tftypes.struct.tensors import StructTensor
from tftypes.struct.transforms.dims import rows, unrows


@named
def from_examples(
    serialized: Any, schema: Any, *, nulls: _nulls.Nulls = "error"
) -> StructTensor[Any, Any]:
    """Structs from serialized `tf.train.Example`s; in graphs and `tf.data` as well as eagerly.

    >>> from tftypes import struct
    >>> st = struct.constant([{"age": 7, "tags": ["a", "b"]}, {"age": 8, "tags": []}])
    >>> struct.from_examples(struct.to_examples(st), {"age": int, "tags": [str]}).to_py()
    [{'age': 7, 'tags': [b'a', b'b']}, {'age': 8, 'tags': []}]

    An Example has lists of int64, float32 or bytes by name; the schema says what they are:

    * a value or a dense field of known size: a list of that length (`tf.io.FixedLenFeature`);
    * a ragged field: a list of any length (`tf.io.RaggedFeature`); a further ragged dim has its
      row lengths in a feature `name/lengths1`, and so on;
    * a sparse field: `tf.io.VarLenFeature`;
    * a nested struct: its fields, as `name/field`; a list of structs: a list for each field;
    * bools and narrower integers: int64, of which others are an error; wider floats: float32.

    Args:
      serialized: strings of any known rank, a tensor or ragged tensor; the structs have its shape.
      schema: of one Example, as `struct.constant` takes it. What an Example has besides is ignored.
      nulls: what becomes of a value that an Example lacks, see `tftypes.struct.formats.nulls`; a
        list that is lacking is empty.

    Raises:
      ValueError: eagerly, naming the feature and the number of the Example, if one is not as the
        schema says; in a graph it is a `tf.errors.InvalidArgumentError`.
      SchemaError: (a ValueError) naming the field, for a schema that no Example can follow.

    Source: `tf.io.parse_example`.
    """
    function = "from_examples"
    serialized = strings(function, serialized)
    rank = serialized.shape.rank
    spec = spec_of(schema, (None,))
    reader = example_features.Reader(function, _nulls.policies(nulls, function))
    flat = rows(serialized, rank)
    checks.check_rows(spec, flat.shape[0], function)
    plan = reader.plan(spec)
    parsed = example_features.called(
        function, lambda: tf.io.parse_example(flat, plan.features) if plan.features else {}
    )
    result = reader.built(plan, parsed, flat)
    reader.policies.check_all_met(function)
    return unrows(result, serialized, rank)


@named
def from_sequence_examples(
    serialized: Any, schema: Any, *, nulls: _nulls.Nulls = "error"
) -> StructTensor[Any, Any]:
    """Structs from serialized `tf.train.SequenceExample`s.

    >>> from tftypes import struct
    >>> schema = {"context": {"id": int}, "feature_lists": {"words": [str]}}
    >>> st = struct.constant({"context": {"id": 7}, "feature_lists": {"words": ["a", "b"]}}, schema)
    >>> struct.from_sequence_examples(struct.to_sequence_examples(st), schema).to_py()
    {'context': {'id': 7}, 'feature_lists': {'words': [b'a', b'b']}}

    Args:
      serialized: strings of any known rank, a tensor or ragged tensor; the structs have its shape.
      schema: of one SequenceExample: a struct of `context`, which is as in `from_examples`, and
        `feature_lists`: a list for each field, the item of which is what each step has, a value, a
        dense tensor or a list. Either may be left out.
      nulls: what becomes of a value that a context lacks, see `tftypes.struct.formats.nulls`.

    Raises:
      ValueError: eagerly, naming the feature, if one is not as the schema says; in a graph it is a
        `tf.errors.InvalidArgumentError`.
      SchemaError: (a ValueError) naming the field, for a schema that none can follow.

    Source: `tf.io.parse_sequence_example`.
    """
    function = "from_sequence_examples"
    serialized = strings(function, serialized)
    rank = serialized.shape.rank
    flat = rows(serialized, rank)
    spec = spec_of(schema, (None,))
    checks.check_rows(spec, flat.shape[0], function)
    parts = checks.fields_of(spec)
    for name, part in parts.items():
        if name not in ("context", "feature_lists") or not checks.is_struct(part):
            raise checks.SchemaError(
                f"{function}(): expected a schema of structs 'context' and 'feature_lists', "
                f"got field '{name}': {checks.shown(part)}"
            )
    reader = example_features.Reader(function, _nulls.policies(nulls, function))
    context = reader.plan(parts["context"], "context") if "context" in parts else None
    steps = example_features.steps(function, parts.get("feature_lists"))
    features = context.features if context else {}
    if flat.shape[0] == 0 or not (features or steps.features):  # which the op refuses
        found = tf.io.parse_example(flat, features) if features else {}
        lists = steps.none()
    else:
        found, lists, _ = example_features.called(
            function, lambda: tf.io.parse_sequence_example(flat, features, steps.features)
        )
    made = {}
    for name in parts:
        if name == "context" and context is not None:
            made[name] = reader.built(context, found, flat)
        else:
            made[name] = steps.built(function, lists, flat)
    reader.policies.check_all_met(function)
    return unrows(dense(1, made), serialized, rank)


@named
def to_examples(struct: StructTensor[Any, Any]) -> Any:
    """Serialized `tf.train.Example`s from structs: strings of the shape of the struct.

    >>> from tftypes import struct
    >>> strings = struct.to_examples(struct.constant([{"age": 7}]))
    >>> tf.train.Example.FromString(strings[0].numpy()).features.feature["age"].int64_list.value
    [7]

    The inverse of `from_examples`: fields are written as it reads them. A field with a companion
    `x_mask` is written where that is true.

    Raises:
      SchemaError: (a ValueError) naming the field, for a dtype that an Example has no room for
        (float64, uint64, complex numbers).

    Source: `tf.train.Example`.
    """
    checks.check_is_struct(struct, "to_examples")
    flat = rows(struct, struct.rank)
    return unrows(example_writing.examples("to_examples", flat), struct, struct.rank)


@named
def to_sequence_examples(struct: StructTensor[Any, Any]) -> Any:
    """Serialized `tf.train.SequenceExample`s from structs of `context` and `feature_lists`.

    >>> from tftypes import struct
    >>> schema = {"context": {"id": int}, "feature_lists": {"words": [str]}}
    >>> st = struct.constant({"context": {"id": 7}, "feature_lists": {"words": ["a"]}}, schema)
    >>> made = tf.train.SequenceExample.FromString(struct.to_sequence_examples(st).numpy())
    >>> made.context.feature["id"].int64_list.value
    [7]

    The inverse of `from_sequence_examples`.

    Raises:
      SchemaError: (a ValueError) naming the field that a SequenceExample has no room for.

    Source: `tf.train.SequenceExample`.
    """
    checks.check_is_struct(struct, "to_sequence_examples")
    flat = rows(struct, struct.rank)
    written = example_writing.sequence_examples("to_sequence_examples", flat)
    return unrows(written, struct, struct.rank)

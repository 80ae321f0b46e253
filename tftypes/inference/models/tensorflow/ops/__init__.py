"""What TensorFlow's functions make of dtypes and shapes: one rule for each function.

How to add a rule
-----------------
1. Choose the module of the function's family; a new module is named in `_MODULES` below.
2. Write a function with the parameters of TensorFlow's, decorated with `rule`: the canonical public name first (the one
   its documentation is filed under), then examples. Begin with the common call, then what is special about this op
   (unknown dims, symbols, each form of each argument), last what TensorFlow refuses:

       @rule(
           "tensorflow.linalg.trace",
           "tf.linalg.trace(f32[2, 3, 3]) -> f32[2]",
           "tf.linalg.trace(f32[3]) !! rank 2 or more",
       )
       def trace(x, name=None):
           value = rank_at_least(as_tensor(x, argument="x"), 2, "x")
           return TensorType(value.dtype, value.shape.slice(0, -2))

   The text is explained in `examples`, the values that arrive in `values`. `conversion.as_tensor` reads operands,
   `arguments` everything else, `broadcasting.matched` two operands of one dtype.
3. Say nothing that is not sure: UNKNOWN for what is not known, `Unsure` when nothing is. Raise `OpError` only for what
   TensorFlow refuses both eagerly and in a graph.
4. Run `pytest tests/ops tests/oracle`: TensorFlow traces every example and must agree.

For ops that differ in a name only, add the name to the tables of `elementwise` or `reductions`. The rule of a method,
`tensorflow.RaggedTensor.to_tensor`, gets the object as its first argument; that of a class method has `cls` there. What a
general op does with ragged operands is said apart from its rule, with `rule.on_ragged`. Indexing, Python's operators and
the attributes of composite tensors are functions, `indexing.getitem`, `operators.binary` and `attributes.attribute`, with
examples of their own.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from tftypes.algebra import TensorType

from .indexing import getitem
from .rule import RULES, Example, OpError, Rule, Unsure, completed
from .values import ListOf, PyValue

_MODULES: Final = (
    "creation",
    "sequences",
    "elementwise",
    "linalg",
    "shaping",
    "indexing",
    "strided_slices",
    "operators",
    "reductions",
    "joining",
    "gathering",
    "scattering",
    "arranging",
    "contraction",
    "decompositions",
    "norms",
    "equations",
    "convolution",
    "pooling",
    "nn",
    "nn_blocks",
    "random",
    "strings",
    "sparse",
    "sparse_sums",
    "math",
    "image",
    "image_cropping",
    "image_quality",
    "signal",
    "ragged_operands",
    "ragged_constructors",
    "ragged_tensors",
    "ragged",
    "sparse_features",
    "io",
    "media",
    "parsing",
    "debugging",
    "summaries",
    "blocks",
    "bits",
    "quantization",
    "sets",
    "ctc",
    "embeddings",
    "distributions",
    "text",
    "transforms",
    "boxes",
    "averages",
    "morphology",
    "factorized",
    "linear_operators",
    "operator_methods",
    "operator_operands",
    "tensor_shapes",
    "v1",
    "v1_assign",
    "v1_renamed",
    "tnp_elementwise",
    "tnp_binary",
    "tnp_selecting",
    "tnp_reductions",
    "tnp_creation",
    "tnp_sequences",
    "tnp_shaping",
    "tnp_arranging",
    "tnp_joining",
    "tnp_products",
    "keras_loss_functions",
    "keras_losses",
    "keras_metrics",
    "keras_functions",
    "keras_backend",
    "keras_backend_products",
    "keras_backend_arrays",
    "keras_ops_elementwise",
    "keras_ops_creation",
    "keras_ops_diagonals",
    "keras_ops_shaping",
    "keras_ops_joining",
    "keras_ops_reductions",
    "keras_ops_products",
    "keras_ops_nn",
    "keras_ops_windows",
    "keras_ops_sorting",
    "keras_ops_image",
    "keras_random",
    "untold",
    "accepted",
    "keras_ops_arguments",
)
for _module in _MODULES:
    import_module(f"{__name__}.{_module}")

__all__ = [
    "RULES",
    "Example",
    "ListOf",
    "OpError",
    "PyValue",
    "Rule",
    "TensorType",
    "Unsure",
    "completed",
    "getitem",
]

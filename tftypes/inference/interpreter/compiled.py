"""What XLA does not compile: ops in a graph for which it has no kernel. A `tf.function(jit_compile=True)` fails by them.

What is in a graph is noted on its trace, and on all that it is made within; who calls a compiled function is told.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow.structures import tensors_in
from tftypes.inference.objects import Trace, TracedFunction, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import contents_of, is_symbol


def named_ops(names: str) -> frozenset[str]:
    """The canonical names of ops, of those that a text lists."""
    return frozenset(f"tensorflow.{name}" for name in names.split())


#: Ops without a kernel of XLA's, of TensorFlow 2.16 to 2.21 on CPUs.
OPS: Final = named_ops("""
    RaggedTensor.to_tensor audio.encode_wav edit_distance fingerprint histogram_fixed_width image.adjust_jpeg_quality
    image.combined_non_max_suppression image.crop_and_resize image.draw_bounding_boxes
    image.sample_distorted_bounding_box image.stateless_sample_distorted_bounding_box io.decode_bmp io.decode_csv
    io.decode_gif io.decode_image io.decode_jpeg io.decode_png io.decode_raw io.encode_jpeg io.encode_png
    io.parse_example io.parse_single_example io.parse_tensor io.serialize_tensor linalg.det linalg.eig linalg.eigvals
    linalg.logm linalg.lu linalg.slogdet linalg.sqrtm math.bessel_i0 math.bessel_i1
    math.segment_max math.segment_mean math.segment_min math.segment_prod math.segment_sum math.special.bessel_j0
    math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k1 math.special.bessel_y0
    math.special.bessel_y1 math.special.dawsn math.special.expint math.special.fresnel_cos math.special.fresnel_sin
    math.special.spence nn.ctc_beam_search_decoder nn.ctc_greedy_decoder nn.dilation2d nn.embedding_lookup_sparse
    nn.fractional_avg_pool nn.fractional_max_pool nn.max_pool_with_argmax parallel_stack print ragged.range
    random.gamma random.log_uniform_candidate_sampler random.poisson random.stateless_binomial random.stateless_gamma
    random.stateless_poisson sets.difference sets.intersection sets.size sets.union sparse.add sparse.concat
    sparse.reduce_sum sparse.reorder sparse.segment_mean sparse.segment_sum sparse.softmax sparse.sparse_dense_matmul
    sparse.transpose unique_with_counts
""")
#: Those that run outside of the graph, whatever they are given.
OUTSIDE: Final = named_ops("py_function numpy_function io.read_file io.write_file timestamp")
_STRINGS: Final = "tensorflow.strings."
#: The slots of a trace: what XLA does not compile in it, and what fails since a part of it is to be compiled.
_UNCOMPILED: Final = "<uncompiled>"
_FAILS: Final = "<fails to compile>"
#: A code and a message.
Problem = tuple[str, str]


def check_op(interpreter: Interpreter, name: str, args: Sequence[Value]) -> None:
    """An op is called while a graph is made. Of constants alone it may be gone before XLA sees the graph."""
    if name in OUTSIDE or (
        (name in OPS or name.startswith(_STRINGS)) and any(map(_has_symbol, args))
    ):
        shown = name.replace("tensorflow.", "tf.", 1)
        note(interpreter, ("tf-trace", f"XLA has no kernel for {shown}()"))


def _has_symbol(value: Value) -> bool:
    value = resolve(value)
    items = contents_of(value)
    if isinstance(items, tuple):
        return any(map(_has_symbol, items))
    return is_symbol(value) or isinstance(value, TensorType) and value.kind in ("ragged", "sparse")


def note(interpreter: Interpreter, problem: Problem) -> None:
    """XLA does not compile the graph that is made, nor any that it is a part of."""
    if not interpreter.doubt:
        _mark(interpreter, interpreter.trace, _UNCOMPILED, problem)


def _mark(interpreter: Interpreter, trace: Trace | None, slot: str, problem: Problem) -> None:
    while trace is not None:
        if trace.read(slot) is ABSENT:
            interpreter.write(trace, slot, problem)
        trace = trace.outer


def check_call(
    interpreter: Interpreter,
    function: TracedFunction,
    trace: Trace,
    values: Sequence[Value],
    node: ast.AST,
) -> None:
    """A traced function is called: eagerly it runs now, and fails where a part that is to be compiled cannot be.

    `values` are those that it gets and gives.
    """
    compiles = resolve(function.settings.get("jit_compile")) is True
    problem = trace.read(_UNCOMPILED, None)
    failing = problem if compiles else trace.read(_FAILS, None)
    if compiles and any(each.dtype.is_string for each in tensors_in(interpreter, tuple(values))):
        problem = failing = failing or ("tf-trace", "XLA has no strings")
    if interpreter.trace is None:
        if failing is not None:
            code, words = failing
            message = f"the function cannot be compiled: {words}"
            interpreter.refuse(node, code, message, "tensorflow.errors.InvalidArgumentError")
        return
    for slot, each in ((_UNCOMPILED, problem), (_FAILS, failing)):
        if each is not None:
            _mark(interpreter, interpreter.trace, slot, each)

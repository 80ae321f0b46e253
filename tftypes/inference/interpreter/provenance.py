"""What a tensor comes from: the graph that it belongs to, and what it was differentiably computed from.

A tensor of a graph may be used in that graph and in those made within it. Outside of it there is no such tensor:
eagerly and in the graph around, the use is refused at once; another graph captures it, and the call of the outermost
function is what fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from tftypes.algebra import DType, Expr, Shape, TensorType
from tftypes.inference import graphs
from tftypes.inference.codes import Severity
from tftypes.inference.models.tensorflow.ops import ListOf, PyValue
from tftypes.inference.objects import Container, External, Trace, Value, noted, resolve
from tftypes.inference.state import ABSENT, Definite, Heap
from tftypes.inference.values import Mapped, OfGraph, Seq, Tensor, contents_of

#: The slot of a trace with the first tensor of another graph that it has captured.
FOREIGN: Final = "foreign"
#: The slot of a trace with the identities of the variables that it uses.
CAPTURED: Final = "captured"
#: The slot of a tape with the variables that are used while it records; only those tapes have it that ask for them.
READ: Final = "<read>"
#: The slot of a tape with the objects that it was told to watch.
WATCHED: Final = "<watched>"
#: The slot of a tape with the calls that take the place of those that it does not record.
UNRECORDED: Final = "<unrecorded>"
#: The slot of a tape with what variables are assigned while it records.
ASSIGNED: Final = "<assigned>"
#: The switch with what mends the gradient that was None last.
MENDED: Final = "mended gradient"

_MESSAGE: Final = "a symbolic tensor of {0} is used outside of it, where it has no value: {1}"


class Running(Protocol):
    """What is asked of the interpreter."""

    trace: Trace | None
    converted: bool
    escaped: int
    tapes: tuple[Heap, ...]

    @property
    def is_eager(self) -> bool: ...

    def known_items(self, value: Value) -> tuple[Value, ...] | None: ...

    def refuse(self, node: ast.AST, code: str, message: str, exception: str = ...) -> None: ...

    def report(self, node: ast.AST, code: str, message: str, severity: Severity = ...) -> None: ...

    def note(self, target: Heap, key: Any, *entries: Any) -> None: ...

    def write(self, target: Heap, key: Any, value: Value) -> None: ...


#: Ops that read what is known of a tensor without its value, and those that do so in a graph alone.
_READING: Final = frozenset(
    ("IndexedSlices", "LinearOperatorDiag", "LinearOperatorFullMatrix", "assert_equal", "assert_integer",
     "assert_same_float_dtype", "assert_type", "get_static_value", "group", "is_keras_tensor", "is_numeric_tensor",
     "is_tensor", "ndim", "rank", "result_type", "set_shape", "size")
)  # fmt: skip
_READING_IN_A_GRAPH: Final = frozenset(("fill_like", "ones_like", "shape", "zeros_like"))
#: Ops that give back the tensor itself where nothing is to be done.
_HANDING_ON: Final = frozenset(
    ("Activation", "Dropout", "Identity", "accumulate_n", "add_n", "array", "asarray", "atleast_1d", "atleast_2d", "cast",
     "conj", "convert_to_tensor", "dropout", "linear", "real", "stack")
)  # fmt: skip


def check_scope(interpreter: Running, args: Iterable[Value], node: ast.AST, op: str = "") -> None:
    """Refuse tensors of graphs that are not around the present place, where the op needs more than what is known of them."""
    args, name = tuple(args), op.rpartition(".")[2]
    reads_shape = name in _READING_IN_A_GRAPH and interpreter.trace is not None
    is_told = name in _READING or reads_shape or op == "tensorflow.experimental.numpy.shape"
    if not is_told and not (name in ("==", "!=") and None in args):
        _check_all(interpreter, args, node)


def handed_on(interpreter: Running, args: Iterable[Value], op: str) -> Tensor | None:
    """The tensor of a graph that an op may give back as it is outside of graphs: the only one among its arguments."""
    if interpreter.trace is not None or op.rpartition(".")[2] not in _HANDING_ON:
        return None
    parts = (each if isinstance(each, (list, tuple)) else (each,) for each in args)
    given = [each for part in parts for each in part if isinstance(each, TensorType)]
    one = given[0] if len(given) == 1 else None
    return one if isinstance(one, Tensor) and one.trace is not None else None


def is_alike(made: Value, given: TensorType) -> bool:
    """Whether a result is as the operand is."""
    return isinstance(made, TensorType) and (made.dtype, made.shape) == (given.dtype, given.shape)


def _check_all(interpreter: Running, args: Iterable[Value], node: ast.AST) -> None:
    for each in args:
        if isinstance(each, (list, tuple)):
            _check_all(interpreter, each, node)
        elif (
            type(each) is Tensor and each.trace is not None and each.trace is not interpreter.trace
        ):
            _check(interpreter, each, each.trace, node)
        elif type(each) is Tensor and each.kind == "variable" and each.identity is not None:
            _note_use(interpreter, each, each.identity)


def _note_use(interpreter: Running, variable: Tensor, identity: int) -> None:
    """An op uses a variable: the graph captures it, and who looks on is told."""
    note_captured(interpreter, identity)
    for tape in interpreter.tapes:
        if tape.read(READ) is not ABSENT:
            interpreter.note(tape, READ, variable)
            interpreter.write(tape, is_read(identity), True)


def note_captured(interpreter: Running, used: object) -> None:
    """The graph that is traced uses a variable or another resource."""
    if interpreter.trace is not None and used not in noted(interpreter.trace.root, CAPTURED):
        interpreter.note(interpreter.trace.root, CAPTURED, used)


def is_read(identity: int) -> Definite:
    """The slot of a tape that says that a variable was used for sure."""
    return Definite(f"<read {identity}>")


def _check(interpreter: Running, tensor: Tensor, trace: Trace, node: ast.AST) -> None:
    here = interpreter.trace
    # What was traced before the function that runs here was defined may be around it, where nobody here calls it.
    if trace.encloses(here) if here is not None else trace.birth <= interpreter.escaped:
        return
    message = out_of_scope(tensor) + _collected(tensor, node)
    if here is None or here.encloses(trace):
        interpreter.refuse(node, "tf-trace", message, "builtins.TypeError")
    else:
        interpreter.note(here.root, FOREIGN, message)


def of_branch(trace: Trace | None, value: TensorType) -> str | None:
    """The remedy for an index out of range in a branch, which a graph traces whatever the condition will be."""
    if trace is None or trace.kind is not graphs.BRANCH or not value.shape.rank:
        return None
    known = (each if isinstance(each, int) else None for each in value.shape.slice(1).dims or ())
    spec = f"tf.TensorSpec({[None, *known]}, tf.{value.dtype})"
    return f"both branches are traced: input_signature=[{spec}] leaves the size open"


def _collected(tensor: Tensor, node: ast.AST) -> str:
    """What a list becomes that is filled in a loop and put together behind it."""
    is_of_loop = tensor.trace is not None and tensor.trace.kind is graphs.LOOP
    if not is_of_loop or not isinstance(node, ast.Call) or not node.args:
        return ""
    name, method = ast.unparse(node.args[0]), getattr(node.func, "attr", "")
    if method not in ("stack", "concat") or not isinstance(node.args[0], ast.Name):
        return ""
    made = f"{name} = tf.TensorArray(tf.{tensor.dtype}, 0, dynamic_size=True)"
    write = f"{name} = {name}.write({name}.size(), x)"
    return f": {made} before it, {write} in it, {name}.{method}() behind it"


def is_kept(interpreter: Running, value: Value) -> bool:
    """Whether a value is a tensor of a graph that is not around code which runs in none."""
    trace = value.trace if type(value) is Tensor else None
    return trace is not None and trace.birth > interpreter.escaped


def out_of_scope(tensor: Tensor) -> str:
    """What is wrong with a tensor of a graph outside of it."""
    kind = tensor.trace.kind if tensor.trace is not None else graphs.GraphKind("a graph")
    words = _MESSAGE.format(kind.shown, TensorType(tensor.dtype, tensor.shape))
    return f"{words}; {kind.gives}" if kind.gives is not None else words


# -- gradients ----------------------------------------------------------------------------------------------------------

#: Of each source: the tape, the identity of the tensor, and how it comes: plainly, "gathered", through a "zero"
#: gradient, what is wrong on the way, or the op through which no gradient flows.
Sources = frozenset[tuple[int, int, str]]

_NONE: Final[Sources] = frozenset()
_LOST: Final = "lost: "
#: Ops that take no values of what they are given.
_OF_SHAPES: Final = frozenset(
    ["zeros_like", "ones_like", "fill_like", "shape", "size", "rank", "one_hot"]
)
#: Ops of floats through which no gradient flows, by the last part of their names.
_CONSTANT: Final = frozenset([
    "zeros", "ones", "zeros_like", "ones_like", "fill_like", "stop_gradient", "floor", "ceil", "round", "rint",
    "floordiv", "//", "trunc", "histogram_fixed_width", "nextafter", "eye", "linspace", "one_hot", "hamming_window",
    "hann_window", "shape", "size", "rank", "numpy_function",
])  # fmt: skip
#: Those whose gradient is zero everywhere, and those whose gradient has rows for some indices only.
_ZERO: Final = frozenset({"sign"})
_GATHERING: Final = frozenset({"gather", "embedding_lookup", "sparse_read", "take", "nth_row"})


def derived(
    tapes: Sequence[Heap], op: str, tensor: TensorType, args: Sequence[Value]
) -> Sources | None:
    """What a result of an op was differentiably computed from, for the tapes that record; None where that is unknown."""
    name, found = op.rpartition(".")[2], _all(tapes, args)
    if not is_differentiable(tensor.dtype) or name in _CONSTANT:
        through = found if found and name not in _OF_SHAPES else _NONE
        plain = {each for each in through if not each[2].startswith(_LOST)}
        return (through - plain) | {(tape, source, f"{_LOST}{op}") for tape, source, _ in plain}
    if found and name in _ZERO:
        return frozenset(
            each if each[2].startswith(_LOST) else (*each[:2], "zero") for each in found
        )
    if found and name in _GATHERING:
        tensors = [each for each in map(resolve, args) if isinstance(each, Tensor)]
        direct = {each.identity if each.kind == "variable" else id(each) for each in tensors}
        return frozenset(
            (tape, source, "gathered" if source in direct and how == "" else how)
            for tape, source, how in found
        )
    return found


def leading(sources: Sources) -> Sources:
    """The ways that a gradient takes."""
    return frozenset(each for each in sources if not each[2].startswith(_LOST))


def lost_in(sources: Sources, tape: int, identity: int) -> frozenset[str]:
    """The ops through which no gradient flows from the target to a source."""
    ways = {how for one, each, how in sources if (one, each) == (tape, identity)}
    return frozenset(each.removeprefix(_LOST) for each in ways if each.startswith(_LOST))


def is_differentiable(dtype: DType) -> bool:
    """Whether a tensor may have a gradient: it may be of floats or complex numbers."""
    return any(each.startswith(("float", "complex", "bfloat")) for each in dtype.names)


def sources_of(tapes: Sequence[Heap], value: Value) -> Sources | None:
    """What a value was computed from, itself included where a tape watches it."""
    value = resolve(value)
    if isinstance(value, TensorType):
        return _of_tensor(tapes, value)
    if isinstance(value, (tuple, list)):
        return _all(tapes, value)
    if isinstance(value, Seq):
        return _all(tapes, (*value.prefix, value.rest))
    if isinstance(value, Container):
        contents = value.contents
        if isinstance(contents, Mapped):
            return _all(tapes, contents.known.values()) if not contents.optional else None
        return sources_of(tapes, contents)
    return _NONE if value is None or isinstance(value, _PLAIN) else None


_PLAIN: Final = (
    bool, int, float, complex, str, bytes, Expr, DType, Shape, PyValue, ListOf, slice, External, type(...),
)  # fmt: skip


def _all(tapes: Sequence[Heap], values: Iterable[Value]) -> Sources | None:
    found: set[tuple[int, int, str]] = set()
    for each in values:
        part = sources_of(tapes, each)
        if part is None:
            return None
        found |= part
    return frozenset(found)


def _of_tensor(tapes: Sequence[Heap], value: TensorType) -> Sources | None:
    if value.kind == "array":
        return _NONE
    if not isinstance(value, Tensor):
        return None if is_differentiable(value.dtype) else _NONE
    if value.kind == "variable":
        identity = value.identity
        if identity is None:
            return None
        return frozenset((tape.birth, identity, "") for tape in tapes if watches(tape, value))
    if value.sources is None:
        return None
    active = {tape.birth for tape in tapes}
    kept = {each for each in value.sources if each[0] in active}
    kept |= {(tape.birth, id(value), "") for tape in tapes if watches(tape, value)}
    return frozenset(kept)


def marked(tapes: Sequence[Heap], value: Value, identity: int) -> Value:
    """One tensor that a model gives, told apart in what is computed of it: it may be asked for a gradient itself."""
    if not tapes or type(value) is not Tensor or value.kind != "tensor" or value.sources is None:
        return value
    mark = frozenset((tape.birth, identity, "") for tape in tapes)
    return Tensor.of(value, identity=identity, sources=value.sources | mark)


def watches(tape: Heap, value: Tensor) -> bool:
    """Whether a tape was told to watch a tensor, or watches a variable because it is trainable."""
    watched: tuple[Tensor, ...] = noted(tape, WATCHED)
    if any(each is value for each in watched):
        return True
    if value.kind != "variable" or not is_differentiable(value.dtype):
        return False
    if any(each.identity == value.identity for each in watched if each.kind == "variable"):
        return True
    return tape.read("<accessed>", True) is not False and (
        getattr(value.history, "trainable", True) is not False
    )


def of_session(graph: Any, op: str, args: Sequence[Value]) -> OfGraph | None:
    """What is kept of an op's result that a session computes: all that it needs for sure."""
    name = op.rpartition(".")[2]
    if name in ("==", "!="):
        return None  # Python compares the objects where the program has asked for it
    if name in _READING | _READING_IN_A_GRAPH:
        return OfGraph(graph)
    held = (contents_of(resolve(each)) for each in args)
    parts = (each if isinstance(each, (tuple, list)) else (each,) for each in held)
    given = [each for part in parts for each in map(resolve, part) if isinstance(each, Tensor)]
    histories = [each.history for each in given if type(each.history) is OfGraph]
    return OfGraph(
        graph,
        frozenset().union(*(each.placeholders for each in histories)),
        any(each.reads_variables for each in histories)
        or any(each.kind == "variable" for each in given),
    )


def captured(trace: Trace | None, value: Value) -> Value:
    """An argument as a graph sees it: it does not know what a symbol of a graph around it holds."""
    if isinstance(value, (list, tuple)):
        return (
            type(value)(captured(trace, each) for each in value)
            if type(value) in (list, tuple)
            else value
        )
    if isinstance(value, Tensor) and value.value is not None and value.trace not in (None, trace):
        return TensorType(value.dtype, value.shape, value.kind)
    return value

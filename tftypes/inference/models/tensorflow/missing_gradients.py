"""Gradients that are None: which of the causes it is, what mends each, and where a value leaves the tapes that record."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter import provenance
from tftypes.inference.interpreter.arguments import argument_of, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.provenance import ASSIGNED, MENDED, UNRECORDED, WATCHED, Sources
from tftypes.inference.interpreter.symbols import TWINS
from tftypes.inference.objects import Function, noted, resolve
from tftypes.inference.scopes import walk
from tftypes.inference.state import Heap
from tftypes.inference.values import Tensor

#: What has a gradient where these ops have none.
SMOOTH: Final = {
    "argmax": "tf.nn.softmax() has one in place of tf.argmax()",
    "argmin": "tf.nn.softmax() of the negative has one in place of tf.argmin()",
    "argsort": "tf.sort() has one in place of tf.argsort()",
    "numpy_function": "tf.py_function() has one in place of tf.numpy_function()",
    **{
        each: f"leave out tf.{each}()"
        for each in ("ceil", "floor", "histogram_fixed_width", "one_hot", "rint", "round", "stop_gradient")
    },
}  # fmt: skip
_UNDER_TAPE: Final = "compute the target from it under the tape"


def report_missing(
    interpreter: Interpreter, tape: Heap, known: Sources, source: TensorType, node: ast.AST
) -> None:
    """No way leads from the source to the target: `known` are the ways from others, and those on which it is lost."""
    reason, hint = _cause(interpreter, tape, known, source, node)
    interpreter.write(interpreter.switches, MENDED, hint)
    words = f"a gradient is None: {reason}: {source.dtype}{source.shape}; {hint}"
    interpreter.keep_unless_expected(interpreter.finding(node, "tf-gradient", words, "warning"))


def report_swapped(interpreter: Interpreter, node: ast.AST) -> None:
    """No variable depends on what is computed."""
    target, sources = (
        argument_of(node, place, name) for place, name in enumerate(("target", "sources"))
    )
    words = "a gradient is None: a variable depends on nothing that is computed"
    if isinstance(node, ast.Call) and target is not None and sources is not None:
        made = ast.Call(node.func, [sources, target], [])
        words = f"{words}; {ast.unparse(made)} is the gradient of the loss"
    interpreter.keep_unless_expected(interpreter.finding(node, "tf-gradient", words, "warning"))


def _cause(
    interpreter: Interpreter, tape: Heap, known: Sources, source: TensorType, node: ast.AST
) -> tuple[str, str]:
    """Why there is no gradient, and what mends it."""
    is_variable = source.kind == "variable"
    if source.dtype.is_integer is True:
        cast = "tf.cast(x, tf.float32) has one: watch() it, and do so under the tape"
        return "ints have none", "a variable of floats has one" if is_variable else cast
    if not is_variable and not any(each is source for each in noted(tape, WATCHED)):
        hint = f"{_watching(node)} under the tape, before the target is computed from it"
        return "the tape does not watch this tensor", hint
    for instead in noted(tape, UNRECORDED)[:1]:
        return "predict() is not recorded", f"{instead} under the tape is"
    what = "variable" if is_variable else "tensor"
    for value in noted(tape, ASSIGNED):
        ways = provenance.sources_of((tape,), value) or frozenset()
        if any(each[:2] == (tape.birth, _identity(source)) for each in provenance.leading(ways)):
            words = f"assign() lets none through from this {what}"
            return words, "compute the target from the value that is assigned"
    for op in sorted(provenance.lost_in(known, tape.birth, _identity(source))):
        name = op.rpartition(".")[2]
        shown = f"tf.{name}()" if name.isidentifier() else f"the operator {name}"
        hint = SMOOTH.get(name, "ops that have one lead to a target that is trained")
        return f"{shown} lets none through from this {what}", hint
    scope, is_call = interpreter.current_scope, isinstance(node, ast.Call)
    target = argument_of(node, 0, "target") if is_call else None
    if (out := untaped(interpreter, target, scope) if scope is not None else None) is not None:
        reason, _, hint = out.partition("; ")
        if hint and not provenance.leading(known):
            return reason, hint
    if provenance.leading(known):
        return (
            f"the target does not depend on this {what}",
            "unconnected_gradients='zero' gives zeros",
        )
    return f"the tape recorded no differentiable way from this {what} to the target", _UNDER_TAPE


def _identity(source: TensorType) -> int:
    """What tells a source from others in the ways to a target."""
    own = source.identity if isinstance(source, Tensor) and source.kind == "variable" else None
    return id(source) if own is None else own


def _watching(node: ast.AST) -> str:
    """The call that makes the tape watch the source of a gradient."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return "tape.watch(x)"
    return f"{ast.unparse(node.func.value)}.watch({written_argument(node, 1, 'sources') or 'x'})"


_NUMPY: Final = ("np", "numpy")
#: How far names and functions of the program are followed.
_DEPTH: Final = 4


def untaped(interpreter: Interpreter, target: ast.expr | None, scope: ast.AST) -> str | None:
    """What takes a value out of a tape, and the function of TensorFlow's that does not."""
    calls = () if target is None else _calls(interpreter, target, scope, _DEPTH)
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if isinstance(call.func, ast.Name) and call.func.id == "float":
            return f"float() takes the value out of the tape; {ast.unparse(call.args[0])} is in it"
        if name == "numpy":
            owner = ast.unparse(call.func).rpartition(".")[0]
            return f".numpy() takes the value out of the tape; {owner} is in it"
        if ast.unparse(call.func).partition(".")[0] in _NUMPY:
            words = f"np.{name}() takes the value out of the tape"
            made = ast.unparse(_Taped().visit(deepcopy(call)))
            return f"{words}; {made} keeps it" if name in TWINS else words
    return None


class _Taped(ast.NodeTransformer):
    """Puts functions of TensorFlow's in the place of NumPy's, and tensors in that of their values."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute):
            return node
        if node.func.attr == "numpy" and not node.args:
            return node.func.value
        if ast.unparse(node.func.value) in _NUMPY and node.func.attr in TWINS:
            return ast.Call(ast.Name(TWINS[node.func.attr]), node.args, node.keywords)
        return node


def _calls(
    interpreter: Interpreter, made: ast.expr, scope: ast.AST, depth: int
) -> Iterator[ast.Call]:
    """The calls in an expression, the outermost first, and those in what its names and functions stand for."""
    module = interpreter.current_module
    if isinstance(made, ast.Name) and depth:
        for each in bound_in(scope).get(made.id, ()):
            yield from _calls(interpreter, each, scope, depth - 1)
    for each in ast.walk(made):
        if not isinstance(each, ast.Call):
            continue
        if isinstance(each.func, ast.Name) and module is not None and depth:
            function = resolve(module.read(each.func.id, None))
            if isinstance(function, Function):
                inner = function.code.node
                for part in walk(inner):
                    if isinstance(part, ast.Return) and part.value is not None:
                        yield from _calls(interpreter, part.value, inner, depth - 1)
                continue
        yield each

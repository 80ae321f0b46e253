"""Which expressions are tensors, variables, datasets or tapes, as far as that is certain."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final, Literal

from tftypes_lint.data import tensor_functions, words
from tftypes_lint.facts.keras import TENSOR_OPS
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import DEFINITIONS, Binding, Function

Kind = Literal["tensor", "variable", "dataset", "tape", "function"]

DATASET: Final = "tensorflow.data.Dataset"
FUNCTION_MAKERS: Final = frozenset({"tensorflow.function", "tftypes.runtime.function"})
_CONSTRUCTED: Final[dict[str, Kind]] = {
    "tensorflow.Variable": "variable",
    "tensorflow.GradientTape": "tape",
    "tensorflow.function": "function",
    "tftypes.runtime.function": "function",
}
_ANNOTATED: Final[dict[str, Kind]] = {
    "tensorflow.Tensor": "tensor",
    "tftypes.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.data.Dataset": "dataset",
}
_DATASETS: Final = words(
    "from_generator from_tensor_slices from_tensors list_files random range zip load"
)
#: Methods of a dataset that give a dataset.
DATASET_METHODS: Final = words(
    "apply batch bucket_by_sequence_length cache concatenate enumerate filter flat_map "
    "fingerprint group_by_window interleave map padded_batch prefetch ragged_batch rebatch repeat "
    "shard shuffle skip snapshot sparse_batch take take_while unbatch unique window "
    "with_options"
)
_VARIABLE_METHODS: Final = frozenset({"read_value", "value"})
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
#: An expression that takes more than this, or is nested deeper, is anything.
_STEPS: Final = 500
_DEPTH: Final = 50


class Kinds:
    """The kind of each expression; None where it may be anything."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.scopes = names.scopes
        self._memo: dict[ast.expr, Kind | None] = {}
        self._assumed: dict[tuple[ast.AST, str], Kind | None] = {}
        self._left = _STEPS
        self._depth = 0
        #: Parameters that an `input_signature` makes tensors.
        self.signed: set[ast.arg] = set()

    def kind(self, expr: ast.expr | None) -> Kind | None:
        """What an expression is whenever it is evaluated."""
        if expr is None:
            return None
        if expr in self._memo:
            return self._memo[expr]
        if not self._depth:
            self._left = _STEPS
        if not self._left or self._depth == _DEPTH:
            return None
        self._left -= 1
        self._depth += 1
        try:
            found = self._find(expr)
        finally:
            self._depth -= 1
        # What was found under an assumption, or given up further in, is no answer for others.
        if not self._depth:
            self._memo[expr] = found
        return found

    def is_tensor(self, expr: ast.expr | None) -> bool:
        """Whether an expression is certainly a tensor or a variable."""
        return self.kind(expr) in ("tensor", "variable")

    def tensor_within(self, expr: ast.expr) -> ast.expr | None:
        """The tensor whose truth value a condition asks for, whatever else is in it.

        Of `a and b` that is `a`; whether `b` is looked at depends.
        """
        if isinstance(expr, ast.BoolOp):
            return self.tensor_within(expr.values[0])
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.Not):
            return self.tensor_within(expr.operand)
        return expr if self.is_tensor(expr) else None

    def annotated(self, annotation: ast.expr | None) -> Kind | None:
        """The kind that an annotation declares."""
        if isinstance(annotation, ast.Subscript):
            annotation = annotation.value
        return _ANNOTATED.get(self.names.full_name(annotation) or "")

    def _find(self, expr: ast.expr) -> Kind | None:
        if isinstance(expr, ast.Name):
            return self._named(expr)
        if isinstance(expr, ast.Attribute):
            return self._member(expr)
        if isinstance(expr, ast.Call):
            return self._called(expr)
        if isinstance(expr, ast.BinOp):
            return self._operated(expr)
        if isinstance(expr, ast.Compare):
            return self._compared(expr)
        if isinstance(expr, ast.UnaryOp) and not isinstance(expr.op, ast.Not):
            return "tensor" if self.is_tensor(expr.operand) else None
        if isinstance(expr, ast.Subscript):
            return "tensor" if self.is_tensor(expr.value) else None
        if isinstance(expr, ast.NamedExpr):
            return self.kind(expr.value)
        if isinstance(expr, ast.IfExp):
            return _common((self.kind(expr.body), self.kind(expr.orelse)))
        return None

    def _named(self, name: ast.Name) -> Kind | None:
        owner = self.scopes.scope(name).owner(name.id)
        if owner is None:
            return None
        return self._bound((owner.node, name.id), owner.bindings[name.id])

    def _member(self, attribute: ast.Attribute) -> Kind | None:
        owner = self.names.class_of_self(attribute.value)
        if owner is None:
            return None
        return self._bound((owner, f"self.{attribute.attr}"), self.names.members(attribute))

    def _bound(self, key: tuple[ast.AST, str], bindings: list[Binding]) -> Kind | None:
        """What all bindings agree on; one that depends on the name itself is asked last."""
        if key in self._assumed or not bindings:
            return self._assumed.get(key)
        self._assumed[key] = None
        try:
            certain = {self._binding(binding) for binding in bindings} - {None}
            if len(certain) != 1:
                return None
            if len(bindings) == 1:
                return certain.pop()
            self._assumed[key] = certain.copy().pop()
            return _common(self._binding(binding) for binding in bindings)
        finally:
            del self._assumed[key]

    def _binding(self, binding: Binding) -> Kind | None:
        node = binding.node
        if binding.kind == "parameter" and isinstance(node, ast.arg):
            if node in self.signed:
                return "tensor"
            return (
                self.annotated(binding.annotation) if _required(self.scopes.parents, node) else None
            )
        if binding.kind in ("value", "with"):
            return self.kind(binding.value)
        if binding.kind == "loop":
            return "tensor" if self.kind(binding.value) == "tensor" else None
        if isinstance(node, DEFINITIONS):
            makers = (
                each.func if isinstance(each, ast.Call) else each for each in node.decorator_list
            )
            made = any(self.names.full_name(each) in FUNCTION_MAKERS for each in makers)
            return "function" if made else None
        if isinstance(node, ast.AugAssign):
            return self.kind(node.target) if isinstance(node.target, ast.Name) else None
        return None

    def _called(self, call: ast.Call) -> Kind | None:
        name = self.names.full_name(call.func) or ""
        if name in tensor_functions() or name in TENSOR_OPS:
            return "tensor"
        if name in _CONSTRUCTED:
            return _CONSTRUCTED[name]
        if name.startswith(f"{DATASET}.") and name.rpartition(".")[2] in _DATASETS:
            return "dataset"
        if isinstance(call.func, ast.Attribute):
            receiver, method = self.kind(call.func.value), call.func.attr
            if receiver == "dataset" and method in DATASET_METHODS:
                return "dataset"
            if receiver == "variable" and method in _VARIABLE_METHODS:
                return "tensor"
        return None

    def _operated(self, operation: ast.BinOp) -> Kind | None:
        if self.is_tensor(operation.left):
            return "tensor"
        number = _is_number(operation.left)
        return "tensor" if number and self.is_tensor(operation.right) else None

    def _compared(self, comparison: ast.Compare) -> Kind | None:
        if len(comparison.ops) != 1:
            return None
        operator, left, right = comparison.ops[0], comparison.left, comparison.comparators[0]
        if isinstance(operator, _ORDER):
            tensor = self.is_tensor(left) or (_is_number(left) and self.is_tensor(right))
            return "tensor" if tensor else None
        if isinstance(operator, (ast.Eq, ast.NotEq)) and self.is_tensor(left):
            # A comparison with None, or with what cannot become a tensor, is a bool.
            return "tensor" if _is_number(right) or self.is_tensor(right) else None
        return None


def _common(kinds: Iterable[Kind | None]) -> Kind | None:
    found = set(kinds)
    return found.pop() if len(found) == 1 else None


def _is_number(expr: ast.expr) -> bool:
    if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
        return _is_number(expr.operand)
    return isinstance(expr, ast.Constant) and isinstance(expr.value, (int, float, complex))


def _required(parents: dict[ast.AST, ast.AST], parameter: ast.arg) -> bool:
    """Whether a parameter always is what its annotation says: single, and without a default."""
    arguments = parents[parameter]
    if not isinstance(arguments, ast.arguments):
        return False
    positional = [*arguments.posonlyargs, *arguments.args]
    if parameter in positional:
        return positional.index(parameter) < len(positional) - len(arguments.defaults)
    if parameter in arguments.kwonlyargs:
        return arguments.kw_defaults[arguments.kwonlyargs.index(parameter)] is None
    return False


def signed_parameters(function: Function, signature: ast.expr | None) -> list[ast.arg]:
    """The parameters that the specs of an `input_signature` stand for, when it is written out."""
    if not isinstance(signature, (ast.List, ast.Tuple)) or isinstance(function, ast.Lambda):
        return []
    positional = [*function.args.posonlyargs, *function.args.args]
    if positional and positional[0].arg == "self":
        positional = positional[1:]
    return [
        parameter
        for parameter, spec in zip(positional, signature.elts)
        if isinstance(spec, ast.Call)
        and isinstance(spec.func, (ast.Attribute, ast.Name))
        and (spec.func.attr if isinstance(spec.func, ast.Attribute) else spec.func.id)
        == "TensorSpec"
    ]

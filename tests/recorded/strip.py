"""A program as if nobody had annotated it: the same without the annotations of its functions."""

from __future__ import annotations

import libcst as cst
import libcst.matchers as m


class _Strip(cst.CSTTransformer):
    """Fields of classes keep theirs: a NamedTuple is made of them."""

    def leave_Param(self, original_node: cst.Param, updated_node: cst.Param) -> cst.Param:
        return updated_node.with_changes(annotation=None)

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        return updated_node.with_changes(returns=None)

    def leave_Decorator(
        self, original_node: cst.Decorator, updated_node: cst.Decorator
    ) -> cst.Decorator:
        if m.matches(updated_node.decorator, m.Name("function")):
            return updated_node.with_changes(decorator=cst.parse_expression("tf.function"))
        return updated_node

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.RemovalSentinel:
        """What asks for a derived signature: there is none now."""
        asks = m.findall(updated_node, m.Call(m.Name("signature_of")))
        return cst.RemoveFromParent() if asks else updated_node


def stripped(program: str) -> str:
    """
    >>> print(stripped("@function\\ndef f(x: Tensor[float32]) -> None: ..."))
    @tf.function
    def f(x): ...
    """
    return cst.parse_module(program).visit(_Strip()).code

"""What is taken apart: arguments from a list or a dict, `f(*parts, **settings)`, and several names given values at once."""

from __future__ import annotations

import re
from typing import Final

from mypy.errors import ErrorInfo
from mypy.nodes import AssignmentStmt, CallExpr, MypyFile, NameExpr, RefExpr, TupleExpr

from tftypes_mypy.assigned_lines import statements_at
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.ranges import begin, end
from tftypes_mypy.syntax import those_of, walk

#: Of the tensors of a list, mypy takes each for each of the parameters that are left.
_SPREAD: Final = re.compile(
    r'Argument \d+ to "[^"]*"(?: of "[^"]*")? has incompatible type'
    r' "(?:\*(?P<items>\w+\[(?:\w*Tensor|Variable)\b[^"]*)|\*\*dict\[str, [^"]*)"; expected (?P<expected>.*)'
)


def is_spread(info: ErrorInfo, tree: MypyFile) -> bool:
    """`tf.complex(*tf.unstack(x))`: nobody has said how many there are, and the last parameter is a name."""
    spread = _SPREAD.match(info.message)
    if spread is None:
        return False
    if spread["items"] is not None and TENSOR.search(spread["expected"]) is None:
        return True
    return any(
        isinstance(call.callee, RefExpr)
        and call.callee.fullname.startswith("tensorflow.")
        and any(begin(each) == (info.line, info.column) for each in call.args)
        for call in those_of(tree, CallExpr)
    )


def is_of_pairs(info: ErrorInfo, tree: MypyFile) -> bool:
    """`x, sizes = x.to_tensor(), x.row_lengths()`: mypy gives `x` its new value before it looks at what follows."""
    place = info.line, info.column
    for statement in statements_at(tree, info.line):
        made = statement.rvalue if isinstance(statement, AssignmentStmt) else None
        if not isinstance(statement, AssignmentStmt) or not isinstance(made, TupleExpr):
            continue
        for number, item in enumerate(made.items):
            if begin(item) <= place < end(item):
                targets = [t.items[:number] for t in statement.lvalues if isinstance(t, TupleExpr)]
                given = {
                    n.node for t in targets for p in t for n in walk(p) if isinstance(n, NameExpr)
                }
                return any(isinstance(n, NameExpr) and n.node in given for n in walk(item))
    return False

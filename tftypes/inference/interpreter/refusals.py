"""What a library refuses whatever the values are: names that it lacks, and calls that no declaration of it takes."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.values import TOP, External, Spread, Value

#: The packages of whose functions and classes the declared parameters are all that there are.
_DECLARED: Final = ("tensorflow.",)


def lacks(interpreter: Interpreter, owner: str, name: str, node: ast.AST, exception: str) -> Value:
    """A library has no such name: Python raises for sure. Under a condition of which nothing is known the way ends."""
    if interpreter.is_caught(exception) or interpreter.doubt:
        interpreter.leave("raise", External(exception))
    similar = interpreter.declared.similar(f"{owner}.{name}")
    hint = f"; did you mean {similar.rpartition('.')[2]!r}?" if similar else ""
    words = f"'{owner}' has no attribute '{name}'"
    interpreter.report(node, "tf-attribute", f"{words}{hint}", cause=words)
    return TOP


def refuses(
    interpreter: Interpreter,
    name: str,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> bool:
    """Whether a library's function or class does not take so many arguments, or some of those names."""
    if not name.startswith(_DECLARED):
        return False
    unpacked = "**" in kwargs or any(isinstance(each, Spread) for each in args)
    count = sum(not isinstance(each, Spread) for each in args)
    names = () if "**" in kwargs else tuple(kwargs)  # an optional one may not be there
    problem = _problem(interpreter.declared, name, count, names, unpacked)
    if problem is None:
        return False
    words = f"{name.replace('tensorflow.', 'tf.', 1)}() {problem}"
    interpreter.refuse(node, "tf-call", words, "builtins.TypeError")
    return True


@lru_cache(maxsize=4096)
def _problem(
    declarations: declared.Declarations,
    name: str,
    count: int,
    names: tuple[str, ...],
    unpacked: bool,
) -> str | None:
    entry = declarations.find(name)
    if not isinstance(entry, (declared.Function, declared.Class)):
        return None
    return declarations.accepts(entry, count, names, unpacked=unpacked)

"""The same call as programs write it in other ways: keywords, lists, NumPy's arrays, names of dtypes, nothing at all."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from typing import Any, Final

from hypothesis import strategies as st

from tftypes.inference.models.tensorflow.ops.examples import DTYPES

from .call_parts import arguments, dims, numbers, parsed, replace, tensors
from .drawing import Draw

Parameters = Mapping[str, inspect.Parameter]


def as_keywords(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """Arguments from some position on by their names."""
    call = tree.body
    if not isinstance(call, ast.Call) or any(isinstance(arg, ast.Starred) for arg in call.args):
        return
    names = [name for name in parameters if name not in ("self", "cls")]
    kinds = {each.kind for each in parameters.values()}
    if not call.args or len(names) < len(call.args) or inspect.Parameter.VAR_POSITIONAL in kinds:
        return
    start = draw(st.integers(0, len(call.args) - 1))
    moved = [ast.keyword(names[at], call.args[at]) for at in range(start, len(call.args))]
    call.args, call.keywords = call.args[:start], [*moved, *call.keywords]


def other_container(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A tuple for a list, or a list for a tuple."""
    inside = {id(node) for tensor in tensors(tree) for node in ast.walk(tensor)}
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.List, ast.Tuple)) and id(node) not in inside
    ]
    if found:
        chosen = draw(st.sampled_from(found))
        other = ast.Tuple if isinstance(chosen, ast.List) else ast.List
        replace(tree, chosen, other(chosen.elts, ast.Load()))


def other_name_of_dtype(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A dtype by its name, or a type of Python's."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.attr in DTYPES.values()
    ]
    if found:
        chosen = draw(st.sampled_from(found))
        names = ["float", "int", "bool", *[repr(chosen.attr)] * 3]
        replace(tree, chosen, parsed(draw(st.sampled_from(names))))


def _with_its_sign(tree: ast.AST, number: ast.expr) -> ast.expr:
    for node in ast.walk(tree):
        if isinstance(node, ast.UnaryOp) and node.operand is number:
            return _with_its_sign(tree, node)
    return number


#: What may stand where a number does.
NUMBERS: Final = (
    *("i32[]", "i64[]", "f32[]", "array(i32[])", "array(i64[])", "array(f64[])", "array(i64[2])"),
    *("True", "1.0", "2.5", "None", "some_int", "some_float", "'a'", "[1]", "[1, 2]", "i32[1]"),
)


def other_number(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A tensor, a scalar of NumPy's, a bool or a float for an int."""
    items = {id(node.slice) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    found = [_with_its_sign(tree, number) for number in numbers(tree) if id(number) not in items]
    if found:
        chosen = draw(st.sampled_from(found))
        replace(tree, chosen, parsed(draw(st.sampled_from(NUMBERS))))


#: What a Python value of a dtype is.
LEAVES: Final = {"b": "True", "s": "'a'", "c64": "1j", "c128": "1j", "f32": "1.5", "f64": "0.5"}


def _nested(leaf: str, sizes: list[Any]) -> str:
    text = leaf
    for size in reversed(sizes):
        text = f"[{', '.join([text] * size)}]"
    return text


def as_python(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A (nested) list for a tensor: of Python values, or of tensors."""
    found = list(arguments(tree))
    if not found:
        return
    holder, place = draw(st.sampled_from(found))
    tensor = holder[place]
    short = tensor.value.id
    sizes = [dim.value for dim in dims(tensor) if isinstance(dim, ast.Constant)]
    if not all(type(size) is int and size < 5 for size in sizes) or len(sizes) > 3:
        return
    leaf = LEAVES.get(short, "1")
    if sizes and draw(st.booleans()):
        leaf = f"{short}[{', '.join(map(str, sizes[1:]))}]"
        sizes = sizes[:1]
    holder[place] = parsed(_nested(leaf, sizes))


def as_array(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """An array of NumPy's for a tensor."""
    found = [
        (holder, at)
        for holder, at in arguments(tree)
        if holder[at].value.id != "bf16" and "..., " not in ast.unparse(holder[at])
    ]
    if found:
        holder, place = draw(st.sampled_from(found))
        holder[place] = parsed(f"array({ast.unparse(holder[place])})")


def nothing(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """None, or an empty list, for an argument."""
    found = list(_whole_arguments(tree))
    if found:
        holder, place = draw(st.sampled_from(found))
        value = parsed(draw(st.sampled_from(["None", "[]", "()"])))
        if isinstance(holder, ast.keyword):
            holder.value = value
        else:
            holder[place] = value


def _whole_arguments(tree: ast.Expression) -> Iterator[tuple[Any, int]]:
    if isinstance(tree.body, ast.Call):
        yield from ((tree.body.args, place) for place in range(len(tree.body.args)))
        yield from ((keyword, 0) for keyword in tree.body.keywords)

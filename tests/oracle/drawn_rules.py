"""Calls drawn for any rule: its own examples with other dtypes, sizes, ranks, axes, flags and kinds of tensors."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping
from typing import Final

from hypothesis import strategies as st

from tftypes.inference.models.tensorflow.ops import Rule
from tftypes.inference.models.tensorflow.ops.examples import DTYPES, to_python

from . import drawn_forms
from .call_parts import arguments, dims, integer, numbers, of_kinds, replace, set_dims, tensors
from .drawing import Draw, rarely

SHORT: Final = sorted(set(DTYPES) - {"index"})

#: Calls that are not tried. (Others that abort the process are counted as such.)
LEFT_OUT: Final[Mapping[str, str]] = {
    r"irfft(2d|3d)?\(.*\b1\]": "a spectrum of 1 makes 0 numbers: a division by zero aborts the process",
    r"rfft(2d|3d)?\(.*\b0\]": "so does a length of 0",
    r"min_max_vars_per_channel(_gradient)?\(f32\[\]": "a scalar aborts the process",
    r"combined_non_max_suppression\(f32\[([^,]*, ){0,2}4\]": "boxes of rank 3 or less abort the process",
    r"ssim_multiscale": "its pictures are so large that it takes seconds",
    r"extract_volume_patches\(.*(None|N|\.\.\.)": "with an unknown size, its own static shape lacks a dim",
}


def mutants(rule: Rule) -> st.SearchStrategy[str]:
    """Calls of a rule, each one of its examples with something changed."""
    calls = [example.call for example in rule.examples]
    return st.composite(_mutant)(calls, rule.signature.parameters)


def _mutant(draw: Draw, calls: list[str], parameters: Mapping[str, inspect.Parameter]) -> str:
    tree = ast.parse(to_python(draw(st.sampled_from(calls))), mode="eval")
    for _ in range(draw(st.integers(1, 3))):
        change = draw(st.sampled_from(CHANGES))
        change(draw, tree, parameters)
    text = ast.unparse(tree)
    return text.replace("[()]", "[]")


def is_left_out(text: str) -> bool:
    return any(re.search(pattern, text) for pattern in LEFT_OUT)


# --- the changes ------------------------------------------------------------------------------------------------------

Parameters = Mapping[str, inspect.Parameter]


def other_dtype(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """Another dtype wherever one was, or, rarely, in one place only."""
    found = tensors(tree)
    if not found:
        return
    chosen = draw(st.sampled_from(found))
    old, new = chosen.value.id, draw(st.sampled_from(SHORT))  # type: ignore[attr-defined]
    for tensor in [chosen] if rarely(draw, 4) else found:
        if tensor.value.id == old:  # type: ignore[attr-defined]
            tensor.value = ast.Name(new, ast.Load())


def other_size(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """Another size wherever one was, or in one place only; a size may get lost, or have a name."""
    places = [
        (tensor, place)
        for tensor in tensors(tree)
        for place, dim in enumerate(dims(tensor))
        if not (isinstance(dim, ast.Constant) and dim.value is ...)
        and not isinstance(dim, ast.Tuple)
    ]
    if not places:
        return
    chosen, at = draw(st.sampled_from(places))
    old = ast.unparse(dims(chosen)[at])
    new = draw(st.sampled_from(["None", "None", "N", "0", "1", "1", "2", "3", "4", "5", "6", "8"]))
    alone = rarely(draw, 3)
    for tensor, place in places:
        items = dims(tensor)
        if (tensor is chosen and place == at) if alone else ast.unparse(items[place]) == old:
            items[place] = ast.parse(new, mode="eval").body
            set_dims(tensor, items)


def other_rank(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A dim more or less in front of every tensor or of one, or a shape of which little is known."""
    within = {id(node) for call in of_kinds(tree) for node in ast.walk(call)}
    found = [tensor for tensor in tensors(tree) if id(tensor) not in within]
    if not found:
        return
    chosen = found if draw(st.booleans()) else [draw(st.sampled_from(found))]
    more = draw(st.integers(-2, 2))
    for tensor in chosen:
        items = (
            [] if isinstance(tensor.slice, ast.Tuple) and not tensor.slice.elts else dims(tensor)
        )
        if more == 0:
            items = [ast.Constant(...), *items[1:]]
        elif more < 0:
            items = items[-more:]
        elif len(items) + more <= 5:
            items = [*(ast.Constant(draw(st.integers(1, 3))) for _ in range(more)), *items]
        set_dims(tensor, items) if items else setattr(tensor, "slice", ast.Tuple([], ast.Load()))


def other_number(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """Another axis, size or stride: near the old one, negative, out of range."""
    found = numbers(tree)
    if not found:
        return
    chosen = draw(st.sampled_from(found))
    near = chosen.value + draw(st.integers(-2, 2))
    replace(tree, chosen, integer(draw(st.sampled_from([near, -near, 0, -1, 1, 2]))))


def other_flag(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A keyword that is not given yet: a flag the other way, an axis, a dtype."""
    call = tree.body
    if not isinstance(call, ast.Call) or any(isinstance(arg, ast.Starred) for arg in call.args):
        return
    names = list(parameters)
    is_method = names[:1] == ["self"] or names[:1] == ["cls"]
    given = {*names[: len(call.args) + is_method], *(keyword.arg for keyword in call.keywords)}
    choices: dict[str, ast.expr] = {}
    for name, parameter in parameters.items():
        if name in given or parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            continue
        if isinstance(parameter.default, bool):
            choices[name] = ast.Constant(not parameter.default)
        elif name in ("axis", "batch_dims", "axes") and parameter.default is not parameter.empty:
            choices[name] = integer(draw(st.integers(-4, 4)))
        elif name == "out_type":  # of sizes and places, always
            choices[name] = ast.parse(
                draw(st.sampled_from(["tf.int32", "tf.int64"])), mode="eval"
            ).body
        elif name in ("dtype", "output_type", "Tout"):
            choices[name] = ast.parse(
                "tf." + DTYPES[draw(st.sampled_from(SHORT))], mode="eval"
            ).body
    if choices:
        name = draw(st.sampled_from(sorted(choices)))
        call.keywords.append(ast.keyword(name, choices[name]))


def other_truth(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """The other truth value of a flag that is given."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is bool
    ]
    if found:
        chosen = draw(st.sampled_from(found))
        chosen.value = not chosen.value


def other_items(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """One item of a list more or less."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.List) and node.elts]
    if found:
        chosen = draw(st.sampled_from(found))
        place = draw(st.integers(0, len(chosen.elts) - 1))
        if draw(st.booleans()):
            del chosen.elts[place]
        elif len(chosen.elts) < 6:
            chosen.elts.insert(place, chosen.elts[place])


def other_kind(draw: Draw, tree: ast.Expression, parameters: Parameters) -> None:
    """A variable or a ragged tensor in the place of a tensor, or something of which nothing is known."""
    found = list(arguments(tree))
    if not found:
        return
    args, place = draw(st.sampled_from(found))
    tensor = args[place]
    kinds = ["variable", "untold"]
    sizes = [] if isinstance(tensor.slice, ast.Tuple) and not tensor.slice.elts else dims(tensor)
    if any(isinstance(dim, ast.Constant) and dim.value is ... for dim in sizes):
        kinds = ["untold"]
    elif len(sizes) >= 2 and not any(
        isinstance(dim, ast.Constant) and dim.value == 0 for dim in sizes[:2]
    ):
        kinds += ["ragged", "sparse", "untold(ragged"]
    kind = draw(st.sampled_from(kinds))
    closing = ")" * (kind.count("(") + 1)
    args[place] = ast.parse(f"{kind}({ast.unparse(tensor)}{closing}", mode="eval").body


Change = Callable[[Draw, ast.Expression, Parameters], None]

#: Some more often than others.
CHANGES: Final[list[Change]] = [
    other_dtype, other_dtype, other_size, other_size, other_size, other_rank, other_rank,
    other_number, other_number, other_flag, other_flag, other_truth, other_items, other_kind,
    drawn_forms.as_keywords, drawn_forms.other_container, drawn_forms.other_name_of_dtype,
    drawn_forms.other_number, drawn_forms.as_python, drawn_forms.as_array, drawn_forms.nothing,
]  # fmt: skip

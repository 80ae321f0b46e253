"""Edits of how a functional model is put together: the names of its layers, its inputs and their shapes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.models.keras.inputs import INPUTS
from tftypes.inference.models.keras.symbols import Node, Origin
from tftypes.inference.models.tensorflow.ops.accepted import renamed, twin
from tftypes.inference.objects import Instance, resolve
from tftypes.inference.repairs.calls import attribute, callee
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import Edit, rebuilt, together, with_fields
from tftypes.inference.repairs.fragments import looks_alike, name_of
from tftypes.inference.repairs.sites import bound

_MODEL: Final = "tensorflow.keras.Model"
_OF_TENSORS: Final = r"tensorflow\.(?!keras\.(?!backend\.))"


def own_names(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A name of its own for a layer that has the one of another: with what a loop counts, with more to it, or Keras' own."""
    if context.finding.code != "tf-value":
        return
    for keyword in (each for each in node.keywords if each.arg == "name"):
        if not _may_be_named(keyword.value, context.told.names):
            continue
        late = -node.lineno / 1e6  # the second one is another
        fixed = name_of(keyword.value) if isinstance(keyword.value, ast.Constant) else ""
        for counter in _counters(context, node) if fixed else ():
            text = ast.Constant(f"{fixed}_")
            count = ast.FormattedValue(ast.Name(counter, ast.Load()), -1)
            new = ast.JoinedStr([text, count])
            yield 0.5 + late, Edit(keyword.value, new)
        yield 0.7 + late, Edit(keyword.value, _with_suffix(keyword.value))
        others = [each for each in node.keywords if each is not keyword]
        yield 1.5 + late, Edit(node, with_fields(node, {"keywords": others}))


def plain_names(context: Context, node: ast.BinOp | ast.JoinedStr) -> Iterator[tuple[float, Edit]]:
    """The name that a layer is given more to, where the program has others by it: `Input((1,), name=key + "_input")`."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node.left, node.right]
    around = context.outline.parents.get(node)
    if (
        getattr(around, "arg", "") != "name"
        or len(parts) != 2
        or context.finding.code != "tf-value"
    ):
        return
    more, names = name_of(parts[1]), context.told.names
    own = parts[0].value if isinstance(parts[0], ast.FormattedValue) else parts[0]
    if more and {f"{each}{more}" for each in names} & names and isinstance(own, ast.expr):
        yield 0.6, Edit(node, own)


def _may_be_named(code: ast.expr, names: Iterable[str]) -> bool:
    """Whether the code makes a name like one of these."""
    texts = [str(each.value) for each in ast.walk(code) if isinstance(each, ast.Constant)]
    return any(looks_alike(text, name) for text in texts for name in names)


def _counters(context: Context, node: ast.AST) -> Iterator[str]:
    """What the loops around count with, the innermost first."""
    for each in context.outline.around(node):
        if isinstance(each, ast.For) and callee(each.iter) in ("range", "enumerate"):
            first = each.target.elts[0] if isinstance(each.target, ast.Tuple) else each.target
            if isinstance(first, ast.Name):
                yield first.id


def _with_suffix(name: ast.expr) -> ast.expr:
    """The expression of a name with more at its end."""
    more = ast.Constant("_2")
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        return ast.Constant(f"{name.value}_2")
    if isinstance(name, ast.JoinedStr):
        return ast.JoinedStr([*name.values, more])
    if isinstance(name, ast.BinOp) and isinstance(name.left, ast.Constant):
        return with_fields(name, {"left": _with_suffix(name.left)})
    return ast.BinOp(name, ast.Add(), more)


def own_inputs(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The inputs of the models that the outputs come from, in the place of new ones that no output depends on."""
    parent = context.outline.parents.get(node)
    call = context.outline.parents.get(parent) if isinstance(parent, ast.keyword) else parent
    is_first = isinstance(call, ast.Call) and node in call.args[:1]
    if not isinstance(call, ast.Call) or context.library_name(call.func) != _MODEL:
        return
    if call is not context.node or not is_first and getattr(parent, "arg", "") != "inputs":
        return
    models = dict(_models(context))
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
    made: list[ast.expr] = []
    for each in items:
        tensor = context.tensor(each)
        fits = (
            name for name, own in models.items() if tensor and own.shape[1:] == tensor.shape[1:]
        )
        name = next(fits, None)
        models.pop(name or "", None)
        made.append(each if name is None else attribute(ast.Name(name, ast.Load()), "input"))
    if made != items:
        yield 0.5, Edit(node, made[0] if items[0] is node else with_fields(node, {"elts": made}))


def more_inputs(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The Inputs that have a name and are not among those of a model: each alone, and all of them."""
    call = context.node
    if not isinstance(call, ast.Call) or context.library_name(call.func) != _MODEL:
        return
    if node is not argument_of(call, 0, "inputs"):
        return
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
    own = {id(_input_of(context, each)) for each in items}
    if id(None) in own:
        return
    others: dict[int, ast.expr] = {}
    for each in context.values:
        maker = _input_of(context, each) if isinstance(each, (ast.Name, ast.Attribute)) else None
        if maker is not None and id(maker) not in own and isinstance(each, ast.expr):
            others.setdefault(id(maker), each)
    for more in (*([each] for each in others.values()), [*others.values()]):
        yield 0.4 + len(more) / 10, Edit(node, ast.List([*items, *more], ast.Load()))


def _input_of(context: Context, node: ast.AST) -> Node | None:
    """The Input that an expression is."""
    history = getattr(resolve(context.values.get(node)), "history", None)
    maker = history.node if isinstance(history, Origin) else None
    return maker if maker is not None and not maker.inputs else None


def _models(context: Context) -> Iterator[tuple[str, TensorType]]:
    """The models of one input that have a name, and that input."""
    for node, value in context.values.items():
        model = resolve(value)
        if isinstance(node, ast.Name) and class_of(model) == _MODEL:
            assert isinstance(model, Instance)
            own = resolve(model.read(INPUTS))
            if isinstance(own, TensorType):
                yield node.id, own


def named_sizes(context: Context, node: ast.Tuple | ast.List) -> Iterator[tuple[float, Edit]]:
    """A shape with its channels last, where it is written; another size that the program has a name for."""
    parent = context.outline.parents.get(node)
    turned = [*node.elts[1:], *node.elts[:1]]
    if [*map(context.value, turned)] in context.told.rows:
        yield 0.3, Edit(node, with_fields(node, {"elts": turned}))
    if isinstance(parent, ast.Call) or "shape" in str(getattr(parent, "arg", "")):
        for each in node.elts:
            names = _sizes_by_name(context) if isinstance(each, ast.Name) else ()
            for name in names:
                yield 1.8, Edit(each, ast.Name(name, ast.Load()))


def _sizes_by_name(context: Context) -> Iterator[str]:
    """The names that the module has for sizes of which the message tells."""
    for statement in context.outline.tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            number, target = statement.value.value, statement.targets[0]
            if (
                type(number) is int
                and number in context.told.numbers
                and isinstance(target, ast.Name)
            ):
                yield target.id


def in_keras(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The twins in `keras.ops` of all functions that get a symbol, or what is made of one from the refused line on."""
    first = context.outline.statement(context.node)
    if node is not context.node or first is None or not _has_symbol(context, node, set()):
        return
    swaps, made = dict[ast.AST, ast.expr](), set[str]()
    for line in ast.walk(context.outline.function(first)):
        if not isinstance(line, (ast.Assign, ast.Expr, ast.Return)) or line.lineno < first.lineno:
            continue
        for call in reversed([each for each in ast.walk(line) if isinstance(each, ast.Call)]):
            name = context.library_name(call.func)
            is_run = ast.Lambda not in map(type, context.outline.around(call))
            if is_run and re.match(_OF_TENSORS, name) and _has_symbol(context, call, made):
                other = context.spelled(twin(name)) if twin(name) else None
                if other is None:
                    return
                names = renamed(name)
                keywords = [
                    ast.keyword(names.get(each.arg or "", each.arg), each.value)
                    for each in call.keywords
                ]
                whole = rebuilt(with_fields(call, {"func": other, "keywords": keywords}), swaps.get)
                swaps = {each: new for each, new in swaps.items() if each not in ast.walk(call)}
                swaps[call] = whole
                made |= bound(line)
    if swaps:
        yield 0.1, together(context.outline, swaps)


def _has_symbol(context: Context, node: ast.AST, made: Set[str]) -> bool:
    """Whether a part of an expression is a symbol, or has the name of what is made of one."""
    inside = [each for each in ast.walk(node) if each is not node]
    kinds = (getattr(context.tensor(each), "kind", "") for each in inside)
    return "symbol" in kinds or any(getattr(each, "id", "") in made for each in inside)

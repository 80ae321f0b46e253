"""Edits of what a model is made of: another layer, states of both directions as one, an Input."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from tftypes.inference.interpreter.arguments import argument_of
from tftypes.inference.models.tensorflow.ops.keras_ranks import RECURRENT
from tftypes.inference.objects import Instance, is_unknown
from tftypes.inference.repairs.calls import (
    attribute,
    callee,
    given_for,
    inserted,
    is_layer,
    is_model,
    with_args,
    with_argument,
)
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import (
    Edit,
    expression,
    rebuilt,
    statements,
    together,
    with_fields,
)
from tftypes.inference.repairs.fragments import filled, fragments, name_of, spelled
from tftypes.inference.repairs.layers import count_of, uses
from tftypes.inference.repairs.sites import bound
from tftypes.inference.repairs.uncalled import tensors_before

_INPUT: Final = "layers.Input"
#: A decoder that is made of the layers of an autoencoder has no more.
_MOST_LAYERS: Final = 5
#: What a model that has an Input of its own makes of it.
_OUTPUT: Final = expression("model.outputs[0]")


def both_ways(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The states of both directions, each joined as one, where the program has names for one."""
    statement = context.outline.parents.get(node)
    join, targets = context.spelled("layers.Concatenate"), getattr(statement, "targets", ())
    target = next(iter(targets), None)
    names = target.elts if isinstance(target, ast.Tuple) else []
    states = [each.id for each in names[1:] if isinstance(each, ast.Name)]
    if not isinstance(statement, ast.Assign) or join is None or node is not context.subject:
        return
    maker = class_of(context.value(node.func))
    if (
        not states
        or not maker.endswith("Bidirectional")
        or count_of(context, node) != 1 + 2 * len(states)
    ):
        return
    ways = [[f"{way}_{each}" for each in states] for way in ("forward", "backward")]
    taken = ", ".join([ast.unparse(names[0]), *ways[0], *ways[1]])
    joined = [f"{name} = _join()([{one}, {other}])" for name, one, other in zip(states, *ways)]
    text = "\n".join([f"{taken} = _made", *joined])
    yield 0.4, Edit(statement, (*statements(text, _made=statement.value, _join=join),))


def in_each_step(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A recurrent layer in each step of sequences of sequences: the letters of each word."""
    layer = context.spelled("layers.TimeDistributed")
    ranks = {len(context.dims(each)) for each in context.operands}
    if name_of(node.func) not in RECURRENT or context.finding.code != "tf-rank" or layer is None:
        return
    if context.is_near(node) and 4 in ranks:
        yield 0.2 if _has_letters(context) else 1.2, Edit(node, ast.Call(layer, [node], []))


def _has_letters(context: Context) -> bool:
    """Whether an `Embedding` is given the numbers of words in two axes, and no one-hot rows."""
    calls = (each.node for each in context.sites if callee(each.node) == "Embedding")
    for call in calls:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Call) and call.args:
            count, dims = given_for(context, call.func, "input_dim"), context.dims(call.args[0])
            if count is not None and len(dims) == 3 and context.value(count) != dims[2]:
                return True
    return False


def in_lambda(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A layer that calls what is none, in a list of layers."""
    parent = context.outline.parents.get(node)
    layer = context.spelled("layers.Lambda")
    is_listed = isinstance(parent, ast.List) and context.outline.parents.get(parent) is context.call
    if is_listed and layer is not None and not is_layer(context, node):
        if isinstance(context.value(node), Instance):
            yield 0.9, Edit(node, ast.Call(layer, [node], []))


def each_called(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """What the layers of a list make of the tensor before them, or what models have made of their own Inputs."""
    statement = context.outline.statement(node)
    items = node.elts
    are_layers = bool(items) and all(is_layer(context, each) for each in items)
    if not are_layers or not isinstance(statement, ast.Assign) or node not in context.operands:
        return
    for name in tensors_before(context, statement)[:1]:
        given: list[ast.expr] = [ast.Name(name, ast.Load())]
        yield (
            0.9,
            Edit(node, with_fields(node, {"elts": [ast.Call(each, given, []) for each in items]})),
        )
    made = [filled(_OUTPUT, {"model": each}) for each in items]
    yield 1.0, Edit(node, with_fields(node, {"elts": made}))


def pooled(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The mean of each channel in place of all numbers of an image whose size nobody knows."""
    if callee(node) != "Flatten" or node.args:
        return
    for rank in (2, 1, 3):
        layer = context.spelled(f"layers.GlobalAveragePooling{rank}D")
        if layer is not None and context.finding.code == "tf-shape" and not context.told.sizes:
            yield 1.6 + rank / 100, Edit(node, ast.Call(layer, [], []))


def with_input(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """An Input with the shape of the batch before the first layer, which does not take it."""
    parent, made = context.outline.parents.get(node), context.spelled(_INPUT)
    given = node.keywords
    shapes = [each for each in given if each.arg == "batch_input_shape"]
    statement = context.outline.parents.get(parent) if parent else None
    if not shapes or made is None:
        return
    less = with_fields(node, {"keywords": [each for each in given if each not in shapes]})
    first = ast.Call(made, [], [ast.keyword("batch_shape", shapes[0].value)])
    if isinstance(parent, ast.List):
        items = [one for each in parent.elts for one in ([first, less] if each is node else [each])]
        yield 0.4, Edit(parent, with_fields(parent, {"elts": items}))
    elif isinstance(parent, ast.Call) and isinstance(statement, ast.Expr):
        lines = (ast.Expr(with_args(parent, [each])) for each in (first, less))
        yield 0.4, Edit(statement, tuple(lines))


def inner(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The model that is a layer of another, where a layer of it is asked for."""
    call = context.call
    if (
        call is None
        or name_of(call.func) != "get_layer"
        or not isinstance(call.func, ast.Attribute)
    ):
        return
    owners = [call.func.value, *context.outline.defining(call.func.value)]
    if node not in owners or isinstance(node, ast.Call):
        return
    given = [
        each.value for one in context.outline.calls for each in one.keywords if each.arg == "name"
    ]
    for name in [each for each in given if isinstance(each, ast.Constant)]:
        late = (node is call.func.value) / 2  # what follows needs the inner model, too
        yield 0.8 + late, Edit(node, ast.Call(attribute(node, "get_layer"), [name], []))


def adding(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A layer on the output that adds the loss which a functional model does not take."""
    body: list[ast.stmt] = getattr(context.outline.function(context.node), "body", [])
    base, at = context.spelled("keras.layers.Layer"), context.outline.statement(context.node)
    if node is not context.node or base is None:
        return
    for last in body:
        loss = last.value if isinstance(last, ast.Expr) else None
        if not isinstance(loss, ast.Call) or callee(loss) != "add_loss":
            continue
        owner = ast.unparse(getattr(loss.func, "value", loss))
        models = (each for each in body if isinstance(each, ast.Assign))
        made = next((each for each in models if ast.unparse(each.targets[0]) == owner), None)
        output = argument_of(made.value, 1, "outputs") if made is not None else None
        lines = [] if made is None else _made_for(context, body, last, made)
        if made is None or output is None or context.tensor(output) is None or at not in lines:
            continue
        if "self" in owner or any(each.id == "self" for each in _read(lines)):
            continue  # it is another one in a layer
        less = tuple(Edit(each, ()) for each in lines)
        yield 0.3, Edit(made, _with_layer(context, base, lines, made, output), less)


def _made_for(
    context: Context, body: Sequence[ast.stmt], last: ast.stmt, model: ast.stmt
) -> list[ast.stmt]:
    """The last line, and those before it that make what it takes alone: they are refused, or behind the model."""
    lines = [last]
    for index in reversed(range(body.index(last))):
        each = body[index]
        later = [one for one in body[index + 1 :] if one not in lines]
        targets = getattr(each, "targets", [getattr(each, "target", None)])
        needed = {*map(ast.unparse, _read(lines))} - {*map(ast.unparse, _read(later))}
        is_made = all(isinstance(one, ast.Name) and one.id in needed for one in targets)
        is_refused = is_unknown(context.value(getattr(each, "value", each)))
        if is_made and (is_refused or index > body.index(model)):
            lines.insert(0, each)
    return lines


def _read(lines: Sequence[ast.stmt]) -> list[ast.Name]:
    """The names that lines read, in their order."""
    inside = (one for each in lines for one in ast.walk(each) if isinstance(one, ast.Name))
    read = (each for each in inside if isinstance(each.ctx, ast.Load))
    return sorted(read, key=lambda each: (each.lineno, each.col_offset))


def _with_layer(
    context: Context, base: ast.expr, lines: Sequence[ast.stmt], model: ast.stmt, output: ast.expr
) -> tuple[ast.stmt, ...]:
    """The class of a layer with these lines, and the model with its call on the output and what they take."""
    tensors = [(each.id, context.tensor(each)) for each in _read(lines)]
    symbols = [name for name, tensor in tensors if tensor is not None and tensor.kind == "symbol"]
    own = output.id if isinstance(output, ast.Name) else "outputs"
    made = frozenset().union({own}, *map(bound, lines))
    taken = [each for each in dict.fromkeys(symbols) if each not in made]
    body = [
        f"class AddLoss({ast.unparse(base)}):\n    def call(self, tensors):",
        f"{', '.join([own, *taken])} = tensors",
        *map(ast.unparse, lines[:-1]),
        f"self.{ast.unparse(lines[-1]).partition('.')[2]}",
        f"return {own}",
    ]
    call = expression(f"AddLoss()([{', '.join([ast.unparse(output), *taken])}])")
    whole = rebuilt(model, lambda each: call if each is output else None)
    return (*statements("\n        ".join(body)), whole)


def itself(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """A model in place of its output, where another one calls it: `model.add(base.output)`."""
    is_given = node in context.operands and context.finding.code == "tf-value"
    if node.attr == "output" and is_given:
        if is_model(context, node.value):
            yield 0.1, Edit(node, node.value)


def of_its_own(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A layer of its own for other sizes, where one is called on both: `layers.Dense(24)(x)` for `hidden(x)`."""
    call = context.call if context.finding.code == "tf-shape" else None
    is_named = call is not None and isinstance(call.func, ast.Name)
    if call is not None and is_named and is_layer(context, node) and call in uses(context, node):
        yield 0.3, Edit(call, with_fields(call, {"func": node}))


def in_model(context: Context, layer: ast.expr, hole: str) -> Iterator[tuple[float, Edit]]:
    """A layer on what a model is called on in another one, where the data of that are refused."""
    for call in context.outline.calls if context.is_fed else ():
        inner = call.args[0] if call.args and is_model(context, call.func) else None
        if inner is not None and getattr(context.tensor(inner), "kind", "") == "symbol":
            yield 0.4, Edit(inner, filled(layer, {hole: inner}))


def layers_before(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The last layers of a model in place of the last: `model.layers[-1](model.layers[-2](x))`."""
    if node is not context.node or len(node.args) != 1 or context.finding.code != "tf-shape":
        return
    for each in (node.func, *context.outline.defining(node.func)):
        owner = each.value if isinstance(each, ast.Subscript) else None
        if isinstance(owner, ast.Attribute) and ast.unparse(each).endswith(".layers[-1]"):
            for count in range(2, _MOST_LAYERS + 1):
                text = "x"
                for place in range(count, 0, -1):
                    text = f"_layers[-{place}]({text})"
                made = expression(text, _layers=owner, x=node.args[0])
                yield 0.2 + count / 50, Edit(node, made)


def popped(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Models without the layers that the program takes off a copy of their list: `model.layers.pop()`."""
    swaps: dict[ast.AST, ast.expr] = {}
    for call in context.outline.calls if node is context.node else ():
        layers = call.func.value if isinstance(call.func, ast.Attribute) else None
        if callee(call) == "pop" and isinstance(layers, ast.Attribute) and layers.attr == "layers":
            if class_of(context.value(layers.value)) == "tensorflow.keras.Sequential":
                swaps[call] = ast.Call(attribute(layers.value, "pop"), [], [])
    if swaps:
        yield 0.2, together(context.outline, swaps)


def reshaped(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The last layer with other units, and one behind it that makes their shape: `Dense(30)` and `Reshape((5, 6))`."""
    told = [each for each in fragments(context.finding.remedy) if isinstance(each, ast.Call)]
    if [*map(callee, told)] != [callee(node), "Reshape"] or not is_layer(context, node):
        return
    call, layer = context.outline.parents.get(node), spelled(context, told[1])
    wider = with_argument(context, node, "units", told[0].args[0])

    def swap(each: ast.AST) -> ast.expr | None:
        return wider if each is node else None

    for place in (node, call) if isinstance(call, ast.Call) else (node,):
        for cost, edit in inserted(context, place, layer):
            if isinstance(edit.new, tuple):
                lines = tuple(rebuilt(each, swap) for each in edit.new)
                yield cost - 0.1, Edit(edit.old, lines)
            else:
                yield cost - 0.1, Edit(edit.old, rebuilt(edit.new, swap))


OF_MODELS: Final = (
    popped, reshaped, layers_before, itself, of_its_own, both_ways, in_each_step, in_lambda, each_called, pooled, with_input, inner, adding,
)  # fmt: skip

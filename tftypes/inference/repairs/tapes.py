"""Edits of programs around tapes and optimizers: statements under a tape, variables, pairs of gradients and variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from tftypes.inference.objects import Container
from tftypes.inference.repairs.calls import attribute, callee, given_for, is_layer, with_args
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, expression, rebuilt, statements, with_fields
from tftypes.inference.repairs.fragments import filled, name_of

_TAPE: Final = "GradientTape"
#: The findings that a gradient leads to that is None.
_GRADIENTS: Final = ("tf-gradient", "tf-value", "tf-attribute")


def under_tape(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A statement under the tape that comes behind it or before it, or under the session that is closed."""
    statement = context.outline.parents.get(node)
    call = context.call if context.finding.code == "tf-state" else None
    owner = call.func.value if call and isinstance(call.func, ast.Attribute) else None
    body = getattr(context.outline.parents.get(statement), "body", []) if statement else []
    if not isinstance(statement, (ast.Assign, ast.Expr)) or statement not in body:
        return
    index = body.index(statement)
    for each in (*body[index + 1 :][:1], *body[:index][-1:]):
        items = each.items if isinstance(each, ast.With) else []
        names = [ast.unparse(item.optional_vars) for item in items if item.optional_vars]
        is_closed = owner is not None and ast.unparse(owner) in names
        if is_closed or any(_TAPE in ast.unparse(item.context_expr) for item in items):
            first, last = each.body[0], each.body[-1]
            old, new = (
                (first, (statement, first)) if each in body[index:] else (last, (last, statement))
            )
            yield 0.4, Edit(statement, (), (Edit(old, new),))


def minimized(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A tape in place of `minimize(loss, variables)` and `compute_gradients(loss, variables)`, which Keras 3 has not."""
    statement, method = context.outline.statement(node), callee(node)
    if node.func is not context.node or not isinstance(statement, (ast.Expr, ast.Assign)):
        return
    given = dict(zip(("loss", "var_list", "tape"), node.args))
    given.update({each.arg: each.value for each in node.keywords if each.arg})
    loss, variables, tape = (given.get(each) for each in ("loss", "var_list", "tape"))
    if method not in ("minimize", "compute_gradients") or loss is None or variables is None:
        return
    under: list[ast.stmt] = []
    is_tensor = context.tensor(loss) is not None
    tape = tape or (_around(context, loss) if is_tensor else None)
    is_made = tape is None and is_tensor and isinstance(loss, ast.Name)
    name = "value" if isinstance(loss, ast.Name) else "loss"  # the function keeps its name
    if tape is None:
        made = context.spelled(f"tf.{_TAPE}")
        if made is None:
            return
        tape, computed = ast.Name("tape", ast.Load()), ast.Call(loss, [], [])
        value = loss.body if isinstance(loss, ast.Lambda) else loss if is_tensor else computed
        under = statements(f"with _made() as tape: {name} = _value", _made=made, _value=value)
        loss = loss if is_made else ast.Name(name, ast.Load())
    pairs = expression("zip(t.gradient(y, x), x)", t=tape, y=loss, x=variables)
    if method == "minimize":
        new = ast.Call(attribute(getattr(node.func, "value"), "apply_gradients"), [pairs], [])  # noqa: B009
    else:  # a list, which may be read again
        new = ast.Call(ast.Name("list", ast.Load()), [pairs], [])
    if not under:
        yield 0.5, Edit(node, new)
        return
    if not is_made:
        step = rebuilt(statement, lambda each: new if each is node else None)
        yield 0.5, Edit(statement, (*under, step))
        return
    block = getattr(context.outline.parents.get(statement), "body", [])
    above = block[: block.index(statement)] if statement in block else []
    lines = [*takewhile(lambda each: isinstance(each, ast.Assign), reversed(above))]
    for count in range(1, len(lines) + 1):  # as few as have its gradient
        first, *rest = lines[:count][::-1]
        edits = [*(Edit(each, ()) for each in rest), Edit(node, new)]
        taped_lines = with_fields(under[0], {"body": [first, *rest]})
        yield 0.4 + count / 20, Edit(first, (taped_lines,), (*edits,))


def _around(context: Context, loss: ast.expr) -> ast.expr | None:
    """The tape under which the program makes a loss."""
    outline = context.outline
    blocks = (each for made in outline.defining(loss) for each in outline.around(made))
    items = (item for each in blocks if isinstance(each, ast.With) for item in each.items)
    names = (each.optional_vars for each in items if callee(each.context_expr) == _TAPE)
    found = next((each.id for each in names if isinstance(each, ast.Name)), None)
    return None if found is None else ast.Name(found, ast.Load())


def swapped(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Pairs the other way round: gradients come before variables."""
    if isinstance(node, ast.Call) and node in context.operands and len(node.args) == 2:
        made = [node.args[1], *context.outline.defining(node.args[1])]
        is_gradient = any(
            isinstance(each, ast.Call) and name_of(each.func) == "gradient" for each in made
        )
        if ast.unparse(node.func) == "zip" and is_gradient:
            yield 1.0, Edit(node, with_args(node, node.args[::-1]))


def paired(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """Pairs of gradients and the variables that they were asked for; one pair, where `zip` goes through the rows of both; the lists flat."""
    call = context.call
    if call is None or name_of(call.func) != "apply_gradients":
        return
    if node not in (*call.args[:1], given_for(context, call, "grads_and_vars")):
        return
    own = node.args if isinstance(node, ast.Call) and callee(node) == "zip" else []
    own = node.elts if isinstance(node, (ast.Tuple, ast.List)) else own
    if len(own) == 2 and all(context.tensor(each) is not None for each in own):
        # in `zip(a, [b])`, the first row of the gradient would go into all rows of the variable
        is_zip = isinstance(node, ast.Call)
        one_pair = expression("zip([a], [b])" if is_zip else "[(a, b)]", a=own[0], b=own[1])
        yield 0.2, Edit(node, one_pair)
    elif len(own) == 2 and getattr(context.tensor(own[1]), "kind", "") == "variable":
        if isinstance(context.value(own[0]), Container):
            yield 0.2, Edit(node, expression("zip(a, [b])", a=own[0], b=own[1]))
    rows = [each.elts for each in own if isinstance(each, (ast.List, ast.Tuple))]
    are_lists = [isinstance(context.value(each), Container) for row in rows[1:] for each in row]
    if isinstance(node, ast.Call) and len(rows) == 2 and len(rows[0]) == len(are_lists):
        flat = [
            ast.List([ast.Starred(a) if b else a for a, b in zip(row, are_lists)], ast.Load())
            for row in rows
        ]
        yield 0.1, Edit(node, with_args(node, [*flat]))
    grads = own[0] if len(own) == 2 else node
    made = (each for each in context.outline.defining(grads) if isinstance(each, ast.Call))
    before = {each.lineno: each for each in made if each.lineno < call.lineno}
    for each in (grads, *(before[line] for line in sorted(before)[-1:])):
        if isinstance(each, ast.Call) and name_of(each.func) == "gradient" and len(each.args) == 2:
            both = [grads, each.args[1]]
            yield 0.5, Edit(node, ast.Call(ast.Name("zip", ast.Load()), both, []))
            if not own:
                yield 0.6, Edit(node, ast.List([ast.Tuple(both, ast.Load())], ast.Load()))


def own_optimizer(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """An optimizer of its own for the variables of another model."""
    call = context.call
    owner = call.func.value if call is not None and isinstance(call.func, ast.Attribute) else None
    if node is not context.node or call is None or owner is None:
        return
    parts = (each for one in call.args for each in ast.walk(one) if isinstance(each, ast.Attribute))
    models = [each.value for each in parts if each.attr.startswith("trainable_")]
    makes = [each for each in context.outline.nodes if isinstance(each, ast.Assign)]
    if isinstance(owner, ast.Name):  # a name of another function is another one
        seen = (context.outline.function(node), context.outline.tree)
        makes = [each for each in makes if context.outline.function(each) in seen]
    for made in makes if models else ():
        if ast.unparse(made.targets[0]) == ast.unparse(owner) and isinstance(made.value, ast.Call):
            field = "id" if isinstance(owner, ast.Name) else "attr"
            fresh = with_fields(owner, {field: f"{name_of(models[0])}_optimizer"})
            second = with_fields(made, {"targets": [with_fields(fresh, {"ctx": ast.Store()})]})
            yield 0.6, Edit(made, (made, second), (Edit(owner, fresh),))


def built_first(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The optimizer that a caller makes, built for its variables before a function that is traced again gets it."""
    call, outline = context.call, context.outline
    if node is not context.node or context.finding.code != "tf-state" or call is None:
        return
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    pairs = call.args[0] if call.args else None
    if not isinstance(owner, ast.Name) or not isinstance(pairs, ast.Call) or not pairs.args:
        return

    def given(name: ast.AST) -> ast.Name | None:
        found = outline.defining(name) if isinstance(name, ast.Name) else ()
        return next((each for each in found if isinstance(each, ast.Name)), None)

    outer, variables = given(owner), rebuilt(pairs.args[-1], given)
    statement = None if outer is None else outline.parents.get(next(outline.defining(outer), node))
    if outer is not None and isinstance(statement, ast.Assign):
        built = statements(f"{outer.id}.build({ast.unparse(variables)})")
        yield 0.3, Edit(statement, (statement, *built))


def taped(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A tape around what makes the target, in place of `tf.gradients(target, sources)`, which works in graphs alone."""
    call, tape = context.call, context.spelled(f"tf.{_TAPE}")
    statement = context.outline.parents.get(node)
    if call is None or name_of(call.func) != "gradients" or len(call.args) < 2 or tape is None:
        return
    target, source = call.args[:2]
    made = node in context.outline.defining(target)
    if (
        not made
        or not isinstance(statement, ast.Assign)
        or isinstance(source, (ast.List, ast.Tuple))
    ):
        return
    name, item = ast.Name("tape", ast.Load()), context.outline.parents.get(call)
    watch = ast.Expr(ast.Call(attribute(name, "watch"), [source], []))
    taken = ast.withitem(ast.Call(tape, [], []), ast.Name("tape", ast.Store()))
    under = ast.With([taken], [watch, statement], lineno=1)
    gradient = ast.Call(attribute(name, "gradient"), [target, source], [])
    old = item if isinstance(item, ast.Subscript) else call
    new = gradient if old is item else ast.List([gradient], ast.Load())
    yield 0.4, Edit(statement, (under,), (Edit(old, new),))


def recorded(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What makes the target under its tape, where nobody enters that, or where the program pauses it."""
    statement = context.outline.parents.get(node)
    is_made = isinstance(statement, ast.Assign) and statement.value is node
    if not isinstance(statement, ast.Assign) or not is_made:
        return
    if context.finding.code not in _GRADIENTS:
        return
    block = context.outline.parents.get(statement)
    entered = block.items[0].context_expr if isinstance(block, ast.With) else None
    if isinstance(block, ast.With) and callee(entered or node) == "stop_recording":
        yield 0.5, Edit(block, tuple(block.body))
    for tape in _tapes(context):
        under = ast.With([ast.withitem(tape, None)], [statement], lineno=1)
        yield 0.7, Edit(statement, (under,))


def _tapes(context: Context) -> Iterator[ast.expr]:
    """The tapes that the program asks for gradients and that no `with` names."""
    for each in context.outline.mentions.get("gradient", ()):
        owner = each.func.value if isinstance(each.func, ast.Attribute) else None
        is_asked = name_of(each.func) == "gradient" and isinstance(owner, ast.Name)
        if is_asked and isinstance(owner, ast.Name) and owner.id not in context.outline.entered:
            made = [*context.outline.defining(owner)]
            if any(isinstance(one, ast.Call) and name_of(one.func) == _TAPE for one in made):
                yield ast.Name(owner.id, ast.Load())


def let_through(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The operand of a call that the message leaves out; the tensor or the variables whose values are read."""
    if (
        name_of(node.func) in context.told.left_out
        and node.args
        and context.library_name(node.func)
    ):
        if node is context.node or context.tensor(node.args[0]) is not None:
            yield 0.6, Edit(node, node.args[0])
    match node:
        case ast.Call(ast.Attribute(owner, "numpy"), [], []):
            if context.finding.code == "tf-gradient":
                yield 0.4, Edit(node, owner)
        case ast.Call(ast.Attribute(owner, "get_weights"), [], []):
            if getattr(context.node, "attr", "").startswith("assign") and is_layer(context, owner):
                yield 0.4, Edit(node, attribute(owner, "weights"))


def for_each(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """The gradient of a variable among those of all, or a step for all, where a step takes the list: `a.assign_sub(0.1 * grads)`."""
    statement = context.outline.statement(context.node)
    made = [*context.outline.defining(node)] if isinstance(node, ast.Name) else []
    call = statement.value if isinstance(statement, ast.Expr) and made else None
    if not isinstance(statement, ast.Expr) or not isinstance(call, ast.Call):
        return
    if not isinstance(call.func, ast.Attribute):
        return
    owner, asked = ast.unparse(call.func.value), made[0]
    given = asked.args[1:2] if isinstance(asked, ast.Call) and callee(asked) == "gradient" else []
    names = [ast.unparse(each) for one in given for each in getattr(one, "elts", ())]
    if owner not in names or not context.is_within(context.outline.parents[node]):
        return
    inside = (each for each in context.outline.nodes if isinstance(each, ast.Attribute))
    owners = {ast.unparse(each.value) for each in inside if each.attr == call.func.attr}
    index = ast.Constant(names.index(owner))
    yield 0.5, Edit(node, ast.Subscript(node, index, ast.Load()))
    if {*names} & owners == {owner}:
        own = {owner: ast.Name("variable", ast.Load())}
        step = filled(call, {**own, ast.unparse(node): ast.Name("gradient", ast.Load())})
        head = f"for variable, gradient in zip({ast.unparse(given[0])}, {ast.unparse(node)})"
        yield 0.4, Edit(statement, (*statements(f"{head}: {ast.unparse(step)}"),))


def backward(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """A gradient for each argument under `tf.custom_gradient`, and the function that gives them beside the value."""
    if context.finding.code != "tf-gradient":
        return
    for each in context.outline.named.values():
        inner = [one for one in getattr(each, "body", ()) if isinstance(one, ast.FunctionDef)]
        names = {name_of(one) for one in getattr(each, "decorator_list", ())}
        if not isinstance(each, ast.FunctionDef) or "custom_gradient" not in names or not inner:
            continue
        last, given = each.body[-1], inner[-1].body[-1]
        if isinstance(last, ast.Return) and last.value and not isinstance(last.value, ast.Tuple):
            grad = ast.Name(inner[-1].name, ast.Load())
            yield 0.5, Edit(last.value, ast.Tuple([last.value, grad], ast.Load()))
        if isinstance(given, ast.Return) and given.value:
            nothing = [ast.Constant(None)] * (len(each.args.args) - 1)
            yield 0.7, Edit(given.value, ast.Tuple([given.value, *nothing], ast.Load()))


OF_TAPES: Final = (
    for_each,
    backward,
    recorded,
    let_through,
    under_tape,
    minimized,
    swapped,
    paired,
    taped,
    own_optimizer,
    built_first,
)

"""Edits of whole statements: one that goes, one that comes first, arguments that a call hands on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from tftypes.inference.models.tensorflow.composites import DISTRIBUTED
from tftypes.inference.objects import Class as ProgramClass
from tftypes.inference.repairs.calls import (
    attribute,
    callee,
    given_for,
    is_layer,
    with_args,
    with_more,
)
from tftypes.inference.repairs.context import Context, class_of
from tftypes.inference.repairs.edits import (
    Edit,
    all_of,
    expression,
    rebuilt,
    statements,
    with_fields,
)
from tftypes.inference.repairs.fragments import filled, name_of
from tftypes.inference.repairs.results import items_of
from tftypes.inference.repairs.sites import bound
from tftypes.inference.values import Dataset

#: Methods of a model that are given data as it takes them.
_FED: Final = ("fit", "predict", "evaluate", "train_on_batch", "call")
#: What calls a Python function in a graph.
_PYTHON: Final = ("py_function", "numpy_function")
_OPTIMIZER: Final = "tensorflow.keras.optimizers.Optimizer"
_STRATEGY: Final = "tensorflow.distribute.Strategy"
_ARRAY: Final = "tf.TensorArray"
#: Methods of a variable that change it, and give it again.
_CHANGES: Final = ("assign", "assign_add", "assign_sub")
#: Where formats show something.
_PERCENT: Final = re.compile(r"%[-+ #0]*[\d.]*[a-z]")
_BRACES: Final = re.compile(r"\{(?::[^{}]*)?\}")


def handed_on(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """A parameter of the function around for the parameter of the same name of a function of the program."""
    function = context.outline.named.get(name_of(node.func))
    if not isinstance(function, ast.FunctionDef):
        return
    if ast.unparse(node.func).startswith("super()"):
        return  # of another class
    around = (each for each in context.outline.around(node) if isinstance(each, ast.FunctionDef))
    own = {each.arg for owner in around for each in owner.args.args}
    names = [each.arg for each in function.args.args]
    is_method = isinstance(context.outline.parents.get(function), ast.ClassDef)
    given = [*names[: len(node.args) + is_method], *(each.arg for each in node.keywords)]
    others = [
        each for each in _calls(context, node) if ast.unparse(each.func) == ast.unparse(node.func)
    ]
    for name in names:
        if name in own and name not in (*given, "self"):
            keyword = ast.keyword(name, ast.Name(name, ast.Load()))
            # another call hands it on: this one has forgotten it
            is_forgotten = any(name in map(ast.unparse, each.args) for each in others)
            yield (
                -0.3 if is_forgotten else 1.2,
                Edit(node, with_more(node, keyword)),
            )


def _calls(context: Context, node: ast.Call) -> list[ast.Call]:
    """The other calls in the function around a call."""
    inside = ast.walk(context.outline.function(node))
    return [each for each in inside if isinstance(each, ast.Call) and each is not node]


def built(context: Context, place: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What builds a model before what needs weights: the program gives such a model data of these sizes elsewhere."""
    call, statement = context.call, context.outline.statement(context.node)
    if place is not context.node or call is None:
        return
    reading = call if context.finding.code == "tf-state" else _reading(context, call)
    owner = reading.func.value if reading and isinstance(reading.func, ast.Attribute) else None
    statement = statement if reading is call else context.outline.statement(reading or call)
    if owner is None or statement is None or not is_layer(context, owner):
        return
    cls = getattr(context.value(owner), "cls", None)
    for node in context.values:
        if not isinstance(node, ast.Call) or not node.args or node is call:
            continue
        is_method = name_of(node.func) in _FED and isinstance(node.func, ast.Attribute)
        model = node.func.value if is_method and isinstance(node.func, ast.Attribute) else node.func
        dims = context.dims(node.args[0])
        if getattr(context.value(model), "cls", None) is cls and dims:
            known = [each for each in dims[1:] if isinstance(each, int)]
            if len(known) == len(dims) - 1:
                build = _building(context, owner, ", ".join(map(str, known)))
                yield 0.6, Edit(statement, (*build, statement))
    function = getattr(context.outline.function(call), "args", None)
    for each in function.args if function else ():  # a shape that the function around is given
        uses = (one for one in context.values if isinstance(one, ast.Name) and one.id == each.arg)
        found = [sizes for one in uses if isinstance(sizes := context.value(one), tuple)]
        if found and all(type(one) is int for one in found[0]):
            build = _building(context, owner, f"*{each.arg}")
            yield 0.7, Edit(statement, (*build, statement))


def _building(context: Context, owner: ast.expr, sizes: str) -> list[ast.stmt]:
    """`model.build((None, 9))`; a call for a class of the program's, in which `build` of Keras' Model builds no layers."""
    is_own = isinstance(getattr(context.value(owner), "cls", None), ProgramClass)
    zeros = context.spelled("tf.zeros") if is_own else None
    code = f"model.build((None, {sizes}))" if zeros is None else f"model(zeros((1, {sizes})))"
    return statements(code, model=owner, **({} if zeros is None else {"zeros": zeros}))


def _reading(context: Context, call: ast.Call) -> ast.Call | None:
    """What has read the weights of a model before it had any, which a call is given."""
    made = [one for each in call.args for one in (each, *context.outline.defining(each))]
    calls = [each for each in made if isinstance(each, ast.Call)]
    return next((each for each in calls if name_of(each.func) == "get_weights"), None)


def split(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The first part of a dataset for training, the rest for validation, where `validation_split` takes arrays alone."""
    statement = context.outline.statement(node)
    if node is not context.call or not node.args:
        return
    shares = [each for each in node.keywords if each.arg == "validation_split"]
    data = node.args[0]
    if not isinstance(context.value(data), Dataset) or not shares or statement is None:
        return
    share, count = shares[0].value, ast.Name("count", ast.Load())
    part = f"(1 - {ast.unparse(share)})"
    if isinstance(share, ast.Constant) and isinstance(share.value, float):
        part = f"{1 - share.value:g}"
    line = statements(f"count = int({part} * sum(1 for _ in {ast.unparse(data)}))")
    first, rest = (ast.Call(attribute(data, each), [count], []) for each in ("take", "skip"))
    keywords = [
        ast.keyword("validation_data", rest) if each is shares[0] else each
        for each in node.keywords
    ]
    made = with_fields(with_args(node, [first, *node.args[1:]]), {"keywords": keywords})
    changed = rebuilt(statement, lambda each: made if each is node else None)
    yield 1.2, Edit(statement, (*line, changed))


def collected(context: Context, node: ast.List) -> Iterator[tuple[float, Edit]]:
    """A TensorArray in place of a list that a loop of the graph appends to, and that functions of TensorFlow read."""
    array = context.spelled(_ARRAY)
    statement = context.outline.parents.get(node)
    if context.finding.code != "tf-trace" or array is None or not isinstance(statement, ast.Assign):
        return
    target = statement.targets[0]
    if node.elts or not isinstance(target, ast.Name):
        return
    inside = ast.walk(context.outline.function(node))
    calls = [each for each in inside if isinstance(each, ast.Call)]
    written = [each for each in calls if ast.unparse(each.func) == f"{target.id}.append"]
    read = [
        each
        for each in calls
        if each.args and ast.unparse(each.args[0]) == target.id and context.library_name(each.func)
    ]
    uses = [each for each in calls if each in written or each in read]
    tensors = [context.tensor(each.args[0]) for each in written if len(each.args) == 1]
    if len(tensors) != 1 or tensors[0] is None or not read or len(uses) != len(written) + len(read):
        return
    name, dtype = target.id, context.spelled(f"tf.{tensors[0].dtype.name}")
    append = context.outline.parents.get(written[0])
    if dtype is not None and isinstance(append, ast.Expr):
        begin = expression("array(dtype, size=0, dynamic_size=True)", array=array, dtype=dtype)
        grown = statements(f"{name} = {name}.write({name}.size(), _item)", _item=written[0].args[0])
        made = {each: _of_array(context, each, name) for each in read}
        edits = [Edit(each, new) for each, new in made.items() if new is not None]
        if len(edits) == len(read):
            yield 0.4, Edit(node, begin, (Edit(append, (*grown,)), *edits))


def _of_array(context: Context, call: ast.Call, name: str) -> ast.expr | None:
    """What a function makes of a list, of a TensorArray in its place; None where that has nothing alike."""
    if callee(call) == "concat":
        axis = given_for(context, call, "axis")
        is_first = isinstance(axis, ast.Constant) and axis.value == 0
        return expression(f"{name}.concat()") if is_first else None
    stack = expression(f"{name}.stack()")
    return stack if callee(call) == "stack" else with_args(call, [stack, *call.args[1:]])


def shaped(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The shapes of what a Python function gives a graph, which `tf.py_function` does not know, behind its call."""
    statement = context.outline.parents.get(node)
    if name_of(node.func) not in _PYTHON or not node.args:
        return
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    names = targets[0].elts if targets and isinstance(targets[0], ast.Tuple) else targets[:1]
    for value in context.outline.returned(ast.unparse(node.args[0])):
        items = value.elts if isinstance(value, ast.Tuple) else [value]
        tensors = [context.tensor(each) for each in items if isinstance(each, ast.expr)]
        dims = [each.shape.dims for each in tensors if each is not None]
        known = [
            each for each in dims if each is not None and all(isinstance(x, int) for x in each)
        ]
        if isinstance(statement, ast.Assign) and len(known) == len(names) == len(items):
            lines = [f"{ast.unparse(a)}.set_shape({[*b]})" for a, b in zip(names, known)]
            yield 0.8, Edit(statement, (statement, *statements("\n".join(lines))))


def own(context: Context, node: ast.Name) -> Iterator[tuple[float, Edit]]:
    """An optimizer of its own for what is given the one of another model."""
    if context.finding.code != "tf-state":
        return
    if isinstance(context.outline.parents.get(node), (ast.Call, ast.keyword)):
        for made in context.outline.defining(node):
            cls = class_of(context.value(made))
            if isinstance(made, ast.Call) and context.declared.subclass(cls, _OPTIMIZER):
                late = node.lineno / 1e5  # the later one is another
                yield 1.2 - late, Edit(node, made)


def in_scope(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """What has variables made in the scope of the strategy that the program has."""
    statement = context.outline.parents.get(node)
    if context.finding.code != "tf-state" or not isinstance(statement, ast.Assign):
        return
    if node is not statement.value:
        return
    for each in context.outline.nodes:
        scope = each.items[0].context_expr if isinstance(each, ast.With) else None
        if isinstance(scope, ast.Call) and name_of(scope.func) == "scope":
            made = ast.With([ast.withitem(scope, None)], [statement], lineno=1)
            yield 1.0, Edit(statement, (made,))
            return


def returned_owner(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The object, where a function returns what its method gives: `return model.fit(...)`, and the caller predicts."""
    statement = context.outline.parents.get(node)
    if not isinstance(statement, ast.Return):
        return
    lacked = context.node.attr if isinstance(context.node, ast.Attribute) else ""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    cls = class_of(context.value(owner)) if owner is not None else ""
    if lacked and cls and context.declared.member(cls, lacked) is not None:
        yield 0.8, Edit(statement, (ast.Expr(node), ast.Return(owner)))


def as_value(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """The value of a tensor before what texts and arrays have is asked of it: `line.numpy().decode()`."""
    if node is context.node and context.finding.code == "tf-attribute":
        tensor = context.tensor(node.value)
        is_text = tensor is not None and tensor.kind == "tensor" and tensor.dtype.name == "string"
        is_text = is_text and tensor is not None and tensor.shape.rank in (0, None)
        if is_text and hasattr(bytes, node.attr):
            value = ast.Call(attribute(node.value, "numpy"), [], [])
            yield 1.6, Edit(node, with_fields(node, {"value": value}))


def gathered(context: Context, node: ast.Subscript) -> Iterator[tuple[float, Edit]]:
    """The items of an array that a tensor of the graph counts."""
    gather = context.spelled("tf.gather")
    if context.finding.code == "tf-trace" and node is context.node and gather is not None:
        if context.tensor(node.slice) is not None:
            yield 0.9, Edit(node, ast.Call(gather, [node.value, node.slice], []))


def padded(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """As many names as there are values: those that are left have none."""
    statement = context.outline.statement(context.node)
    if node is not context.subject or not isinstance(statement, ast.Assign):
        return
    target, count = statement.targets[0], len(items_of(context.value(node)))
    names = target.elts if isinstance(target, ast.Tuple) else []
    if count and 0 < count - len(names) < len(names) + 1 and len(names) > 1:
        more = [ast.Name("_", ast.Store()) for _ in range(count - len(names))]
        yield 0.5, Edit(target, with_fields(target, {"elts": [*names, *more]}))


def printed(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """What a format shows, as arguments of `tf.print` of their own."""
    show, around = context.spelled("tf.print"), context.outline.around(context.node)
    calls = (each for each in around if isinstance(each, ast.Call) and callee(each) == "print")
    call = next(calls, None)
    is_refused = node is context.node and context.finding.code == "tf-trace"
    if not is_refused or show is None or call is None:
        return
    given = [rebuilt(ast.Expr(part), _itself).value for each in call.args for part in _shown(each)]
    yield 0.1, Edit(call, with_fields(call, {"func": show, "args": given}))


def _shown(node: ast.expr) -> list[ast.expr]:
    """What a format shows, and the words around it; an expression that is no format itself."""
    match node:
        case ast.JoinedStr(values=parts):
            found = [each.value if isinstance(each, ast.FormattedValue) else each for each in parts]
        case ast.BinOp(ast.Constant(str(text)), ast.Mod(), values):
            given = values.elts if isinstance(values, ast.Tuple) else [values]
            found = _between(_PERCENT.split(text), given)
        case ast.Call(ast.Attribute(ast.Constant(str(text)), "format"), given, []):
            found = _between(_BRACES.split(text), given)
        case _:
            return [node]
    parts = [ast.Constant(name_of(each).strip()) if _is_text(each) else each for each in found]
    return [each for each in parts if name_of(each) or not _is_text(each)]


def _between(words: Sequence[str], given: Sequence[ast.expr]) -> list[ast.expr]:
    """The words of a format, with what it shows between them."""
    texts = map(ast.Constant, words)
    return [each for pair in zip_longest(texts, given) for each in pair if each is not None]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _itself(node: ast.AST) -> ast.expr | None:
    """The tensor whose value is asked for: `x` for `x.numpy()` and `float(x)`."""
    match node:
        case ast.Call(ast.Attribute(owner, "numpy" | "item"), [], []):
            return owner
        case ast.Call(ast.Name("float" | "int"), [owner], []):
            return owner
    return None


def reduced(context: Context, node: ast.expr) -> Iterator[tuple[float, Edit]]:
    """One value of those of all replicas, which the strategy of the program makes."""
    mean = context.spelled("tf.distribute.ReduceOp.MEAN")
    if mean is None or class_of(context.value(node)) != DISTRIBUTED or not context.is_near(node):
        return
    names = (each for each in context.values if isinstance(each, (ast.Name, ast.Attribute)))
    for each in names:
        if context.declared.subclass(class_of(context.value(each)), _STRATEGY):
            text = f"{ast.unparse(each)}.reduce(_mean, _x, axis=None)"
            yield 0.9, Edit(node, expression(text, _mean=mean, _x=node))
            return


def answered(context: Context, node: ast.Call) -> Iterator[tuple[float, Edit]]:
    """The condition itself from a function for `filter`, which returns the element where it holds."""
    asked = context.node
    if not isinstance(asked, ast.If):
        return
    name: str = getattr(context.outline.function(asked), "name", "")
    if callee(node) == "filter" and name in map(name_of, node.args):
        yield 0.8, Edit(asked, (ast.Return(asked.test),))


def in_place(context: Context, node: ast.Attribute) -> Iterator[tuple[float, Edit]]:
    """A variable changed in its place, wherever its name is given to what that makes: `state = state.assign(x)`."""
    if node is not context.node:
        return
    if node.attr not in _CHANGES:
        return
    edits = [
        Edit(each, (ast.Expr(each.value),))
        for each in ast.walk(context.outline.function(node))
        if isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Call)
        and isinstance(method := each.value.func, ast.Attribute)
        and method.attr in _CHANGES
        and [*map(ast.unparse, each.targets)]
        == [ast.unparse(method.value)]
        == [ast.unparse(node.value)]
    ]
    if edits:
        yield 0.2, all_of(edits)


def skipped(context: Context, place: ast.expr) -> Iterator[tuple[float, Edit]]:
    """`if not layer.get_weights(): continue` in a loop of which some items have nothing to unpack."""
    code, inner = context.subject, context.node
    if context.finding.code != "tf-unpack" or place is not code or inner is code:
        return
    for node in (inner, *reversed(context.led)):
        if isinstance(node, ast.Call) and isinstance(code, ast.expr):  # of the function around
            taken = getattr(context.outline.function(inner), "args", None)
            names = [each.arg for each in getattr(taken, "args", ()) if each.arg != "self"]
            code = filled(code, dict(zip(names, node.args)))
        inner, below, used = node, node, {getattr(each, "id", "") for each in ast.walk(code)}
        for around in context.outline.around(node) if isinstance(code, ast.expr) else ():
            loops = getattr(around, "generators", [])
            if isinstance(around, ast.For) and isinstance(below, ast.stmt):
                if used & bound(around.target):
                    skip = ast.If(ast.UnaryOp(ast.Not(), code), [ast.Continue()], [])
                    yield 0.4, Edit(below, (skip, below))
            elif isinstance(around, ast.ListComp) and used & bound(loops[-1].target):
                last = with_fields(loops[-1], {"ifs": [*loops[-1].ifs, code]})
                yield 0.4, Edit(around, with_fields(around, {"generators": [*loops[:-1], last]}))
            below = around


OF_STATEMENTS: Final = (
    in_place, skipped, answered, handed_on, built, split, collected, shaped, own, in_scope, returned_owner, as_value, gathered, reduced, padded, printed,
)  # fmt: skip

"""Names: variables by scope, assignment to targets, unpacking, deletion, and constants."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from tftypes.algebra import DType, Shape, Symbol, TensorType
from tftypes.inference.graphs import STEPS
from tftypes.inference.interpreter import makers
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.open_modules import binds_otherwise
from tftypes.inference.interpreter.tables import Evaluate, Execute, Raised
from tftypes.inference.interpreter.unbound import check_global, check_local
from tftypes.inference.lattice import any_of
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    ENDLESS,
    EXPLAINED,
    TOP,
    Container,
    External,
    Frame,
    Instance,
    Module,
    Value,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import ASSUMED, Dataset, Seq, ShapeOf, Tensor, count_of

#: The slot of a frame that holds what a name is declared to be begins so.
DECLARED: Final = "<declared> "
_NAME_ERROR: Final = "builtins.NameError"
#: So many values more than names go to `_`; where there are more, the last name takes a list.
_FEW_MORE: Final = 3
#: Gives a target a value: (frame, value).
Assign = Callable[[Frame, Value], None]


def load(compiler: Compiler, node: ast.Name) -> Evaluate:
    """A variable where Python finds it: its own scope, the functions around, the module, the builtins."""
    name, own = node.id, compiler.level
    if own.kind == "module" or name in own.scope.globals:
        return _load_global(compiler.interpreter, name, node)
    if name in own.scope.own:
        if own.kind == "class":
            return _load_in_class(name, _load_outside(compiler, name, node))
        return _load_local(compiler.interpreter, name, node, _around(compiler, name))
    return _load_outside(compiler, name, node)


def _load_local(
    interpreter: Interpreter, name: str, node: ast.Name, around: int | None
) -> Evaluate:
    def local(frame: Frame) -> Value:
        value = frame.read(name)
        if value is ABSENT:
            outer = None if around is None else _outer(frame, around)
            check_local(interpreter, outer or frame.module, name, node)
            return interpreter.throw(Raised("builtins.UnboundLocalError", name), node)
        return value

    return local


def _load_in_class(name: str, outside: Evaluate) -> Evaluate:
    def in_class(frame: Frame) -> Value:
        value = frame.read(name)
        return outside(frame) if value is ABSENT else value

    return in_class


def _load_outside(compiler: Compiler, name: str, node: ast.Name) -> Evaluate:
    around = _around(compiler, name)
    if around is None:
        return _load_global(compiler.interpreter, name, node)
    return _load_enclosing(around, name)


def _around(compiler: Compiler, name: str) -> int | None:
    """How many scopes outside the present one a function around it has a name; None where none has."""
    for hops, level in enumerate(reversed(compiler.levels[1:-1]), 1):
        if level.kind != "class" and name in level.scope.own:
            return hops
        if name in level.scope.globals:
            break
    return None


def _outer(frame: Frame, hops: int) -> Any:
    """The scope that is so many outside of one."""
    found: Any = frame
    for _ in range(hops):
        found = found.parent
    return found


def _load_enclosing(hops: int, name: str) -> Evaluate:
    def enclosing(frame: Frame) -> Value:
        value = _outer(frame, hops).read(name)
        return TOP if value is ABSENT else value

    return enclosing


def _load_global(interpreter: Interpreter, name: str, node: ast.Name) -> Evaluate:
    builtin = interpreter.tables.constants.get("builtins." + name)

    def global_(frame: Frame) -> Value:
        value = frame.module.read(name)
        if value is not ABSENT:
            return value
        if builtin is not None:
            return builtin(interpreter)
        if frame is frame.module and not _may_be_bound(interpreter, frame.module, name):
            check_global(interpreter, frame.module, name, node)
            if interpreter.is_caught(_NAME_ERROR):
                interpreter.leave("raise", External(_NAME_ERROR))
        return TOP

    return global_


def _may_be_bound(interpreter: Interpreter, module: Module, name: str) -> bool:
    """Whether something else than a statement of a module may bind a name, as a function that declares it global."""
    nodes = () if module.tree is None else ast.walk(module.tree)
    return any(
        isinstance(each, ast.Global) and name in each.names for each in nodes
    ) or binds_otherwise(interpreter, module)


# -- assignment -------------------------------------------------------------------------------------------------------


def target(compiler: Compiler, node: ast.expr, given: ast.expr | None = None) -> Assign:
    """What an assignment to a target does; `given` is what the program writes for the value, where it does."""
    interpreter = compiler.interpreter
    match node:
        case ast.Name(id=name):
            assign = store(compiler, name)
            if name not in compiler.level.scope.annotated or compiler.level.kind == "class":
                return assign
            hold = interpreter.tables.hold_name
            return lambda frame, value: assign(frame, hold(interpreter, frame, name, value, node))
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return _unpacking(compiler, node, parts, given)
        case ast.Attribute(value=owner, attr=attribute):
            if isinstance(owner, (ast.Name, ast.Attribute)):
                return _with_attribute(compiler, node, owner)
            of = compiler.expression(owner)
            return lambda frame, value: interpreter.set_attribute(of(frame), attribute, value, node)
        case ast.Subscript(value=owner, slice=index):
            of, key = compiler.expression(owner), compiler.expression(index)
            return lambda frame, value: interpreter.set_item(of(frame), key(frame), value, node)
        case ast.Starred(value=inner):
            return target(compiler, inner)
    return lambda frame, value: None


def _with_attribute(compiler: Compiler, node: ast.Attribute, owner: ast.expr) -> Assign:
    """`x.shape = (3, 2)`: tensors and datasets are values here, so that the name is bound to another one.

    Nobody knows what an attribute of their own changes: `dataset.shuffle = mock.Mock()`.
    """
    interpreter, of = compiler.interpreter, compiler.expression(owner)
    again, attribute = target(compiler, owner), node.attr

    def assign(frame: Frame, value: Value) -> None:
        found = resolve(of(frame))
        if attribute == "shape" and isinstance(found, TensorType) and found.kind == "array":
            again(frame, interpreter.method(found, "reshape", [value], node))
        elif isinstance(found, (TensorType, Dataset)):
            interpreter.set_attribute(found, attribute, value, node)
            again(frame, TOP)
        else:
            interpreter.set_attribute(found, attribute, value, node)

    return assign


def store(compiler: Compiler, name: str) -> Assign:
    """Binds a name in the scope that owns it."""
    write = compiler.interpreter.trail.write
    hops = owner(compiler, name)
    if hops is None:
        return lambda frame, value: write(frame.module, name, value)
    if hops == 0:
        return lambda frame, value: write(frame, name, value)

    return lambda frame, value: write(_outer(frame, hops), name, value)


def owner(compiler: Compiler, name: str) -> int | None:
    """How many scopes outside the present one a name is bound; None for the module."""
    levels = compiler.levels
    if levels[-1].kind == "module" or name in levels[-1].scope.globals:
        return None
    return 0 if name in levels[-1].scope.own else _around(compiler, name)


def _unpacking(
    compiler: Compiler, node: ast.expr, parts: Sequence[ast.expr], given: ast.expr | None
) -> Assign:
    assigns = [target(compiler, each) for each in parts]
    starred = [i for i, each in enumerate(parts) if isinstance(each, ast.Starred)]
    names = [each.id if isinstance(each, ast.Name) else None for each in parts]
    star = starred[0] if starred else None
    interpreter = compiler.interpreter

    def unpack(frame: Frame, value: Value) -> None:
        for assign, each in zip(
            assigns, unpacked(interpreter, value, len(assigns), star, names, node, given)
        ):
            assign(frame, each)

    return unpack


def unpacked(
    interpreter: Interpreter,
    value: Value,
    count: int,
    star: int | None,
    names: Sequence[str | None],
    node: ast.AST,
    given: ast.expr | None = None,
) -> Sequence[Value]:
    """The values of `count` targets, of which one may be starred; a target may be no name.

    The shape of an unknown gets a rank from it, and its sizes the names of the targets.
    """
    value = resolve(value)
    if isinstance(value, ShapeOf) and star is None:
        return name_sizes(interpreter, value, names)
    if isinstance(value, Tensor) and isinstance(value.history, ShapeOf) and star is None:
        sizes = name_sizes(interpreter, value.history, names)
        return [Tensor(value.dtype, Shape.of(), value=each, trace=value.trace) for each in sizes]
    if isinstance(value, Shape) and value.dims is None:
        return [PyValue("int")] * count
    if isinstance(value, PyValue) and value.type == "float":
        told = f": {value.told}" if value.told else ""
        words = f"cannot unpack one float into {count}{told}"
        interpreter.refuse(node, "tf-unpack", words, "builtins.TypeError")
        return [TOP] * count
    found: list[Value]
    if isinstance(value, Instance) and star is None and value.read(ENDLESS) is not ABSENT:
        words = f"cannot unpack an iterator that never ends into {count}; {value.read(ENDLESS)}"
        interpreter.refuse(node, "tf-unpack", words)
        return [TOP] * count
    items = interpreter.taken(value, node, given)
    if isinstance(items, tuple):
        told = value.read(EXPLAINED) if isinstance(value, Container) else ABSENT
        hint = "" if told is ABSENT else f": {told}"
        if isinstance(value, TensorType):  # of which the rows are taken
            made = makers.several(value)
            hint = f"; {made}" if made else hint
        elif isinstance(value, Dataset):
            hint = "; next(iter(dataset)) is its first element"
        elif star is None:
            made = makers.taken(items, names) or makers.nested(items, names)
            are_apart = not any(isinstance(resolve(each), TensorType) for each in items)
            hint += f"; {made}" if made else _taking(len(items), names, are_apart)
        return _spread(interpreter, items, count, star, node, hint)
    if isinstance(items, Seq):
        size = count_of(items)
        if star is None and size is not None and size != count:
            words = f"cannot unpack {size} values into {count}{_taking(size, names)}"
            interpreter.refuse(node, "tf-unpack", words)
        each = any_of(items)
        found = [
            items.prefix[i] if star is None and i < len(items.prefix) else each
            for i in range(count)
        ]
    else:
        each, found = TOP, [TOP for _ in range(count)]
    if star is not None:
        found[star] = Container(interpreter.trail, "list", Seq((), each))
    return found


def _taking(found: int, targets: Sequence[str | None], are_apart: bool = False) -> str:
    """Targets that take all of so many values: a list of the last tensors, which belong together, and nothing of the others."""
    names = [each for each in targets if each is not None]
    if len(names) < len(targets) or min(found, len(names)) < 2:
        return ""
    if found > len(names) and not are_apart or found > len(names) + _FEW_MORE:
        return f"; {', '.join(names[:-1])}, *{names[-1]} takes all {found}"
    taken = [*names, *["_"] * (found - len(names))][:found]
    return f"; {', '.join(taken)} takes all {found}"


def name_sizes(
    interpreter: Interpreter, shape: ShapeOf, names: Sequence[str | None]
) -> Sequence[Value]:
    """Says that an unknown is a tensor with sizes of these names."""
    sizes = [
        Symbol(name if name and name != "_" else f"d{i}", key=(shape.unknown.birth, i), kind="soft")
        for i, name in enumerate(names)
    ]
    interpreter.write(shape.unknown, "is", Tensor(DType.any(), Shape.of(*sizes), history=ASSUMED))
    return sizes


def _spread(
    interpreter: Interpreter,
    items: tuple[Value, ...],
    count: int,
    star: int | None,
    node: ast.AST,
    hint: str,
) -> Sequence[Value]:
    if star is None and len(items) == count:
        return items
    if star is not None and len(items) >= count - 1:
        end = len(items) - (count - star - 1)
        return [*items[:star], Container(interpreter.trail, "list", items[star:end]), *items[end:]]
    wanted = f"{count}" if star is None else f"at least {count - 1}"
    in_step = interpreter.trace is not None and interpreter.trace.kind in STEPS.values()
    hint = "; x, y, weights = keras.utils.unpack_x_y_sample_weight(data)" if in_step else hint
    words = f"cannot unpack {len(items)} values into {wanted}"
    interpreter.refuse(node, "tf-unpack", words + hint)
    return [TOP] * count


def _iterated(compiler: Compiler, node: ast.expr) -> Evaluate:
    """A value that is unpacked."""
    interpreter, value = compiler.interpreter, compiler.expression(node)

    def run(frame: Frame) -> Value:
        found = value(frame)
        if found is None:
            interpreter.refuse_nothing(node, "tf-unpack", "None is not iterable")
        return found

    return run


def _assign(compiler: Compiler, node: ast.Assign) -> Execute:
    is_unpacked = any(isinstance(each, (ast.Tuple, ast.List)) for each in node.targets)
    value = (_iterated if is_unpacked else Compiler.expression)(compiler, node.value)
    targets = [target(compiler, each, node.value) for each in node.targets]
    if len(targets) == 1:
        [only] = targets
        return lambda frame: only(frame, value(frame))

    def assign(frame: Frame) -> None:
        result = value(frame)
        for each in targets:
            each(frame, result)

    return assign


def _named(compiler: Compiler, node: ast.NamedExpr) -> Evaluate:
    value = compiler.expression(node.value)
    outside = compiler
    depth = 0
    while outside.level.kind == "comprehension":
        outside = Compiler(compiler.interpreter, outside.levels[:-1])
        depth += 1
    assign = store(outside, node.target.id)

    def named(frame: Frame) -> Value:
        result = value(frame)
        assign(_outer(frame, depth), result)
        return result

    return named


def _delete(compiler: Compiler, node: ast.Delete) -> Execute:
    removals = [_removal(compiler, each) for each in node.targets]

    def delete(frame: Frame) -> None:
        for each in removals:
            each(frame)

    return delete


def _removal(compiler: Compiler, node: ast.expr) -> Execute:
    """What is deleted is assigned ABSENT."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return _delete(compiler, ast.Delete(node.elts))
    assign = store(compiler, node.id) if isinstance(node, ast.Name) else target(compiler, node)
    return lambda frame: assign(frame, ABSENT)


def _constant(compiler: Compiler, node: ast.Constant) -> Evaluate:
    value = node.value
    return lambda frame: value


EXPRESSIONS: Final = {ast.Name: load, ast.NamedExpr: _named, ast.Constant: _constant}
STATEMENTS: Final = {ast.Assign: _assign, ast.Delete: _delete}

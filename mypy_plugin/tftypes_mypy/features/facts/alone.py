"""What mypy alone knows nothing of: to it the results of functions without annotations are Any, and most of TensorFlow's.

An error about such a value is one that the program has by us. It has to be proven, as ours are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from mypy import nodes
from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    Type,
    TypeType,
    UnionType,
    get_proper_type,
)

from tftypes_mypy import convert, names
from tftypes_mypy.assignments import GROWS
from tftypes_mypy.syntax import below, is_spread, per_tree, those_of
from tftypes_mypy.unpacking import unpacked

#: The names and attributes that were followed already, with what is known of them on the way to an answer.
_Seen = dict[Var, bool]
#: Of which mypy makes one type of the types of all parts.
_WHOLES: Final = (
    nodes.OpExpr, nodes.UnaryExpr, nodes.ConditionalExpr, nodes.StarExpr, nodes.AwaitExpr, nodes.TupleExpr,
    nodes.ListExpr, nodes.SetExpr, nodes.AssignmentExpr,
)  # fmt: skip
#: Calls that hold the items of what they are given, and those that make pairs of them.
_SAME_ITEMS: Final = names.PROGRESS.union(
    f"builtins.{name}" for name in ("sorted", "reversed", "list", "tuple")
)
_PAIRING: Final = ("builtins.enumerate", "builtins.zip")
_DISPLAYS: Final = (nodes.TupleExpr, nodes.ListExpr, nodes.SetExpr, nodes.DictExpr)
#: Of those in another mypy keeps what they are.
_INNER: Final = (nodes.ListExpr, nodes.SetExpr, nodes.DictExpr)
#: Of what mypy is being asked right now what it makes of it.
_asked: Final[set[Expression]] = set()


def is_unknown(expression: Expression, tree: MypyFile) -> bool:
    """Whether mypy alone may take an expression of a module for Any, or for what it has made of one."""
    return _is_unknown(expression, tree, {})


def is_known_by_us(expression: Expression, tree: MypyFile) -> bool:
    """Whether mypy knows more of an expression by us than alone, or knows it for something of TensorFlow's."""
    return is_unknown(expression, tree) or is_of_tensorflow(type_of(expression))


def is_member(expression: Expression) -> bool:
    """Whether it is asked of something of TensorFlow's: `model.layers`."""
    return isinstance(expression, MemberExpr) and is_of_tensorflow(type_of(expression.expr))


def _is_unknown(expression: Expression, tree: MypyFile, seen: _Seen) -> bool:
    if isinstance(expression, CallExpr):
        function = _of_tensorflow(expression.callee)
        if function is not None:
            is_open = _is_any(function.ret_type)
            given = expression.args if function.variables else []
            return is_open or any(_is_unknown(each, tree, seen) for each in given)
        if _is_of_given(expression, tree, seen):
            return True
        return _is_unknown_call(expression.callee, tree, seen)
    if isinstance(expression, IndexExpr):
        return _is_unknown(expression.base, tree, seen)
    if isinstance(expression, MemberExpr) and not isinstance(expression.node, (FuncDef, TypeInfo)):
        return _is_unknown(expression.expr, tree, seen) or _is_open(expression, tree, seen)
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        # What a test, such as isinstance, has told of a name that may be anything, mypy knows.
        is_told = _is_any(expression.node.type) and not _is_any(type_of(expression))
        return not is_told and _is_unknown_name(expression.node, tree, seen)
    if isinstance(expression, RefExpr) and isinstance(expression.node, Decorator):
        return any(not _tells(each) for each in expression.node.original_decorators)
    if isinstance(expression, (nodes.ListComprehension, nodes.SetComprehension)):
        return _is_unknown(expression.generator.left_expr, tree, seen)
    if isinstance(expression, GeneratorExpr):
        return _is_unknown(expression.left_expr, tree, seen)
    if isinstance(expression, nodes.DictionaryComprehension):
        return _is_unknown(expression.value, tree, seen)
    if isinstance(expression, _DISPLAYS):
        kinds = {is_of_tensorflow(type_of(part)) for part in parts_of(expression)}
        if len(kinds) == 2:
            return True  # to mypy alone some of it may be anything, and so may what is beside that
    return any(_is_unknown(part, tree, seen) for part in parts_of(expression))


def parts_of(expression: Expression) -> list[Expression]:
    """The parts of which one that is unknown makes the whole unknown: mypy joins it with the others."""
    if isinstance(expression, nodes.DictExpr):
        return [value for _, value in expression.items]
    parts = below(expression, []) if isinstance(expression, _WHOLES) else []
    return [part for part in parts if isinstance(part, Expression) and not isinstance(part, _INNER)]


def _of_tensorflow(callee: Expression) -> CallableType | None:
    """The signature of a function of TensorFlow as its stub has it, which tells what it returns, or of what."""
    node = callee.node if isinstance(callee, RefExpr) else None
    if not isinstance(node, FuncDef) or not node.fullname.startswith("tensorflow."):
        return None
    return node.type if isinstance(node.type, CallableType) else None


def _is_unknown_call(callee: Expression, tree: MypyFile, seen: _Seen) -> bool:
    if isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo):
        return is_wrapped(callee.node)
    if isinstance(callee, RefExpr) and callee.fullname.startswith("tensorflow."):
        return True
    if isinstance(callee, RefExpr) and isinstance(callee.node, (FuncDef, Decorator)):
        return is_untold(callee.node)
    if isinstance(callee, MemberExpr):
        method = member(callee)
        if isinstance(method, (FuncDef, Decorator)) and is_untold(method):
            return True
    return _is_unknown(callee, tree, seen)


def _is_of_given(call: CallExpr, tree: MypyFile, seen: _Seen) -> bool:
    """Whether mypy makes what is returned of what is given, and that is unknown: `copy.deepcopy(x)`, `dict(a=x)`."""
    callee = call.callee
    node = callee.node if isinstance(callee, RefExpr) else None
    if isinstance(callee, MemberExpr) and node is None:
        node = member(callee)
    if isinstance(node, TypeInfo) and node.fullname != "builtins.map":
        return bool(node.type_vars) and any(_is_unknown(each, tree, seen) for each in call.args)
    return _is_generic(node) and any(_gives(each, tree, seen) for each in call.args)


def _is_generic(node: Node | None) -> bool:
    if isinstance(node, TypeInfo):
        return bool(node.type_vars)
    declared = getattr(node, "type", None)
    return isinstance(declared, FunctionLike) and any(each.variables for each in declared.items)


def _gives(argument: Expression, tree: MypyFile, seen: _Seen) -> bool:
    """Whether an argument is unknown, or a function that returns what is: `pool.map(f, x)`."""
    if isinstance(argument, nodes.LambdaExpr):
        return _is_unknown(argument.expr(), tree, seen)
    if isinstance(argument, RefExpr) and isinstance(argument.node, (FuncDef, Decorator)):
        return is_untold(argument.node)
    return _is_unknown(argument, tree, seen)


def is_of_tensorflow(typ: Type | None) -> bool:
    """Whether it is a function or class of TensorFlow's, or an object of one, also of one that derives from it.

    To mypy alone that is Any: it may stand where anything else does.
    """
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        return any(map(is_of_tensorflow, proper.items))
    if isinstance(proper, TypeType):
        return is_of_tensorflow(proper.item)
    if isinstance(proper, CallableType) and not proper.is_type_obj():
        made = proper.definition
        return made is not None and made.fullname.startswith("tensorflow.")
    if isinstance(proper, CallableType):
        return derives(proper.type_object())
    if isinstance(proper, Instance) and proper.type.fullname == "functools.partial":
        return any(map(is_of_tensorflow, proper.args))
    return isinstance(proper, Instance) and derives(proper.type)


def derives(info: TypeInfo) -> bool:
    """Whether a class is TensorFlow's, or derives from one."""
    return any(base.fullname.startswith("tensorflow.") for base in info.mro)


def is_wrapped(made: TypeInfo) -> bool:
    """Whether nobody has said what a decorator makes of `__init__`: to mypy, what the class makes is Any then."""
    init = made.get("__init__")
    return init is not None and isinstance(init.node, Decorator) and is_untold(init.node)


def is_untold(function: FuncDef | Decorator) -> bool:
    """Whether no annotation tells what a function of the program returns."""
    if isinstance(function, Decorator):
        return is_untold(function.func) or not all(map(_tells, function.original_decorators))
    if function.fullname.startswith(("tensorflow.", "numpy.", "builtins.", "typing.")):
        return False
    declared = function.type
    return not isinstance(declared, CallableType) or _is_any(declared.ret_type)


def _tells(decorator: Expression) -> bool:
    """Whether mypy knows what a decorator makes of a function."""
    callee = decorator.callee if isinstance(decorator, CallExpr) else decorator
    node = callee.node if isinstance(callee, RefExpr) else None
    return not isinstance(node, (FuncDef, Decorator)) or not is_untold(node)


def is_made_by_tensorflow(method: Node | None) -> bool:
    """Whether it is what a decorator of TensorFlow's makes; in a module from mypy's cache its type tells."""
    return isinstance(method, Decorator) and (
        is_of_tensorflow(method.type) or any(map(_is_tensorflows, method.original_decorators))
    )


def _is_tensorflows(decorator: Expression) -> bool:
    made_by = decorator.callee if isinstance(decorator, CallExpr) else decorator
    while isinstance(made_by, MemberExpr):
        made_by = made_by.expr
    return isinstance(made_by, NameExpr) and made_by.fullname.partition(".")[0] == names.TF


def member(expression: MemberExpr) -> Node | None:
    """The method or the attribute that is asked of an object, or of a class."""
    asked = expression.expr.node if isinstance(expression.expr, RefExpr) else None
    if isinstance(asked, TypeInfo):
        of_class = asked.get(expression.name)
        return of_class.node if of_class is not None else None
    owner = type_of(expression.expr)
    symbol = owner.type.get(expression.name) if isinstance(owner, Instance) else None
    return symbol.node if symbol is not None else None


def _is_open(attribute: MemberExpr, tree: MypyFile, seen: _Seen) -> bool:
    """Whether nobody annotated an attribute, and something unknown is assigned to it."""
    var = member(attribute)
    if isinstance(var, Decorator) and var.func.is_property:
        return is_untold(var)
    if not isinstance(var, Var):
        return False
    if not var.is_inferred or _is_any(var.type):
        return _is_any(var.type)
    if var not in seen:
        seen[var] = False
        seen[var] = _are_unknown(assigned_to(attribute.name, tree), tree, seen)
    return seen[var]


def _are_unknown(values: Iterable[Expression], tree: MypyFile, seen: _Seen) -> bool:
    """Whether all values are unknown: of one that is not, mypy makes a type of its own."""
    values = list(values)
    return bool(values) and all(_is_unknown(value, tree, seen) for value in values)


def assigned_to(attribute: str, tree: MypyFile) -> Sequence[Expression]:
    """All that a module assigns to attributes of this name."""
    return _assigned(tree).get(attribute, ())


@per_tree
def _assigned(tree: MypyFile) -> Mapping[str, Sequence[Expression]]:
    """What is assigned to attributes, by their names."""
    found: dict[str, list[Expression]] = {}
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, MemberExpr):
                found.setdefault(target.name, []).append(statement.rvalue)
    return found


def _is_unknown_name(var: Var, tree: MypyFile, seen: _Seen) -> bool:
    if not var.is_inferred:
        return convert.may_be_any(var.type)
    if var not in seen:
        seen[var] = convert.may_be_any(var.type)
        others = [value for value in _bound(tree).get(var, ()) if not _is_made_of(value, var)]
        seen[var] = _are_unknown(others, tree, seen) or any(
            _is_unknown(value, tree, seen) for value in _put_in(tree).get(var, ())
        )
    return seen[var]


def _is_made_of(value: Expression, var: Var) -> bool:
    """`x[0]`, `x.batch(2)`, `tf.pad(x, ...)`, which tells of `x` no more than was known before."""
    if isinstance(value, CallExpr) and _of_tensorflow(value.callee) is not None:
        return any(_is_made_of(each, var) for each in value.args)
    if isinstance(value, CallExpr):
        return isinstance(value.callee, MemberExpr) and _is_made_of(value.callee, var)
    if isinstance(value, (IndexExpr, MemberExpr)):
        return _is_made_of(value.base if isinstance(value, IndexExpr) else value.expr, var)
    return isinstance(value, NameExpr) and value.node is var


@per_tree
def _bound(tree: MypyFile) -> Mapping[Var, Sequence[Expression]]:
    """What names are bound to, whole or in parts."""
    found: dict[Var, list[Expression]] = {}
    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            _bind(target, statement.rvalue, found)
    for loop in those_of(tree, ForStmt):
        _bind_item(loop.index, loop.expr, found)
    for named in those_of(tree, nodes.AssignmentExpr):
        _bind(named.target, named.value, found)
    comprehensions = those_of(tree, GeneratorExpr), those_of(tree, nodes.DictionaryComprehension)
    for generator in chain[GeneratorExpr | nodes.DictionaryComprehension](*comprehensions):
        for index, sequence in zip(generator.indices, generator.sequences):
            _bind_item(index, sequence, found)
    return found


def _bind_item(target: Node, sequence: Expression, found: dict[Var, list[Expression]]) -> None:
    """`for row in sorted(rows)`, `for i, row in enumerate(rows)`, `for a, b in zip(x, y)`: what each is an item of."""
    callee = sequence.callee if isinstance(sequence, CallExpr) else None
    name = callee.fullname if isinstance(callee, RefExpr) else ""
    if not isinstance(sequence, CallExpr) or not sequence.args or is_spread(sequence):
        _bind(target, sequence, found)
    elif name in _SAME_ITEMS:
        _bind_item(target, sequence.args[0], found)
    elif name in _PAIRING and isinstance(target, TupleExpr):
        own = [sequence, *sequence.args] if name == _PAIRING[0] else sequence.args
        for part, each in zip(target.items, own):
            _bind_item(part, each, found)
    else:
        _bind(target, sequence, found)


def _bind(target: Node, value: Expression, found: dict[Var, list[Expression]]) -> None:
    if isinstance(target, nodes.StarExpr):
        target = target.expr
    if isinstance(target, (TupleExpr, nodes.ListExpr)):
        for part, item in zip(target.items, unpacked(target, value)):
            _bind(part, value if item is None else item, found)
    elif (var := _variable(target)) is not None:
        found.setdefault(var, []).append(value)


def bound_to(name: Expression, tree: MypyFile) -> Sequence[Expression]:
    """All that a module binds a variable to; nothing for what is no name of one."""
    var = _variable(name)
    return () if var is None else _bound(tree).get(var, ())


def put_in(container: Expression, tree: MypyFile) -> Sequence[Expression]:
    """What a module puts into what a name or an attribute stands for."""
    key = container.name if isinstance(container, MemberExpr) else _variable(container)
    return () if key is None else _put_in(tree).get(key, ())


@per_tree
def _put_in(tree: MypyFile) -> Mapping[Var | str, Sequence[Expression]]:
    """What is put into what names stand for, and attributes by their names."""
    found: dict[Var | str, list[Expression]] = {}

    def put(container: Expression, values: Iterable[Expression]) -> None:
        key = container.name if isinstance(container, MemberExpr) else _variable(container)
        if key is not None:
            found.setdefault(key, []).extend(values)

    for statement in those_of(tree, AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, IndexExpr):
                put(target.base, [statement.rvalue])
    for call in those_of(tree, CallExpr):
        callee = call.callee
        if isinstance(callee, MemberExpr) and callee.name in GROWS:
            put(callee.expr, call.args)
    return found


def _variable(node: Node) -> Var | None:
    """The variable whose name it is."""
    found = node.node if isinstance(node, NameExpr) else None
    return found if isinstance(found, Var) else None


def type_of(expression: Expression) -> ProperType | None:
    """What mypy makes of an expression, while it reports something of it."""
    checker = checker_state.type_checker
    if not isinstance(checker, TypeChecker):
        return None
    typ = checker.lookup_type_or_none(expression)
    # In what is returned, and in a list that it looks at again, mypy is asked anew: of what it is not asking us for.
    if typ is None and expression not in _asked:
        is_deferred = checker.current_node_deferred
        _asked.add(expression)
        try:
            with checker.local_type_map, checker.msg.filter_errors():
                typ = checker.expr_checker.accept(expression)
        finally:
            _asked.discard(expression)
        checker.current_node_deferred = is_deferred
    return get_proper_type(typ)


def _is_any(typ: Type | None) -> bool:
    return isinstance(get_proper_type(typ), AnyType)

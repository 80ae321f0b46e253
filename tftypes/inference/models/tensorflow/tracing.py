"""Running a callable as TensorFlow traces it: tensors are symbols of a graph, Python's values are what they are."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference import structs
from tftypes.inference.graphs import DATASET, FUNCTION, STEPS, GraphKind
from tftypes.inference.interpreter import effects, provenance
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.hashing import has_hash, is_known
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.loop_names import around
from tftypes.inference.interpreter.rules import tensor_of, to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.values import Among
from tftypes.inference.models.tensorflow.replicas import count_of, in_each, value_of_each
from tftypes.inference.models.tensorflow.structures import map_leaves, parts
from tftypes.inference.models.tensorflow.traces import is_repeated
from tftypes.inference.objects import (
    Class,
    Container,
    Function,
    Instance,
    Trace,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import Bound, Mapped, OneOf, Tensor

#: The slot of a trace that says whether a variable was made in it.
MADE: Final = "variables"
#: The slot of the program's state with what makes variables here in the place of TensorFlow, the innermost last.
CREATORS: Final = "creators"
#: The slot of a trace that says that no variable may be made in it.
SEALED: Final = "sealed"
#: What that slot has where the function has a trace for sure.
LATER: Final = "later"
#: The switch with the birth before which layers are built when Keras runs the layer around them once before its call.
RUN_FIRST: Final = "run first"
#: The slot of an object that was made in a graph: where.
MADE_AT: Final = "<made at>"
_GRAPH_KINDS: Final = ("tensor", "ragged", "sparse", "indexed_slices")


@dataclass(frozen=True)
class Made:
    """Where something is made: the call, its file, and the calls that lead to it."""

    node: ast.AST
    path: str
    chain: tuple[tuple[Any, str, ast.AST], ...]

    def outside(self) -> Made:
        """The call of a class in whose `__init__` it is made, if it is made in one."""
        made = self
        while made.chain and made.chain[-1][0].name == "__init__":
            _, path, node = made.chain[-1]
            made = Made(node, path, made.chain[:-1])
        return made


def traced_call(
    interpreter: Interpreter,
    function: Value,
    call: Call,
    *,
    kind: GraphKind,
    autograph: bool = True,
    convert: bool = True,
) -> Value:
    """The result of a callable that is traced for these arguments, as the code around gets it.

    `autograph` says whether AutoGraph converts the callable, `kind` what traces it, for messages, and `convert` whether
    arrays become tensors on the way in and everything a tensor on the way out, as in a tf.function. Raises Exit where
    it does not come back.
    """
    trace = Trace(interpreter.trail, interpreter.trace, kind)
    result = run_in(interpreter, trace, function, call, autograph, convert)
    is_function = kind is DATASET or kind in STEPS.values()
    if is_function and trace.outer is None and trace.read(MADE, False):  # it is traced again
        trace = Trace(interpreter.trail, None, kind)
        interpreter.write(trace, SEALED, True)
        result = run_in(interpreter, trace, function, call, autograph, convert)
    if kind is DATASET:  # the graph runs for each element
        effects.report_again(interpreter, trace)
    return map_leaves(interpreter, partial(leaving, interpreter, convert=convert), result)


def check_callback(
    function: Value, count: int, argument: str, hint: str | None = None, hands_on: bool = False
) -> None:
    """A callback that is called with `count` arguments. Raises OpError where it cannot be.

    One that hands on what it is given returns all of it, where it changes a part.
    """
    target, bound = resolve(function), 0
    if isinstance(target, TensorType) or python_type(target) is not None:
        words = f"expected a function, got {describe(to_rule(target))}"
        raise OpError("tf-signature", words, argument, f"lambda: {argument} is one")
    while isinstance(target, Bound) and not isinstance(target.function, str):
        target, bound = resolve(target.function), bound + 1
    if not isinstance(target, Function) or target.code.vararg is not None:
        return
    most = len(target.code.positional) - bound
    least = most - sum(name in target.defaults for name in target.code.positional)
    if not least <= count <= most:
        words = f"takes {most} argument{'s' * (most != 1)}, is called with {count}"
        raise OpError(
            "tf-signature", words, argument, hint or _taking(target, count, bound, hands_on)
        )


def _taking(function: Function, count: int, bound: int, hands_on: bool) -> str | None:
    """The head of a function that takes so many arguments, with the names that it has for them."""
    own = function.code.positional
    others = [each for each in "xyzuvw" if each not in own]
    names = [*own, *others][: count + bound]
    if len(names) < count + bound or not count:
        return None
    takes = "takes it" if count == 1 else "takes them"
    is_lambda = function.code.name == "<lambda>"
    result = "..."
    keys = _keys(function.code.node, own[-1]) if len(own) == bound + 1 else []
    if len(keys) == count:  # of a dict, and these are its values
        names = [*own[:-1], *keys]
    elif len(own) == bound + 1 and _is_taken_apart(function.code.node, own[-1], count):
        names = [*own[:-1], f"*{own[-1]}"]  # the body takes it for the tuple of them
    elif hands_on and own[bound:] and names[len(own) :]:
        result = f"..., {', '.join(names[len(own) :])}"
        result = f"({result})" if is_lambda else f"return {result}"
    if is_lambda:
        return f"lambda {', '.join(names)}: {result} {takes}"
    return f"def {function.code.name}({', '.join(names)}): {result} {takes}"


def _uses(function: ast.AST, name: str) -> tuple[list[ast.Name], dict[ast.expr, Any]]:
    """Where a function names a parameter, and the constant keys under which it takes items of something."""
    inside = [*ast.walk(function)]
    items = {
        each.value: each.slice.value
        for each in inside
        if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant)
    }
    return [each for each in inside if isinstance(each, ast.Name) and each.id == name], items


def _keys(function: ast.AST, name: str) -> list[str]:
    """The keys that a function reads of a parameter, where it does nothing else with that and they are names."""
    uses, items = _uses(function, name)
    keys = [
        items.get(each) for each in sorted(uses, key=lambda each: (each.lineno, each.col_offset))
    ]
    found = [each for each in dict.fromkeys(keys) if isinstance(each, str) and each.isidentifier()]
    return found if len(found) == len({*keys}) else []


def _is_taken_apart(function: ast.AST, name: str, count: int) -> bool:
    """Whether a function unpacks a parameter, or takes its items alone, as many as a tuple of so many has."""
    uses, items = _uses(function, name)
    if uses and all(each in items for each in uses):
        return {items[each] for each in uses} == {*range(count)}
    unpacked = {
        each.value: len(each.targets[0].elts)
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Tuple)
    }
    return bool(uses) and all(unpacked.get(each) == count for each in uses)


def run_in(
    interpreter: Interpreter,
    trace: Trace,
    function: Value,
    call: Call,
    autograph: bool = True,
    convert: bool = True,
) -> Value:
    """The result of a callable as the graph has it."""
    enter = partial(entering, interpreter, trace, convert=convert)
    call = call.with_values(map_leaves(interpreter, enter, each) for each in call.values)
    before = [contents(interpreter, each) for each in call.values]
    with interpreter.tracing(trace, autograph):
        result = interpreter.dispatch(function, call)
    after = [contents(interpreter, each) for each in call.values]
    if trace.kind is FUNCTION:
        check_unchanged(interpreter, before, after, call.node)
    return result


def check_unchanged(
    interpreter: Interpreter, before: Sequence[Value], after: Sequence[Value], node: ast.AST
) -> None:
    """A tf.function may not change the lists and dicts that it is given."""
    if any(map(_is_changed, before, after)):
        words = "a traced function changes a list or dict that it is given: change a copy of it"
        interpreter.refuse(node, "tf-trace", words)


def contents(interpreter: Interpreter, value: Value) -> Value:
    """What a structure of lists and dicts holds now."""
    value = resolve(value)
    if isinstance(value, Container) and value.kind in ("list", "dict"):
        return (
            value,
            value.contents,
            [contents(interpreter, each) for each in parts(interpreter, value) or ()],
        )
    return None


def _is_changed(before: Value, after: Value) -> bool:
    """Whether a list or dict is for sure another one: what nobody knows any more may be what it was."""
    old, new = (None if each is None else _items(each[1]) for each in (before, after))
    if old is None or new is None:
        return False
    replaced = (key for key in new if old.get(key, ABSENT) is not new[key])
    return (
        old.keys() != new.keys()
        or any(not is_unknown(new[key]) and type(new[key]) is not OneOf for key in replaced)
        or any(map(_is_changed, before[2], after[2]))
    )


def _items(contents: Value) -> Mapping[Any, Value] | None:
    """What a list or dict holds; None where that is not all known."""
    if isinstance(contents, Mapped):
        return contents.known if contents.is_whole else None
    return dict(enumerate(contents)) if isinstance(contents, tuple) else None


def entering(
    interpreter: Interpreter, trace: Trace, value: Value, *, convert: bool = True
) -> Value:
    """An argument as the body of a traced function gets it."""
    if isinstance(value, Struct):
        return replace(value, trace=trace, is_row=False)
    if not isinstance(value, TensorType) or value.kind == "variable":
        return value
    if value.kind == "array":
        if not convert or value.dtype.is_known and value.dtype.name is None:
            return value
        return Tensor(value.dtype, value.shape, trace=trace, sources=frozenset())
    if value.kind not in _GRAPH_KINDS:
        return value
    # what is recorded from here on begins with it where nothing was recorded before
    sources = provenance.sources_of(interpreter.tapes, value) if interpreter.tapes else frozenset()
    known = {"value": value.value} if isinstance(value.value, Among) else {}
    return Tensor.of(value, value.shape, trace=trace, identity=None, sources=sources, **known)


def leaving(interpreter: Interpreter, value: Value, *, convert: bool = True) -> Value:
    """A result of a traced function as its caller gets it."""
    if (each := value_of_each(value)) is not ABSENT:
        outside = map_leaves(interpreter, partial(leaving, interpreter, convert=convert), each)
        return in_each(interpreter, outside, count_of(value))
    if isinstance(value, Struct):
        return replace(structs.as_element(value), trace=interpreter.trace)
    if isinstance(value, TensorType) and value.kind in _GRAPH_KINDS:
        return Tensor.of(value, trace=interpreter.trace, identity=None)
    if convert and (isinstance(value, TensorType) or python_type(value) is not None):
        made = tensor_of(value)
        return value if made is None else interpreter.made(made, [value], "read")
    return value


#: What lets TensorFlow look into an object.
_STRUCTURED: Final = ("__tf_flatten__", "__tf_tracing_type__", "_type_spec", "__attrs_attrs__")
#: What stands for another object.
_WRAPPED: Final = "__wrapped__"


def no_argument(value: Value) -> str | None:
    """What a value is that no trace can be told from others by; None where one may."""
    cls = _opaque(value)
    if cls is None or cls.find(_WRAPPED) or has_hash(value) is not False:
        return None
    remedy = (
        "give the dataclass __tf_flatten__ and __tf_unflatten__"
        if "fields" in cls.facts
        else "its class defines __eq__ without __hash__"
    )
    return f"no object of class {cls.name}, which has no hash: {remedy}"


def no_result(value: Value, with_records: bool = False) -> str | None:
    """What a value is that no graph gives; None where a graph may give it, as dataclasses with `with_records`."""
    if isinstance(value, Function):
        return "a function"
    cls = _opaque(value)
    if cls is None or with_records and "fields" in cls.facts:
        return None
    return f"an object of class {cls.name}"


def _opaque(value: Value) -> Class | None:
    """The class of an object into which TensorFlow cannot look."""
    if not isinstance(value, Instance) or not is_known(value) or not isinstance(value.cls, Class):
        return None
    return None if any(value.cls.find(each) for each in _STRUCTURED) else value.cls


def variable_made(
    interpreter: Interpreter,
    node: ast.AST,
    maker: Instance | None = None,
    before: str = "a call of it",
) -> None:
    """A variable is made here, which a graph may do when it is made for the first time, and then never again.

    An object of Keras' makes it; what is older than the graph makes its variables but once, or `before` makes them.
    """
    trace = interpreter.trace
    if trace is None or is_repeated(trace) or interpreter.switches.read(CREATORS, ()):
        return
    root = trace.root
    if maker is not None and maker.birth <= root.birth:
        if root.read(SEALED, False) == LATER:
            name = str(class_name(maker)).rpartition(".")[2]
            words = f"this {name} makes its variables in a later trace of a tf.function, which can make none"
            words += f"; {before} makes them before the function is called"
            interpreter.refuse(node, "tf-state", words, "builtins.ValueError")
        return
    if maker is not None and is_put_off(interpreter, maker):
        return
    if maker is not None and maker.read(MADE_AT) is ABSENT:
        note_made(interpreter, maker, node)
    if root.read(SEALED, False):
        _refuse_made(interpreter, node, maker, _IN_EACH)
    interpreter.write(root, MADE, True)


def is_put_off(interpreter: Interpreter, maker: Instance) -> bool:
    """Whether the variables of a layer are made outside of the graph: Keras runs the layer around it for that first."""
    trace = interpreter.trace
    is_new = trace is not None and maker.birth > trace.root.birth
    return is_new and maker.birth <= interpreter.switches.read(RUN_FIRST, 0)


def refuse_unkept(interpreter: Interpreter, node: ast.AST, maker: Instance) -> None:
    """A layer assigns variables that nobody has made: the layer around it is made anew in each call."""
    words = "a layer that is made in call() has no moving averages to assign: make it once"
    _refuse_made(interpreter, node, maker, words, "builtins.AttributeError")


def _refuse_made(
    interpreter: Interpreter,
    node: ast.AST,
    maker: Instance | None,
    words: str,
    exception: str = "builtins.ValueError",
) -> None:
    """Refuses what makes variables where it is made itself."""
    place = Made(node, interpreter.path, tuple(interpreter.chain))
    if maker is not None:
        place = maker.read(MADE_AT, place).outside()
    is_within = any(each is place.node for each in ast.walk(node))
    with interpreter.running(place.path, place.chain):
        told = f"{words}, {_once(interpreter, place.node, maker is not None)}"
        interpreter.refuse(node if is_within else place.node, "tf-state", told, exception)


_IN_EACH: Final = "a variable is made in each trace of a tf.function: make it once"


def _once(interpreter: Interpreter, made: ast.AST, is_layer: bool) -> str:
    """What makes a variable once, or a layer that has one, of which Keras takes no new ones in call()."""
    code, scope = ast.unparse(made), interpreter.current_scope
    given = scope.args.args if isinstance(scope, ast.FunctionDef) else []
    if scope is None or all(each.arg != "self" for each in given):
        return "before the function is called"
    names = [name for name, values in bound_in(scope).items() if made in values]
    kept = f"self.{names[0] if len(names) == 1 else 'v'}"
    if not is_layer:
        return f"in __init__, or as `if not hasattr(self, {kept[5:]!r}): {kept} = {code}`, and use {kept}"
    if (loop := around(scope, made)) is not None:
        rounds = f"for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}"
        return f"as `{kept} = [{code} {rounds}]` in __init__, and use one of them in each round"
    return f"as `{kept} = {code}` in __init__, and use {kept}"


def note_made(interpreter: Interpreter, made: Instance, node: ast.AST) -> None:
    """An object that may make variables is made while a graph is traced."""
    if interpreter.trace is not None:
        interpreter.write(made, MADE_AT, Made(node, interpreter.path, tuple(interpreter.chain)))

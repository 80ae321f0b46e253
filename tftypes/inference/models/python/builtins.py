"""Builtin functions."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.algebra import Expr, Shape, TensorType
from tftypes.inference import declarations as declared
from tftypes.inference.interpreter import scalars
from tftypes.inference.interpreter.comprehensions import distinct, is_mapping, mapped, mapping_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.exceptions import tried
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.instances import is_instance, is_subclass
from tftypes.inference.interpreter.resumption import Lazy, advance, end, iterated
from tftypes.inference.interpreter.sequences import any_row, merged
from tftypes.inference.interpreter.subscripts import index
from tftypes.inference.interpreter.tables import Call, Model, Raised, giving, making
from tftypes.inference.lattice import all_items, any_of, join, join_all
from tftypes.inference.models.python.generators import iterator_of_class, over, until
from tftypes.inference.models.python.numbers import _INT
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    CLASS,
    FAULT,
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Value,
    is_iterator,
    plain,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.structs import Struct
from tftypes.inference.values import (
    NOT_IMPLEMENTED,
    Bound,
    Dataset,
    Descriptor,
    Mapped,
    Native,
    OneOf,
    Partial,
    Range,
    Seq,
    Spread,
    count_of,
)


def _length(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "obj"))
    if isinstance(value, OneOf):  # an object may say another number than it gives items
        return interpreter.each(lambda each: _length(interpreter, call.with_values([each])), value)
    cls = value.cls if isinstance(value, Instance) else None
    value = value if isinstance(cls, Class) and cls.find("__len__") else plain(value)
    scalars.check_length(interpreter, value, call.node, interpreter.converted)
    if isinstance(value, (TensorType, Struct)):
        size = None if value.shape.rank == 0 else value.shape[0]
        return size if isinstance(size, (int, Expr)) else _INT
    if isinstance(value, Shape):
        return _INT if value.rank is None else value.rank
    if isinstance(value, Class) and (members := value.facts.get("iterated")) is not None:
        return len(members)
    if isinstance(value, Dataset) or (
        isinstance(value, (Instance, Class)) and interpreter.has_method(value, "__len__")
    ):
        found = interpreter.method(value, "__len__", [], call.node)
        # Python takes the int of a tensor that is returned.
        return index(interpreter, found, call.node)
    items = interpreter.items(value)
    count = None if items is None else count_of(items)
    return _INT if count is None else count


def _range(interpreter: Interpreter, call: Call) -> Value:
    args = [
        index(interpreter, each, call.node) if isinstance(each, Instance) else each
        for each in map(resolve, call.args)
    ]
    args = [
        each.value if isinstance(each, TensorType) and isinstance(each.value, int) else each
        for each in args
    ]
    if None in args[:2]:
        instead = "tf.shape(x)[i] is a size while a graph is traced"
        if not interpreter.converted:  # no loop over tensors there
            instead = "tf.map_fn(function, x) goes through the rows of x"
        words = f"range() takes ints, got None: {instead}"
        interpreter.refuse(call.node, "tf-value", words, "builtins.TypeError")
        return TOP
    if len(args) == 1:
        return Range(0, args[0])
    return Range(*args) if len(args) in (2, 3) else TOP


def _collection(kind: str, interpreter: Interpreter, call: Call) -> Value:
    items = interpreter.some_items(call.args[0]) if call.args else ()
    if kind == "tuple":
        return items
    return interpreter.list(distinct(items) if kind == "set" else items, kind)


def new_dict(interpreter: Interpreter, call: Call) -> Container:
    """`dict(mapping, **items)`."""
    return interpreter.list(with_items_of(interpreter, Mapped({}), call), "dict")


def with_items_of(interpreter: Interpreter, contents: Mapped, call: Call) -> Mapped:
    """The contents of a dict with the items that `update`, or `dict`, is called with."""
    if call.args:
        contents = merged(contents, as_mapping(interpreter, call.args[0]))
    named = {name: value for name, value in call.kwargs.items() if name != "**"}
    return merged(contents, Mapped(named, frozenset(), call.kwargs.get("**", ABSENT)))


def as_mapping(interpreter: Interpreter, value: Value) -> Mapped:
    """The contents of a dict made of a mapping or of pairs."""
    value = plain(value)
    if is_mapping(interpreter, value):
        return mapping_of(interpreter, value)
    pairs = interpreter.known_items(value)
    if pairs is None:
        each = interpreter.any_item(value)
        parts = interpreter.known_items(each)
        return Mapped({}, frozenset(), parts[1] if parts is not None and len(parts) == 2 else TOP)
    split = [interpreter.known_items(each) for each in pairs]
    if any(each is None or len(each) != 2 for each in split):
        return Mapped({}, frozenset(), TOP)
    return mapped([(each[0], each[1]) for each in split if each is not None])


def _zip(interpreter: Interpreter, call: Call) -> Value:
    parts = [interpreter.items(each) for each in call.args]
    sources = [each for each in map(resolve, call.args) if isinstance(each, Container)]
    if any(sources.count(each) > 1 and is_iterator(each) for each in sources):
        return _rows_of_one(interpreter, sources, len(call.args))
    if parts and all(isinstance(each, tuple) for each in parts):
        return interpreter.list(tuple(zip(*parts)), "iterator")
    lengths = [len(each) for each in parts if isinstance(each, tuple)]
    row = any_row(interpreter.any_item, call.args)
    if lengths and all(each is not None for each in parts):
        rows = tuple(
            tuple(
                each[i]
                if isinstance(each, tuple)
                else each.prefix[i]
                if i < len(each.prefix)
                else column
                for each, column in zip(parts, row)
            )
            for i in range(min(lengths))
        )
        return interpreter.list(rows if len(rows) <= 8 else Seq((), join_all(rows)), "iterator")
    return interpreter.list(Seq((), row), "iterator")


def _rows_of_one(interpreter: Interpreter, sources: list[Container], count: int) -> Value:
    """`zip(i, i)`: an iterator takes its items in turn."""
    items = interpreter.items(sources[0])
    if isinstance(items, tuple) and sources.count(sources[0]) == count:
        rows = [items[i : i + count] for i in range(0, len(items) - count + 1, count)]
        return interpreter.list(tuple(rows), "iterator")
    return interpreter.list(Seq((), (TOP,) * count), "iterator")


def _enumerate(interpreter: Interpreter, call: Call) -> Value:
    items, start = interpreter.items(call.get(0, "iterable")), resolve(call.get(1, "start", 0))
    if isinstance(items, tuple) and isinstance(start, int):
        return interpreter.list(
            tuple((start + i, each) for i, each in enumerate(items)), "iterator"
        )
    return interpreter.list(
        Seq((), (_INT, interpreter.any_item(call.get(0, "iterable")))), "iterator"
    )


def _map(interpreter: Interpreter, call: Call) -> Value:
    function, *columns = call.args
    if call.is_open:  # nobody knows from how many each row is
        return Seq((), interpreter.call(function, [Spread(TOP)], {}, call.node))
    sources = [iterated(interpreter, each) for each in columns]

    def step() -> Value:
        row = [_taken(interpreter, each) for each in sources]
        return ABSENT if ABSENT in row else interpreter.call(function, row, {}, call.node)

    return _lazily(interpreter, Lazy(step, lambda: _mapped(interpreter, function, sources, call)))


def _taken(interpreter: Interpreter, source: Value) -> Value:
    return advance(interpreter, source) if is_iterator(source) else ABSENT


def _lazily(interpreter: Interpreter, lazy: Lazy) -> Value:
    made = interpreter.list((), "iterator")
    interpreter.write(made, PENDING, lazy)
    return made


def _mapped(interpreter: Interpreter, function: Value, columns: list[Value], call: Call) -> Value:
    """What a function makes of all the items that are left."""
    parts = [interpreter.taken(each, call.node) for each in columns]
    if parts and all(isinstance(each, tuple) and len(each) <= 64 for each in parts):
        return tuple(interpreter.call(function, row, {}, call.node) for row in zip(*parts))
    return Seq((), interpreter.call(function, [any_of(each) for each in parts], {}, call.node))


def filtered(wanted: bool, interpreter: Interpreter, call: Call) -> Value:
    """`filter(function, items)`, or the items that it leaves out."""
    function, source = call.args[0], iterated(interpreter, call.args[1])

    def test(_: int, item: Value) -> bool | None:
        is_plain = resolve(function) is None
        found = item if is_plain else interpreter.call(function, [item], {}, call.node)
        return interpreter.condition(found, call.node)

    def step() -> Value:
        while True:
            item = _taken(interpreter, source)
            holds = None if item is ABSENT else test(0, item)
            if holds is wanted:
                return item
            if holds is None:
                left = (*(() if item is ABSENT else (item,)), *all_items(rest()))
                end(interpreter, made, Seq((), join_all(left)) if left else ())
                return ABSENT

    def rest() -> Value:
        left: Value = kept(interpreter, source, wanted, test).contents
        interpreter.drain(source)
        return left

    made = _lazily(interpreter, Lazy(step, rest))
    return made


def kept(
    interpreter: Interpreter, value: Value, wanted: bool, test: Callable[[int, Value], bool | None]
) -> Value:
    """The items for which a test gives what is wanted, by their places and themselves."""
    items = interpreter.known_items(value)
    if items is None or len(items) > 64:
        return interpreter.list(Seq((), interpreter.any_item(value)), "iterator")
    truths = [test(i, each) for i, each in enumerate(items)]
    left = tuple(each for each, holds in zip(items, truths) if holds in (None, wanted))
    return interpreter.list(Seq((), join_all(left)) if None in truths else left, "iterator")


def _reversed(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    if isinstance(value, Instance) and interpreter.has_method(value, "__reversed__"):
        return interpreter.method(value, "__reversed__", [], call.node)
    items = interpreter.items(value)
    if isinstance(items, tuple):
        return interpreter.list(items[::-1], "iterator")
    return interpreter.list(Seq((), interpreter.any_item(call.args[0])), "iterator")


def _isinstance(interpreter: Interpreter, call: Call) -> Value:
    found = is_instance(interpreter, call.args[0], call.args[1])
    return PyValue("bool") if found is None else found


def _issubclass(interpreter: Interpreter, call: Call) -> Value:
    found = is_subclass(interpreter, resolve(call.args[0]), resolve(call.args[1]))
    return PyValue("bool") if found is None else found


def _iter(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    if len(call.args) == 2:
        return until(interpreter, call)
    if isinstance(value, Instance) and interpreter.has_method(value, "__iter__"):
        return interpreter.method(value, "__iter__", [], call.node)
    if isinstance(value, Container) and value.kind in ("iterator", "generator"):
        return value
    if interpreter.items(value) is None:
        interpreter.tables.check_iterable(interpreter, value, call.node, None)
    made = interpreter.list(interpreter.some_items(value), "iterator")
    if isinstance(value, Dataset) and value.fault is not None:
        interpreter.write(made, FAULT, value.fault)
    if isinstance(value, (tuple, Container, Dataset)):
        of_tensors = "tensorflow.data.Iterator" if isinstance(value, Dataset) else None
        interpreter.write(made, CLASS, of_tensors or call.name)
    return made


def _next(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    if isinstance(value, Instance) and interpreter.has_method(value, "__next__"):
        read = partial(interpreter.method, value, "__next__", [], call.node)
        if len(call.args) == 1:
            return read()
        ends, item = tried(interpreter, read, External("builtins.StopIteration"))
        return call.args[1] if ends else join(item, call.args[1]) if ends is None else item
    if isinstance(value, Dataset):
        words = "a Dataset is no iterator; next(iter(dataset)) is its first element"
        interpreter.refuse(call.node, "tf-value", words, "builtins.TypeError")
    if not isinstance(value, Container) or value.kind == "dict":
        return TOP
    interpreter.check_items(value, call.node)
    try:
        item = advance(interpreter, value)
    except Raised:
        if len(call.args) > 1:
            return call.args[1]
        raise
    return interpreter.any_item(value) if item is ABSENT else item


def _callable(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    if isinstance(value, (Function, Bound, Class, Partial, Native)):
        return True
    if isinstance(value, External):
        entry = interpreter.declared.find(value.name)
        return True if isinstance(entry, (declared.Function, declared.Class)) else PyValue("bool")
    if isinstance(value, Instance):
        return (
            interpreter.has_method(value, "__call__")
            or isinstance(value.cls, Class)
            and value.cls.is_open
            and PyValue("bool")
        )
    if isinstance(value, Descriptor):
        return value.kind == "staticmethod"
    is_data = value is None or isinstance(value, (Container, tuple, TensorType))
    return False if is_data or python_type(value) else PyValue("bool")


def _descriptor(kind: str, interpreter: Interpreter, call: Call) -> Value:
    return Descriptor(kind, call.get(0, "fget"), call.get(1, "fset"), call.get(2, "fdel"))


_ITERATORS: Final = {
    "zip": over(slice(None), _zip),
    "enumerate": over(slice(1), _enumerate),
    "map": over(slice(1, None), _map),
    "filter": over(slice(1, None), partial(filtered, True)),
}
FUNCTIONS: Final[dict[str, Model]] = {
    "builtins.len": _length,
    "builtins.range": _range,
    "builtins.list": partial(_collection, "list"),
    "builtins.tuple": partial(_collection, "tuple"),
    "builtins.set": partial(_collection, "set"),
    "builtins.frozenset": partial(_collection, "set"),
    "builtins.dict": new_dict,
    **{f"builtins.{name}": partial(iterator_of_class, each) for name, each in _ITERATORS.items()},
    "builtins.reversed": _reversed,
    "builtins.isinstance": _isinstance,
    "builtins.issubclass": _issubclass,
    "builtins.iter": _iter,
    "builtins.next": _next,
    "builtins.callable": _callable,
    "builtins.property": partial(_descriptor, "property"),
    "builtins.classmethod": partial(_descriptor, "classmethod"),
    "builtins.staticmethod": partial(_descriptor, "staticmethod"),
    "builtins.slice": lambda _, call: slice(*call.args) if 1 <= len(call.args) <= 3 else TOP,
    "builtins.object": making("builtins.object"),
}


#: Every builtin is a name; what is not modelled is called without knowing what it does.
CONSTANTS: Final = {
    **{
        f"builtins.{name}": giving(External(f"builtins.{name}"))
        for name in (*dir(builtins), "reveal_type", "assert_type", "reveal_locals")
    },
    "builtins.Ellipsis": giving(...),
    "builtins.NotImplemented": giving(NOT_IMPLEMENTED),
    "builtins.None": giving(None),
    "builtins.True": giving(True),
    "builtins.False": giving(False),
}

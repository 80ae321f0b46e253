"""What a generator or a PyDataset of the program gives `fit`: tuples of arrays, and how the program writes them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import PENDING
from tftypes.inference.interpreter.resumption import Lazy
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.models.keras.symbols import BATCH
from tftypes.inference.models.tensorflow.generated_specs import code_given
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.structures import is_list, map_leaves
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Instance,
    Value,
    is_unknown,
    resolve,
)
from tftypes.inference.values import is_one


def written(giver: Value, method: str = "__getitem__") -> ast.expr | None:
    """What the program writes behind its one `yield`, or behind the one `return` of a PyDataset's `method`."""
    if isinstance(giver, Instance) and isinstance(giver.cls, Class):
        found = giver.cls.find(method)
        return code_given(found[0], ast.Return) if found else None
    begun = giver.read(PENDING) if isinstance(giver, Container) else None
    if isinstance(begun, Lazy):
        return begun.code
    return code_given(begun[0]) if isinstance(begun, tuple) else None


def parts(code: ast.expr | None, names: Sequence[str]) -> list[str]:
    """How the program writes the parts of a batch, or names that stand for them."""
    if isinstance(code, (ast.Tuple, ast.List)) and len(code.elts) == len(names):
        return [ast.unparse(each) for each in code.elts]
    return [*names]


def check_batch(
    interpreter: Interpreter, giver: Value, batch: Value, code: ast.expr | None
) -> None:
    """A batch is a tuple of arrays, in tuples and dicts. Raises OpError for a list or a tensor, and for lists in it."""
    word, name = (
        ("return", "__getitem__") if isinstance(giver, Instance) else ("yield", "generator")
    )
    is_whole = word == "yield" and (is_list(batch) or is_one(batch))
    contents = getattr(batch, "contents", None) if is_whole else batch
    found = [*map(resolve, contents if isinstance(contents, tuple) else ())]
    if not is_whole and not any(map(is_list, found)):
        return
    shown = parts(code, ("x", "y", "weights")[: len(found)])
    counts = {len(each) for each in (_rows(interpreter, each) for each in found) if each}
    made = [_without_list(interpreter, *each, counts) for each in zip(found, shown)]
    inside = ", ".join(made) or (ast.unparse(code) if code else "x")
    hint = f"{word} ({inside}{',' * (len(made) < 2)})"
    if is_whole:
        words = f"a generator gives tuples, got {'a list' if is_list(batch) else describe(batch)}"
    else:
        words = f"expected arrays in tuples and dicts of {'its' if word == 'return' else 'the'} {name}, got a list"
    raise OpError("tf-value", words, "x", hint)


def _rows(interpreter: Interpreter, value: Value) -> Sequence[Value]:
    """The items of a list of numbers or vectors: each is a row."""
    items = interpreter.known_items(value) if is_list(value) else None
    ranks = [
        each.shape.rank if isinstance(each, TensorType) else None if is_unknown(each) else 0
        for each in map(resolve, items or ())
    ]
    return items or () if any(rank is not None and rank < 2 for rank in ranks) else ()


def _without_list(
    interpreter: Interpreter, value: Value, code: str, counts: Collection[int]
) -> str:
    """A list of inputs as a tuple, and one of rows as an array: there are as many numbers in another list."""
    if not is_list(value):
        return code
    items, made = interpreter.known_items(value), ast.parse(code, mode="eval").body
    is_counted = items is not None and len(items) in counts and not isinstance(made, ast.List)
    if not items or is_counted or _rows(interpreter, value):
        return f"np.array({code})"
    return (
        ast.unparse(ast.Tuple(made.elts, ast.Load()))
        if isinstance(made, ast.List)
        else f"tuple({code})"
    )


def first(interpreter: Interpreter, generator: Container) -> Value:
    """The first batch of a generator, which Keras looks at before it trains."""
    with interpreter.quietly():
        return resolve(
            interpreter.call(External("builtins.next"), [generator], {}, ast.Constant(0))
        )


def as_rows(interpreter: Interpreter, batch: Value) -> Value:
    """The batch that has what is given as its one row."""

    def one(value: Value) -> Value:
        made = tensor_of(value)
        return TOP if made is None else TensorType(made.dtype, Shape.of(BATCH) + made.shape)

    return map_leaves(interpreter, one, batch)

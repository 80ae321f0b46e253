"""Which operands of which ops cannot be ragged, sparse, symbols of Keras, datasets, dicts, iterators or other objects: `python -m tests.oracle.kinds` asks.

In each example of a rule that works, each operand is replaced by one of that kind, alone and together with the others.
Where TensorFlow always fails to make a dense tensor of it, whatever the example, the op does not take that kind. What is
refused for another reason says nothing. The answer is kept in `kinds.json` beside the rules.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tftypes.inference.models.tensorflow import ops
from tftypes.inference.models.tensorflow.ops import RULES, Rule
from tftypes.inference.models.tensorflow.ops.examples import to_python

from . import oracle
from .call_parts import dims, set_dims
from .drawn_rules import is_left_out
from .drawn_untold import operands

TABLE: Final = Path(ops.__file__).with_name("kinds.json")
KINDS: Final = ("ragged", "sparse", "symbol", "dataset", "dict", "object", "iterator")

#: Functions that are to take symbols, though one or the other fails to.
OF_KERAS: Final = re.compile(r"tensorflow\.keras\.(?!backend\.)")
#: What TensorFlow says when it cannot make a tensor of one, in a graph and eagerly.
NO_TENSOR: Final = {
    "ragged": re.compile(
        r"Failed to convert elements of tf\.Ragged|got tf\.Ragged|NOT CONVERTIBLE"
    ),
    "sparse": re.compile(r"Failed to convert elements of Sparse|got SparseTensor|NOT CONVERTIBLE"),
    "symbol": re.compile("KerasTensor|NOT CONVERTIBLE"),
    "dataset": re.compile("Dataset element_spec|NOT CONVERTIBLE"),
    "dict": re.compile(
        "Expected any non-tensor type|of type '(dict|SymbolicTensor)'|NOT CONVERTIBLE"
    ),
    "object": re.compile("<object object|NOT CONVERTIBLE"),
    "iterator": re.compile("<generator object|'generator'|NOT CONVERTIBLE"),
}
NO_ARRAY: Final = {
    "ragged": re.compile("'RaggedTensor' has no len|Failed to convert elements of tf.Ragged"),
    "sparse": re.compile(r"Attempt to convert a value \(SparseTensor"),
    "symbol": re.compile("KerasTensor"),
    "dataset": re.compile("Dataset element_spec"),
    "dict": re.compile("unsupported type .<class 'dict'>"),
    "object": re.compile("unsupported type .<class 'object'>"),
    "iterator": re.compile("unsupported type .<class 'generator'>|'generator' object"),
}

#: What Python says where a function asks what is no list for its items.
NO_ITEMS: Final = re.compile("object is not subscriptable")

#: By parameter, the kinds that are refused.
Refused = dict[str, list[str]]


def refused(rule: Rule) -> Refused:
    """The kinds that a rule's operands cannot be."""
    found: dict[tuple[str, str], bool] = {}
    for parameter, kind, text in cases(rule):
        key = parameter, kind
        found[key] = found.get(key, True) and _fails_for(kind, text)
    rows: Refused = {}
    for (parameter, kind), always in found.items():
        if always:
            rows.setdefault(parameter, []).append(kind)
    return rows


def cases(rule: Rule) -> Iterator[tuple[str, str, str]]:
    """The parameter, the kind, and an example with an operand of that kind there."""
    if next(iter(rule.signature.parameters), None) in ("self", "cls"):
        return
    kinds = [kind for kind in KINDS if kind != "symbol" or not OF_KERAS.match(rule.fullname)]
    for example in rule.examples:
        tree = ast.parse(to_python(example.call), mode="eval")
        if example.error is not None or not _names_its_rule(tree):
            continue
        names = [parameter for parameter, _, _ in operands(tree, rule)]
        for kind in kinds:
            together = _replaced(example.call, rule, range(len(names)), kind)
            for number, parameter in enumerate(names):
                for text in {together, _replaced(example.call, rule, [number], kind)}:
                    if not is_left_out(text):
                        yield parameter, kind, text


def _names_its_rule(tree: ast.Expression) -> bool:
    """Whether the call is not that of a method, whose first operand is elsewhere."""
    return isinstance(tree.body, ast.Call) and ast.unparse(tree.body.func).startswith("tf.")


def _replaced(call: str, rule: Rule, numbers: Sequence[int], kind: str) -> str:
    """The example with some of its operands of another kind, which has two dims at least; a list is iterated over."""
    tree = ast.parse(to_python(call), mode="eval")
    found = list(operands(tree, rule))
    if kind == "iterator":
        assert isinstance(tree.body, ast.Call)
        names = list(rule.signature.parameters)
        for place in {names.index(found[number][0]) for number in numbers}:
            given = tree.body.args[place]
            tree.body.args[place] = ast.Call(ast.Name(kind), [given], [])
        return ast.unparse(tree)
    for _, holder, place in (found[number] for number in numbers):
        tensor = holder[place]
        assert isinstance(tensor, ast.Subscript)
        scalar = isinstance(tensor.slice, ast.Tuple) and not tensor.slice.elts
        sizes = [] if scalar else dims(tensor)
        if any(ast.unparse(size) == "..." for size in sizes):
            sizes = []
        set_dims(tensor, [*(ast.Constant(2) for _ in range(2 - len(sizes))), *sizes])
        holder[place] = ast.parse(f"{kind}({ast.unparse(tensor)})", mode="eval").body
    return ast.unparse(tree).replace("[()]", "[]")


def _fails_for(kind: str, text: str) -> bool:
    """Whether both modes fail for that the operand is no dense tensor.

    Eagerly first: a graph that takes the elements of a dataset one by one is never complete.
    """
    for run, says in ((oracle.run, NO_ARRAY), (oracle.traced, NO_TENSOR)):
        try:
            with warnings.catch_warnings():  # NumPy asks a symbol for its dtype
                warnings.simplefilter("ignore")
                run(text)
        except oracle.REFUSALS as error:
            if not (says[kind].search(str(error)) or NO_ITEMS.search(str(error))):
                return False
        except KeyError:  # a dict that is asked for its first item
            if kind != "dict":
                return False
        except (AttributeError, LookupError, ValueError, SyntaxError):
            return False
        else:
            return False
    return True


def table() -> dict[str, Refused]:
    rows = {name: refused(rule) for name, rule in sorted(RULES.items())}
    return {name: row for name, row in rows.items() if row}


def text(rows: dict[str, Refused]) -> str:
    """One line a function."""
    lines = (f"{json.dumps(name)}: {json.dumps(rows[name], sort_keys=True)}" for name in rows)
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TABLE.write_text(text(table()))

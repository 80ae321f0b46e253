"""Which dtypes and strings each function accepts: the table that the mypy plugin checks calls by.

`python -m generator.accepted` writes it. For tf.raw_ops the op registry tells. All other functions are called, in a
graph, with placeholders of every dtype: a dtype is left out of the table only where each call with it is refused for a
dtype, whatever the dtypes of the other arguments. What is refused for another reason says nothing. Optional arguments may change what is accepted, so the table says which ones
the calls had.
"""

from __future__ import annotations

import inspect
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tensorflow as tf

from . import walk
from .raw_ops import made_of, strings

TABLE = (
    Path(__file__).resolve().parents[2] / "tftypes/inference/models/tensorflow/ops/accepted.json"
)
DTYPES = [
    getattr(tf, name)
    for name in [
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "complex64",
        "complex128",
        "bool",
        "string",
    ]
]
NAMES = [dtype.name for dtype in DTYPES]
#: The dtypes tried for the other arguments, besides the one in question: one of each kind.
KINDS = [tf.float32, tf.float64, tf.int32, tf.int64, tf.uint8, tf.complex64, tf.bool, tf.string]
REFUSED = re.compile(r"not in list of allowed values|[dD]ata ?[tT]ype|dtype|of type|type ")
VALUES = re.compile(r"allowed values: (\"[^:]*\"(?:, \"[^:]*\")*)")
#: Functions of more tensors cannot be tried with all dtypes.
MOST_TENSORS = 2
MODULES = [
    "tensorflow" + (f".{name}" if name else "")
    for name in (
        "", "audio", "bitwise", "image", "io", "linalg", "math", "math.special", "nn", "quantization", "random",
        "signal", "sparse", "strings",
    )
]  # fmt: skip
#: They do something, abort, or take what they take by what is inside, or by chance.
LEFT_OUT = re.compile(
    r"[aA]ssert|print|load_|set_seed|py_function|init_scope|set_global|no_gradient|custom_grad|recompute"
    r"|random_flip|is_non_decreasing|is_strictly_increasing"
)

#: By the function's path: the dtypes of its parameters, the strings, and what alone was passed, None if it is all the same.
Accepted = dict[str, Any]
Table = dict[str, dict[str, Any]]


def of_op(definition: Any, dtype_names: dict[int, str]) -> Accepted:
    """What the op registry says of one of tf.raw_ops."""
    allowed = {attr.name: attr.allowed_values.list.type for attr in definition.attr}
    dtypes = {}
    for arg in definition.input_arg:
        if arg.number_attr or arg.type_list_attr or arg.is_ref:
            continue
        numbers = allowed.get(arg.type_attr) or [arg.type]
        names = sorted(dtype_names[number] for number in numbers if number in dtype_names)
        if names and set(names) & set(NAMES) and set(NAMES) - set(names):
            dtypes[arg.name] = names
    enums = {attr.name: found for attr in definition.attr if (found := list(strings(attr)))}
    return {"dtypes": dtypes, "strings": enums}


def refusal(function: Any, arguments: dict[str, Any]) -> str | None:
    """Why TensorFlow refuses a call; None if it does not."""
    with tf.Graph().as_default():
        given = {
            name: tf.compat.v1.placeholder(value) if isinstance(value, tf.DType) else value
            for name, value in arguments.items()
        }
        try:
            function(**given)
        except Exception as error:
            return str(error) or type(error).__name__
    return None


def by_probing(function: Any) -> Accepted:
    """The parameters of a function that accept some dtypes or strings only, with these."""
    parameters = inspect.signature(function).parameters.values()
    required = [p.name for p in parameters if p.default is p.empty]
    plain = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
    if not plain or not 0 < len(required) <= MOST_TENSORS:
        return {}
    works: dict[str, Any] = {}
    dtypes = {}
    for name in required:
        allowed = []
        for dtype in DTYPES:
            call, possible = tried(function, name, dtype, [o for o in required if o != name])
            works = works or call
            if possible:
                allowed.append(dtype.name)
        if allowed and len(allowed) < len(DTYPES):
            dtypes[name] = sorted(allowed)
    if not works:
        return {}
    return {"dtypes": dtypes, "strings": dict(enums(function, works)), "passed": required}


def tried(function: Any, name: str, dtype: Any, others: list[str]) -> tuple[dict[str, Any], bool]:
    """A call that works with the dtype for the argument, if any, and whether there may be one."""
    possible = False
    for chosen in itertools.product(dict.fromkeys([dtype, *KINDS]), repeat=len(others)):
        call = {name: dtype, **dict(zip(others, chosen))}
        why = refusal(function, call)
        if why is None:
            return call, True
        possible = possible or not REFUSED.search(why)
    return {}, possible


def enums(function: Any, works: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The strings that TensorFlow names when it gets another one."""
    for parameter in inspect.signature(function).parameters.values():
        if type(parameter.default) is str and parameter.name != "name":
            named = VALUES.search(refusal(function, {**works, parameter.name: "no such"}) or "")
            if named:
                yield parameter.name, json.loads(f"[{named[1]}]")


def read() -> Table:
    """The whole table, by the canonical path of the function."""
    found = walk.modules()
    homes = walk.canonical_paths(found)
    ops = walk.registry(found[walk.RAW_OPS])
    table = {
        f"{walk.RAW_OPS}.{name}": of_op(definition, ops.dtype_names)
        for name, definition in ops.op_defs.items()
    }
    for module in MODULES:
        for name in walk.public_names(found[module]):
            function = getattr(found[module], name)
            path = homes.get(walk.identity(function)) if inspect.isfunction(function) else None
            if path and path not in table and not LEFT_OUT.search(name):
                op = ops.named.get(made_of(function))
                table[path] = (
                    of_op(ops.op_defs[op], ops.dtype_names) if op else by_probing(function)
                )
    return {
        path: {key: value for key, value in accepted.items() if value}
        for path, accepted in sorted(table.items())
        if accepted.get("dtypes") or accepted.get("strings")
    }


def text(table: Table) -> str:
    """One line a function."""
    lines = (f"{json.dumps(path)}: {json.dumps(table[path], sort_keys=True)}" for path in table)
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    tf.get_logger().setLevel("CRITICAL")
    TABLE.write_text(text(read()))

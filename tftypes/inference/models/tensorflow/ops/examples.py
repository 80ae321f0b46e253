"""Reading the text of examples: `tf.matmul(f32[2, None], f32[N, 4])` as a call of rules on abstract values.

A tensor is written by its dtype's short name and its dims; `None` is an unknown dim, a capital letter a symbol, `...`
any number of dims, and `ragged`, `sparse`, `variable`, `array` (of NumPy's), `LinearOperator` in front of it another
kind: `ragged(f32[2, None])`; with `untold` in front, the rules know nothing of it. A result is written the same way. `generator` is a `tf.random.Generator`; the receiver of a method is the rule's first argument.
Everything else is Python. The oracle reads the same text as a call of TensorFlow.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, Symbol, TensorType
from tftypes.algebra.dtype_tables import NAMES
from tftypes.algebra.tensors import OPERATORS

from .attributes import attribute
from .parsing import FEATURES, feature
from .rule import RULES
from .values import ListOf, PyType, PyValue, is_dim

#: The dtypes in examples, by their short names. `index`, either of two, is for results only.
DTYPES: Final = {
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "c64": "complex64",
    "c128": "complex128",
    "b": "bool",
    "s": "string",
    "index": "int32 int64",
}

_BINARY: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_UNARY: Final[dict[type[ast.AST], str]] = {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}

#: Python values of known type only, and lists of unknown length.
_NAMES: Final[dict[str, Any]] = {
    "some_int": PyValue("int"),
    "some_float": PyValue("float"),
    "some_bool": PyValue("bool"),
    "some_ints": ListOf(PyValue("int")),
    "anything": UNKNOWN,
    **{name: PyType(name) for name in ("bool", "int", "float", "complex")},
}


#: A scalar is written `f32[]`, which Python reads as `f32[()]` only.
_SCALAR: Final = re.compile(rf"\b({'|'.join(DTYPES)})\[\]")


def to_python(text: str) -> str:
    """An example's text as a Python expression.

    >>> to_python("tf.cast(f32[], tf.int32)")
    'tf.cast(f32[()], tf.int32)'
    """
    return _SCALAR.sub(r"\1[()]", text)


def evaluate(text: str) -> Any:
    """The abstract value that an example's text stands for.

    >>> str(evaluate("tf.matmul(f32[2, None], f32[3, 4])"))
    'float32[2, 4]'

    Raises OpError as the rules do, ValueError for text that is no example.
    """
    return _value(ast.parse(to_python(text), mode="eval").body)


@cache
def fullname(path: str) -> str:
    """The rule meant by a public name: `tf.matmul` is tensorflow.linalg.matmul.

    >>> fullname("tf.matmul"), fullname("tf.strings.split")
    ('tensorflow.linalg.matmul', 'tensorflow.strings.split')
    """
    exact = "tensorflow." + path.removeprefix("tf.")
    if exact in RULES:
        return exact
    last = path.rpartition(".")[2]
    found = [
        name
        for name in RULES
        if name.rpartition(".")[2] == last and not name.startswith(_NOT_ALIASED)
    ]
    if len(found) > 1 and path.count(".") == 1:
        # Of those of several families, the ones of these have short names.
        found = [name for name in found if name.split(".")[1] in ("math", "linalg")]
    if len(found) != 1:
        raise ValueError(f"{path} is the name of {len(found)} rules: {', '.join(found)}")
    return found[0]


def _value(node: ast.expr) -> Any:
    read: Callable[[Any], Any] | None = _READERS.get(type(node))
    if read is None:
        raise ValueError(f"an example cannot say {ast.unparse(node)}")
    return read(node)


def _name(node: ast.Name) -> Any:
    if node.id in _NAMES:
        return _NAMES[node.id]
    if node.id.isupper():
        return Symbol(node.id)
    raise ValueError(f"{node.id} means nothing in an example")


def _attribute(node: ast.Attribute) -> Any:
    path = ast.unparse(node)
    if path == "tf.newaxis":
        return None
    if not _DOTTED.fullmatch(path):
        value = _value(node.value)
        return UNKNOWN if value is UNKNOWN else attribute(value.kind, node.attr, value)
    name = path.removeprefix("tf.")
    return DType.of(name) if name in NAMES else UNKNOWN  # a function that is passed


def _call(node: ast.Call) -> Any:
    path = ast.unparse(node.func)
    args: list[Any] = []
    if not _DOTTED.fullmatch(path) and isinstance(node.func, ast.Attribute):
        args.append(_value(node.func.value))
        owner = "tf.TensorShape" if isinstance(args[0], Shape) else _CLASSES[args[0].kind]
        path = f"{owner}.{node.func.attr}"
    elif path.startswith("generator."):
        args.append(UNKNOWN)
        path = path.replace("generator", "tf.random.Generator")
    for arg in node.args:
        args.extend(_value(arg.value)) if isinstance(arg, ast.Starred) else args.append(_value(arg))
    if path in ("ragged", "sparse", "variable", "array", *OPERATORS):
        return replace(args[0], kind=path)
    if path == "untold":
        return UNKNOWN
    if path == "tf.TensorShape":
        return Shape.of(*(dim if is_dim(dim) else UNKNOWN for dim in args[0]))
    kwargs = {keyword.arg: _value(keyword.value) for keyword in node.keywords if keyword.arg}
    if path.replace("tf.", "tensorflow.", 1) in FEATURES:
        return feature(path.replace("tf.", "tensorflow.", 1), args, kwargs)
    found = RULES[fullname(path)]
    if found.of_class:
        args.insert(0, UNKNOWN)
    return found.apply(args, kwargs, shown=lambda: path)


def _subscript(node: ast.Subscript) -> Any:
    from .indexing import getitem

    if isinstance(node.value, ast.Name) and node.value.id in DTYPES:
        return _tensor(DTYPES[node.value.id], node.slice)
    value = _value(node.value)
    if isinstance(value, TensorType):
        return getitem(value, _value(node.slice))
    return UNKNOWN if value is UNKNOWN else value[_value(node.slice)]


def _tensor(dtype: str, dims: ast.expr) -> TensorType:
    items = dims.elts if isinstance(dims, ast.Tuple) else [dims]
    before: list[Any] = []
    after: list[Any] | None = None
    for item in items:
        if isinstance(item, ast.Constant) and item.value is ...:
            after = []
        else:
            dim = _value(item)
            (before if after is None else after).append(UNKNOWN if dim is None else dim)
    shape = Shape.of(*before) if after is None else Shape(tuple(before), UNKNOWN, tuple(after))
    return TensorType(DType.of(*dtype.split()), shape)


def _operation(node: ast.BinOp) -> Any:
    return _binary(_BINARY[type(node.op)], _value(node.left), _value(node.right))


def _comparison(node: ast.Compare) -> Any:
    return _binary(_BINARY[type(node.ops[0])], _value(node.left), _value(node.comparators[0]))


def _binary(symbol: str, left: Any, right: Any) -> Any:
    from .operators import binary

    if isinstance(left, TensorType) or isinstance(right, TensorType):
        return binary(symbol, left, right)
    return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
            "//": lambda: left // right, "**": lambda: left**right}[symbol]()  # fmt: skip


def _negation(node: ast.UnaryOp) -> Any:
    from .operators import unary

    value = _value(node.operand)
    return unary(_UNARY[type(node.op)], value) if isinstance(value, TensorType) else -value


#: Modules, and classes, whose functions have names of other functions.
_NOT_ALIASED: Final = (
    "tensorflow.compat.v1.",
    "tensorflow.experimental.numpy.",
    "tensorflow.keras.",
    "tensorflow.linalg.LinearOperator",
)

#: What a method's receiver is, by the kind of the tensor.
_CLASSES: Final[dict[str, str]] = {
    "ragged": "tf.RaggedTensor",
    "sparse": "tf.SparseTensor",
    "variable": "tf.Variable",
    "tensor": "tf.Tensor",
    **dict.fromkeys(OPERATORS, "tf.linalg.LinearOperator"),
}
_DOTTED: Final = re.compile(r"[\w.]+")

_READERS: Final[dict[type[ast.AST], Callable[[Any], Any]]] = {
    ast.Constant: lambda node: node.value,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.Slice: lambda node: slice(
        *(part and _value(part) for part in (node.lower, node.upper, node.step))
    ),
    ast.List: lambda node: [_value(item) for item in node.elts],
    ast.Tuple: lambda node: tuple(_value(item) for item in node.elts),
    ast.Dict: lambda node: {_value(key): _value(item) for key, item in zip(node.keys, node.values)},
    ast.BinOp: _operation,
    ast.Compare: _comparison,
    ast.UnaryOp: _negation,
}

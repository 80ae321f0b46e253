"""What Python cannot do with a symbolic tensor, and what AutoGraph makes of some builtins in the code that it converts."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tftypes.algebra import DType, Expr, Shape, TensorType
from tftypes.inference.interpreter import makers, provenance
from tftypes.inference.interpreter.provenance import Running
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.interpreter.unstacking import rounds, unstacked, unstacked_all
from tftypes.inference.models.tensorflow.ops import RULES
from tftypes.inference.objects import TOP, Container, Value, resolve
from tftypes.inference.values import Seq, Tensor, has_no_value, is_symbol, may_have_more

_ITERATING: Final = frozenset(
    ("list", "tuple", "set", "frozenset", "sum", "max", "min", "enumerate", "zip", "map", "filter", "any", "all", "iter", "sorted", "reversed", "dict")
)  # fmt: skip
#: Those of them that iterate over the first argument alone.
_OF_THE_FIRST: Final = _ITERATING - {"zip", "map", "filter", "max", "min"}
#: What does the work of some of them on a symbol, where it is no round for each item.
_TAKEN: Final = {
    "list": "iteration",
    "tuple": "iteration",
    "sum": "sum",
    "any": "any",
    "all": "all",
}
#: What of `itertools` iterates over nothing until its first item is asked for, if ever.
_LAZY: Final = frozenset({"chain", "count", "repeat"})
_NUMBERS: Final = frozenset({"int", "float", "complex", "bool", "round", "divmod"})
#: What AutoGraph replaces in converted code.
_REPLACED: Final = frozenset({"int", "float", "len", "range", "abs", "print", "sorted"})
#: The builtins that read a variable, where its methods do not answer.
_READING: Final = frozenset({"int", "float", "complex", "max", "min"})
#: Functions of NumPy that read no contents.
_HARMLESS: Final = frozenset(
    [
        *(f"numpy.{name}" for name in ("array_equal", "array_equiv", "diff", "flip", "rollaxis")),
        "numpy.ndim",
        "numpy.shape",
        "numpy.size",
        "numpy.isscalar",
        "numpy.iterable",
        "numpy.dtype",
        "numpy.result_type",
    ]
)
#: Functions of TensorFlow that are no ops, and take none of Keras' symbols.
OF_TENSORS: Final = frozenset(
    f"tensorflow.{name}"
    for name in (
        "constant", "convert_to_tensor", "Variable", "map_fn", "vectorized_map", "while_loop", "scan", "foldl",
        "py_function", "numpy_function", "data.Dataset.from_tensor_slices", "data.Dataset.from_tensors",
    )
)  # fmt: skip
_CONSTANT: Final = "tensorflow.constant"
_INT32: Final = DType.of("int32")


#: The slot of a trace that AutoGraph does not convert because its tf.function says so.
UNCONVERTED: Final = "unconverted"

#: By what a program does with values, what does it on symbols of Keras and on those of a graph.
_INSTEAD: Final = {
    "truth": ("keras.ops.where(x, a, b)", "tf.where(x, a, b)"),
    "rounds": ("keras.ops.map(function, x)", "tf.map_fn(function, x)"),
    **{name: (f"keras.ops.{name}(x)", f"tf.reduce_{name}(x)") for name in ("sum", "any", "all")},
    "format": ("a callback of fit()", "tf.print(x)"),
    "float": ("keras.ops.cast(x, 'float32')", "tf.cast(x, tf.float32)"),
    "int": ("keras.ops.cast(x, 'int32')", "tf.cast(x, tf.int32)"),
    "len": ("keras.ops.shape(x)[0]", "tf.shape(x)[0]"),
    "round": ("keras.ops.round(x)", "tf.round(x)"),
}


def refuse(
    interpreter: Running,
    value: Value,
    what: str,
    node: ast.AST,
    exception: str = "TypeError",
    *,
    use: str = "",
    instead: str = "",
    hint: str = "",
) -> None:
    """A symbol has no value for Python: `what` is what the program does with it, in words.

    `instead` does that in a graph; where it is not given, `use` says in one word what is done. `hint` is another remedy.
    """
    shown = TensorType(value.dtype, value.shape)
    is_keras = value.kind == "symbol"
    until = "the model is called" if is_keras else "the graph runs"
    words = f"{what} a symbolic tensor, which has no value until {until}: {shown}"
    trace = interpreter.trace
    if trace is None and not is_keras and provenance.is_kept(interpreter, value):
        words = provenance.out_of_scope(value)
        interpreter.refuse(node, "tf-trace", words, f"builtins.{exception}")
        return
    if use == "truth" and trace is not None and trace.read(UNCONVERTED, False) is True:
        is_converted = not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
        hint = hint or (
            "without autograph=False AutoGraph puts it into the graph" if is_converted else ""
        )
    instead = instead or _INSTEAD.get(use, ("", ""))[not is_keras]
    if instead and not hint:
        hint = f"{instead} does it in a {'model' if is_keras else 'graph'}"
    words = f"{words}; {hint}" if hint else words
    interpreter.refuse(node, "tf-trace", words, f"builtins.{exception}")


#: The functions of NumPy's that TensorFlow has, with the same arguments: by other names, and by the same.
TWINS: Final = {
    **{name: f"tf.reduce_{name}" for name in ("mean", "sum", "max", "min", "prod", "any", "all")},
    **{name: f"tf.math.reduce_{name}" for name in ("std", "var")},
    **{name: f"tf.math.{name}" for name in ("log", "log1p", "ceil")},
    **{
        name: f"tf.{name}"
        for name in (
            "abs", "square", "sqrt", "exp", "maximum", "minimum", "round", "sign", "tanh", "sin", "cos", "floor", "where",
            "reshape", "stack", "squeeze", "expand_dims", "zeros_like", "ones_like", "argmax", "argmin", "equal",
            "not_equal", "greater", "greater_equal", "less", "less_equal", "cumsum", "transpose", "argsort", "sort",
        )
    },
    "arange": "tf.range",
    "linspace": "tf.linspace",
    "linalg.norm": "tf.norm",
    "power": "tf.pow",
    "isnan": "tf.math.is_nan",
    "clip": "tf.clip_by_value",
    "concatenate": "tf.concat",
}  # fmt: skip


#: Names of `math` and of TensorFlow's twins that differ.
_OF_MATH: Final = {"fabs": "abs", "isnan": "is_nan", "isinf": "is_inf", "isfinite": "is_finite"}
#: What draws a number, by the names of Python and NumPy, of what its arguments say: the twin, and what it is given besides.
_DRAWN: Final = {
    **dict.fromkeys(("random.uniform", "numpy.random.uniform"), ("uniform", "")),
    **dict.fromkeys(("random.gauss", "random.normalvariate"), ("normal", "")),
    "numpy.random.normal": ("normal", ""),
    "numpy.random.randint": ("uniform", ", dtype=tf.int32"),
    "random.randrange": ("uniform", ", dtype=tf.int32"),
}


def _of_python(name: str, node: ast.AST) -> str:
    """The twin of a function of `math` or `random`, with what the program gives it."""
    given = [*map(ast.unparse, node.args)] if isinstance(node, ast.Call) else []
    if name in _DRAWN and len(given) in (1, 2) and not getattr(node, "keywords", ()):
        twin, more = _DRAWN[name]
        bounds = ["0", *given] if len(given) == 1 and more else given
        return f"tf.random.{twin}([], {', '.join(bounds)}{more})"
    library, _, short = name.partition(".")
    short = _OF_MATH.get(short, short)
    is_known = library == "math" and f"tensorflow.math.{short}" in RULES
    return f"tf.math.{short}({', '.join(given)})" if is_known else ""


def _of_numpy(name: str, symbol: Tensor, node: ast.AST) -> str:
    """The twin of a function of NumPy's that takes symbols."""
    first = node.args[0] if isinstance(node, ast.Call) and node.args else None
    if name in ("numpy.array", "numpy.asarray", "numpy.stack") and symbol.kind != "symbol":
        if isinstance(first, (ast.List, ast.Tuple)):
            return f"tf.stack({ast.unparse(first)})"
    is_number = symbol.kind != "symbol" and not symbol.dtype.is_bool
    if is_number and (twin := TWINS.get(name.removeprefix("numpy."))):
        return f"{twin}()"
    if name.startswith("numpy.random."):
        return _of_python(name, node)
    package = "keras.ops" if symbol.kind == "symbol" else "experimental.numpy"
    full = f"tensorflow.{package}.{name.removeprefix('numpy.')}"
    if full not in RULES:
        return ""
    return f"{full.removeprefix('tensorflow.') if symbol.kind == 'symbol' else full.replace('tensorflow', 'tf', 1)}()"


def refuse_iteration(
    interpreter: Running, value: Value, node: ast.AST, iterated: ast.expr | None = None
) -> bool:
    """Whether Python iterates over a symbol, which is reported at the expression that is `iterated`, if it is written."""
    value = resolve(value)
    if has_no_value(value) and not may_have_more(value):
        exception = "NotImplementedError" if value.kind == "symbol" else "TypeError"
        what, hint, instead, use = "Python iterates over", "", "", "rounds"
        if isinstance(node, (ast.Tuple, ast.List)):
            use, hint, instead = "", makers.several(value), unstacked(value, node.elts, iterated)
        elif iterated is not None:
            instead = rounds(value, iterated)
        at = node if iterated is None else iterated
        refuse(interpreter, value, what, at, exception, use=use, hint=hint, instead=instead)
        return True
    return False


def warn_of_text(
    interpreter: Running, value: Tensor, parts: Sequence[ast.expr], node: ast.AST
) -> None:
    """The text of a symbol is its name in the graph. `parts` are what a text is made of, constants among them."""
    if not is_symbol(value) or value.kind != "tensor":  # that of Keras' tells the shape
        return
    made = [_as_text(value if each is node else None, each) for each in parts]
    joined = made[0] if len(made) == 1 else f"tf.strings.join([{', '.join(made)}])"
    words = "the text shows the name of a symbolic tensor, not its value"
    instead = f"in the graph {joined} has it" if made else "tf.strings or tf.print has it"
    interpreter.report(node, "tf-trace", f"{words}; {instead}", severity="warning")


def _as_text(value: Tensor | None, part: ast.expr) -> str:
    """A part of a text as a tensor of text: what is no text for sure becomes one."""
    written = ast.unparse(part.value if isinstance(part, ast.FormattedValue) else part)
    if isinstance(part, ast.Constant) or value is not None and value.dtype.is_string:
        return written
    return f"tf.strings.as_string({written})"


def check_call(interpreter: Running, name: str, call: Call) -> None:
    """A call of Python's or NumPy's with a symbol among its arguments."""
    library, _, short = name.partition(".")
    if name in OF_TENSORS:
        given = [resolve(each) for each in call.values]
        given += [each for value in given for each in _items(value)]
        found = next((each for each in given if has_no_value(each) and each.kind == "symbol"), None)
        if found is not None:
            words = f"a KerasTensor is not supported; a layer that calls tf.{short} gets tensors"
            shown = f"tf.{short}(): {words}"
            interpreter.refuse(call.node, "tf-value", shown, "builtins.ValueError")
        elif name == _CONSTANT:
            _check_constant(interpreter, given, call.node)
        return
    given = [resolve(each) for each in call.args]
    if library in ("itertools", "functools"):
        _check_iterator(interpreter, short, given, call.node)
    if library not in ("builtins", "numpy", "math", "random") or name in _HARMLESS:
        return
    if library != "builtins":
        given += map(resolve, call.kwargs.values())
    elif short in _OF_THE_FIRST:
        given = given[:1]
    if library != "builtins" or short in _READING:
        given = [in_graph(interpreter, each) for each in given]
    symbols = [each for each in given if has_no_value(each)]
    if library == "numpy":
        symbols += [each for value in given for each in _items(value) if has_no_value(each)]
        if symbols:
            refuse(
                interpreter,
                symbols[0],
                "NumPy takes the value of",
                call.node,
                "NotImplementedError",
                instead=_of_numpy(name, symbols[0], call.node),
            )
    elif not symbols:
        return
    elif library != "builtins":
        words, instead = f"{name}() takes the value of", _of_python(name, call.node)
        refuse(interpreter, symbols[0], words, call.node, instead=instead)
    elif not (interpreter.converted and short in _REPLACED):
        _check_builtin(interpreter, short, given, symbols[0], call.node)


def _check_iterator(interpreter: Running, name: str, given: Sequence[Value], node: ast.AST) -> None:
    """`permutations(rows)`, `reduce(add, rows)`: Python goes through what it is given."""
    symbol = next((each for each in given if has_no_value(each)), None)
    if symbol is not None and name not in _LAZY and isinstance(node, ast.Call):
        code = unstacked_all(ast.unparse(node.func), given, node)
        refuse(interpreter, symbol, f"{name}() iterates over", node, instead=code)


def _check_constant(interpreter: Running, given: Sequence[Value], node: ast.AST) -> None:
    """`tf.constant([rows, 4])` of a symbol: a constant is made of values, alone or in a list."""
    found = next((each for each in given if has_no_value(each)), None)
    if found is None:
        return
    first = node.args[0] if isinstance(node, ast.Call) and node.args else None
    hint = ""
    if first is not None and found in (given[0], *_items(given[0])):
        code = ast.unparse(first)
        is_list = isinstance(first, (ast.List, ast.Tuple))
        hint = f"tf.stack({code})" if is_list else f"{code} is a tensor as it is"
    refuse(interpreter, found, "tf.constant() takes the value of", node, hint=hint)


def in_graph(interpreter: Running, value: Value) -> Value:
    """A variable as the graph that is traced reads it, without contents; any other value as it is."""
    is_read = isinstance(value, TensorType) and value.kind == "variable"
    if not is_read or interpreter.trace is None:
        return value
    return Tensor(value.dtype, value.shape, trace=interpreter.trace)


def _items(value: Value) -> Sequence[Value]:
    if isinstance(value, Container):
        value = value.contents
    if isinstance(value, Seq):
        value = value.prefix
    return [resolve(each) for each in value] if isinstance(value, tuple) else []


def _check_builtin(
    interpreter: Running, name: str, given: Sequence[Value], symbol: Tensor, node: ast.AST
) -> None:
    if name in ("max", "min") and len(given) > 1:
        words, args = f"{name}() compares and chooses by", getattr(node, "args", [])
        code = f"tf.{name}imum({', '.join(map(ast.unparse, args))})" if len(args) == 2 else ""
        refuse(interpreter, symbol, words, node, instead=code * (symbol.kind != "symbol"))
    elif name in _ITERATING:
        use, words = _TAKEN.get(name, "rounds"), f"{name}() iterates over"
        if isinstance(node, ast.Call) and len(node.args) == 1 and use not in _INSTEAD:
            refuse(interpreter, symbol, words, node.args[0], instead=rounds(symbol, node.args[0]))
        else:
            code = unstacked_all(name, given, node) if name in ("zip", "enumerate") else ""
            refuse(interpreter, symbol, words, node, use=use, instead=code)
    elif name in _NUMBERS and not (name == "round" and symbol.kind == "symbol"):
        refuse(interpreter, symbol, f"{name}() takes the value of", node, use=name)
    elif name == "str" and isinstance(node, ast.Call):
        warn_of_text(interpreter, symbol, node.args, node)
    elif name in ("len", "range"):
        refuse(
            interpreter,
            symbol,
            f"{name}() takes the {'size' if name == 'len' else 'value'} of",
            node,
            use=name,
        )


def replaced(interpreter: Running, name: str, args: Sequence[Value]) -> TensorType | Value | None:
    """What AutoGraph's version of a builtin makes of tensors; None where Python's runs, TOP where it is not known."""
    short = name.removeprefix("builtins.")
    if short not in _REPLACED or not any(has_no_value(resolve(each)) for each in args):
        return None
    value = resolve(args[0])
    if short in ("int", "float"):
        return TensorType(_INT32 if short == "int" else DType.of("float32"), Shape.scalar())
    if short == "range":
        return TensorType(_INT32, Shape.unknown().slice(0, 0) + Shape.of(None))
    if short == "len":
        return _length(value)
    if short == "sorted":
        return TensorType(value.dtype, value.shape)
    return None


def _length(value: TensorType) -> Value:
    """The static size, a tensor where the graph leaves it open."""
    if not value.shape.rank:
        return TOP
    size = value.shape[0]
    if isinstance(size, int):
        return size
    is_open = isinstance(size, Expr)
    return TensorType(_INT32, Shape.scalar(), value=size if is_open else None) if is_open else TOP

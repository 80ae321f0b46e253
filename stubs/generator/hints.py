"""What TensorFlow itself says of parameters and results: annotations, defaults, the Args of docstrings.

Parameters are typed wide, as TensorFlow converts what it is given; results as they are annotated. What none of these
tells is Any.
"""

from __future__ import annotations

import collections.abc
import inspect
import re
import types
import typing
from collections.abc import Callable
from typing import Any

#: The public path of a class as the stubs write it, or None.
Named = Callable[[Any], str | None]

PARAMETERS: dict[Any, str] = {
    bool: "Flag",
    int: "typing.SupportsInt",
    float: "typing.SupportsFloat",
    str: "builtins.str",
    bytes: "builtins.bytes",
    list: "collections.abc.Sequence[Any]",
    tuple: "collections.abc.Sequence[Any]",
    dict: "collections.abc.Mapping[Any, Any]",
    collections.abc.Sequence: "collections.abc.Sequence[Any]",
    collections.abc.Mapping: "collections.abc.Mapping[Any, Any]",
    collections.abc.Iterable: "collections.abc.Iterable[Any]",
    collections.abc.Callable: "collections.abc.Callable[..., Any]",
    type: "builtins.type[Any]",
    type(None): "None",
}
RESULTS: dict[Any, str] = {
    kind: f"builtins.{kind.__name__}" for kind in (bool, int, float, str, bytes)
} | {type(None): "None"}
#: Classes of TensorFlow for which more than their instances is taken.
WIDE = {
    "tf.Tensor": "TensorLike",
    "tf.DType": "DTypeLike",
    "tf.TensorShape": "ShapeLike",
    "tf.Variable": "TensorLike",
    "tf.RaggedTensor": "TensorLike",
}
DTYPE = re.compile(r"(\w+_)?dtype|out_type|output_type")
ONE_TYPE = re.compile(r"(?:`tf\.|`)?DType|(?:[Dd]ata|element|output) type|type (?:of|for)")
#: A path has many types.
PATHLIKE = re.compile(r"file|path|dir")
TENSOR = re.compile(r"(?:(?:A|An|The)\b[^.`]*)?`(?:tf\.)?Tensor`")
#: Values that are called when they are functions.
CALLED = re.compile(r"beta\d?|decay|epsilon|initial_value|learning_rate|momentum|rho")
OTHERWISE = re.compile(
    r"(?i)list|nest|struct|dict|tuple|sequence|dataset|iterable|optional|none|callable|function|spec|map|set of|objects"
)
ARGUMENTS = re.compile(r"^(?:Args|Arguments):\n((?:[ \t]+.*\n|\n)*)", re.M)
ARGUMENT = re.compile(r"^\s{2,4}(\w+): (.*(?:\n\s{5,}.*)*)", re.M)


def evaluated(callable_: Any) -> dict[str, Any]:
    """The annotations as objects; those that cannot be evaluated are left out."""
    try:
        return typing.get_type_hints(callable_)
    except Exception:
        found = getattr(callable_, "__annotations__", {})
        return {name: hint for name, hint in found.items() if not isinstance(hint, str)}


def documented(callable_: Any) -> dict[str, str]:
    """What the docstring says of each argument."""
    section = ARGUMENTS.search((inspect.getdoc(callable_) or "") + "\n")
    return dict(ARGUMENT.findall(section[1])) if section else {}


def result(callable_: Any, named: Named) -> str:
    """The type of a result. `X | Any` for what may be None: correct programs know when it is not."""
    hint = evaluated(callable_).get("return", inspect.Parameter.empty)
    args = typing.get_args(hint)
    if is_context_manager(callable_):
        inside = written(args[0], named, RESULTS, {}) if args else None
        return f"contextlib.AbstractContextManager[{inside or 'Any'}]"
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        one = args[0] if len(args) == 2 and args[1] is type(None) else None
        text = written(one, named, RESULTS, {}) if one else None
        return f"{text} | Any" if text else "Any"
    return written(hint, named, RESULTS, {}) or "Any"


def option(value: Any, named: Named) -> tuple[str, str] | None:
    """The types of an option of tf.data, read and set: it insists on a class, and may be None until it is set."""
    read, set_ = (
        inspect.getclosurevars(f).nonlocals if inspect.isfunction(f) else {}
        for f in (getattr(value, "fget", None), getattr(value, "fset", None))
    )
    text = written(set_.get("ty"), named, RESULTS, {}) if "default_factory" in read else None
    if text is None:
        return None
    return (f"{text} | Any" if read["default_factory"]() is None else text), text


def is_context_manager(callable_: Any) -> bool:
    """Whether a decorator made a function for `with` of a generator."""
    made_of = inspect.unwrap(callable_)
    return inspect.isgeneratorfunction(made_of) and not inspect.isgeneratorfunction(callable_)


def parameter(name: str, default: Any, hint: Any, doc: str, named: Named) -> str:
    """The type of a parameter; `default` is `...` where there is none."""
    if name == "name" and (default is None or type(default) is str):
        return "builtins.str | None"
    text = written(hint, named, PARAMETERS, WIDE) if hint is not None else None
    if text is None:
        text = guess(name, default, doc)
    optional = default is None and text != "Any" and not text.endswith("None")
    return f"{text} | None" if optional else text


def guess(name: str, default: Any, doc: str) -> str:
    if type(default).__name__ == "DType" or (DTYPE.fullmatch(name) and ONE_TYPE.search(doc)):
        return "DTypeLike | None"
    if CALLED.fullmatch(name):
        return "Any"
    if type(default) in (bool, int, float) or (type(default) is str and not PATHLIKE.search(name)):
        return "TensorLike | None"
    first = doc.partition(". ")[0]
    if TENSOR.match(first) and not OTHERWISE.search(first):
        return "TensorLike"
    return "Any"


def written(hint: Any, named: Named, plain: dict[Any, str], wide: dict[str, str]) -> str | None:
    """A hint as the text of a stub, or None when the stubs have no words for it."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        items = [written(item, named, plain, wide) for item in typing.get_args(hint)]
        known = [item for item in items if item is not None]
        return " | ".join(dict.fromkeys(known)) if len(known) == len(items) else None
    if origin in plain:
        return plain[origin]
    if origin in (list, tuple, dict, collections.abc.Sequence, collections.abc.Iterator):
        return collection(origin, typing.get_args(hint), named)
    if hint in plain:
        return plain[hint]
    path = named(hint) if isinstance(hint, type) else None
    return wide.get(path, path) if path else None


def collection(origin: Any, args: tuple[Any, ...], named: Named) -> str | None:
    """A collection among results."""
    inside = ["..." if a is ... else written(a, named, RESULTS, {}) or "Any" for a in args]
    if not inside:
        return None
    module = "builtins" if origin in (list, tuple, dict) else "collections.abc"
    return f"{module}.{origin.__name__}[{', '.join(inside)}]"

"""What Python refuses of its own values: their classes say what can be called, iterated, indexed and computed with."""

from __future__ import annotations

import builtins
import types
from itertools import product
from typing import Any, Final

from tftypes.algebra import Expr
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.signs import PYTHON
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Function, Value
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, Mapped, Seq, contents_of

#: A value of each class whose operators depend on the class alone.
_EXAMPLES: Final[dict[str, Any]] = {
    "bool": True,
    "int": 1,
    "float": 1.0,
    "complex": 1j,
    "str": "a",
    "bytes": b"a",
    "list": [],
    "tuple": (),
    "set": set(),
    "dict": {},
    "function": lambda: None,
    "method": types.MethodType(len, []),
}


def _is_refused(sign: str, left: str, right: str) -> bool:
    if sign == "%" and left in ("str", "bytes"):  # by the text itself
        return False
    try:
        PYTHON[sign](_EXAMPLES[left], _EXAMPLES[right])
    except TypeError:
        return True
    return False


#: The operators that Python refuses between values of two classes.
_REFUSED: Final = frozenset(
    each for each in product(PYTHON, _EXAMPLES, _EXAMPLES) if _is_refused(*each)
)
#: Those of which it refuses some: it compares any two values for equality.
_REFUSING: Final = frozenset(sign for sign, _, _ in _REFUSED)


def _takes(name: str, kind: str) -> bool:
    try:
        getattr(builtins, name)(_EXAMPLES[kind])
    except TypeError:
        return False
    except ValueError:  # another text may do
        pass
    return True


#: The functions of one value or of several of one kind, and the classes of which Python refuses each value.
TAKING: Final = ("abs", "bin", "chr", "complex", "float", "hex", "int", "len", "range", "round")
UNTAKEN: Final = frozenset(each for each in product(TAKING, _EXAMPLES) if not _takes(*each))


def kind_of(value: Value) -> str | None:
    """The class of a value of Python's, where that is known for sure; None for others, for None and for sizes.

    A size may be None. What is known by its class alone, or is a list of unknown items, may be declared so, and be another thing.

    >>> kind_of(3), kind_of("text"), kind_of(("a",)), kind_of(None)
    ('int', 'str', 'tuple', None)
    """
    if isinstance(value, (Bound, Function)):
        return "method" if isinstance(value, Bound) else "function"
    contents = contents_of(value)
    is_open = (
        isinstance(contents, Expr)
        or is_vague(contents)
        or isinstance(contents, PyValue)
        and not contents.given
        or isinstance(contents, Mapped)
        and contents.rest is not ABSENT
    )
    if value is None or is_open:
        return None
    library, _, name = (class_name(value) or "").rpartition(".")
    return name if library == "builtins" else None


def is_vague(contents: Value) -> bool:
    """Whether nothing is known of how many items there are: a list may be declared so, and be another thing."""
    return isinstance(contents, Seq) and not contents.prefix and contents.count is None


_CALLED: Final[dict[str, type]] = {"function": types.FunctionType, "method": types.MethodType}


def lacks(value: Value, method: str) -> str | None:
    """The class of a value of Python's that has no such method for sure.

    >>> lacks(3, "__iter__"), lacks("text", "__iter__")
    ('int', None)
    """
    kind = kind_of(value)
    cls = _CALLED.get(kind or "") or getattr(builtins, kind or "", None)
    # Not by `hasattr`, which asks the class of the class too: that one is called to make a value.
    return None if cls is None or any(method in vars(each) for each in cls.__mro__) else kind


def refused_operands(sign: str, left: Value, right: Value) -> tuple[str, str] | None:
    """The classes of two values of Python's, where it refuses an operator between them.

    >>> refused_operands("+", "text", 3), refused_operands("*", "text", 3)
    (('str', 'int'), None)
    """
    if sign not in _REFUSING:
        return None
    kinds = kind_of(left), kind_of(right)
    return (str(kinds[0]), str(kinds[1])) if (sign, *kinds) in _REFUSED else None

"""The words of mypy's own errors that are judged again: where the types stand in them, and what else tells them apart."""

from __future__ import annotations

from typing import Final

from tftypes_mypy.patterns import Pattern

#: Where mypy puts the type that came and the type that was expected.
MESSAGES: Final = tuple(
    (Pattern(pattern), subject)
    for pattern, subject in (
        (
            r'Argument (?P<what>\S+) to (?P<callee>"[^"]*"|"[^"]*" of "[^"]*")'
            r' has incompatible type \*{0,2}"(?P<got>[^"]*)"; expected "(?P<expected>[^"]*)"',
            "argument {what} of {callee}",
        ),
        (  # of what has no name: an attribute that is called, or an item
            r'Argument (?P<what>\S+) has incompatible type \*{0,2}"(?P<got>[^"]*)";'
            r' expected "(?P<expected>[^"]*)"',
            "argument {what}",
        ),
        (
            r'Incompatible return value type \(got "(?P<got>[^"]*)",'
            r' expected "(?P<expected>[^"]*)"\)',
            "{function}() returns",
        ),
        (
            r'Incompatible types in assignment \(expression has type "(?P<got>[^"]*)",'
            r' (?:target|variable) has type "(?P<expected>[^"]*)"\)',
            "assignment",
        ),
        (
            r'Incompatible types in assignment \(expression has type "(?P<got>[^"]*)",'
            r' base class "[^"]*" defined the type as "(?P<expected>[^"]*)"\)',
            "assignment",
        ),
        (
            r'Incompatible default for (?:parameter|argument) (?P<what>"[^"]*")'
            r' \(default has type "(?P<got>[^"]*)",'
            r' (?:parameter|argument) has type "(?P<expected>[^"]*)"\)',
            "default of {what}",
        ),
        (
            r'Incompatible types in "?(?P<what>yield|await|yield from)"?'
            r' \(actual type "(?P<got>[^"]*)", expected type "(?P<expected>[^"]*)"\)',
            "{what}",
        ),
        (
            r"(?P<what>List|Set) item (?P<callee>\d+) has incompatible type"
            r' "(?P<got>[^"]*)"; expected "(?P<expected>[^"]*)"',
            "item {callee}",
        ),
        (
            r'Value expression in dictionary comprehension has incompatible type "(?P<got>[^"]*)";'
            r' expected type "(?P<expected>[^"]*)"',
            "value",
        ),
        (
            r"(?P<what>List|Set) comprehension has incompatible type \w+\[(?P<got>.*)\];"
            r" expected \w+\[(?P<expected>.*)\]",
            "item",
        ),
        (
            r'Generator has incompatible item type "(?P<got>[^"]*)"; expected "(?P<expected>[^"]*)"',
            "item",
        ),
        (
            r'Dict entry (?P<callee>\d+) has incompatible type "[^"]*": "(?P<got>[^"]*)";'
            r' expected "[^"]*": "(?P<expected>[^"]*)"',
            "entry {callee}",
        ),
    )
)
ARRAYS: Final = Pattern(
    r'Incompatible types in assignment \(expression has type "[^"]*", variable has type "ndarray\[tuple\[int'
)
#: One array for another, whose dtypes and ranks mypy may know by us alone.
EXCHANGED: Final = Pattern(
    r'Incompatible types in assignment \(expression has type "(?:tuple\[)*ndarray\[[^"]*",'
    r' (?:(?:variable|target) has type|base class "[^"]*" defined the type as) "(?:tuple\[)*ndarray\['
)
#: Where mypy knows by us alone that a value is a function.
FUNCTION: Final = 'expected "Callable[..., Any]"', 'variable has type "Callable[..., Any]")'
#: A function where mypy has seen a traced one first: `self.step = tf.function(step) if traced else step`.
UNTRACED: Final = Pattern(
    r'Incompatible types in assignment \(expression has type "(?:Callable\[[^"]*|None)",'
    r' variable has type "PolymorphicFunction\['
)
TENSOR: Final = Pattern(
    r"\b(?:\w*Tensor(?:Array|Spec)?|LinearOperator\w*|Variable|_VariableSlice|IndexedSlices)\["
)


#: Methods whose parameter has the type that the container was given by its first item.
CONTAINERS: Final = tuple(
    f'" of "{name}"'
    for name in ("list", "dict", "set", "deque", "OrderedDict", "MutableMapping", "MutableSequence")
)
#: What mypy says of an item that is written out, or made one by one.
DISPLAYS: Final = (
    *(f"{kind} {what}" for kind in ("List", "Set") for what in ("item", "comprehension")),
    "Dict entry",
    "Value expression",
    "Generator",
)
#: Of what is something else at first: an attribute that is None until it is made.
LATE: Final = Pattern(
    r"Incompatible types in assignment \(.*,"
    r' (?:variable has type "[^"]*"|base class "[^"]*" defined the type as "None")\)$'
)
#: mypy's word on `2` and `tf.int32` in a type: in an alias it comes before our hook can.
NO_TYPE: Final = Pattern(
    r'Invalid type: try using Literal\[|Variable "tensorflow\.[\w.]+" is not valid as a type'
)
#: What mypy adds to an error that is dropped.
NOTES: Final = Pattern(
    r'nvarian|variables-vs-type-aliases|" defined in "|overload variant|Consider using|Perhaps you need'
    r"|operands? (?:is of type|are unions)|^    |protocol member|Following member"
    r'|__call__" has type "'
)
#: What mypy leaves out of a long union.
CUT: Final = Pattern(r"<\d+ more items>")


#: Functions that take structs, though the first of their signatures does not say so.
DISPATCHED: Final = frozenset({'"concat"', '"stack"'})

"""mypy's errors of Keras' classes, in programs that import Keras itself and not with TensorFlow.

To mypy alone all of Keras is Any: it says nothing of Keras' own classes and functions, and lets an object of a class that
derives from one have any attribute, and stand wherever another is expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from mypy.errorcodes import ATTR_DEFINED, INDEX, OPERATOR, UNION_ATTR
from mypy.errors import ErrorInfo
from mypy.nodes import (
    ClassDef,
    Decorator,
    Import,
    ImportAll,
    ImportBase,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    TypeInfo,
)
from mypy_extensions import mypyc_attr

from tftypes_mypy import heap, names
from tftypes_mypy.codes import CODES
from tftypes_mypy.features.mypy_errors.messages import MESSAGES, TENSOR
from tftypes_mypy.lazy import lazy
from tftypes_mypy.lookups import imported
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.switches import KERAS, OTHER_BACKEND, Switches
from tftypes_mypy.syntax import expressions_on, those_of
from tftypes_mypy.typetext import takes

_KERAS: Final = "tensorflow.keras"
_QUOTED: Final = Pattern(r'"([^"]*)"')
#: Of Keras' classes one alone has parameters: `Dense[...]` is a protocol of the stubs.
_NAME: Final = Pattern(r"KerasTensor|[A-Za-z_][\w.]*(?![\w.]*\[)")
#: What is asked of an object, or of a class, where Any as a base has all.
_ASKED: Final = Pattern(
    r'(?P<object>.*) has no attribute "|"(?P<called>[^"]*)" (?:not callable|object is not iterable)'
    r'|Value of type "(?P<indexed>[^"]*)" is not indexable'
    r"|Unsupported (?:left operand type|operand types|target)(?P<operands> .*)"
)
#: Of one that is several things mypy says which of them it means.
_MEMBER: Final = Pattern(r'Item "(?P<asked>[^"]*)" of "')
_OF_METHOD: Final = Pattern(r' (?:for|to) "(?P<method>\w+)"(?: of "(?P<owner>\w+)")?(?:$|;| has)')
#: Of a class as a whole, which such a message does not name.
_OF_CLASS: Final = Pattern(
    r'"\w+" undefined in superclass$|Read-only property cannot override|Argument 2 for "super" not an instance'
)
_IMPORTED: Final = Pattern(r'Name "(?P<name>\w+)" already defined \((?:possibly )?by an import\)')

#: By how many names are known: mypy reads more and more of them.
_OWN: Final[dict[int, frozenset[str]]] = heap.table()


class Alone:
    """Judges errors by whether Keras itself is imported in a program that a module belongs to, and what else is."""

    def __init__(self, switches: Switches) -> None:
        self._switches = switches
        self._classes: _Classes | None = None

    def is_of_keras(self, info: ErrorInfo, tree: MypyFile, modules: Mapping[str, MypyFile]) -> bool:
        """Whether mypy would say nothing, were all of Keras Any to it, as it is to mypy alone."""
        if not self._switches.is_on(KERAS, tree.fullname, tree.path):
            return False
        if self._classes is None or not self._classes.are_of(tree, modules):
            self._classes = _Classes(tree, modules)
        return _is_of_keras(info, tree, self._classes)

    def is_of_other_backend(self, info: ErrorInfo, tree: MypyFile) -> bool:
        """Whether the tensors may be those of JAX or PyTorch, which promote dtypes and have methods of their own."""
        asks = info.code in (ATTR_DEFINED, INDEX, OPERATOR, UNION_ATTR) and TENSOR.search(
            info.message
        )
        if not asks and info.code is not CODES["tf-dtype"]:
            return False
        switches, place = self._switches, (tree.fullname, tree.path)
        if not switches.is_on(KERAS, *place) or not switches.is_on(OTHER_BACKEND, *place):
            return False
        return not switches.imports(names.TF, *place)


def _is_of_keras(info: ErrorInfo, tree: MypyFile, classes: _Classes) -> bool:
    if _is_inherited(info, classes, tree) or _is_of_function(info, tree) or _is_import(info, tree):
        return True
    for pattern, _ in MESSAGES:
        match = pattern.match(info.message)
        if match is not None:
            callee = match.groupdict().get("callee") or ""
            return classes.any_own(callee) or _stands(match["got"], match["expected"], classes)
    return classes.any_own(" ".join(_QUOTED.findall(info.message))) or _is_asked(
        info.message, classes
    )


@mypyc_attr(native_class=False)
class _Classes:
    """What classes the names in a message stand for: those of its module, or else those of all others.

    What TensorFlow has under a name of Keras' is left out: it is older, and hardly meant.
    """

    def __init__(self, tree: MypyFile, modules: Mapping[str, MypyFile]) -> None:
        self._tree, self._modules = tree, modules
        near = {name for each in tree.imports for name in imported(each)}
        #: The modules that the module imports, and Keras'.
        self._near = [
            module for name, module in modules.items() if name in near or name.startswith(_KERAS)
        ]
        self._state = self._now()
        self._named: dict[str, list[TypeInfo]] = {}

    def are_of(self, tree: MypyFile, modules: Mapping[str, MypyFile]) -> bool:
        """Whether they are those of a module as it is now: mypy reads more and more names, and edited files anew."""
        return self._tree is tree and self._state == self._now()

    def _now(self) -> Sequence[object]:
        read = [(each.defs, len(each.names)) for each in (self._tree, *self._near)]
        return [len(self._modules), *read]

    def any_own(self, words: str) -> bool:
        """Whether one of some words is Keras' own, whichever class is meant."""
        known = (name for name in _NAME.findall(words) if name.rpartition(".")[2] in self._own)
        return any(all(map(_is_own, found)) for found in self._each(known))

    def any_derives(self, words: str) -> bool:
        """The same of classes that derive from one of Keras' too."""
        return any(all(map(_derives, found)) for found in self._each(_NAME.findall(words)))

    def named(self, name: str) -> list[TypeInfo]:
        if name not in self._named:
            self._named[name] = self._find(name)
        return self._named[name]

    def _find(self, name: str) -> list[TypeInfo]:
        module, _, short = name.rpartition(".")
        if module in self._modules:
            return self._found(short, [self._modules[module]])
        local = [each.info for each in those_of(self._tree, ClassDef) if each.name == short]
        nearer = [self._tree], self._near, self._modules.values()
        return next(filter(None, chain([local], (self._found(short, each) for each in nearer))), [])

    @lazy
    def _own(self) -> frozenset[str]:
        """The names of Keras' own classes, as far as its stubs are read."""
        tables = [tree.names for name, tree in self._modules.items() if name.startswith(_KERAS)]
        size = sum(map(len, tables))
        if size not in _OWN:
            symbols = chain.from_iterable(table.items() for table in tables)
            _OWN[size] = frozenset(
                name for name, each in symbols if isinstance(each.node, TypeInfo)
            )
        return _OWN[size]

    def _each(self, names: Iterable[str]) -> Iterator[list[TypeInfo]]:
        return filter(None, map(self.named, names))

    def _found(self, short: str, places: Iterable[MypyFile]) -> list[TypeInfo]:
        symbols = (place.names.get(short) for place in places)
        found = [each.node for each in symbols if each and isinstance(each.node, TypeInfo)]
        return [
            each for each in found if _is_own(each) or not each.fullname.startswith("tensorflow.")
        ]


def _is_own(info: TypeInfo) -> bool:
    return info.fullname.startswith(_KERAS)


def _derives(info: TypeInfo) -> bool:
    return any(map(_is_own, info.mro))


def _stands(got: str, expected: str, classes: _Classes) -> bool:
    """Whether what is given stands where something is expected, with Any for what is Keras'. For None only Any does."""
    if expected == "None":
        return classes.any_own(got)
    if classes.any_derives(got):
        return True
    if not classes.any_own(expected):
        return False
    heads = [member.partition("[")[0] for member in _members(expected)]
    narrow = got.partition("[")[0]
    return any(classes.any_own(head) or takes(narrow, head) for head in heads)


def _members(union: str) -> Iterator[str]:
    """The members of a union in a message.

    >>> list(_members("list[int | str] | None"))
    ['list[int | str]', 'None']
    """
    depth, start = 0, 0
    for at, sign in enumerate(union):
        depth += (sign in "[(") - (sign in "])")
        if sign == "|" and depth == 0:
            yield union[start : at - 1]
            start = at + 2
    yield union[start:]


def _is_asked(message: str, classes: _Classes) -> bool:
    """Whether such an object is asked for what only Any has."""
    match = _ASKED.match(message)
    return match is not None and classes.any_derives(" ".join(filter(None, match.groups())))


def _is_inherited(info: ErrorInfo, classes: _Classes, tree: MypyFile) -> bool:
    """Whether a method that is called, or overridden, is one that the class has of Keras."""
    match = _OF_METHOD.search(info.message)
    if match is not None:
        owner = match["owner"] or match["method"]
        method = match["method"] if match["owner"] else "__init__"
        symbols = [each.get(method) for each in classes.named(owner)]
        return any(each and each.node and each.node.fullname.startswith(_KERAS) for each in symbols)
    if _OF_CLASS.match(info.message) is None:
        return False
    around = [
        each.info
        for each in those_of(tree, ClassDef)
        if each.line <= info.line <= (each.end_line or each.line)
    ]
    methods = [each.name for each in those_of(tree, Decorator) if each.line == info.line]
    return any(_derives(each) and not _is_ours(each, methods) for each in around)


def _is_ours(made: TypeInfo, methods: Iterable[str]) -> bool:
    """Whether one of the methods overrides that of a class of the program."""
    bases = (base for name in methods for base in made.mro[1:] if name in base.names)
    return any(not _is_own(base) for base in bases)


def _is_of_function(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether it names a function of Keras that its line calls, or names nothing and stands where Keras is named."""
    named = {word for words in _QUOTED.findall(info.message) for word in _NAME.findall(words)}
    return any(
        node.fullname.startswith(_KERAS) and (node.name in named or not named)
        for node in expressions_on(tree, info.line)
        if isinstance(node, (NameExpr, MemberExpr))
    )


def _is_import(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether a name is defined again that is imported from Keras, maybe with all others."""
    match = _IMPORTED.match(info.message)
    return match is not None and any(
        isinstance(each, ImportAll) or match["name"] in _bound(each)
        for each in tree.imports
        if any(name.partition(".")[0] == names.KERAS for name in imported(each))
    )


def _bound(statement: ImportBase) -> set[str]:
    """The names that an import binds."""
    if isinstance(statement, Import):
        return {own or name.partition(".")[0] for name, own in statement.ids}
    return (
        {own or name for name, own in statement.names}
        if isinstance(statement, ImportFrom)
        else set()
    )

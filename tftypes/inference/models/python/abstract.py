"""`collections.abc`: what a class of the program gets for the few methods that it defines, written in Python."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any, Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.models.python.written import run_text
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.objects import Class, Instance, Value

#: A name that is not bound stands for what nobody knows: a mapping may have other keys than those that it tells.
_TEXT: Final = """
class Mapping:
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default
    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True if key in list(self) else _unknown
    def keys(self): return dict.fromkeys(self).keys()
    def values(self): return {key: self[key] for key in self}.values()
    def items(self): return {key: self[key] for key in self}.items()
    def __eq__(self, other): return dict(self.items()) == dict(other.items())

class MutableMapping(Mapping):
    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if not default:
                raise
            return default[0]
        del self[key]
        return value
    def popitem(self):
        for key in self:
            return key, self.pop(key)
        raise KeyError
    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default
    def update(self, other=(), /, **named):
        for key, value in dict(other, **named).items():
            self[key] = value
    def clear(self):
        for key in list(self):
            del self[key]

class Sequence:
    def __iter__(self): return iter([self[i] for i in range(len(self))])
    def __reversed__(self): return iter([self[i] for i in reversed(range(len(self)))])
    def __contains__(self, value): return value in list(self)
    def index(self, value): return list(self).index(value)
    def count(self, value): return list(self).count(value)

class MutableSequence(Sequence):
    def append(self, value): self.insert(len(self), value)
    def extend(self, values):
        for value in list(values):
            self.append(value)
    def __iadd__(self, values):
        self.extend(values)
        return self
    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value
    def remove(self, value): del self[self.index(value)]
    def clear(self):
        while len(self):
            self.pop()

class Set:
    def __le__(self, other): return set(self) <= set(other)
    def __ge__(self, other): return set(self) >= set(other)
    def __eq__(self, other): return set(self) == set(other)
    def _from_iterable(self, items): return type(self)(items)
    def __and__(self, other): return self._from_iterable(each for each in other if each in self)
    def __or__(self, other): return self._from_iterable(each for part in (self, other) for each in part)
    def __sub__(self, other): return self._from_iterable(each for each in self if each not in other)
    def isdisjoint(self, other): return not any(each in self for each in other)

class AsyncIterator:
    def __aiter__(self): return self
"""
_TREE: Final = ast.parse(_TEXT)


def _method(cls: str, name: str, interpreter: Interpreter, call: Call) -> Value:
    own = call.receiver.cls if isinstance(call.receiver, Instance) else None
    if not isinstance(own, Class) or not any(map(own.find, ("__getitem__", "__contains__"))):
        raise Unsure  # of one that is declared alone, nobody knows what it holds
    function, _ = run_text(interpreter, "collections.abc", _TREE).read(cls).find(name)
    with interpreter.tracing(interpreter.trace, False):  # AutoGraph leaves Python's own code alone
        return interpreter.dispatch(function, call.with_first(call.receiver))


def _classes() -> dict[str, LibraryClass]:
    found: dict[str, dict[str, Any]] = {}
    for node in _TREE.body:
        if isinstance(node, ast.ClassDef):
            methods = {k: v for base in node.bases for k, v in found[ast.unparse(base)].items()}
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    methods[each.name] = partial(_method, node.name, each.name)
            found[node.name] = methods
    found["AbstractSet"] = found["MutableSet"] = found["Set"]
    return {
        f"{module}.{name}": LibraryClass(methods=methods)
        for module in ("collections.abc", "typing")
        for name, methods in found.items()
    }


CLASSES: Final = _classes()

"""What of the standard library is written in Python here, and run by the interpreter itself as a module of the program.

A name that is not bound stands for what nobody knows. The texts say what a call gives; what they leave out is unknown.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.imports import run_again
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.objects import TOP, Container, Instance, Module, Value, resolve
from tftypes.inference.scopes import scope_of
from tftypes.inference.state import ABSENT

_TEXTS: Final = {
    "asyncio": """
import asyncio

class TaskGroup:
    def __getattr__(self, name): return _unknown
    async def __aenter__(self): return self
    async def __aexit__(self, *error): return False
    def create_task(self, coro, **settings): return asyncio.create_task(coro)

async def to_thread(func, /, *args, **kwargs): return func(*args, **kwargs)

async def wait(fs, *, timeout=None, return_when=None):
    if timeout is None and return_when is None:
        return set(fs), set()
    return _unknown
""",
    "builtins": """
async def anext(iterator, *default):
    try:
        return next(iterator)
    except StopIteration:
        if default:
            return default[0]
        raise StopAsyncIteration
""",
    "contextlib": """
import sys

class redirect_stdout:
    def __init__(self, new_target): self._target, self._before = new_target, []
    def __enter__(self):
        self._before.append(sys.stdout)
        sys.stdout = self._target
        return self._target
    def __exit__(self, *error): sys.stdout = self._before.pop()
""",
    "io": """
class _Open:
    def __getattr__(self, name): return _unknown

class StringIO(_Open):
    def __init__(self, initial_value="", newline="\\n"):
        self._text, self._place, self.closed = initial_value or "", 0, False
    def __enter__(self): return self
    def __exit__(self, *error): self.closed = True
    def close(self): self.closed = True
    def getvalue(self): return self._text
    def readable(self): return True
    def writable(self): return True
    def seekable(self): return True
    def flush(self): return None
    def tell(self): return self._place
    def seek(self, place, whence=0):
        self._place = place if whence == 0 else len(self._text)
        return self._place
    def truncate(self, size=None):
        size = self._place if size is None else size
        self._text = self._text[:size]
        return size
    def write(self, text):
        self._text = self._text[:self._place] + text + self._text[self._place + len(text):]
        self._place += len(text)
        return len(text)
    def writelines(self, lines):
        for line in lines:
            self.write(line)
    def read(self, size=-1):
        rest = self._text[self._place:]
        found = rest if size is None or size < 0 else rest[:size]
        self._place += len(found)
        return found
    def readline(self, size=-1):
        head, end, _ = self._text[self._place:].partition("\\n")
        self._place += len(head + end)
        return head + end
    def readlines(self, hint=-1): return self.read().splitlines(True)
    def __iter__(self): return iter(self.readlines())
    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line
""",
    "csv": """
class _Open:
    def __getattr__(self, name): return _unknown

def reader(csvfile, dialect="excel", *, delimiter=",", **settings):
    lines = [line.rstrip("\\r\\n") for line in csvfile]
    if settings or dialect != "excel" or '"' in "".join(lines):
        return _unknown
    return iter([line.split(delimiter) if line else [] for line in lines])

class DictReader(_Open):
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", **settings):
        rows = [row for row in list(reader(f, dialect, **settings)) if row]
        self.fieldnames = list(rows.pop(0) if fieldnames is None else fieldnames)
        self.line_num = _unknown
        fits = all([len(row) == len(self.fieldnames) for row in rows])
        self._rows = iter([dict(zip(self.fieldnames, row)) for row in rows] if fits else _unknown)
    def __iter__(self): return self._rows
    def __next__(self): return next(self._rows)

class _Writer(_Open):
    def __init__(self, file, delimiter, lineterminator, known):
        self._file, self._delimiter, self._end, self._known = file, delimiter, lineterminator, known
    def writerow(self, row):
        cells = ["" if cell is None else str(cell) for cell in row]
        text = self._delimiter.join(cells)
        plain = self._known and len(cells) > 1 and not any([c in text for c in '"\\r\\n'])
        plain = plain and text.count(self._delimiter) == len(cells) - 1
        return self._file.write(text + self._end if plain else _unknown)
    def writerows(self, rows):
        for row in rows:
            self.writerow(row)

def writer(csvfile, dialect="excel", *, delimiter=",", lineterminator="\\r\\n", **settings):
    return _Writer(csvfile, delimiter, lineterminator, dialect == "excel" and not settings)

class DictWriter(_Open):
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", **settings):
        self.fieldnames, self._rest, self._writer = fieldnames, restval, writer(f, dialect, **settings)
    def writeheader(self): return self._writer.writerow(self.fieldnames)
    def writerow(self, row): return self._writer.writerow([row.get(key, self._rest) for key in self.fieldnames])
    def writerows(self, rows):
        for row in rows:
            self.writerow(row)
""",
}
_TREES: Final = {name: ast.parse(text) for name, text in _TEXTS.items()}


def run_text(interpreter: Interpreter, name: str, tree: ast.Module) -> Module:
    """The module that a text makes, once in a process: its slot there has a name that no program's module has."""
    slot = f"<{name}>"
    module = interpreter.switches.read(slot)
    if module is ABSENT:
        module = Module(interpreter.trail, name, slot, tree, scope_of(tree))
        interpreter.write(interpreter.switches, slot, module)
        run_again(interpreter, module)
    assert isinstance(module, Module)
    return module


def called(
    name: str, tree: ast.Module, member: str, interpreter: Interpreter, call: Call | None
) -> Value:
    """What a text's function gives, or its class; without a call what has that name."""
    found = run_text(interpreter, name, tree).read(member)
    if call is None:
        return found
    if "**" in call.kwargs:
        interpreter.escape(call.values)
        return TOP
    with interpreter.tracing(interpreter.trace, False):  # AutoGraph leaves Python's own code alone
        return interpreter.dispatch(found, call)


def _begun(interpreter: Interpreter, call: Call) -> Value:
    """`aiter(values)`: a generator is its own iterator."""
    value = resolve(call.args[0])
    is_own = isinstance(value, Instance)
    return interpreter.method(value, "__aiter__", [], call.node) if is_own else value


def _advanced(interpreter: Interpreter, call: Call) -> Value:
    """`anext(iterator)`, of the program's own iterator or of a generator."""
    value = resolve(call.args[0])
    if isinstance(value, Container):
        return called("builtins", _TREES["builtins"], "anext", interpreter, call)
    if len(call.args) == 1 and isinstance(value, Instance):
        return interpreter.method(value, "__anext__", [], call.node)
    interpreter.escape(call.values)
    return TOP


def functions(name: str, tree: ast.Module) -> dict[str, Model]:
    """A model for each function and class of a text."""
    return {
        f"{name}.{node.name}": partial(called, name, tree, node.name)
        for node in tree.body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and not node.name.startswith("_")
    }


FUNCTIONS: Final[dict[str, Model]] = {
    **{key: model for each in _TREES.items() for key, model in functions(*each).items()},
    "builtins.aiter": _begun,
    "builtins.anext": _advanced,
}

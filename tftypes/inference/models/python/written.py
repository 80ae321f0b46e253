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
    "configparser": """
import configparser

_NOTHING = object()
_TRUTHS = {**dict.fromkeys(("1", "yes", "true", "on"), True), **dict.fromkeys(("0", "no", "false", "off"), False)}

class _Section:
    def __getattr__(self, name): return getattr(self._parser, name)
    def __init__(self, parser, name): self._parser, self.name, self.parser = parser, name, parser
    def keys(self): return self._parser.options(self.name)
    def __iter__(self): return iter(self.keys())
    def __len__(self): return len(self.keys())
    def __contains__(self, key): return self._parser.has_option(self.name, key)
    def __getitem__(self, key):
        if key not in self:
            raise KeyError(key)
        return self._parser.get(self.name, key)
    def __setitem__(self, key, value): self._parser.set(self.name, key, value)
    def __delitem__(self, key): self._parser.remove_option(self.name, key)
    def items(self): return [(key, self[key]) for key in self.keys()]
    def values(self): return [self[key] for key in self.keys()]
    def get(self, option, fallback=None, **settings): return self._parser.get(self.name, option, fallback=fallback)
    def getint(self, option, fallback=None): return self._parser.getint(self.name, option, fallback=fallback)
    def getfloat(self, option, fallback=None): return self._parser.getfloat(self.name, option, fallback=fallback)
    def getboolean(self, option, fallback=None): return self._parser.getboolean(self.name, option, fallback=fallback)

class RawConfigParser:
    def __getattr__(self, name):
        self._known = False  # what it does is not written here
        return _unknown
    def __init__(self, defaults=None, **settings):
        self._known, self._defaults, self._sections = not settings, {}, {}
        self.read_dict({"DEFAULT": defaults or {}})
    def optionxform(self, option): return option.lower()
    def _table(self, section):
        if not self._known:
            return _unknown
        if section != "DEFAULT" and section not in self._sections:
            raise configparser.NoSectionError(section)
        return {**self._defaults, **({} if section == "DEFAULT" else self._sections[section])}
    def read(self, filenames, encoding=None):
        self._known = False
        return _unknown
    def read_file(self, f, source=None): self.read_string(f.read())
    def read_string(self, string, source=None):
        lines = [line for line in string.splitlines() if line.strip() and line.strip()[0] not in "#;"]
        plain = [line for line in lines if line[0] not in " \t" and (line[0] == "[") == (line.strip()[-1] == "]")]
        marked = [line for line in plain if line[0] == "[" or "=" in line or ":" in line]
        if len(marked) != len(lines) or "%" in string or "$" in string:
            self._known = False
            return
        heads = [i for i, line in enumerate(lines) if line[0] == "["]
        parts = {lines[i].strip()[1:-1]: lines[i + 1:j] for i, j in zip(heads, [*heads[1:], len(lines)])}
        signs = {line: min([line.find(sign) for sign in "=:" if sign in line]) for line in lines if line[0] != "["}
        self.read_dict({name: {line[:signs[line]]: line[signs[line] + 1:] for line in part} for name, part in parts.items()})
    def read_dict(self, dictionary, source=None):
        for section, options in dictionary.items():
            table = self._defaults if section == "DEFAULT" else self._sections.setdefault(section, {})
            table.update({self.optionxform(key.strip()): str(value).strip() for key, value in options.items()})
    def sections(self): return list(self._sections) if self._known else _unknown
    def options(self, section): return list(self._table(section))
    def items(self, section): return list(self._table(section).items())
    def has_section(self, section): return section in self._sections if self._known else _unknown
    def add_section(self, section): self._sections[section] = {}
    def has_option(self, section, option): return self.optionxform(option) in self._table(section)
    def set(self, section, option, value=None):
        (self._defaults if section == "DEFAULT" else self._sections[section])[self.optionxform(option)] = value
    def remove_section(self, section): return self._sections.pop(section, None) is not None
    def remove_option(self, section, option):
        table = self._defaults if section == "DEFAULT" else self._sections[section]
        return table.pop(self.optionxform(option), None) is not None
    def get(self, section, option, *, fallback=_NOTHING, **settings):
        return self._as(lambda text: text, section, option, fallback)
    def _as(self, convert, section, option, fallback):
        if not self._known:
            return _unknown
        if fallback is not _NOTHING and section not in self:
            return fallback
        table, name = self._table(section), self.optionxform(option)
        if name in table:
            return convert(table[name])
        if fallback is _NOTHING:
            raise configparser.NoOptionError(option, section)
        return fallback
    def getint(self, section, option, *, fallback=_NOTHING): return self._as(int, section, option, fallback)
    def getfloat(self, section, option, *, fallback=_NOTHING): return self._as(float, section, option, fallback)
    def getboolean(self, section, option, *, fallback=_NOTHING):
        return self._as(lambda text: _TRUTHS[text.lower()], section, option, fallback)
    def __contains__(self, section): return section == "DEFAULT" or self.has_section(section)
    def __iter__(self): return iter(["DEFAULT", *self.sections()])
    def __getitem__(self, section):
        if section not in self:
            raise KeyError(section)
        return _Section(self, section)
    def __delitem__(self, section): self.remove_section(section)
    def __setitem__(self, section, options):
        if section in self._sections:
            self._sections[section] = {}
        self.read_dict({section: options})

class ConfigParser(RawConfigParser):
    pass
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
    if not isinstance(module, Module):  # or several ways have made one each
        module = Module(interpreter.trail, name, slot, tree, scope_of(tree))
        interpreter.write(interpreter.switches, slot, module)
        run_again(interpreter, module)
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


def written_call(interpreter: Interpreter) -> ast.AST | None:
    """The call, attribute or item of the program that has led to where a text runs."""
    own = (node for _, path, node in reversed(interpreter.chain) if not path.startswith("<"))
    return next(own, None)


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

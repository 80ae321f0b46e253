"""Imports: modules of the program run at their first import, those of libraries are names."""

from __future__ import annotations

import ast
import builtins
import os
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Final

from tftypes.inference.findings import Failure, Place
from tftypes.inference.interpreter import refusals
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.escaping import anything
from tftypes.inference.interpreter.exits import Exhausted, Exit
from tftypes.inference.interpreter.library_names import named, rebound
from tftypes.inference.interpreter.loaded import adopt
from tftypes.inference.interpreter.module_code import ModuleCode, code_of
from tftypes.inference.interpreter.names import store
from tftypes.inference.interpreter.open_modules import (
    RUNNING,
    binds_itself,
    binds_otherwise,
    lacks,
    may_have_more,
)
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.modules import UNREADABLE, absolute
from tftypes.inference.objects import OPEN, TOP, External, Frame, Module, Value
from tftypes.inference.scopes import Scope, names_in
from tftypes.inference.state import ABSENT

#: Libraries that are there where the program runs; others may be missing where a handler says so.
_INSTALLED: Final = sys.stdlib_module_names | {"tensorflow", "keras", "numpy"}
_MISSING: Final = "builtins.ModuleNotFoundError"


def _import(compiler: Compiler, node: ast.Import) -> Execute:
    interpreter = compiler.interpreter
    bindings = [
        (
            each.name,
            each.asname is not None,
            store(compiler, each.asname or each.name.partition(".")[0]),
        )
        for each in node.names
    ]

    def run(frame: Frame) -> None:
        for name, renamed, assign in bindings:
            module = _required(interpreter, name, node)
            whole = import_module(interpreter, name.partition(".")[0])
            assign(frame, _renamed(interpreter, name, module) if renamed else whole)

    return run


def _renamed(interpreter: Interpreter, name: str, module: Value) -> Value:
    """`import a.b as x` gives what the package has of that name, which need not be its module."""
    base, _, last = name.rpartition(".")
    package = interpreter.modules.get(base)
    if not isinstance(package, Module) or not isinstance(module, Module):
        return module
    return member(interpreter, package, base, last)


def _import_from(compiler: Compiler, node: ast.ImportFrom) -> Execute:
    interpreter = compiler.interpreter
    if node.module == "__future__":
        return lambda frame: None
    bindings = [
        (each.name, store(compiler, each.asname or each.name))
        for each in node.names
        if each.name != "*"
    ]
    star = any(each.name == "*" for each in node.names)

    def run(frame: Frame) -> None:
        base = absolute(frame.module.name, frame.module.path, node.module, node.level)
        module = _required(interpreter, base, node)
        for name, assign in bindings:
            full = f"{module.name}.{name}" if isinstance(module, External) else ""
            if full and (own := rebound(interpreter, full)) is not ABSENT:
                assign(frame, own)
            elif full and lacks(interpreter, full):
                assign(
                    frame,
                    refusals.lacks(
                        interpreter, full.rpartition(".")[0], name, node, "builtins.ImportError"
                    ),
                )
            else:
                assign(frame, member(interpreter, module, base, name))
        if star:
            _import_all(interpreter, module, frame)

    return run


def _required(interpreter: Interpreter, name: str, node: ast.AST) -> Value:
    """The module that a statement asks for. A library for sure has not what it is declared without."""
    module = import_module(interpreter, name)
    if isinstance(module, External):
        if name.partition(".")[0] not in _INSTALLED and interpreter.is_caught(_MISSING):
            missing = partial(interpreter.leave, "raise", External(_MISSING))
            interpreter.fork([lambda: None, missing])
        names = name.split(".")
        for count in range(1, len(names)):
            owner, last = ".".join(names[:count]), names[count]
            if lacks(interpreter, f"{owner}.{last}"):
                return refusals.lacks(
                    interpreter, owner, last, node, "builtins.ModuleNotFoundError"
                )
    return module


def member(interpreter: Interpreter, module: Value, base: str, name: str) -> Value:
    """`from base import name`."""
    if isinstance(module, Module):
        value, full = module.read(name), f"{base}.{name}"
        locate = interpreter.sources.locate
        is_inner = isinstance(value, Module) and locate(full) is not None
        if value is not ABSENT and not (is_inner and binds_itself(interpreter, module)):
            return value
        if locate(full) is not None:
            # The package may have given itself something else of that name.
            return TOP if binds_otherwise(interpreter, module) else import_module(interpreter, full)
        getter = module.read("__getattr__")
        if getter is not ABSENT:
            return interpreter.call(getter, [name], {}, ast.Constant(0))
        if not may_have_more(interpreter, module) and interpreter.is_caught(_MISSING):
            interpreter.leave("raise", External("builtins.ImportError"))
        return TOP
    if not isinstance(module, External):
        return TOP
    return named(interpreter, f"{module.name}.{name}")


def _import_all(interpreter: Interpreter, module: Value, frame: Frame) -> None:
    """`from module import *`: the names that are known, and whether there may be others."""
    if not isinstance(module, Module):
        _open(interpreter, frame)
        if isinstance(module, External):
            for name in interpreter.declared.names(module.name):
                if not name.startswith("_"):
                    interpreter.write(frame, name, named(interpreter, f"{module.name}.{name}"))
        return
    told = module.read("__all__")
    exported = interpreter.known_items(told) if told is not ABSENT else module.written()
    if may_have_more(interpreter, module):
        _open(interpreter, frame)
    for name in list(module.written() if exported is None else exported):
        if isinstance(name, str) and (told is not ABSENT or not name.startswith(("_", "<"))):
            # what only `__all__` names may be a module of the package
            interpreter.write(frame, name, module.read(name, TOP))


def _open(interpreter: Interpreter, frame: Frame) -> None:
    """Names that are not bound may be by now, with any value: another way binds them otherwise."""
    interpreter.write(frame, OPEN, True)
    for name in () if frame.module.tree is None else _read_in(frame.module.tree):
        if frame.read(name) is ABSENT:
            interpreter.write(frame, name, TOP)


@lru_cache(maxsize=64)
def _read_in(tree: ast.Module) -> frozenset[str]:
    """The names that a module reads and Python does not have itself."""
    return frozenset(names_in(tree)) - {*dir(builtins)}


def import_module(interpreter: Interpreter, name: str) -> Value:
    """The module of a full name; one of the program's is run if it has not been."""
    if name in interpreter.modules:
        module = interpreter.modules[name]
        return named(interpreter, name) if module is None else module
    parent, _, last = name.rpartition(".")
    package = import_module(interpreter, parent) if parent else None
    if name in interpreter.modules:  # the package imports it
        return import_module(interpreter, name)
    path = (
        interpreter.sources.locate(name) if package is None or isinstance(package, Module) else None
    )
    if path is None:
        interpreter.modules[name] = None
        return named(interpreter, name)
    made = adopt(interpreter, name) or run_module(interpreter, name, path)
    if isinstance(package, Module):
        interpreter.write(package, last, made)
    return made


def run_module(interpreter: Interpreter, name: str, path: str) -> Module:
    """Run a module's statements from the first to the last. It is found by its name while it runs."""
    tree = None
    if not os.path.isdir(path):
        try:
            tree = interpreter.sources.parse(path)
        except UNREADABLE as error:
            place = Place(path, getattr(error, "lineno", None) or 1)
            interpreter.failures.append(Failure(place, f"{type(error).__name__}: {error}"))
    code = None if tree is None else code_of(interpreter, path, tree)
    module = new_module(interpreter, name, path, tree, code.scope if code else Scope())
    if code is not None:
        _run_code(interpreter, module, code)
    return module


def new_module(
    interpreter: Interpreter, name: str, path: str, tree: ast.Module | None, scope: Scope
) -> Module:
    """A module of which no statement has run. It is found by its name."""
    module = Module(interpreter.trail, name, path, tree, scope)
    interpreter.modules[name] = module
    interpreter.write(module, "__name__", "__main__" if path == interpreter.main else name)
    interpreter.write(module, "__file__", PyValue("str"))
    return module


#: What `sys.exit()` raises.
_EXIT: Final = External("builtins.SystemExit")


def run_again(interpreter: Interpreter, module: Module) -> None:
    """Run the statements of a module on the names that it has by now."""
    if module.tree is not None:
        _run_code(interpreter, module, code_of(interpreter, module.path, module.tree))


def _run_code(interpreter: Interpreter, module: Module, code: ModuleCode) -> None:
    interpreter.write(module, RUNNING, True)
    with interpreter.afresh(module.path):
        for statement, run in zip(code.tree.body, code.statements):
            if run_statement(interpreter, run, module, statement):
                break  # what stands behind it never runs
    interpreter.write(module, RUNNING, ABSENT)


def run_statement(interpreter: Interpreter, execute: Execute, frame: Frame, node: ast.AST) -> bool:
    """Run a statement at the top; whether it is meant to end the program. What fails does not end the module."""
    ends = False
    trail = interpreter.trail
    interpreter.steps, interpreter.budget = 0, interpreter.allowance(frame.module)
    begun = len(trail.undone)
    mark = trail.mark()
    depth = trail.depth
    try:
        execute(frame)
    except Exit:
        ends = isinstance(node, ast.Raise) or interpreter.left == ("raise", _EXIT)
    except (Exhausted, RecursionError):
        # Whatever the statement has touched, on any path, may be anything.
        touched = {**trail.changes(mark)}
        trail.unwind(depth)
        for changes in trail.undone[begun:]:
            touched.update(changes)
        for target, key, _ in touched.values():
            interpreter.write(target, key, anything(target, key))
        _forget_names(interpreter, frame, node)
    except Exception as error:
        interpreter.fault(node, error)
    trail.unwind(depth)
    trail.commit()
    del trail.undone[begun:]
    interpreter.spent[frame.module.path] = (
        interpreter.spent.get(frame.module.path, 0) + interpreter.steps
    )
    interpreter.targets.clear()
    interpreter.doubt = interpreter.looping = 0
    interpreter.guards = ()
    return ends


def _forget_names(interpreter: Interpreter, frame: Frame, node: ast.AST) -> None:
    """What a statement would have changed that was not run to its end: the names that it binds, and what it mentions."""
    for each in ast.walk(node):
        name = getattr(each, "name", None)  # of a class, a function or what is imported
        if isinstance(each, ast.alias):
            name = each.asname or each.name.partition(".")[0]
        if isinstance(name, str) and frame.read(name) is ABSENT:
            interpreter.write(frame, name, TOP)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):  # of its run nothing is left
        return
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    mentioned = (frame.read(each.id) for each in names if isinstance(each.ctx, ast.Load))
    interpreter.forget([each for each in mentioned if each is not ABSENT])
    for each in names:
        if not isinstance(each.ctx, ast.Load):
            interpreter.write(frame, each.id, TOP)


def import_for_types(interpreter: Interpreter, module: Module, names: Iterable[str]) -> None:
    """Imports what an annotation names and the module imports under TYPE_CHECKING alone.

    Not before: such an import often closes a cycle, so what it runs must not run where the program does not.
    """
    only = {} if module.tree is None else _imports_for_types(module.tree)
    for name in names:
        if name in only and module.read(name) is ABSENT:
            node, imported = only[name]
            if isinstance(node, ast.Import):
                value = import_module(interpreter, imported)
            else:
                base = absolute(module.name, module.path, node.module, node.level)
                value = member(interpreter, import_module(interpreter, base), base, imported)
            interpreter.write(module, name, value)


@lru_cache(maxsize=1024)
def _imports_for_types(tree: ast.Module) -> Mapping[str, tuple[ast.Import | ast.ImportFrom, str]]:
    """The imports under `if TYPE_CHECKING` by the names that they bind, each with what it imports."""
    return {
        alias.asname or alias.name.partition(".")[0]: (
            each,
            alias.name
            if alias.asname or isinstance(each, ast.ImportFrom)
            else alias.name.partition(".")[0],
        )
        for branch in tree.body
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.unparse(branch.test)
        for each in branch.body
        if isinstance(each, (ast.Import, ast.ImportFrom))
        for alias in each.names
    }


STATEMENTS: Final = {ast.Import: _import, ast.ImportFrom: _import_from}

"""Takes an import out of a cycle: what moves it under TYPE_CHECKING or into functions."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from tftypes_lint.changes import Change, ForTypeCheckers, Prepend, Remove, ReplaceStatement
from tftypes_lint.changes import Import as Needed
from tftypes_lint.imports.annotations import annotations_of, names_in_annotation
from tftypes_lint.imports.conditions import TYPE_CHECKING, is_type_checking
from tftypes_lint.imports.facts import Import
from tftypes_lint.source import Source

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def under_type_checking(source: Source, records: Sequence[Import]) -> tuple[Change, ...]:
    """What leaves the imports to type checkers; nothing where they cannot be found."""
    gone = tuple(_taken_out(source, records))
    return (*gone, *_for_type_checkers(source, records)) if gone else ()


def into_functions(source: Source, records: Sequence[Import]) -> tuple[Change, ...]:
    """What imports in each function that uses a name; nothing where one is used elsewhere."""
    names = {name for record in records for name in record.bound}
    homes = _homes(source.tree, names)
    gone = tuple(_taken_out(source, records))
    if not homes or not gone:
        return ()
    in_annotations = _annotated(source.tree)
    annotated = [
        _only(record, in_annotations) for record in records if in_annotations & set(record.bound)
    ]
    moved = []
    for function, used in homes:
        lines = [_only(record, used).text for record in records if used & set(record.bound)]
        moved.append(Prepend(source.span(function), "\n".join(lines)))
    return (*moved, *gone, *(_for_type_checkers(source, annotated) if annotated else ()))


def _for_type_checkers(source: Source, records: Sequence[Import]) -> Iterator[Change]:
    """The imports under TYPE_CHECKING, with what that needs."""
    yield Needed("__future__", "annotations")
    if not any(
        isinstance(each, ast.If) and is_type_checking(each.test) for each in source.tree.body
    ):
        yield Needed("typing", TYPE_CHECKING)
    yield ForTypeCheckers("\n".join(record.text for record in records))


def _only(record: Import, names: Collection[str]) -> Import:
    """The import of those of its names alone."""
    if record.names is None:
        return record
    kept = tuple(pair for pair in record.names if (pair[1] or pair[0]) in names)
    return record._replace(names=kept)


def _taken_out(source: Source, records: Sequence[Import]) -> Iterator[Change]:
    """Removes the imports; what else their statements import stays."""
    for statement in source.tree.body:
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        kept = [alias for alias in statement.names if not _is_one(statement, alias, records)]
        if not kept:
            yield Remove(source.span(statement))
        elif len(kept) < len(statement.names):
            start = ""
            if isinstance(statement, ast.ImportFrom):
                start = f"from {'.' * statement.level}{statement.module or ''} "
            listed = ", ".join(map(ast.unparse, kept))
            yield ReplaceStatement(source.span(statement), f"{start}import {listed}")


def _is_one(
    statement: ast.Import | ast.ImportFrom, alias: ast.alias, records: Sequence[Import]
) -> bool:
    for record in records:
        if isinstance(statement, ast.ImportFrom):
            same = (statement.level, statement.module or "") == (record.level, record.module)
            if same and record.names is not None:
                if (alias.name, alias.asname) in record.names:
                    return True
        elif record.names is None and (alias.name, alias.asname) == (record.module, record.asname):
            return True
    return False


def _homes(tree: ast.Module, names: Collection[str]) -> list[tuple[_Function, set[str]]] | None:
    """The outermost functions that use the names, with those that they use.

    None where a name is used outside of functions, or a function gives it another meaning.
    """
    homes: list[tuple[_Function, set[str]]] = []

    def visit(node: ast.AST) -> bool:
        if isinstance(node, _FUNCTIONS):
            outside = [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]
            if not all(visit(each) for each in outside if each is not None):
                return False
            used, bound = _names_of(node)
            if used & set(names):
                homes.append((node, used & set(names)))
            return not bound & set(names)
        if isinstance(node, ast.Name):
            return node.id not in names
        if isinstance(node, ast.AnnAssign):
            return node.value is None or visit(node.value)
        return all(visit(child) for child in ast.iter_child_nodes(node))

    return homes if all(visit(statement) for statement in tree.body) else None


def _names_of(function: _Function) -> tuple[set[str], set[str]]:
    """The names that a function reads outside of annotations, and those that it binds."""
    used: set[str] = set()
    bound: set[str] = set()
    todo: list[ast.AST] = [*function.body]
    arguments = [function.args]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.Global):
            bound.update(node.names)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((each.asname or each.name).partition(".")[0] for each in node.names)
        hidden = set()
        if isinstance(node, _FUNCTIONS):
            arguments.append(node.args)
            hidden = {id(annotation) for annotation in annotations_of(node)}
        elif isinstance(node, ast.Lambda):
            arguments.append(node.args)
        elif isinstance(node, ast.AnnAssign):
            hidden = {id(node.annotation)}
        todo += [child for child in ast.iter_child_nodes(node) if id(child) not in hidden]
    for each in arguments:
        extra = [argument for argument in (each.vararg, each.kwarg) if argument]
        every = [*each.posonlyargs, *each.args, *each.kwonlyargs, *extra]
        bound.update(argument.arg for argument in every)
    return used, bound


def _annotated(tree: ast.Module) -> set[str]:
    """The names in annotations that are evaluated, or that type checkers look up."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            for annotation in annotations_of(node):
                found.update(names_in_annotation(annotation))
        elif isinstance(node, ast.AnnAssign):
            found.update(names_in_annotation(node.annotation))
    return found

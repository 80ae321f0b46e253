"""Takes an import out of a cycle: the edits that move it under TYPE_CHECKING or into functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from tftypes_lint.edits import (
    append_to_body,
    apply_edits,
    indentation,
    insert_before,
    insert_import,
    remove,
    replace,
)
from tftypes_lint.imports.annotations import annotations_of, names_in_annotation
from tftypes_lint.imports.conditions import TYPE_CHECKING, is_type_checking
from tftypes_lint.imports.facts import Import
from tftypes_lint.rule import Edit
from tftypes_lint.source import Source

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def under_type_checking(source: Source, records: Sequence[Import]) -> tuple[Edit, ...]:
    """The edits that leave the imports to type checkers; none where they cannot be found."""
    lines = [record.text for record in records]
    return _composed(
        source,
        lambda now: _taken_out(now, records),
        lambda now: insert_import(now, "__future__", "annotations"),
        lambda now: _type_checking_name(now),
        lambda now: _type_checking_block(now, lines),
    )


def into_functions(source: Source, records: Sequence[Import]) -> tuple[Edit, ...]:
    """The edits that import in each function that uses a name; none where one is used elsewhere."""
    names = {name for record in records for name in record.bound}
    homes = _homes(source.tree, names)
    if homes is None:
        return ()
    in_annotations = _annotated(source.tree)
    annotated = [
        _only(record, in_annotations) for record in records if in_annotations & set(record.bound)
    ]
    edits: list[Edit] = []
    for function, used in homes:
        lines = [_only(record, used).text for record in records if used & set(record.bound)]
        edits.append(_at_start(source, function, lines))
    later: list[Callable[[Source], Iterable[Edit]]] = [lambda now: _taken_out(now, records)]
    if annotated:
        lines = [record.text for record in annotated]
        later += [
            lambda now: insert_import(now, "__future__", "annotations"),
            lambda now: _type_checking_name(now),
            lambda now: _type_checking_block(now, lines),
        ]
    return _composed(source, lambda now: edits, *later)


def _only(record: Import, names: Collection[str]) -> Import:
    """The import of those of its names alone."""
    if record.names is None:
        return record
    kept = tuple(pair for pair in record.names if (pair[1] or pair[0]) in names)
    return record._replace(names=kept)


def _composed(source: Source, *steps: Callable[[Source], Iterable[Edit]]) -> tuple[Edit, ...]:
    """Edits made one after the other, as one."""
    now = source
    for number, step in enumerate(steps):
        edits = list(step(now))
        if not edits and number == 0:
            return ()
        text = apply_edits(now.text, edits)
        now = Source(source.path, text.encode(source.encoding))
    before, after = source.text, now.text
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    return (Edit(start, len(before) - end, after[start : len(after) - end]),)


def _common(first: str, second: str) -> int:
    """How many characters two texts begin with alike."""
    for number, (one, other) in enumerate(zip(first, second)):
        if one != other:
            return number
    return min(len(first), len(second))


def _taken_out(source: Source, records: Sequence[Import]) -> Iterator[Edit]:
    """Removes the imports; what else their statements import stays."""
    gone = []
    for statement in source.tree.body:
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        kept = [alias for alias in statement.names if not _is_one(statement, alias, records)]
        if not kept:
            gone.append(statement)
        elif len(kept) < len(statement.names):
            start = ""
            if isinstance(statement, ast.ImportFrom):
                start = f"from {'.' * statement.level}{statement.module or ''} "
            listed = ", ".join(map(ast.unparse, kept))
            yield replace(source, statement, f"{start}import {listed}")
    yield from remove(source, *gone)


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


def _type_checking_name(source: Source) -> Iterable[Edit]:
    bound = (
        alias.name
        for node in source.statements
        for alias in getattr(node, "names", ())
        if isinstance(node, ast.ImportFrom)
    )
    if TYPE_CHECKING in bound or _block(source):
        return ()
    return insert_import(source, "typing", TYPE_CHECKING)


def _type_checking_block(source: Source, lines: Sequence[str]) -> Iterable[Edit]:
    """The lines in the block for type checkers, which is made where there is none."""
    block = _block(source)
    if block:
        yield append_to_body(source, block, "\n".join(lines))
        return
    step = indentation(source)
    text = "\n".join([f"if {TYPE_CHECKING}:", *(step + line for line in lines)])
    last = [node for node in source.tree.body if isinstance(node, (ast.Import, ast.ImportFrom))][-1]
    end = source.line_range(source.range(last)[1])[1]
    yield Edit(end, end, source.newline * 2 + text.replace("\n", source.newline))


def _block(source: Source) -> ast.If | None:
    for statement in source.tree.body:
        if isinstance(statement, ast.If) and is_type_checking(statement.test):
            return statement
    return None


def _at_start(source: Source, function: _Function, lines: Sequence[str]) -> Edit:
    """Puts lines at the start of a function, behind its docstring."""
    body = function.body
    documented = (
        len(body) > 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    )
    return insert_before(source, body[1] if documented else body[0], "\n".join(lines))


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

"""An edit as the report tells it, and as it changes the file."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from tftypes.inference.messages import Change
from tftypes.inference.repairs.edits import Edit, Editor, Written, between, change, changed, told
from tftypes.inference.repairs.layout import laid_out
from tftypes.inference.repairs.sites import Outline


@dataclass(frozen=True, slots=True)
class Repair:
    """What mends a finding: the new line as it is told, and the change of the file."""

    text: str
    change: Change


def repair_of(edit: Edit, outline: Outline, editor: Editor, source: Sequence[str]) -> Repair | None:
    """What an edit changes; of code of several lines, what stays keeps its layout. None where it would be no code."""
    return _laid_out(edit, outline, editor, source) or _written_anew(edit, outline, source)


def _laid_out(edit: Edit, outline: Outline, editor: Editor, source: Sequence[str]) -> Repair | None:
    """None where no part of the edit has several lines, or where the text would be another program."""
    found: list[Change] = []
    is_any = False
    for each in edit.parts:
        statement = outline.statement(each.old)
        if statement is None or not each.made:
            return None
        kept = laid_out(each, Written(outline, statement, source), source)
        is_any = is_any or kept is not None
        found.append(kept or change(each, outline, statement, source))
    whole = changed(sorted(found), source) if is_any else None
    made = _applied(whole, source) if whole is not None else None
    if made is None or ast.unparse(made[1]) != ast.unparse(editor.applied(edit)):
        return None
    return Repair(*between(source, made[0].split("\n")))


def _written_anew(edit: Edit, outline: Outline, source: Sequence[str]) -> Repair | None:
    found: list[tuple[Change, str]] = []
    for each in edit.parts:
        statement = outline.statement(each.old)
        if statement is not None:
            text = told(each, outline, statement, source)
            made = change(each, outline, statement, source)
            is_less = not each.made and outline.has_others(statement)
            found.append((made._replace(text="") if is_less else made, text))
    found.sort(key=lambda each: each[0].line)
    whole = changed([each for each, _ in found], source)
    if whole is None or _applied(whole, source) is None:
        return None
    text = "; ".join(f"line {part.line}: {text}" for part, text in found).partition(": ")[2]
    return Repair(text, whole)


def _applied(change: Change, source: Sequence[str]) -> tuple[str, ast.Module] | None:
    """The file with a change, as text and as tree; None where that is no Python."""
    made = change.applied("\n".join(source).encode()).decode()
    try:
        return made, ast.parse(made)
    except SyntaxError:
        return None

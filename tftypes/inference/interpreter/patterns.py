"""`match`: patterns as tests that bind names."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.inference.interpreter.certainty import all_hold, some_hold
from tftypes.inference.interpreter.comparisons import compare
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.instances import is_instance
from tftypes.inference.interpreter.names import store, unpacked
from tftypes.inference.interpreter.picking import of_mapping
from tftypes.inference.interpreter.tables import Execute
from tftypes.inference.objects import TOP, Class, Container, Frame, Value, is_unknown, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Mapped, OneOf, Seq

#: Binds the names of a pattern: (frame, subject) -> whether it matches, None where that is not known.
Match = Callable[[Frame, Value], "bool | None"]


def _match(compiler: Compiler, node: ast.Match) -> Execute:
    interpreter, subject = compiler.interpreter, compiler.expression(node.subject)
    cases = [
        (
            pattern(compiler, each.pattern),
            None if each.guard is None else compiler.expression(each.guard),
            compiler.block(each.body),
            ast.Match(node.subject, [ast.match_case(each.pattern, each.guard, [])]),
        )
        for each in node.cases
    ]

    def run(frame: Frame) -> None:
        try_cases(frame, resolve(subject(frame)), 0)

    def try_cases(frame: Frame, value: Value, i: int) -> None:
        if i == len(cases):
            return
        matches, guard, body, test = cases[i]
        interpreter.trail.mark()
        holds = matches(frame, value)
        vague = holds is None and interpreter.is_vague(value)
        if holds is not False and guard is not None:
            condition = guard(frame)
            truth = interpreter.truth(condition)
            vague = vague or truth is None and interpreter.is_vague(condition)
            holds = False if truth is False else holds if truth else None
        if holds is True:
            interpreter.trail.commit()
            body(frame)
            return
        interpreter.trail.undo()
        if holds is False:
            try_cases(frame, value, i + 1)
            return
        interpreter.fork(
            [
                lambda: (matches(frame, value), body(frame))[1],
                lambda: try_cases(frame, value, i + 1),
            ],
            vague,
            test,
        )

    return run


def pattern(compiler: Compiler, node: ast.pattern) -> Match:
    """Compiles a pattern."""
    interpreter = compiler.interpreter
    match node:
        case ast.MatchValue(value=value):
            wanted = compiler.expression(value)
            return lambda frame, subject: interpreter.truth(
                compare(interpreter, ast.Eq(), subject, wanted(frame), value)
            )
        case ast.MatchSingleton(value=constant):
            return lambda frame, subject: interpreter.truth(
                compare(interpreter, ast.Is(), subject, constant, node)
            )
        case ast.MatchAs(pattern=None, name=None):
            return lambda frame, subject: True
        case ast.MatchAs(pattern=inner, name=name):
            return _as(compiler, inner, name)
        case ast.MatchOr(patterns=patterns):
            return _either(interpreter, [pattern(compiler, each) for each in patterns])
        case ast.MatchSequence(patterns=patterns):
            return _sequence(compiler, node, patterns)
        case ast.MatchMapping():
            return _mapping(compiler, node)
        case ast.MatchClass():
            return _class(compiler, node)
    return lambda frame, subject: None


def _as(compiler: Compiler, inner: ast.pattern | None, name: str | None) -> Match:
    matches = None if inner is None else pattern(compiler, inner)
    bind = None if name is None else store(compiler, name)

    def run(frame: Frame, subject: Value) -> bool | None:
        holds = True if matches is None else matches(frame, subject)
        if bind is not None and holds is not False:
            bind(frame, subject)
        return holds

    return run


def _either(interpreter: Interpreter, parts: list[Match]) -> Match:
    def run(frame: Frame, subject: Value) -> bool | None:
        answers = []
        for each in parts:
            answers.append(each(frame, subject))
            if answers[-1] is True:
                break
        return some_hold(answers)

    return run


def _sequence(compiler: Compiler, node: ast.MatchSequence, patterns: list[ast.pattern]) -> Match:
    interpreter = compiler.interpreter
    starred = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    star = starred[0] if starred else None
    parts: list[Match] = [
        _as(compiler, None, each.name)
        if isinstance(each, ast.MatchStar)
        else pattern(compiler, each)
        for each in patterns
    ]

    def run(frame: Frame, subject: Value) -> bool | None:
        subject = resolve(subject)
        if (
            isinstance(subject, (str, bytes))
            or isinstance(subject, Container)
            and subject.kind == "dict"
        ):
            return False
        items = interpreter.items(subject)
        holds: bool | None = None
        if isinstance(items, tuple):
            fits = len(items) == len(parts) if star is None else len(items) >= len(parts) - 1
            if not fits:
                return False
            holds = True
        elif items is None and not is_unknown(subject) and not isinstance(subject, OneOf):
            return False
        values = unpacked(
            interpreter,
            items if isinstance(items, (tuple, Seq)) else TOP,
            len(parts),
            star,
            [None] * len(parts),
            node,
        )
        return all_hold([holds, *(each(frame, value) for each, value in zip(parts, values))])

    return run


def _mapping(compiler: Compiler, node: ast.MatchMapping) -> Match:
    interpreter = compiler.interpreter
    keys = [compiler.expression(each) for each in node.keys]
    parts = [pattern(compiler, each) for each in node.patterns]
    rest = None if node.rest is None else store(compiler, node.rest)

    def run(frame: Frame, subject: Value) -> bool | None:
        subject = resolve(subject)
        if not isinstance(subject, Container) or subject.kind != "dict":
            for each in parts:
                each(frame, TOP)
            return None if is_unknown(subject) else False
        contents: Mapped = subject.contents
        answers: list[bool | None] = []
        names = [key(frame) for key in keys]
        for name, each in zip(names, parts):
            known = name in contents.known
            if not known and contents.rest is ABSENT:
                return False
            answers.append(True if known and name not in contents.optional else None)
            answers.append(each(frame, of_mapping(contents, name)))
        if rest is not None:
            left = {key: value for key, value in contents.known.items() if key not in names}
            rest(frame, interpreter.list(Mapped(left, contents.optional, contents.rest), "dict"))
        return all_hold(answers)

    return run


def _class(compiler: Compiler, node: ast.MatchClass) -> Match:
    interpreter, cls = compiler.interpreter, compiler.expression(node.cls)
    positional = [pattern(compiler, each) for each in node.patterns]
    named = [
        (name, pattern(compiler, each)) for name, each in zip(node.kwd_attrs, node.kwd_patterns)
    ]

    def run(frame: Frame, subject: Value) -> bool | None:
        wanted = cls(frame)
        answers: list[bool | None] = [is_instance(interpreter, subject, wanted)]
        if answers[0] is False:
            return False
        names = _match_args(wanted)
        if names is None and len(positional) == 1:  # `int(x)`
            answers.append(positional[0](frame, subject))
        else:
            found = names or [""] * len(positional)
            for name, each in zip(found, positional):
                answers.append(
                    each(frame, interpreter.attribute(subject, name, node) if name else TOP)
                )
        for name, each in named:
            answers.append(each(frame, interpreter.attribute(subject, name, node)))
        return all_hold(answers)

    return run


def _match_args(cls: Value) -> list[str] | None:
    if not isinstance(cls, Class):
        return None
    found = cls.find("__match_args__")
    if found is not None and isinstance(found[0], tuple):
        return [each for each in found[0] if isinstance(each, str)]
    fields = cls.facts.get("fields")
    return None if fields is None else [each.name for each in fields]


STATEMENTS: Final = {ast.Match: _match}

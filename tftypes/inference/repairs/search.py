"""The search for a fix: edits are tried, the cheapest first, until the engine has nothing left to say of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from math import inf
from typing import Final, NamedTuple, TypeAlias

from tftypes.algebra import TensorType
from tftypes.inference.attempts import Attempts
from tftypes.inference.declarations import Declarations
from tftypes.inference.findings import Finding
from tftypes.inference.interpreter.engine import Interpreter, Observe
from tftypes.inference.interpreter.exits import Stopped
from tftypes.inference.messages import Change
from tftypes.inference.objects import TOP, Value, is_unknown, resolve
from tftypes.inference.repairs.calls import is_whole, named_in
from tftypes.inference.repairs.candidates import candidates
from tftypes.inference.repairs.context import Context
from tftypes.inference.repairs.edits import Edit, Editor, are_apart, between, key_of, together
from tftypes.inference.repairs.hints import hinted
from tftypes.inference.repairs.sites import Outline, place_of
from tftypes.inference.repairs.sizes import is_outer
from tftypes.inference.repairs.staged import is_uneven
from tftypes.inference.repairs.telling import Repair, repair_of
from tftypes.inference.values import Bound

#: What tells findings apart.
Identity: TypeAlias = "tuple[object, ...]"
#: A piece of code that the message names may make what the engine does not know.
_OF_HINTS: Final = 2.0
#: An edit of no more is meant, whatever it needs besides.
_LIKELY: Final = 0.45
#: How much more an edit may cost that settles other findings, too.
_OF_OTHERS: Final = 0.8
#: So many edits are tried as the first step of a fix of two.
_MOST_STEPS: Final = 2
#: So many nodes are visited, or calls compared with one expression, in the time that it takes to evaluate one.
_OF_NODES: Final = 4
_OF_CALLS: Final = 50
#: How often attempts evaluate besides as many expressions as the module does.
_OF_SIZE: Final = 2
#: How many statements all attempts run in one module: what one expression calls may be long.
_STEPS: Final = 100_000


class Outcome(NamedTuple):
    """What the search finds for one finding."""

    fix: Repair | None
    #: Whether the remedy that the message names does not mend the program.
    is_refuted: bool


class Best(NamedTuple):
    """The edit that settles most findings, those, and what each edit that was tried settles."""

    edit: Edit | None
    gone: Set[Identity]
    tried: Mapping[object, Set[Identity] | None]
    #: The likeliest edit after which there are other findings.
    refused: Edit | None


class Search:
    """Looks for fixes in one module.

    All attempts evaluate `effort` expressions at most and twice as many as the module; those for one finding, half of
    the rest.
    """

    def __init__(self, tree: ast.Module, source: str, attempts: Attempts, effort: int) -> None:
        self._outline = Outline(tree)
        self._editor = Editor(self._outline)
        self._source = source.split("\n")
        self._attempts = attempts
        self._left = effort
        self._steps = _STEPS
        self._values: dict[ast.AST, Value] = {}
        #: The findings of the module as it stands, by what tells them apart.
        self._before: dict[Identity, Finding] = {}
        self._declared: Declarations | None = None
        #: Those that are gone with the fix of another one.
        self._settled: set[Identity] = set()

    def repair(self, finding: Finding, is_second: bool = False) -> Outcome:
        """The first edit after which the finding is gone, and no other has come; with it, those go that it settles.

        One that is the second step of a fix is taken by itself.
        """
        if self._declared is None:
            self._left += _OF_SIZE * self._observe()
        # before anything is asked of the tree: there may be thousands of findings
        if self._left <= 0:
            return Outcome(None, False)
        node = self._outline.at(*finding.place.stretch)
        key = next((key for key, each in self._before.items() if each == finding), None)
        if node is None or self._declared is None or key is None or key in self._settled:
            return Outcome(None, False)
        context = Context(finding, self._outline, node, self._values, self._declared)
        if not self._afford(context):
            return Outcome(None, False)
        hints = [*hinted(context)]
        best, gone, tried, refused = self._best(context, hints)
        self._settled |= gone
        named = {key_of(edit): edit for _, edit in hints}
        told = {key: named[key] for key in tried if key in named}  # the cheapest first
        if best is None and not is_second:
            steps = [edit for each, edit in told.items() if tried[each] is None]
            steps += [] if refused is None else [refused]
            others = [*self._before.values()] if finding.code == "tf-call" else []
            if (fix := self._in_two_steps(steps, others)) is not None:
                return Outcome(fix, False)
        are_wrong = bool(told) and all(tried[each] is None for each in told) and is_whole(context)
        if best is None:
            return Outcome(None, are_wrong)
        whole = self._with_neighbours(best, context)
        fix = None if whole is None else self._told(whole)
        if whole is not None and not is_second:
            fix = self._with_last_neighbour(whole, node) or fix
        inside = {*ast.walk(node)}
        are_inside = any(not tried[key] and edit.old in inside for key, edit in told.items())
        is_refuted = are_wrong or are_inside
        is_refuted &= key_of(best) not in told and fix is not None
        words = {*re.findall(r"\w+", fix.text if fix else "")}
        is_refuted = is_refuted and not named_in(finding.remedy) & words
        return Outcome(fix, is_refuted)

    def _afford(self, context: Context) -> bool:
        """Spend the effort that it takes to think of edits: whether there was enough of it.

        The slice is looked for in the whole module, and each of its expressions is compared with all calls.
        """
        cost = len(self._outline.nodes) // _OF_NODES
        if cost < self._left // 2:
            cost += len(context.sites) * len(self._outline.calls) // _OF_CALLS
        self._left -= min(cost, self._left // 2)
        return cost < self._left

    def _best(self, context: Context, hints: Sequence[tuple[float, Edit]]) -> Best:
        """The edit that settles most, and what those that were tried settle."""
        best: Edit | None = None
        refused: Edit | None = None
        gone: Set[Identity] = frozenset()
        tried: dict[object, Set[Identity] | None] = {}
        until, most = self._left // 2, inf
        for cost, edit in candidates(context, hints):
            if self._left <= until or cost > most or len(gone) == len(self._before):
                break
            if _is_nested(self._outline, edit):
                continue
            settled = tried[key_of(edit)] = self._settling(edit, context, cost <= _OF_HINTS)
            if settled is None and cost < _LIKELY:
                refused = refused or edit
            if settled is not None and len(settled - self._settled) > len(gone - self._settled):
                best, gone, most = edit, settled, min(most, cost + _OF_OTHERS)
        return Best(best, gone, tried, refused)

    def _with_neighbours(self, best: Edit, context: Context) -> Edit | None:
        """The edit with those of the other findings of its statement, which is wrong with each alone; None where all are."""
        for key, other, node in self._neighbours(best.old):
            theirs = replace(context, finding=other, node=node)
            second, gone, *_ = self._best(theirs, [*hinted(theirs)])
            if second is not None and any(self._before[each] == context.finding for each in gone):
                best = second  # it settles both
                self._settled |= gone
                continue
            if second is None or not are_apart(best, second):
                continue
            pairs = [(each.old, each.new) for each in (best, second)]
            swaps = {a: b for a, b in pairs if isinstance(b, ast.expr)}
            both = together(self._outline, swaps)
            settled = self._settling(both, context, may_be_unknown=True)
            if settled is None:
                self._settled |= gone
                return None
            if settled and key in settled:
                self._settled |= settled
                best = both
        return best

    def _with_last_neighbour(self, whole: Edit, node: ast.AST) -> Repair | None:
        """The edit with that of the one finding that is left in the statement, which is mended after it alone."""
        left = [*self._neighbours(node)]
        if len(left) != 1:
            return None
        ((key, last, _),) = left
        fix = self._in_two_steps([whole], [each for each in self._before.values() if each != last])
        if fix is not None:
            self._settled.add(key)
        return fix

    def _neighbours(self, node: ast.AST) -> Iterator[tuple[Identity, Finding, ast.AST]]:
        """The findings of the same statement that no fix settles yet, and what is refused there."""
        statement = self._outline.statement(node)
        first, last = getattr(statement, "lineno", 1), getattr(statement, "end_lineno", 0)
        for key, each in [*self._before.items()]:
            if key in self._settled or not first <= each.place.line <= last:
                continue  # before the tree is looked through
            other = self._outline.at(*each.place.stretch)
            if other is not None and self._outline.statement(other) is statement:
                yield key, each, other

    def _in_two_steps(self, steps: Sequence[Edit], others: Collection[Finding]) -> Repair | None:
        """An edit after which there is one finding more to mend, with the fix of that one.

        It is on the lines of the first step, or anywhere where none of the `others` is it.
        """
        for edit in steps[:_MOST_STEPS]:
            first = self._told(edit)
            source = first and first.change.applied("\n".join(self._source).encode()).decode()
            if first is None or not source or self._left <= 0:
                continue
            search = Search(ast.parse(source), source, self._attempts, self._left // 2)
            fix = search.second(first.change, len(self._before), others)
            self._left -= self._left // 2 - search._left
            if fix is not None:
                made = fix.change.applied(source.encode()).decode()
                return Repair(*between(self._source, made.split("\n")))
        return None

    def second(self, change: Change, most: int, others: Collection[Finding]) -> Repair | None:
        """The fix of the one finding on lines that have been changed, or that none of the `others` is; there are no more."""
        self._left -= self._observe()
        lines = range(change.line, change.line + change.text.count("\n") + 1)
        told, now = {each.message for each in others}, self._before.values()
        found = [each for each in now if each.place.line in lines]
        found = found or [each for each in now if told and each.message not in told]
        if len(found) != 1 or len(self._before) > most:
            return None
        return self.repair(found[0], is_second=True).fix

    def _observe(self) -> int:
        """Run the module as it stands, and keep the values of its expressions: how many it has evaluated."""
        evaluated = 0

        def observe(_: Interpreter, node: ast.expr, value: Value) -> None:
            nonlocal evaluated
            self._values[node] = value
            evaluated += 1

        interpreter = self._attempts.run(self._outline.tree, observe, is_kept=False)
        self._before, self._declared = {**interpreter.findings}, interpreter.declared
        return evaluated

    def _run(self, tree: ast.Module, observe: Observe) -> Interpreter:
        """Run the module with a tree. Where that takes too many statements, nothing is left to look for."""
        interpreter = self._attempts.run(tree, observe)
        self._steps -= self._attempts.steps
        if self._steps <= 0:
            self._left = 0
        return interpreter

    def _settling(self, edit: Edit, context: Context, may_be_unknown: bool) -> Set[Identity] | None:
        """The findings that are gone with an edit, none where the one asked about stays; None where others come."""
        made: dict[tuple[object, ...], Value] = {}
        node, old = context.node, edit.old
        lines = {context.finding.place.line, getattr(old, "lineno", 0)}
        allowed = {key for key, each in self._before.items() if each != context.finding}
        told = 0

        def observe(running: Interpreter, each: ast.expr, value: Value) -> None:
            nonlocal told
            if each.lineno in lines:
                made[place_of(each)] = value
            if len(running.findings) > told:
                told = len(running.findings) if running.findings.keys() <= allowed else -1
            if told < 0:
                raise Stopped
            self._spend()

        interpreter = self._run(self._editor.applied(edit), observe)
        if interpreter.findings.keys() - self._before.keys():
            return None
        if self._left <= 0 or interpreter.failures or not interpreter.findings.keys() <= allowed:
            return frozenset()
        watched = (old, *(context.operands - {*ast.walk(old)}))
        if any(is_unknown(made.get(place_of(each))) for each in watched if self._was_known(each)):
            return frozenset()
        is_used = not isinstance(context.outline.parents.get(old), ast.stmt)
        if is_used and _is_emptied(self._values.get(old), made.get(place_of(old), TOP)):
            return frozenset()
        gone = self._before.keys() - interpreter.findings.keys()
        over = (node, *context.outline.around(old))
        is_other = not may_be_unknown and any(is_outer(each, made) for each in over)
        if is_other or is_uneven(edit, made.get(place_of(old), TOP)):
            return frozenset()
        if not isinstance(node, ast.expr):
            return gone
        around = [*context.outline.around(node)]
        node = next((each.old for each in edit.parts if each.old in around), node)
        if edit.old is node and isinstance(edit.new, ast.expr) and edit.new in ast.walk(node):
            node = edit.new  # a part of it takes its place
        is_run = place_of(node) in made or node not in self._values
        is_told = may_be_unknown or _is_known(made.get(place_of(node), TOP))
        return gone if is_run and is_told else frozenset()

    def _was_known(self, node: ast.AST) -> bool:
        return not is_unknown(self._values.get(node))

    def _spend(self) -> None:
        self._left -= 1
        if self._left <= 0:
            raise Stopped

    def _told(self, edit: Edit) -> Repair | None:
        return repair_of(edit, self._outline, self._editor, self._source)


def _is_known(value: Value) -> bool:
    """Whether something is known of a value, of a tensor its rank."""
    value = resolve(value)
    if isinstance(value, TensorType):
        return value.shape.dims is not None
    return not is_unknown(value)


def _is_emptied(before: Value, after: Value) -> bool:
    """Whether an operand becomes None or a method, and was none: a call without a result, or one that is not made."""
    kinds = (type(None), Bound)
    return any(isinstance(after, kind) and not isinstance(before, kind) for kind in kinds)


def _is_nested(outline: Outline, edit: Edit) -> bool:
    """Whether the call or the operator around an operand is put into its place, and so into itself."""
    kinds = (ast.Call, ast.BinOp)
    over = [each for each in outline.around(edit.old) if isinstance(each, kinds)]
    around = {ast.dump(each) for each in over if each is not edit.old}
    inside = (each for new in edit.made if around for each in ast.walk(new))
    return any(ast.dump(each) in around for each in inside if isinstance(each, kinds))

"""What a rule is: one module in `rules/`, named as its code is."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from tftypes_lint import rules
from tftypes_lint.findings import Finding, Severity, Span
from tftypes_lint.source import Source


@dataclass(frozen=True)
class Problem:
    """A place where a rule is broken, and what its message is filled in with."""

    span: Span
    values: Mapping[str, str] = field(default_factory=dict)
    hint: str | None = None


class Rule(Protocol):
    """The names that the module of a rule defines; the module's docstring is its documentation.

    `VALID` and `INVALID` are examples by caption. Each is run as a test: a valid one has no
    finding, an invalid one has exactly those that its comments `# error: "part of the message"`
    announce.
    """

    __name__: str
    __doc__: str | None
    CODE: str
    SEVERITY: Severity
    #: With `{names}` that `Problem.values` fills in.
    MESSAGE: str
    #: A file that holds none of these bytes cannot break the rule.
    PREFILTER: Sequence[bytes]
    VALID: Mapping[str, str]
    INVALID: Mapping[str, str]

    @staticmethod
    def check(source: Source) -> Iterator[Problem]:
        """Each place in the file where the rule is broken."""
        ...


@cache
def all_rules() -> Mapping[str, Rule]:
    """Every rule by its code: the modules of `rules/`.

    >>> sorted(all_rules())
    ['private-import', 'tf-tensor-signature']
    """
    names = [module.name for module in pkgutil.iter_modules(rules.__path__)]
    modules = [cast(Rule, import_module(f"{rules.__name__}.{name}")) for name in sorted(names)]
    return {module.CODE: module for module in modules}


def findings_of(rule: Rule, source: Source) -> Iterator[Finding]:
    """What one rule reports about one file."""
    if not any(mark in source.content for mark in rule.PREFILTER):
        return
    for problem in rule.check(source):
        message = rule.MESSAGE.format_map(problem.values)
        yield Finding(source.path, *problem.span, rule.CODE, rule.SEVERITY, message, problem.hint)

"""What a rule is: one module in `rules/`, named as its code is.

A rule on one file
    CODE, SEVERITY, MESSAGE, PREFILTER, VALID, INVALID
    check(source) -> Iterator[Problem], or check(source, options)

A rule on the project, whose verdict on one file needs the others
    the same names, the examples being `Mapping[caption, Mapping[path, text]]`, and
    collect(source) -> object | None, or collect(source, options)
        The facts of one file: small, of plain containers and of NamedTuples, dataclasses and
        enums of this package, and the same whatever the other files are. They are collected in
        worker processes and kept by the content of the file. None says that there are none.
    check_project(facts, options) -> Iterator[tuple[str, Problem]]
        Runs once, in the main process, on the facts by path: the paths and what is wrong there.
    widen(facts) -> Wanted    (optional)
        Words and modules that turned out to matter. Files that hold one of the words, or are
        one of the modules, are collected, too, whatever PREFILTER says, until nothing new
        comes up.

Either kind may have
    OPTIONS: Mapping[str, object]
        The options and their defaults. A project changes them in `[tool.tftypes.lint.<code>]`,
        where each must be of the type of its default.
    check_options(options)
        Raises `OptionError` for options of the right types that the rule cannot use.
    fix(source, problem) -> Fix | None
        What puts the problem right, or None. Asked for only when somebody wants fixes.
        `Problem.data` carries there whatever `check` had at hand. `changes.py` has what a fix may
        change, and `transform.py` is the libcst transformer that does.
    FIXED: Mapping[caption, str], or Mapping[caption, Mapping[path, str]] for a project
        What the invalid example of that caption is once everything is fixed, `# error:`
        comments and all (they are comments, and stay). Unsafe fixes count.
    TENSORFLOW: bool
        Whether files that do not import TensorFlow's public interface are of no interest.
    DETAILS: str
        More about the rule for the documentation, in Markdown.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol, cast

from tftypes_lint import rules
from tftypes_lint.changes import Change
from tftypes_lint.facts import may_use_tensorflow
from tftypes_lint.findings import Severity, Span
from tftypes_lint.source import Source

Safety = Literal["safe", "unsafe"]


@dataclass(frozen=True)
class Fix:
    """Changes that belong together: all are made, or none.

    A safe fix keeps what the program does. An unsafe one may change it; its title says how.
    """

    safety: Safety
    #: What it does, as an instruction: "import `convert_to_tensor` from `tensorflow`".
    title: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Problem:
    """A place where a rule is broken, and what its message is filled in with."""

    span: Span
    values: Mapping[str, str] = field(default_factory=dict)
    hint: str | None = None
    #: For the rule's own `fix`; nobody else looks at it.
    data: Any = field(default=None, compare=False, repr=False)
    #: Where it is not the rule's own. What the project sets for the rule goes before it.
    severity: Severity | None = None


class Wanted(NamedTuple):
    """What a rule on the project wants to know more of."""

    #: Files that hold one of these as a word.
    words: frozenset[str] = frozenset()
    #: Full names of modules.
    modules: frozenset[str] = frozenset()


class OptionError(ValueError):
    """An option whose value a rule cannot use; the message names the option."""


class Rule(Protocol):
    """The names that the module of every rule defines; its docstring is its documentation.

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
    #: A file that holds none of these bytes cannot break the rule; empty: any file can.
    PREFILTER: Sequence[bytes]
    VALID: Mapping[str, Any]
    INVALID: Mapping[str, Any]


class FileRule(Rule, Protocol):
    """A rule on one file. `check` may take the options as a second parameter."""

    @staticmethod
    def check(source: Source) -> Iterator[Problem]:
        """Each place in the file where the rule is broken."""
        ...


class ProjectRule(Rule, Protocol):
    """A rule on all files together. `collect` may take the options as a second parameter."""

    @staticmethod
    def collect(source: Source) -> object | None:
        """The facts of one file."""
        ...

    @staticmethod
    def check_project(
        facts: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Iterator[tuple[str, Problem]]:
        """Each path and the problem there, from the facts by path."""
        ...


@cache
def all_rules() -> Mapping[str, Rule]:
    """Every rule by its code: the modules of `rules/`.

    >>> "tf-tensor-signature" in all_rules()
    True
    """
    names = [module.name for module in pkgutil.iter_modules(rules.__path__)]
    modules = [cast(Rule, import_module(f"{rules.__name__}.{name}")) for name in sorted(names)]
    return {module.CODE: module for module in modules}


def is_project(rule: Rule) -> bool:
    """Whether the rule looks at all files together."""
    return hasattr(rule, "check_project")


def default_options(rule: Rule) -> Mapping[str, object]:
    """The options of a rule, as they are when nobody sets them."""
    return cast("Mapping[str, object]", getattr(rule, "OPTIONS", {}))


def check(rule: Rule, source: Source, options: Mapping[str, object]) -> Iterator[Problem]:
    """What a rule on one file finds in this one."""
    return cast("Iterator[Problem]", _call(rule, "check", source, options))


def collect(rule: Rule, source: Source, options: Mapping[str, object]) -> object | None:
    """What a rule on the project takes down about this file."""
    return _call(rule, "collect", source, options)


def check_project(
    rule: Rule, facts: Mapping[str, object], options: Mapping[str, object]
) -> Iterator[tuple[str, Problem]]:
    """What a rule on the project finds, by path."""
    return cast(ProjectRule, rule).check_project(facts, options)


def fix(rule: Rule, source: Source, problem: Problem) -> Fix | None:
    """What puts the problem right, where the rule knows."""
    fixer = getattr(rule, "fix", None)
    return cast("Fix | None", fixer(source, problem)) if fixer else None


def interested(codes: Iterable[str], source: Source) -> list[str]:
    """Those of the rules of which the file's bytes allow that they have something to say about it."""
    rules, elsewhere = all_rules(), not may_use_tensorflow(source)
    found = []
    for code in codes:
        rule = rules[code]
        if elsewhere and getattr(rule, "TENSORFLOW", False):
            continue
        if not rule.PREFILTER or any(map(source.holds, rule.PREFILTER)):
            found.append(code)
    return found


def _call(rule: Rule, name: str, source: Source, options: Mapping[str, object]) -> object:
    function = getattr(rule, name)
    return function(source, options) if _takes_options(function) else function(source)


@cache
def _takes_options(function: Any) -> bool:
    return len(inspect.signature(function).parameters) > 1

"""The rules on one file as rules of Fixit: `enable = ["tftypes_lint.fixit"]` in `[tool.fixit]`.

Each rule is a class of this module, `private-import` being `PrivateImport`, with the examples of
the rule as its test cases. Safe fixes are offered, all those of a rule and a file at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from textwrap import dedent
from typing import Any

import fixit  # type: ignore[import-not-found,unused-ignore]  # is optional
import libcst as cst
from libcst.metadata import CodePosition, CodeRange, PositionProvider

from tftypes_lint.engine import lint_source
from tftypes_lint.findings import Finding
from tftypes_lint.fixes import fix_source
from tftypes_lint.rule import Rule, all_rules, is_project
from tftypes_lint.settings import Settings
from tftypes_lint.source import Source

#: Fixit does not tell a rule which file it is in.
_PATH = "module.py"


def _adapter() -> type[fixit.LintRule]:
    """The class of all rules, in a function: Fixit takes each of the module's for a rule."""

    class Adapter(fixit.LintRule):  # type: ignore[misc,unused-ignore]
        """What the rules have in common; each names its code."""

        METADATA_DEPENDENCIES = (PositionProvider,)
        CODE = ""

        def __init__(self) -> None:
            super().__init__()
            self._statements: list[tuple[CodeRange, cst.CSTNode]] = []

        def visit_Module(self, node: cst.Module) -> None:
            self._statements = []

        def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
            self._note(node)

        def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
            self._note(node)

        def visit_ClassDef(self, node: cst.ClassDef) -> None:
            self._note(node)

        def leave_Module(self, original_node: cst.Module) -> None:
            settings = Settings(select=(self.CODE,))
            source = Source(_PATH, original_node.bytes)
            findings = [each for each in lint_source(source, settings) if each.code == self.CODE]
            told = [each for each in findings if not self._is_ignored(each)]
            # An ignored place would be fixed with the others.
            fixed = fix_source(source, settings) if told and len(told) == len(findings) else source
            for number, finding in enumerate(told):
                replaced = number == 0 and fixed.content != source.content
                self.report(
                    original_node,
                    finding.message
                    if finding.hint is None
                    else f"{finding.message}; {finding.hint}",
                    position=_range(finding),
                    replacement=cst.parse_module(fixed.content) if replaced else None,
                )

        def _note(self, node: cst.CSTNode) -> None:
            self._statements.append((self.get_metadata(PositionProvider, node), node))

        def _is_ignored(self, finding: Finding) -> bool:
            """Whether `# lint-ignore` stands with the statement that the finding is in."""
            around = [
                (each.end.line - each.start.line, node)
                for each, node in self._statements
                if each.start.line <= finding.line <= each.end.line
            ]
            nearest = min(around, key=lambda pair: pair[0], default=None)
            return nearest is not None and bool(self.ignore_lint(nearest[1]))

    return Adapter


def _range(finding: Finding) -> CodeRange:
    return CodeRange(
        CodePosition(finding.line, finding.column - 1),
        CodePosition(finding.end_line, finding.end_column - 1),
    )


def _adapted(adapter: type[fixit.LintRule], rule: Rule) -> type[fixit.LintRule]:
    members: dict[str, Any] = {
        "__doc__": rule.__doc__,
        "__module__": __name__,
        "CODE": rule.CODE,
        "VALID": [fixit.Valid(_text(example)) for example in rule.VALID.values()],
        "INVALID": [fixit.Invalid(_text(example)) for example in rule.INVALID.values()],
        "AUTOFIX": hasattr(rule, "fix"),
    }
    name = rule.CODE.title().replace("-", "")
    return type(name, (adapter,), members)


def _text(example: str) -> str:
    return dedent(example).strip() + "\n"


def _file_rules() -> Iterator[Rule]:
    return (rule for rule in all_rules().values() if not is_project(rule))


#: The rules by the name of their class.
RULES: Mapping[str, type[fixit.LintRule]] = {
    each.__name__: each for each in map(partial(_adapted, _adapter()), _file_rules())
}
globals().update(RULES)

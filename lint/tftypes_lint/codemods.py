"""The fixes as codemods of libcst: `python -m libcst.tool codemod --no-format -x tftypes_lint.codemods.TensorHash src`.

Each rule with fixes is a class of this module, `tensor-hash` being `TensorHash`. A codemod sees one
file at a time: rules on the project take the file for the whole of it. `--unsafe` makes the fixes
that may change what the program does, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import libcst as cst
from libcst.codemod import CodemodCommand, CodemodContext

from tftypes_lint.fixes import fix_source
from tftypes_lint.rule import Rule, all_rules
from tftypes_lint.settings import Settings
from tftypes_lint.source import Source


class FixCommand(CodemodCommand):
    """What the codemods have in common; each names the code of its rule."""

    CODE = ""

    @staticmethod
    def add_args(parser: argparse.ArgumentParser) -> None:
        """The options of the codemod."""
        parser.add_argument("--unsafe", action="store_true", help="make unsafe fixes, too")

    def __init__(self, context: CodemodContext, unsafe: bool = False) -> None:
        super().__init__(context)
        self.unsafe = unsafe

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        """The module with everything fixed that the rule finds in it."""
        source = Source(self.context.filename or "module.py", tree.bytes)
        settings = Settings(select=(self.CODE,))
        fixed = fix_source(source, settings, unsafe=self.unsafe, alone=True)
        return tree if fixed.content == source.content else cst.parse_module(fixed.content)


def _command(rule: Rule) -> type[FixCommand]:
    description = (rule.__doc__ or "").strip().partition("\n")[0]
    members = {
        "__doc__": rule.__doc__,
        "__module__": __name__,
        "CODE": rule.CODE,
        "DESCRIPTION": description,
    }
    return type(rule.CODE.title().replace("-", ""), (FixCommand,), members)


#: The codemods by the name of their class.
CODEMODS: Mapping[str, type[FixCommand]] = {
    each.__name__: each
    for each in (_command(rule) for rule in all_rules().values() if hasattr(rule, "fix"))
}
globals().update(CODEMODS)

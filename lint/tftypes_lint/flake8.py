"""The rules on one file as a flake8 plugin: `TFT` codes, one for each rule.

flake8 finds it by itself once both are installed. What runs, and with which options, is what
`[tool.tftypes.lint]` says in the pyproject.toml above the file; flake8 selects and silences by
its own codes. Rules on the project, severities and fixes are the matter of `tftypes lint`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from tftypes_lint.engine import lint_source
from tftypes_lint.settings import project_settings
from tftypes_lint.source import SYNTAX, Source, encoding
from tftypes_lint.suppressions import UNUSED

try:
    _VERSION = version("tftypes")
except PackageNotFoundError:  # run from its sources
    _VERSION = "0"

#: flake8's code of each rule. A number is never used again for another rule.
CODES: Final = {
    UNUSED: "TFT001",
    "private-import": "TFT101",
    "deprecated-symbol": "TFT102",
    "deprecated-argument": "TFT103",
    "tf-tensor-signature": "TFT201",
    "tensor-isinstance": "TFT202",
    "tensor-parameter": "TFT203",
    "protocol-isinstance": "TFT204",
    "repeated-signature": "TFT205",
    "function-in-loop": "TFT301",
    "python-argument": "TFT302",
    "changing-shape": "TFT303",
    "traced-side-effect": "TFT304",
    "variable-in-function": "TFT305",
    "tensor-condition": "TFT306",
    "tensor-iteration": "TFT307",
    "list-in-tensor-loop": "TFT308",
    "numpy-in-function": "TFT309",
    "late-binding": "TFT310",
    "gradient-none": "TFT401",
    "tape-reuse": "TFT402",
    "mismatched-gradients": "TFT403",
    "tensor-hash": "TFT501",
    "tensor-identity": "TFT502",
    "silent-broadcast": "TFT503",
    "unused-result": "TFT504",
    "stale-value": "TFT505",
}
#: That of a rule which has none yet.
_OTHER: Final = "TFT900"


class Plugin:
    """What flake8 makes for each file."""

    name = "tftypes"
    version = _VERSION

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        # The tree is a parameter because flake8 takes a plugin without it for one on lines.
        self._path = filename
        self._text = "".join(lines)

    def run(self) -> Iterator[tuple[int, int, str, type[Any]]]:
        """Line, column from 0 and text of each finding. Errors of syntax are flake8's to tell.

        Raises:
            SettingsError: `[tool.tftypes.lint]` says something that cannot be.
        """
        content = self._text.encode(encoding(self._text.encode()), errors="replace")
        source = Source(self._path, content)
        for finding in lint_source(source, project_settings(Path(self._path))):
            if finding.code != SYNTAX:
                code = CODES.get(finding.code, _OTHER)
                text = f"{code} {finding.message} [{finding.code}]"
                yield finding.line, finding.column - 1, text, type(self)

"""Lints for TensorFlow programs. Imports neither TensorFlow nor the rest of tftypes.

>>> import tempfile
>>> from pathlib import Path
>>> from tftypes_lint import discover, lint
>>> with tempfile.TemporaryDirectory() as folder:
...     program = Path(folder) / "program.py"
...     _ = program.write_text("from tensorflow.python.framework import ops\\n")
...     for finding in lint(discover([Path(folder)])):
...         print(finding.line, finding.code)
1 private-import
"""

from __future__ import annotations

from tftypes_lint.changes import Change
from tftypes_lint.engine import ENGINE_CODES, lint
from tftypes_lint.files import Exclusions, discover
from tftypes_lint.findings import Finding, Severity
from tftypes_lint.rule import Fix, Problem, Rule, all_rules
from tftypes_lint.settings import Settings, SettingsError, read_settings

__all__ = [
    "ENGINE_CODES",
    "Change",
    "Exclusions",
    "Finding",
    "Fix",
    "Problem",
    "Rule",
    "Settings",
    "SettingsError",
    "Severity",
    "all_rules",
    "discover",
    "lint",
    "read_settings",
]

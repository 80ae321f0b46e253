"""Modules that need each other, although no run meets a cycle.

An import under `TYPE_CHECKING` or in a function breaks a cycle of imports and leaves the cycle of
design: neither module can be read, tested or moved without the other. What one needs of the other
only to say a type is in the wrong place, or wants a Protocol below both.

Nothing is reported unless the project asks for it, and nothing twice: where `import-cycle` has an
import to cut, that is cut first. There is one report for each import that has to go then, at the
import that is out of the way already: first those for types, then those in functions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tftypes_lint.findings import Severity
from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.collect import collect as collect_facts
from tftypes_lint.imports.design import KINDS, DesignCycle, design_cycles
from tftypes_lint.imports.facts import Facts
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "import-cycle-typing"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "design cycle: {path}"
PREFILTER: Final = ()
OPTIONS: Final[Mapping[str, object]] = {"enabled": False}

HINT: Final = "{lines}\nmove what both need into a module below both, or put a Protocol there"
_ENABLED: Final = """
    [tool.tftypes.lint.import-cycle-typing]
    enabled = true
    """

VALID: Final = {
    "nobody asks": {
        "a.py": "def f():\n    import b",
        "b.py": "import a",
    },
    "a Protocol below both": {
        "pyproject.toml": _ENABLED,
        "net/__init__.py": "",
        "net/types.py": """
            from typing import Protocol
            class Model(Protocol): ...
            """,
        "net/layers.py": """
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from net.types import Model
            def dense(model: "Model"): ...
            """,
        "net/models.py": "from net.layers import dense",
    },
    "a package and what lies in it": {
        "pyproject.toml": _ENABLED,
        "net/__init__.py": "from net.layers import dense",
        "net/layers.py": "def dense():\n    from net import VERSION",
    },
}
INVALID: Final = {
    "an import for types": {
        "pyproject.toml": _ENABLED,
        "layers.py": """
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from models import Model  # error: "design cycle: layers -> models -> layers"
            def dense(model: "Model"): ...
            """,
        "models.py": """
            import layers
            class Model: ...
            """,
    },
    "imports in functions": {
        "pyproject.toml": _ENABLED,
        "layers.py": """
            def save():
                import models
            """,
        "models.py": """
            def load():
                import layers  # error: "design cycle: models -> layers -> models"
            """,
    },
}


def collect(source: Source, options: Mapping[str, Any]) -> Facts | None:
    """What the file imports, and what runs when it is imported."""
    return collect_facts(source) if options["enabled"] else None


def check_project(
    facts: Mapping[str, Facts], options: Mapping[str, Any]
) -> Iterator[tuple[str, Problem]]:
    """Each import that has to go so that no cycle of any kind is left."""
    if options["enabled"]:
        for cycle in design_cycles(Analysis.of(facts)):
            record = cycle.edge.first(KINDS)
            values = {"path": " -> ".join(cycle.path)}
            hint = HINT.format(lines=_lines(cycle))
            yield cycle.edge.importer.path, Problem(record.span, values, hint)


def _lines(cycle: DesignCycle) -> str:
    """The way round, as lines of files."""
    told = []
    for edge in cycle.edges:
        record = edge.first(KINDS)
        told.append(f"{os.path.basename(edge.importer.path)}:{record.span.line} `{record.text}`")
    return ", ".join(told)

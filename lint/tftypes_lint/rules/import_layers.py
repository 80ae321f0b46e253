"""An import that breaks the layers that the project declares.

In `[tool.tftypes.lint.import-layers]` a project says what may import what. A name stands for a
module and all that lies in it; where several hold a module, the most specific one counts.

- `layers` lists modules from high to low. A layer may import those below it, never one above,
  not even by way of modules that are in no layer. `"a | b"` are siblings in one layer, which
  do not know each other.
- `independent` lists groups, `"a | b"` or `"plugins.*"`, of which no member imports another.
- `interfaces` lists modules that import nothing of the project but each other, so that any
  module can depend on them without the risk of a cycle, as TensorFlow's RFC 208 has it.
- `forbidden` says by module what it may not import, of the project or of others.
- `within` lists layers inside packages, by package, with names relative to it.
- `allowed` says by module which third parties it may import; the standard library always is.

Imports in functions count, those under `TYPE_CHECKING` only with `type_checking = true`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tftypes_lint.findings import Severity
from tftypes_lint.imports.collect import collect as collect_facts
from tftypes_lint.imports.facts import Facts
from tftypes_lint.imports.layers import Layers, breaches, parse_layers
from tftypes_lint.imports.project import Project
from tftypes_lint.rule import OptionError, Problem
from tftypes_lint.source import Source

CODE: Final = "import-layers"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "{reason}"
PREFILTER: Final = ()
OPTIONS: Final[Mapping[str, object]] = {
    "layers": [],
    "independent": [],
    "interfaces": [],
    "forbidden": {},
    "allowed": {},
    "within": {},
    "type_checking": False,
}

_LAYERS: Final = """
    [tool.tftypes.lint.import-layers]
    layers = ["net.cli", "net.models | net.data"]
    interfaces = ["net"]
    forbidden = { net = ["tensorflow.python"] }
    allowed = { net = ["tensorflow"], "net.data" = ["tensorflow", "numpy"] }
    """
VALID: Final = {
    "nothing is declared": {
        "a.py": "import b",
        "b.py": "import a",
    },
    "down the layers, and third parties that are allowed": {
        "pyproject.toml": _LAYERS,
        "net/__init__.py": "from net.types import Batch",
        "net/types.py": """
            import dataclasses
            from typing import TYPE_CHECKING
            import tensorflow as tf
            if TYPE_CHECKING:
                from net.models import Model
            """,
        "net/models.py": "from net import types",
        "net/data/__init__.py": "from .csv import read",
        "net/data/csv.py": """
            import numpy
            from ..types import Batch
            """,
        "net/cli.py": "from net import data, models",
    },
}
INVALID: Final = {
    "up the layers": {
        "pyproject.toml": _LAYERS,
        "net/__init__.py": "",
        "net/cli.py": "",
        "net/models.py": """
            import json
            def main():
                from .cli import run  # error: "net.models imports net.cli, and net.models lies below net.cli"
            """,
    },
    "up the layers by way of a module in none": {
        "pyproject.toml": """
            [tool.tftypes.lint.import-layers]
            layers = ["net.cli", "net.models"]
            """,
        "net/__init__.py": "",
        "net/cli.py": "",
        "net/helpers.py": "import net.cli",
        "net/models.py": """
            from net import helpers  # error: "net.models imports net.cli, by way of net.helpers, and"
            """,
    },
    "siblings": {
        "pyproject.toml": _LAYERS,
        "net/__init__.py": "",
        "net/models.py": 'from net.data import csv  # error: "net.models and net.data are independent"',
        "net/data/__init__.py": "",
        "net/data/csv.py": "",
    },
    "plug-ins that know each other": {
        "pyproject.toml": """
            [tool.tftypes.lint.import-layers]
            independent = ["net.plugins.*"]
            """,
        "net/__init__.py": "",
        "net/plugins/__init__.py": "from . import image, text",
        "net/plugins/image.py": """
            from . import text  # error: "net.plugins.image and net.plugins.text are independent"
            """,
        "net/plugins/text.py": "",
    },
    "an interface that needs an implementation": {
        "pyproject.toml": _LAYERS,
        "net/__init__.py": "",
        "net/types.py": """
            from net.models import Model  # error: "net.types is an interface and imports net.models"
            """,
        "net/models.py": "",
    },
    "layers inside a package": {
        "pyproject.toml": """
            [tool.tftypes.lint.import-layers.within]
            "net.models" = ["heads", "blocks | losses"]
            """,
        "net/__init__.py": "",
        "net/models/__init__.py": "from net.models.heads import Head",
        "net/models/heads.py": "from net.models import blocks, losses",
        "net/models/blocks.py": """
            import net.models.heads  # error: "net.models.blocks lies below net.models.heads"
            from net.models import losses  # error: "net.models.blocks and net.models.losses are independent"
            """,
        "net/models/losses.py": "",
    },
    "third parties": {
        "pyproject.toml": _LAYERS,
        "net/__init__.py": "",
        "net/types.py": """
            import numpy as np  # error: "net.types imports numpy, which is not allowed for net"
            import tensorflow as tf
            from tensorflow.python import ops  # error: "net.types imports tensorflow.python, which is forbidden for net"
            """,
    },
}


def check_options(options: Mapping[str, Any]) -> None:
    """Refuses layers that cannot be."""
    _layers(options)


def collect(source: Source, options: Mapping[str, Any]) -> Facts | None:
    """What the file imports; nothing where no layers are declared."""
    if not any(options.values()) or not _layers(options):
        return None
    facts = collect_facts(source)
    return Facts(facts.imports, stub=facts.stub)


def check_project(
    facts: Mapping[str, Facts], options: Mapping[str, Any]
) -> Iterator[tuple[str, Problem]]:
    """Each import that the layers do not allow."""
    layers = _layers(options)
    if layers:
        for module, record, reason, hint in breaches(Project(facts), layers):
            yield module.path, Problem(record.span, {"reason": reason}, hint)


def _layers(options: Mapping[str, Any]) -> Layers:
    try:
        return parse_layers(options)
    except ValueError as error:
        raise OptionError(str(error)) from None

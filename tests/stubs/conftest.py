"""What the tests of the stubs share: TensorFlow at run time, and the stubs as mypy reads them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from mypy import build, nodes
from mypy.modulefinder import BuildSource
from mypy.options import Options

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STUBS = ROOT / "stubs" / "tensorflow-stubs"
KERAS_STUBS = ROOT / "stubs" / "keras-stubs"
SOURCE = re.search(r"from TensorFlow (\S+) and Keras (\S+)\.", (STUBS / "__init__.pyi").read_text())
assert SOURCE is not None
SAME_TENSORFLOW = version("tensorflow") == SOURCE[1]
SAME_KERAS = version("keras") == SOURCE[2]
QUIET = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONWARNINGS": "ignore"}


@dataclass(frozen=True)
class PublicAPI:
    """What TensorFlow offers at run time."""

    paths: dict[str, str]  # path to kind: module, class, function, constant
    canonical: dict[
        str, str | None
    ]  # path of a function or class to the first name that it is exported under
    members: dict[str, list[str]]  # path of a class to its public members
    old: dict[str, str | None]  # path in compat.v1 to today's path of the same object


@pytest.fixture(scope="session")
def public() -> PublicAPI:
    run = subprocess.run(
        [sys.executable, HERE / "public_api.py"],
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return PublicAPI(**json.loads(run.stdout))


@dataclass(frozen=True)
class Stubs:
    """The modules of the stubs, as mypy understood them."""

    modules: dict[str, nodes.MypyFile]

    def lookup(self, path: str) -> nodes.SymbolNode | None:
        """What a program reaches by this path, or None when mypy would call it an error."""
        node: Any = self.modules["tensorflow"]
        for name in path.split(".")[1:]:
            symbol = node.names.get(name) if isinstance(node, nodes.MypyFile) else None
            if symbol is None or not symbol.module_public:
                return None
            node = symbol.node
        found: nodes.SymbolNode = node
        return found


@pytest.fixture(scope="session")
def stubs() -> Stubs:
    options = Options()
    options.python_executable = sys.executable
    options.incremental = False
    options.preserve_asts = True
    result = build.build([BuildSource(None, None, "import tensorflow")], options)
    return Stubs(result.files)

"""A program without TensorFlow is mypy's alone: the plugin loads next to nothing, and adds nothing to what mypy says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """\
import json
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    name: str = ""

def load(text: str) -> Point:
    return Point(json.loads(text)["x"], 3)
"""
RUN = """\
import json, sys
from mypy import api

told = api.run(["--config-file", sys.argv[1], "--cache-dir", sys.argv[2], "point.py"])
print(json.dumps([told, [name for name in sys.modules if name.startswith("tftypes")]]))
"""
#: What tells mypy's codes, and which modules earlier runs have found to reach no TensorFlow.
LOADED = {
    "tftypes",
    *(f"tftypes.inference{each}" for each in ("", ".codes")),
    *(f"tftypes_mypy{each}" for each in ("", ".codes", ".dormant", ".import_index", ".watching")),
}
#: What finds which modules reach it.
FINDING = {
    *(f"tftypes.inference.{each}" for each in ("digest", "modules", "program", "reach")),
    *(f"tftypes_mypy.{each}" for each in ("indexed_reach", "program")),
}


def test_the_plugin_loads_no_more_than_it_needs_to_see_that(tmp_path: Path) -> None:
    (tmp_path / "point.py").write_text(PROGRAM)
    os.utime(tmp_path / "point.py", (1, 1))
    told = {}
    for plugins in ("", "plugins = tftypes_mypy\n"):
        config = tmp_path / f"{len(plugins)}.ini"
        config.write_text(f"[mypy]\n{plugins}")
        for kind in ("cold", "warm"):
            command = [sys.executable, "-c", RUN, str(config), f".cache{len(plugins)}"]
            output = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout
            told[plugins, kind], modules = json.loads(output)
            loaded = LOADED | FINDING if kind == "cold" else LOADED
            assert set(modules) == (loaded if plugins else set())
    assert 'point.py:10: error: Argument 2 to "Point"' in told["", "cold"][0]
    assert [each == told["", "cold"] for each in told.values()] == [True] * 4

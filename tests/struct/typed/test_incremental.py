"""The same answers from mypy's cache: schemas without a name are kept there too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DATA = """\
from typing import TypedDict

from tftypes import struct


class Recipe(TypedDict):
    title: str
    tags: list[str]


rows = struct.constant([{"title": "soup", "tags": ["hot"]}], Recipe)
untitled = rows.without("title")
either = struct.constant([{"a": 1, "b": 1.0}]) if rows.rank else struct.constant([{"a": 1}])
"""
USE = """\
from data import either, rows, untitled

reveal_type(rows["tags"])
reveal_type(untitled)
untitled["title"]
either["a"]
"""
SAYS = [
    'use.py:3: note: Revealed type is "RaggedTensor[string, Shape[1, None]]"',
    "use.py:4: note: Revealed type is \"StructTensor[{'tags': RaggedTensor[string, Shape[None]]}, Shape[1]]\"",
    "use.py:5: error: index ['title']: no field 'title': the fields are 'tags'  [tf-field]",
]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = tftypes_mypy\n")
    (tmp_path / "data.py").write_text(DATA)
    (tmp_path / "use.py").write_text(USE)
    return tmp_path


def mypy(program: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "mypy", *options, "use.py"]
    run = subprocess.run(command, cwd=program, capture_output=True, text=True, check=False)
    assert not run.stderr, run.stderr
    told = [line for line in run.stdout.splitlines() if line.startswith("use.py")]
    return [line for line in told if "suggested fix" not in line]


def test_cold_warm_and_after_an_edit(program: Path) -> None:
    assert mypy(program) == SAYS
    (program / "use.py").write_text(USE + "\n")
    assert mypy(program) == SAYS
    named = DATA.replace("title:", "name:").replace('"title"', '"name"')
    (program / "data.py").write_text(named)
    assert mypy(program)[-1] == (
        "use.py:5: error: index ['title']: no field 'title': the fields are 'tags'  [tf-field]"
    )
    (program / "data.py").write_text(DATA.replace('without("title")', 'without("tags")'))
    assert "{'title': Tensor[string, Shape[()]]}" in mypy(program)[1]


def test_parallel_workers(program: Path) -> None:
    assert mypy(program, "--num-workers", "2") == SAYS

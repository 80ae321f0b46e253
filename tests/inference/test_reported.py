"""Mistakes that people report in public, as whole programs: each is found where it is, and its remedy is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.reported import TEXT, Program, outcomes, programs
from tests.stubs.conftest import SAME_KERAS, SAME_TENSORFLOW
from tftypes.inference.analysis import analyze
from tftypes.inference.findings import Finding


def findings(code: str, folder: Path) -> list[Finding]:
    path = folder / "program.py"
    path.write_text(code)
    found = analyze([str(path)])
    assert not found.failures
    return [each for each in found.findings if each.severity != "note"]


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_it_is_found_at_its_line_and_its_remedy_is_left_alone(
    program: Program, tmp_path: Path
) -> None:
    found = {each.place.line for each in findings(program.wrong, tmp_path)}
    assert found and found <= program.lines
    assert findings(program.mended, tmp_path) == []


@pytest.mark.long
@pytest.mark.skipif(
    not (SAME_TENSORFLOW and SAME_KERAS), reason="the programs are of another TensorFlow"
)
def test_tensorflow_refuses_the_mistakes_and_runs_the_remedies() -> None:
    for program, (wrong, mended) in zip(programs(), outcomes(TEXT), strict=True):
        assert mended is None, program.name
        assert (wrong is None) is program.silent, program.name
        assert program.silent or set(wrong) & program.lines, program.name

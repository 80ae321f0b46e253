"""The order in which files are given changes nothing of what is said."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tftypes.inference.analysis import analyze

_MODULES = Path(__file__).parents[1] / "suites" / "language" / "modules"


@pytest.mark.parametrize("folder", sorted(_MODULES.iterdir()), ids=lambda each: each.name)
def test_findings_do_not_depend_on_the_order(folder: Path) -> None:
    paths = sorted(str(each) for each in folder.rglob("*.py"))
    expected = analyze(paths).findings
    for seed in range(4):
        shuffled = list(paths)
        Random(seed).shuffle(shuffled)
        assert analyze(shuffled).findings == expected

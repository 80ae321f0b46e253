"""Branches, loops and functions over slices: the result that the engine infers is the one that TensorFlow has."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from .drawn_flow import flows
from .programs import Program, analyse, judge

#: Programs drawn in all; set TFTYPES_DRAWN for others each time.
DRAWN = os.environ.get("TFTYPES_DRAWN")
NUMBER = int(DRAWN) if DRAWN else 120


def test_results(tmp_path: Path, tally: defaultdict[str, Counter[str]]) -> None:
    programs: list[Program] = []

    @settings(
        max_examples=NUMBER, deadline=None, database=None, derandomize=DRAWN is None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(flows())
    def collect(program: Program) -> None:
        programs.append(program)

    collect()
    analyse(programs, tmp_path)
    for program in programs:
        judge(program, tally["control flow"])

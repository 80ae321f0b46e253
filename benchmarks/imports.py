"""The import graph of TensorFlow's tree: what it costs beside parsing the files."""

from __future__ import annotations

import gc
import importlib.util
import time
from collections.abc import Callable
from pathlib import Path

from tftypes_lint import discover
from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.collect import collect
from tftypes_lint.source import Source, parse_problem


def _seconds(work: Callable[[], object]) -> float:
    """Seconds of this process: what others do on the machine does not count."""
    started = time.process_time()
    work()
    return time.process_time() - started


def rows() -> list[tuple[str, float, float, str]]:
    """Each part against the parsing of the files, which every tool has to do."""
    spec = importlib.util.find_spec("tensorflow")
    assert spec and spec.origin
    files = discover([Path(spec.origin).parent])
    sources = [Source(str(file), file.read_bytes()) for file in files if file.suffix == ".py"]
    gc.disable()
    try:
        parsing = _seconds(lambda: [parse_problem(source) for source in sources])
        facts = {}
        collecting = _seconds(
            lambda: facts.update({source.path: collect(source) for source in sources})
        )
        analysis = Analysis.of(facts)
        analysing = _seconds(lambda: (analysis.failures, analysis.cycles))
    finally:
        gc.enable()
    return [
        (f"facts of {len(sources)} files, against parsing", collecting, parsing, "s"),
        ("graph, simulation and cuts, against parsing", analysing, parsing, "s"),
    ]

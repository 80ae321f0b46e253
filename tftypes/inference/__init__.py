"""The engine: what a program's tensors are, without running it. Pure Python, on `tftypes.algebra` alone.

`analyze(paths)` runs a program on abstract values. See `analysis.analyze`.
"""

# No `from __future__ import annotations` here: its name would hide the module `annotations`.


def __getattr__(name: str) -> object:
    """`analyze`, imported when it is asked for: the op rules below this package need none of it."""
    if name == "analyze":
        from tftypes.inference.analysis import analyze

        return analyze
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""The mypy plugin of tftypes: `plugins = ["tftypes_mypy"]`."""

from __future__ import annotations

from mypy.plugin import Plugin


def plugin(version: str) -> type[Plugin]:
    """The entry point that mypy calls with its own version.

    Imported here and not above, so that `tftypes.inference.models.tensorflow.ops` can be read and
    tested without loading mypy's checker.
    """
    from tftypes_mypy.lookups import TensorFlowPlugin

    return TensorFlowPlugin

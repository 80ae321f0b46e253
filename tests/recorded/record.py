"""Runs programs under TensorFlow and says what every call, operator and index in them returned.

Prints JSON on standard output: by program, by place in its text, the different results met there. A process of its own,
since programs may do anything and TensorFlow is slow to import:

    python -m tests.recorded.record program.py ... [--stand-ins]
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import os
import runpy
import sys
import tempfile
import traceback
from collections import defaultdict
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

from . import stand_ins
from .instrument import RECORD, STAND_INS, Place, instrumented

#: More items of a list than that are not recorded.
MOST_ITEMS = 16


def described(value: Any) -> Any:
    """What a result is, if it is a tensor or a list of tensors: kind, dtype and dims (None where unknown).

    One of Keras' symbols is described as the tensors that it stands for.
    """
    if isinstance(value, tf.keras.KerasTensor):
        is_dense = not (value.sparse or getattr(value, "ragged", False))
        return ["tensor", value.dtype, list(value.shape)] if is_dense else None
    for kind, classes in KINDS.items():
        if isinstance(value, classes):
            return [
                kind,
                value.dtype.name,
                None if value.shape.rank is None else value.shape.as_list(),
            ]
    if isinstance(value, (tuple, list)) and 0 < len(value) <= MOST_ITEMS:
        items = [described(item) for item in value]
        return {"items": items} if None not in items else None
    return None


KINDS: dict[str, Any] = {
    "variable": tf.Variable,
    "ragged": tf.RaggedTensor,
    "sparse": tf.SparseTensor,
    "indexed_slices": tf.IndexedSlices,
    "tensor": tf.Tensor,
}


class Recorder:
    """What one program's expressions were."""

    def __init__(self) -> None:
        self.results: defaultdict[Place, list[Any]] = defaultdict(list)

    def __call__(self, where: Place, value: Any) -> Any:
        try:
            result = described(value)
        except (ValueError, AttributeError, TypeError, NotImplementedError):
            return value  # nothing that is a tensor after all
        if result is not None and result not in self.results[where]:
            self.results[where].append(result)
        return value


def run(path: Path, folder: Path, is_standing_in: bool = False) -> dict[str, Any]:
    """The results of one program, and where it ended when it did not reach its end."""
    recorder = Recorder()
    setattr(builtins, RECORD, tf.autograph.experimental.do_not_convert(recorder.__call__))
    copy = folder / path.name
    text = instrumented(path.read_text())
    if is_standing_in:
        text = stand_ins.shortened(text)
        setattr(
            builtins, stand_ins.ENOUGH, tf.autograph.experimental.do_not_convert(stand_ins.clock())
        )
        stand_ins.install()
        sys.path.insert(0, str(path.parent))
        os.chdir(folder)
    copy.write_text(text)
    sys.argv = [str(path)]
    tf.random.set_seed(1)
    failure = None
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path(str(copy), run_name="__main__")
        except (Exception, SystemExit, stand_ins.TimeIsUp):
            failure = traceback.format_exc()
    results = [[where, found] for where, found in sorted(recorder.results.items()) if found]
    return {"results": results, "failure": failure}


def main(arguments: list[str]) -> None:
    paths = [each for each in arguments if not each.startswith("-")]
    is_standing_in = STAND_INS in arguments
    with tempfile.TemporaryDirectory() as folder:
        report = {path: run(Path(path), Path(folder), is_standing_in) for path in paths}
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])

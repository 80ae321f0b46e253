"""A process that says how the rules' answers relate to TensorFlow's: drawn calls may abort it, or hang.

    with Judge() as judge:
        judge("tf.exp(f32[2])")  # 'exact'

Started as a module it answers calls, one on each line of standard input, by verdicts on standard output.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tftypes.inference.models.tensorflow.ops.tnp import Behavior, assumed

ROOT = Path(__file__).parents[2]

#: What became of TensorFlow's process when it gave no answer.
CRASHED, HUNG = "crashed", "hung"
#: How long one call may take, in seconds, and TensorFlow to start.
PATIENCE, STARTING = 20, 300


class Judge:
    """A client of such a process, which starts it again whenever it is gone.

    The answer to a call is a verdict, or CRASHED or HUNG. Raises AssertionError for a contradiction, ValueError for
    text that is no call.
    """

    def __init__(self, behavior: Behavior = Behavior.OFF, question: str = "verdict") -> None:
        """With a behavior of NumPy's that its TensorFlow is to have, and the function of `verdicts` that is asked.

        Most of a verdict's time goes into why the rules are silent: who asks for contradictions alone asks `agreement`.
        """
        self._process: subprocess.Popen[str] | None = None
        self._behavior, self._question = behavior, question

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def __call__(self, text: str) -> str:
        process = self._process or self._start()
        assert process.stdin is not None
        process.stdin.write(text + "\n")
        process.stdin.flush()
        reply = self._read(process, PATIENCE)
        if isinstance(reply, str):
            return reply
        kind, said = reply
        if kind == "contradiction":
            raise AssertionError(said)
        if kind == "no call":
            raise ValueError(said)
        verdict: str = said
        return verdict

    def _start(self) -> subprocess.Popen[str]:
        process = self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.oracle.judge", self._behavior.name, self._question], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        ready = self._read(process, STARTING)
        assert ready == ["ready", ""], f"TensorFlow does not start: {ready}"
        return process

    def _read(self, process: subprocess.Popen[str], patience: float) -> Any:
        """The next reply; one at a time is asked for, so that nothing is left in Python's buffer."""
        assert process.stdout is not None
        if not select.select([process.stdout], [], [], patience)[0]:
            self.stop()
            return HUNG
        line = process.stdout.readline()
        if not line:
            self.stop()
            return CRASHED
        return json.loads(line)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def reply(text: str, question: str) -> tuple[str, str]:
    """What is answered to one line."""
    from . import verdicts

    try:
        return "verdict", getattr(verdicts, question)(text)
    except AssertionError as contradiction:
        return "contradiction", f"{text}: {contradiction}"
    except Exception as error:  # of the text itself, or in a rule, which is a mistake of ours
        # An item that is asked for may have been drawn: `tf.nn.moments(x, [0])[3]`.
        is_no_item = isinstance(error, IndexError) and text.endswith("]")
        is_no_call = is_no_item or isinstance(error, (ValueError, SyntaxError))
        kind = "no call" if is_no_call else "contradiction"
        return kind, f"{text}: {type(error).__name__}: {error}"


#: What `experimental_enable_numpy_behavior` is called with, for each behavior.
SETTINGS: Final[Mapping[Behavior, Mapping[str, Any]]] = {
    Behavior.LEGACY: {},
    Behavior.LEGACY32: {"prefer_float32": True},
    Behavior.CONVERTING: {"dtype_conversion_mode": "all"},
}


def main(behavior: Behavior, question: str) -> None:
    # What TensorFlow prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    from . import verdicts as verdicts  # TensorFlow starts here

    if behavior is not Behavior.OFF:
        verdicts.oracle.tf.experimental.numpy.experimental_enable_numpy_behavior(
            **SETTINGS[behavior]
        )
    print(json.dumps(("ready", "")), file=answers, flush=True)
    with assumed([behavior]):
        for line in sys.stdin:
            print(json.dumps(reply(line.rstrip("\n"), question)), file=answers, flush=True)


if __name__ == "__main__":
    main(Behavior[sys.argv[1]], sys.argv[2])

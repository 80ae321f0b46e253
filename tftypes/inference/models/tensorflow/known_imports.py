"""Programs of which all that they import is known to leave the mode of TensorFlow alone."""

from __future__ import annotations

import sys
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter

#: Libraries that do not turn off eager mode, nor run what a graph needs.
_LIBRARIES: Final = sys.stdlib_module_names | {
    "tensorflow", "keras", "numpy", "scipy", "pandas", "matplotlib", "sklearn", "PIL", "cv2", "tqdm", "seaborn", "h5py",
}  # fmt: skip


def runs_alone(interpreter: Interpreter) -> bool:
    """Whether no library that the program imports may have changed how TensorFlow runs."""
    libraries = (name for name, module in interpreter.modules.items() if module is None)
    return all(name.partition(".")[0] in _LIBRARIES for name in libraries)

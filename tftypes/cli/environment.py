"""What must be installed, and what must not, for the checker to be right."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from typing import Final

from tftypes.cli.failure import Failure

STUBS: Final = "tftypes-tensorflow-stubs"
#: The other distribution that installs `tensorflow-stubs/`; pip lets one overwrite the other.
RIVAL: Final = "types-tensorflow"
#: The file that mypy reads first, which both distributions have: it goes with the rival.
_FIRST: Final = os.path.join("tensorflow-stubs", "__init__.pyi")
_AGAIN: Final = f"pip install --force-reinstall --no-deps {STUBS}"


def require_checker() -> None:
    """Makes sure that mypy can run with the plugin and our stubs.

    Raises:
        Failure: with the command that puts it right.
    """
    if find_spec("mypy") is None or not _installed(STUBS):
        raise Failure("mypy and the stubs are not installed: pip install 'tftypes[mypy]'")
    if _installed(RIVAL):
        raise Failure(
            f"{RIVAL} is installed over {STUBS}, so types are missing: "
            f"pip uninstall -y {RIVAL} && {_AGAIN}"
        )
    if not any(os.path.isfile(os.path.join(folder, _FIRST)) for folder in sys.path):
        raise Failure(f"files of {STUBS} are missing, as after an uninstall of {RIVAL}: {_AGAIN}")


def _installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True

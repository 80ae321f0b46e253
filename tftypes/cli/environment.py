"""What must be installed, and what must not, for the checker to be right."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from typing import Final

from tftypes.cli.failure import Failure

STUBS: Final = "tftypes-tensorflow-stubs"
#: The other distribution that installs `tensorflow-stubs/`; pip lets one overwrite the other.
RIVAL: Final = "types-tensorflow"


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
            f"pip uninstall -y {RIVAL} && pip install --force-reinstall --no-deps {STUBS}"
        )


def _installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True

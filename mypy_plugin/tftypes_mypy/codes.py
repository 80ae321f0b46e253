"""mypy's error codes of the findings: children of one parent, so that either can be switched off."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

from tftypes.inference.codes import CODES as MEANINGS
from tftypes.inference.codes import PARENT

TFTYPES: Final = ErrorCode(PARENT, "Anything that tftypes finds", "TensorFlow")


def _child(code: str, meaning: str) -> ErrorCode:
    summary = " ".join(meaning.split()).partition(": ")[0].partition(". ")[0].rstrip(".")
    return ErrorCode(code, summary, "TensorFlow", sub_code_of=TFTYPES)


#: By the code that a finding has.
CODES: Final[dict[str, ErrorCode]] = {
    PARENT: TFTYPES,
    **{code: _child(code, meaning) for code, meaning in MEANINGS.items()},
}

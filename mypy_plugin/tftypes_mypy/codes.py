"""mypy's error codes of the findings: children of one parent, so that either can be switched off."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

from tftypes.inference.codes import CODES as MEANINGS
from tftypes.inference.codes import PARENT

TFTYPES: Final = ErrorCode(PARENT, "Anything that tftypes finds", "TensorFlow")

#: By the code that a finding has.
CODES: Final[dict[str, ErrorCode]] = {
    PARENT: TFTYPES,
    **{
        code: ErrorCode(code, meaning, "TensorFlow", sub_code_of=TFTYPES)
        for code, meaning in MEANINGS.items()
    },
}

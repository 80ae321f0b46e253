"""Error codes: children of one parent, so that either can be switched off."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

TFTYPES: Final = ErrorCode("tftypes", "Anything that tftypes finds", "TensorFlow")


def _child(code: str, description: str) -> ErrorCode:
    return ErrorCode(code, description, "TensorFlow", sub_code_of=TFTYPES)


#: By the name that `OpError.code` carries and the user sees in brackets.
CODES: Final[dict[str, ErrorCode]] = {
    code.code: code
    for code in (
        TFTYPES,
        _child("tf-shape", "Sizes or number of elements that cannot fit"),
        _child("tf-rank", "A tensor of the wrong number of dims"),
        _child("tf-axis", "An axis that the tensor does not have"),
        _child("tf-dtype", "A dtype that the function does not take"),
        _child("tf-value", "A Python value that the function rejects"),
        _child("tf-field", "A field that a struct does not have"),
        _child("tf-signature", "input_signature contradicts the annotations"),
        _child("tf-annotation", "An annotation that means nothing"),
    )
}

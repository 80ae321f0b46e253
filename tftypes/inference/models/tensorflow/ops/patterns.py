"""Regular expressions as TensorFlow reads them, RE2's: they look neither around nor back."""

from __future__ import annotations

import re
from typing import Any, Final

from .rule import OpError

#: A letter behind a backslash that RE2 does not know, another one, a class of letters, a group that does more than to group, or a lone letter.
_PARTS: Final = re.compile(
    r"\\([1-7](?![0-7])|[89Zu])|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|(\(\?(?:[=!#>(]|<[=!]|P[=>]))|.",
    re.S,
)
_REFUSED: Final = {
    "(?=": "no lookahead",
    "(?!": "no lookahead",
    "(?<=": "no lookbehind",
    "(?<!": "no lookbehind",
    "(?#": "no comments",
    "(?>": "no atomic groups",
    "(?(": "no conditions",
    "(?P=": "no references to groups",
    "(?P>": "no references to groups",
}
#: Those that look around, which a group in the replacement does.
_LOOKING: Final = ("(?=", "(?!", "(?<=", "(?<!")
_HINT: Final = "a group around what is to stay keeps it: regex_replace(x, r'(a)b', r'\\1')"


def check_pattern(pattern: Any) -> None:
    """Raises OpError for what RE2 has not and Python's `re` has.

    >>> check_pattern(r"(\\d)[(?=]+\\.")
    >>> check_pattern(r"(?<=a)b")
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: TensorFlow's regular expressions (RE2) have no lookbehind: '(?<='
    """
    if (
        not isinstance(pattern, str) or "\\Q" in pattern
    ):  # up to \E all letters stand for themselves
        return
    for part in _PARTS.finditer(pattern):
        letter, group = part.groups()
        why = _REFUSED.get(group or "")
        if letter is not None:
            why = "no references to groups" if letter.isdigit() else f"no \\{letter}"
        if why is not None:
            words = f"TensorFlow's regular expressions (RE2) have {why}: {part[0]!r}"
            raise OpError("tf-value", words, "pattern", _HINT if group in _LOOKING else None)

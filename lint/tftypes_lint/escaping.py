"""Text of a program as each form of output may hold it: one function a form.

Names of files and lines of source are whatever their author likes: sequences that drive a terminal,
characters that turn the order of a line round, tags, the ends of strings. What is shown must not
be taken for anything else.
"""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape

#: What is not seen, or changes how other text is seen: controls, formats (zero width, direction),
#: separators of lines, halves of surrogate pairs and what Unicode calls noncharacters.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
_UNSEEN_BUT_LINES: Final = re.compile(f"(?!\n){_UNSEEN.pattern}")
_SHORT: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
#: What a continuous integration server takes for a command where a line begins with it.
_COMMANDS: Final = ("::", "##[", "##teamcity[", "##vso[")
#: What Mermaid has no other meaning for.
_NOT_MERMAID: Final = re.compile(r"[^\w .,()/\-]")


def visible(text: str, *, lines: bool = False) -> str:
    """The text with an escape for what is not seen, as Python writes it.

    Args:
        text: Any text.
        lines: Whether it may have several lines.

    >>> print(visible("a\\nb\\x1b[31m\\u202e\\udcff.py"))
    a\\nb\\x1b[31m\\u202e\\xff.py
    """
    return (_UNSEEN_BUT_LINES if lines else _UNSEEN).sub(_escaped, text)


def visible_path(path: str) -> str:
    """A path with which a line may begin.

    >>> print(visible_path("::error::x.py"))
    ./::error::x.py
    """
    return visible(f"./{path}" if path.startswith(_COMMANDS) else path)


def for_xml(text: str, *, lines: bool = False) -> str:
    """The text as content of XML, SVG or HTML, and of an attribute between double quotes.

    >>> for_xml('<b title="x">\\x00')
    '&lt;b title=&quot;x&quot;&gt;\\\\x00'
    """
    return escape(visible(text, lines=lines), {'"': "&quot;", "'": "&#39;"})


def for_dot(text: str, *, lines: bool = False) -> str:
    """The text as a string of Graphviz, with its quotes.

    >>> print(for_dot('say "hi"'))
    "say \\"hi\\""
    """
    escaped = visible(text, lines=lines).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n") + '"'


def for_mermaid(text: str) -> str:
    """The text as a label of Mermaid, with its quotes. All but words is written as numbers.

    >>> print(for_mermaid('<b>"'))
    "#60;b#62;#34;"
    """
    numbered = _NOT_MERMAID.sub(lambda match: f"#{ord(match[0])};", visible(text))
    return f'"{numbered}"'


def for_github(text: str) -> str:
    """The text as the message of a workflow command of GitHub.

    >>> for_github("100%\\n::error::x")
    '100%25%0A::error::x'
    """
    shown = visible(text, lines=True)
    return shown.replace("%", "%25").replace("\n", "%0A")


def for_github_property(text: str) -> str:
    """The text as a property of a workflow command of GitHub.

    >>> for_github_property("a,b:c")
    'a%2Cb%3Ac'
    """
    return for_github(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, as Python has it in names of files
        return f"\\x{code - 0xDC00:02x}"
    short = _SHORT.get(character)
    if short:
        return short
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

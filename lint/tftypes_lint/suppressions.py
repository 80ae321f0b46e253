"""`# tftypes: ignore[code]`: a finding that was looked at and is right as it is."""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tftypes_lint.findings import Finding, Span
from tftypes_lint.source import Source, split_lines

UNUSED: Final = "unused-ignore"

#: Files without these bytes hold no suppression and are not tokenized.
MARK: Final = b"tftypes:"
_COMMENT: Final = re.compile(r"#\s*tftypes:\s*ignore\b(?:\[(?P<codes>[^\]]*)\])?")


@dataclass
class Suppression:
    """One comment: the codes that it silences on its line, all of them when it names none."""

    span: Span
    codes: tuple[str, ...]
    used: set[str] = field(default_factory=set)

    def silences(self, finding: Finding) -> bool:
        """Whether the comment stands within the finding and means it; it is then used."""
        if not finding.line <= self.span.line <= finding.end_line:
            return False
        if self.codes and finding.code not in self.codes:
            return False
        self.used.add(finding.code)
        return True


def apply(
    path: str,
    suppressions: Sequence[Suppression],
    findings: Iterable[Finding],
    active: Collection[str],
    known: Collection[str],
) -> Iterator[Finding]:
    """The findings in a file that no comment silences, and one for each that silences nothing.

    Only the rules that ran, `active`, can prove a comment useless.
    """
    for finding in findings:
        # Every comment is asked, so that none of two that silence the same is called unused.
        silenced_by = [suppression for suppression in suppressions if suppression.silences(finding)]
        if not silenced_by:
            yield finding
    for suppression in suppressions:
        for message, hint in _useless(suppression, active, known):
            yield Finding(path, *suppression.span, UNUSED, "warning", message, hint)


def read(source: Source) -> list[Suppression]:
    """The suppressions of a file, from its comments; a string that looks like one is none."""
    if MARK not in source.content:
        return []
    found = []
    for token in _comments("\n".join(source.lines)):
        # Behind `# type: ignore` it counts, too: mypy wants to be the first.
        match = _COMMENT.search(token.string)
        if match:
            line, column = token.start
            span = Span(line, column + 1 + match.start(), line, column + 1 + match.end())
            found.append(Suppression(span, _codes(match["codes"])))
    return found


def comments(text: str) -> Counter[str]:
    """How often each comment stands in a source."""
    return Counter(token.string for token in _comments("\n".join(split_lines(text))))


def _comments(text: str) -> Iterator[tokenize.TokenInfo]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token
    except (tokenize.TokenError, SyntaxError):
        return  # the file does not parse, which is a finding of its own


def _codes(listed: str | None) -> tuple[str, ...]:
    return tuple(code.strip() for code in (listed or "").split(",") if code.strip())


def _useless(
    suppression: Suppression, active: Collection[str], known: Collection[str]
) -> Iterator[tuple[str, str | None]]:
    if not suppression.codes and not suppression.used and set(known) <= set(active):
        yield "unused ignore: nothing is found on this line", None
    for code in suppression.codes:
        if code not in known:
            hint = f"for findings of mypy, use `# type: ignore[{code}]`"
            yield f"there is no lint {code}", hint
        elif code in active and code not in suppression.used:
            yield f"unused ignore: no {code} finding on this line", None

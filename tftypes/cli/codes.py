"""The codes that stand in brackets behind a finding, and what each means."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from textwrap import dedent, indent
from typing import Final

from tftypes.cli import coverage
from tftypes.cli.config import suggestion
from tftypes.cli.failure import Failure
from tftypes.cli.options import REVEALED
from tftypes.inference.codes import CODES, PARENT
from tftypes_lint import ENGINE_CODES, Rule, all_rules
from tftypes_lint.rule import default_options
from tftypes_lint.settings import literal

#: What the checker reports, by code.
PLUGIN_CODES: Final = {
    PARENT: f"""
        Everything that tftypes finds out about types. Each finding has one of the codes below
        this one: {", ".join(CODES)}.
        Disabling this code disables them all.
        """,
    **CODES,
}

#: What `tftypes check` notes, which is no error.
NOTE_CODES: Final = {
    REVEALED: """
        What `reveal_type` shows, and other notes that mypy gives no code.
        """,
    coverage.CODE: """
        A call of which the dtype or the shape of the result is not known, and why: an argument of
        unknown type, an op that nothing is known of, a size that depends on data. It is no error.
        """,
}


def parent(code: str) -> str:
    """The code that switches this one off as well; the code itself when there is none."""
    return PARENT if code in PLUGIN_CODES else code


def known_codes() -> list[str]:
    """Every code that tftypes gives a meaning to."""
    return [*PLUGIN_CODES, *NOTE_CODES, *sorted(all_rules()), *ENGINE_CODES]


def require_codes(codes: Sequence[str], where: str) -> list[str]:
    """Makes sure that codes are not misspelled; a warning for each that only another plugin can know.

    Raises:
        Failure: a code that nobody knows is close to one that is known.
    """
    ours = known_codes()
    if all(code in ours for code in codes):
        return []
    warnings = []
    known = [*ours, *_mypy_codes()]
    for code in codes:
        near = suggestion(code, known)
        if code not in known and (near or code.startswith("tf-")):
            raise Failure(f"{where}: there is no code '{code}'{near}")
        if code not in known:
            warnings.append(f"{where}: '{code}' is not a code of tftypes or mypy")
    return warnings


def explain(code: str) -> str:
    """What a code means: a paragraph, and examples where it is a lint's.

    Raises:
        Failure: tftypes does not know the code.
    """
    rule = all_rules().get(code)
    if rule:
        return _documentation(rule)
    text = {**PLUGIN_CODES, **NOTE_CODES, **ENGINE_CODES}.get(code)
    if text:
        return inspect.cleandoc(text)
    if code in _mypy_codes():
        return f"{code} is mypy's: https://mypy.readthedocs.io/en/stable/_refs.html#code-{code}"
    raise Failure(f"there is no code '{code}'{suggestion(code, known_codes())}")


def summary(code: str) -> str:
    """The first sentence of the explanation, on one line."""
    text = " ".join(explain(code).split("\n\n")[0].split())
    return text.split(". ")[0].rstrip(".").split(": ")[0]


def _documentation(rule: Rule) -> str:
    parts = [inspect.cleandoc(rule.__doc__ or ""), inspect.cleandoc(getattr(rule, "DETAILS", ""))]
    options = default_options(rule)
    if options:
        listed = [f"    {key} = {literal(value)}" for key, value in options.items()]
        parts.append("\n".join([f"Options, in [tool.tftypes.lint.{rule.CODE}]:", "", *listed]))
    fixed = getattr(rule, "FIXED", {})
    for caption, example in rule.INVALID.items():
        parts.append(f"Reported: {caption}\n\n{_example(example)}")
        if caption in fixed:
            parts.append(f"Fixed: {caption}\n\n{_example(fixed[caption])}")
    for caption, example in rule.VALID.items():
        parts.append(f"Right: {caption}\n\n{_example(example)}")
    return "\n\n".join(part for part in parts if part)


def _example(example: str | Mapping[str, str]) -> str:
    """The text of an example, of each file where it has several, indented."""
    if isinstance(example, str):
        return indent(dedent(example).strip(), "    ")
    files = (f"# {path}\n{dedent(text).strip()}" for path, text in example.items())
    return indent("\n\n".join(files), "    ")


def _mypy_codes() -> list[str]:
    try:
        from mypy.errorcodes import error_codes
    except ImportError:
        return []
    return sorted(error_codes)

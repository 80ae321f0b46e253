"""Writes a page for each rule, and an index, from the rules: `python -m tftypes_lint.documentation FOLDER`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Final

from tftypes_lint.rule import Rule, all_rules, default_options, is_project
from tftypes_lint.settings import literal

_INDEX: Final = "index.md"
_INTRODUCTION: Final = """\
# The lints

The lints find mistakes in TensorFlow programs without running them. `tftypes lint PATH...` reports
them, and `tftypes fix PATH...` applies the safe fixes (`--unsafe`: all). `tftypes check` runs the lints
together with mypy. Suppress a finding on its line with `# tftypes: ignore[CODE]`.

| Lint | | Fix | Finds |
|---|---|---|---|
"""


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    rules = sorted(all_rules().items())
    found = {f"{code}.md": page(rule) for code, rule in rules}
    rows = "".join(_row(code, rule) for code, rule in rules)
    return {_INDEX: _INTRODUCTION + rows, **found}


def page(rule: Rule) -> str:
    """What there is to say about a rule, in Markdown."""
    return "\n\n".join(part.strip() for part in _parts(rule)) + "\n"


def summary(rule: Rule) -> str:
    """The first sentence of what a rule says about itself."""
    return " ".join((rule.__doc__ or "").split("\n\n")[0].split())


def _parts(rule: Rule) -> Iterator[str]:
    yield f"# {rule.CODE}"
    scope = "the project as a whole" if is_project(rule) else "each file by itself"
    fix = "has a fix" if hasattr(rule, "fix") else "has no fix"
    yield f"*{rule.SEVERITY.capitalize()}; looks at {scope}; {fix}.*"
    yield inspect.cleandoc(rule.__doc__ or "")
    details = inspect.cleandoc(getattr(rule, "DETAILS", ""))
    if details:
        yield details
    yield from _options(rule)
    yield "## Reported"
    fixed: Mapping[str, str | Mapping[str, str]] = getattr(rule, "FIXED", {})
    for caption, example in rule.INVALID.items():
        yield f"### {_sentence(caption)}"
        yield _example(example)
        if caption in fixed:
            yield "`tftypes fix` makes of it:"
            yield _example(fixed[caption])
    yield "## Not reported"
    for caption, example in rule.VALID.items():
        yield f"### {_sentence(caption)}"
        yield _example(example)


def _options(rule: Rule) -> Iterator[str]:
    options = default_options(rule)
    if options:
        yield "## Options"
        lines = [f"{key} = {literal(value)}" for key, value in options.items()]
        listed = "\n".join(lines)
        yield f"With their defaults:\n\n```toml\n[tool.tftypes.lint.{rule.CODE}]\n{listed}\n```"


def _example(example: str | Mapping[str, str]) -> str:
    if isinstance(example, str):
        return _block(example)
    return "\n\n".join(f"`{path}`:\n\n{_block(text)}" for path, text in example.items())


def _block(text: str) -> str:
    return f"```python\n{dedent(text).strip()}\n```"


def _sentence(caption: str) -> str:
    return caption[:1].upper() + caption[1:]


def _row(code: str, rule: Rule) -> str:
    fix = "yes" if hasattr(rule, "fix") else ""
    told = summary(rule).replace("|", "\\|")
    return f"| [{code}]({code}.md) | {rule.SEVERITY} | {fix} | {told} |\n"


def write(folder: Path) -> None:
    """Writes the pages; those of rules that are gone are deleted."""
    folder.mkdir(parents=True, exist_ok=True)
    new = pages()
    for old in folder.glob("*.md"):
        if old.name not in new:
            old.unlink()
    for name, text in new.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

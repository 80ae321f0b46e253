"""The codes that stand in brackets behind a finding, and what each means."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from textwrap import dedent, indent
from typing import Final

from tftypes.cli import coverage
from tftypes.cli.config import suggestion
from tftypes.cli.failure import Failure
from tftypes_lint import ENGINE_CODES, Rule, all_rules
from tftypes_lint.rule import default_options
from tftypes_lint.settings import literal

#: The parent of all codes of the plugin: disabling it disables them all.
PARENT: Final = "tftypes"

#: What the plugin reports, by code.
PLUGIN_CODES: Final = {
    PARENT: """
        Everything that tftypes finds out about types. Each finding has one of the codes below
        this one: tf-shape, tf-rank, tf-axis, tf-dtype, tf-value, tf-field, tf-signature,
        tf-annotation. Disabling this code disables them all.
        """,
    "tf-shape": """
        Sizes that do not fit: the inner dims of a matmul differ, two shapes do not broadcast, a
        reshape changes the number of elements, or a tensor does not have the shape that an
        annotation asks for. Only sizes that are known on both sides are compared; an unknown
        dim fits everything.
        """,
    "tf-rank": """
        A tensor with too many or too few dims for the function or the annotation: a convolution
        of a tensor without a batch dim, a matmul of vectors, a matrix where a scalar is wanted.
        """,
    "tf-axis": """
        An axis that the tensor does not have, or one given twice: `tf.reduce_sum(x, axis=2)` of
        a matrix. Axes of a tensor of rank n go from -n to n - 1.
        """,
    "tf-dtype": """
        A dtype that the function does not take, or two that differ: TensorFlow does not convert
        between dtypes by itself, so `int32 + float32` is an error. `tf.cast` converts.
        """,
    "tf-value": """
        A Python value that the function rejects whatever the tensors are: an unknown padding, a
        negative number of classes, an einsum equation that does not parse.
        """,
    "tf-field": """
        A field that a struct does not have, with the nearest of those that it has: in
        `st["titel"]`, `st.without("titel")` or a path.
        """,
    "tf-signature": """
        An `input_signature` that contradicts the annotations: a spec has another dtype, rank or
        size than the parameter, or there are more specs than parameters, or fewer.
        `tftypes.runtime.function` derives the signature from the annotations, so that there is
        only one of them.
        """,
    "tf-annotation": """
        An annotation that means nothing: a dtype in the place of the shape, a negative size, a
        dim that does not parse, a name bound to two sizes.
        """,
}

#: What `tftypes check --report-untracked` notes.
NOTE_CODES: Final = {
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
            warnings.append(f"{where}: '{code}' is no code of tftypes or mypy")
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

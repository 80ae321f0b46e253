"""The rules beside TensorFlow, in numbers: `python -m tests.oracle.conformance [--write]`.

Prints the table of docs/conformance.md, the calls that contradict TensorFlow, and the functions without a rule. Draws
TFTYPES_DRAWN calls for each rule.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tftypes.inference.assembly import tables
from tftypes.inference.models.tensorflow.ops import RULES

from .families import family_of
from .public import functions, usage

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
DRAWN = int(os.environ.get("TFTYPES_DRAWN", 20))
#: Functions without a rule that are listed.
LISTED = 40

#: What the engine knows otherwise: functions that call functions, signatures, nested structures.
OTHERWISE: Final = {*tables().functions, *tables().classes}

#: What makes no tensors: settings, files, other programs.
NO_TENSORS: Final = [
    "autograph",
    "config",
    "control_dependencies",
    "data.experimental",
    "debugging",
    "device",
    "distribute",
    "executing_eagerly",
    "experimental",
    "feature_column",
    "function",
    "get_logger",
    "group",
    "io.gfile",
    "is_symbolic_tensor",
    "is_tensor",
    "no_op",
    "print",
    "profiler",
    "py_function",
    "random.set_seed",
    "saved_model",
    "summary",
    "sysconfig",
    "test",
    "tpu",
    "train",
    "type_spec_from_value",
    "types",
    "version",
]

#: A family's name; functions with a rule, of how many; examples; how drawn calls came out.
COLUMNS: Final = (
    "family", "rules", "of", "examples", "drawn", "exact", "less precise", "more precise", "contradictions",
    "refusals caught", "missed", "open", "crashed",
)  # fmt: skip
VERDICTS: Final = (
    "drawn", "exact", "less precise", "more precise", "contradiction", "refused", "not refused", "open", "crashed",
)  # fmt: skip


def known() -> Counter[str]:
    """Rules by family."""
    return Counter(map(family_of, RULES))


def offered(public: Mapping[str, str]) -> Counter[str]:
    """Public functions by family."""
    return Counter(family_of(f"tensorflow.{name}") for name in set(public.values()))


def examples() -> Counter[str]:
    """Examples by family."""
    counts: Counter[str] = Counter()
    for rule in RULES.values():
        counts[family_of(rule.fullname)] += len(rule.texts)
    return counts


def rows(counts: Mapping[str, Counter[str]], public: Mapping[str, str]) -> Iterator[list[str]]:
    """The rows of the table, the largest family first, the total last."""
    rules, all_functions, shown = known(), offered(public), examples()
    whole: Counter[str] = Counter()
    for family, number in sorted(rules.items(), key=lambda row: (-row[1], row[0])):
        drawn = counts.get(family, Counter())
        whole += drawn
        of = max(all_functions[family], number) if family in all_functions else ""
        yield [family, str(number), str(of), str(shown[family]), *(str(drawn[v]) for v in VERDICTS)]
    yield ["all", str(len(RULES)), "", str(shown.total()), *(str(whole[v]) for v in VERDICTS)]


def without_rule() -> Iterator[tuple[str, int]]:
    """Functions that make tensors and have no rule, the most called first."""
    for name, count in usage().items():
        makes = not any(name == each or name.startswith(each + ".") for each in NO_TENSORS)
        if makes and f"tensorflow.{name}" not in RULES and f"tensorflow.{name}" not in OTHERWISE:
            yield f"tf.{name}", count


def covered() -> float:
    """The share of the counted calls of functions that make tensors whose function has a rule."""
    missing = sum(count for _, count in without_rule())
    names = {*RULES, *OTHERWISE}
    known = sum(count for name, count in usage().items() if f"tensorflow.{name}" in names)
    return known / (known + missing)


# --- the page ---------------------------------------------------------------------------------------------------------

HEAD: Final = """\
# Conformance

Every rule of the checker is held against TensorFlow {version}, which traces the same calls on placeholders: the examples
that stand at each rule (also run on actual tensors), and calls drawn at random from those examples, with other dtypes,
sizes, unknown sizes, ranks, axes, flags and kinds of tensors. `make conformance` does this and writes this page.

*Exact*: the rule says what TensorFlow says of dtype and shape. *Less precise*: it says less. *More precise*: it knows
sizes that TensorFlow's graph does not. *Refusals caught*: TensorFlow refuses the call, and the rule says why; *missed*:
the rule is silent. *Open*: TensorFlow refuses it, and the rule has to be silent, since it would refuse calls that work:
with an operand of which it is told nothing, of an unknown rank, in the other mode (eagerly or in a graph), or with
another setting. *Crashed*: TensorFlow's process ended. A contradiction fails the tests.

"""

LIST: Final = """
## Functions without a rule

{covered:.1%} of the calls counted in public programs, of functions that make tensors, have a rule. The others, the most
called first (how they were counted is written in `tests/oracle/usage.tsv`):

"""


def table(counts: Mapping[str, Counter[str]], public: Mapping[str, str]) -> str:
    """The rows as Markdown."""
    lines = [COLUMNS, ["---", *["---:"] * (len(COLUMNS) - 1)], *rows(counts, public)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def listed() -> str:
    """The functions without a rule as Markdown."""
    names = [f"`{name}` {count}" for name, count in list(without_rule())[:LISTED]]
    return LIST.format(covered=covered()) + ", ".join(names) + ".\n"


def main(arguments: list[str]) -> int:
    import tensorflow as tf

    from .survey import CONTRADICTION, survey

    result = survey(RULES.values(), DRAWN, int(os.environ.get("TFTYPES_SEED", 0)))
    public = functions()
    console = Console()
    printed = Table(*(column.replace(" ", "\n") for column in COLUMNS))
    for cells in rows(result.counts, public):
        printed.add_row(*cells)
    console.print(printed)
    for verdict in (CONTRADICTION, "crashed", "hung"):
        for text in result.calls[verdict]:
            console.print(f"{verdict}: {text}", markup=False, soft_wrap=True)
    console.print(listed(), markup=False)
    if "--write" in arguments:
        head = HEAD.format(version=tf.__version__)
        PAGE.write_text(head + table(result.counts, public) + listed())
    return 1 if result.calls[CONTRADICTION] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Draws calls for every rule and keeps what becomes of each; nothing stops it."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue

from hypothesis import HealthCheck, Phase, given, seed, settings

from tftypes.inference.models.tensorflow.ops import Rule

from .drawn_rules import is_left_out, mutants
from .families import family_of
from .judge import Judge

CONTRADICTION = "contradiction"


@dataclass
class Survey:
    """How often each verdict was given, by family, and the calls with the verdicts that need a look."""

    counts: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    calls: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def note(self, family: str, text: str, verdict: str) -> None:
        self.counts[family].update([verdict, "drawn"])
        self.calls[verdict].append(text)


def drawn(rule: Rule, number: int, start: int = 0) -> list[str]:
    """That many calls of a rule, without those drawn twice; the same ones for the same start."""
    texts: dict[str, None] = {}

    @seed(start)
    @settings(
        max_examples=number, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(mutants(rule))
    def each(text: str) -> None:
        if not is_left_out(text):
            texts[text] = None

    each()
    return list(texts)


def survey(rules: Iterable[Rule], number: int, start: int = 0) -> Survey:
    """Draws that many calls for each rule and asks TensorFlow, in as many processes as there are cores."""
    cases = [(family_of(r.fullname), text) for r in rules for text in drawn(r, number, start)]
    judges: SimpleQueue[Judge] = SimpleQueue()
    workers = [Judge() for _ in range(os.cpu_count() or 1)]
    for judge in workers:
        judges.put(judge)

    def ask(case: tuple[str, str]) -> tuple[str, str] | None:
        judge = judges.get()
        try:
            return case[1], judge(case[1])
        except ValueError:
            return None  # a change made it no call
        except AssertionError as contradiction:
            return str(contradiction), CONTRADICTION
        finally:
            judges.put(judge)

    result = Survey()
    with ThreadPoolExecutor(len(workers)) as pool:
        for (family, _), answer in zip(cases, pool.map(ask, cases)):
            if answer is not None:
                result.note(family, *answer)
    for judge in workers:
        judge.stop()
    return result


def total(counts: Sequence[Counter[str]]) -> Counter[str]:
    return sum(counts, Counter())

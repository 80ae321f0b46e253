"""Modules that import each other in cycles, all of them with stars: work grows as they do."""

from __future__ import annotations

import random
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from tftypes_lint.imports.analysis import Analysis
from tftypes_lint.imports.bindings import Bindings
from tftypes_lint.imports.collect import collect
from tftypes_lint.source import Source


def tangled(modules: int) -> Analysis:
    """A package of modules, each of which imports four others, half of them with a star."""
    drawn = random.Random(1)
    facts = {"pkg/__init__.py": collect(Source("pkg/__init__.py", b""))}
    for number in range(modules):
        a, b, c, d = (drawn.randrange(modules) for _ in range(4))
        text = (
            f"from pkg.m{a} import *\nfrom pkg import m{b}\nfrom pkg.m{c} import *\n"
            f"from pkg import m{d}\nX{number} = 1\n"
        )
        path = f"pkg/m{number}.py"
        facts[path] = collect(Source(path, text.encode()))
    return Analysis.of(facts)


def seconds(modules: int) -> float:
    analysis = tangled(modules)
    start = process_time()
    assert analysis.cycles and analysis.hits
    return process_time() - start


def test_twice_the_modules_take_about_twice_the_time() -> None:
    """With the square of them it would be four times, and it once was more."""
    small, large = min(seconds(300) for _ in range(3)), seconds(1200)

    assert large < 4 * small * 2.5 + 1


def test_what_was_not_tried_is_counted() -> None:
    small, large = tangled(40), tangled(3000)
    assert small.outcomes and large.outcomes

    assert (len(small.untried), len(large.untried) > 0) == (0, True)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["bind", "delete", "star"]), st.integers(0, 3), st.integers(0, 3)
        ),
        max_size=30,
    )
)
def test_a_link_gives_what_a_copy_would(events: list[tuple[str, int, int]]) -> None:
    modules = [Bindings() for _ in range(4)]
    copies: list[dict[str, str | None]] = [{} for _ in range(4)]
    for number, (kind, module, other) in enumerate(events):
        name = "abcd"[other]
        if kind == "bind":
            modules[module][name] = copies[module][name] = f"v{number}"
        elif kind == "delete":
            modules[module].pop(name)
            copies[module].pop(name, None)
        elif module != other:
            modules[module].star(modules[other])
            copies[module] |= copies[other]

    for bindings, copied in zip(modules, copies, strict=True):
        assert {name: bindings[name] for name in "abcd" if name in bindings} == copied

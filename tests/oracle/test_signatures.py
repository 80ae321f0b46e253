"""What the checker says of an `input_signature`, TensorFlow confirms.

Each program makes a traced function `f`, and perhaps calls it. TensorFlow runs it, then traces `f`
while a recorder notes what reaches its body. The checker must find an error exactly where TensorFlow
raises one, or where the body got what its annotations exclude.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.checks import Case, analyse
from tftypes.inference.analysis import analyze

from .signature_cases import PRELUDE, TABLES
from .signature_verdicts import verdict_of_tensorflow

# --- the comparison -------------------------------------------------------------------


#: What is not found yet, and why.
MISSED = {
    # TensorFlow makes the parameters before *b positional only.
    "@tf.function(input_signature=[s])\ndef f(a, *b): return a\nf(a=x)\n",
}
ALL = [(kind, text) for kind, texts in TABLES.items() for text in texts]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    """All cases after the engine has looked at them, by their text."""
    found = {text: Case("", PRELUDE + text, 0) for _, text in ALL}
    analyse(list(found.values()), tmp_path_factory.mktemp("signatures"))
    return found


@pytest.mark.parametrize(
    ("kind", "text"), ALL, ids=[f"{kind}{i}" for i, (kind, _) in enumerate(ALL)]
)
def test_checker_and_tensorflow_agree(
    kind: str, text: str, checked: dict[str, Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported = checked[text].reported
    verdict = verdict_of_tensorflow(text, monkeypatch)
    if kind == "unknown":
        assert verdict or not reported, reported
    elif text in MISSED:
        assert verdict and not reported, "it is found now: take it off the list"
    else:
        assert bool(verdict) == (kind != "accepted"), (
            f"TensorFlow: {verdict or 'all is well'}\n{text}"
        )
        assert bool(reported) == bool(verdict), (
            f"TensorFlow: {verdict}\nthe checker: {reported}\n{text}"
        )


# --- functions and signatures drawn at random -----------------------------------------

#: An annotation and a spec of the same structure, which agree more often than not.
Pair = tuple[str, str]
DIMS = st.sampled_from([("2", "2"), ("2", "2"), ("3", "2"), ("None", "3"), ("2", "None"), ("N", "2"), ("N", "3"),
                        ("M", "3"), ("Add[N, 1]", "3"), ("Batch", "2"), ("Batch", "None"), ("Width", "3")])  # fmt: skip
DTYPES = st.sampled_from(
    [("float32", "float32"), ("float32", "float32"), ("int32", "float32"), ("Floating", "float64"), ("DT", "float32"),
     ("DT", "float64"), ("Integer", "int32"), ("Floating", "int32")]
)  # fmt: skip


@st.composite
def tensors(draw: st.DrawFn) -> Pair:
    declared, given = draw(DTYPES)
    sizes = draw(st.lists(DIMS, max_size=2))
    spec = "None" if draw(st.integers(0, 5)) == 0 else f"[{', '.join(size for _, size in sizes)}]"
    extra = ["2"] if draw(st.integers(0, 9)) == 0 else []
    shape = ", ".join([*(dim for dim, _ in sizes), *extra]) or "()"
    annotation = f"Tensor[{declared}, Shape[{shape}]]"
    return draw(st.sampled_from([annotation] * 5 + ["Any"])), f"S({spec}, tf.{given})"


def lists(parts: list[Pair]) -> Pair:
    """A list of which the first part gives the annotation."""
    return f"list[{parts[0][0]}]", f"[{', '.join(spec for _, spec in parts)}]"


def tuples(parts: list[Pair]) -> Pair:
    annotations, specs = zip(*parts)
    return f"tuple[{', '.join(annotations)}]", f"({', '.join(specs)},)"


def loose(pair: Pair) -> Pair:
    return pair[0].replace("list[", "Sequence["), pair[1]


def swapped(parts: list[Pair]) -> Pair:
    """The annotation of one thing and the spec of another."""
    return parts[0][0], parts[-1][1]


PAIRS = st.recursive(
    tensors(),
    lambda inner: st.one_of(
        inner,
        st.lists(inner, min_size=1, max_size=2).map(lists),
        st.lists(inner, min_size=1, max_size=2).map(lists).map(loose),
        st.lists(inner, min_size=1, max_size=2).map(tuples),
        st.lists(inner, min_size=2, max_size=2).map(swapped),
        inner.map(lambda pair: (f"Optional[{pair[0]}]", pair[1])),
        inner.map(lambda pair: (f"Union[Tensor[int32, Shape[9]], {pair[0]}]", pair[1])),
    ),
    max_leaves=4,
)


@st.composite
def functions(draw: st.DrawFn) -> str:
    """The source of a traced function `f`."""
    pairs = draw(st.lists(PAIRS, max_size=3))
    required = draw(st.integers(0, len(pairs)))
    parameters = [
        f"p{index}: " + (annotation if index < required else f"Optional[{annotation}] = None")
        for index, (annotation, _) in enumerate(pairs)
    ]
    specs = [spec for _, spec in pairs]
    oddity = draw(st.integers(0, 19))
    if oddity in (0, 1):
        annotation, spec = draw(PAIRS)
        parameters.append(f"*rest: {annotation}")
        specs += [spec] * oddity
    elif oddity in (2, 3):
        parameters += ["*", "k: Any = None" if oddity == 2 else "k: Any"]
    elif oddity == 4:
        parameters.append("**options: Any")
    elif oddity == 5:
        specs = specs[:-1]
    elif oddity == 6:
        specs.append("S([2])")
    return f"@tf.function(input_signature=[{', '.join(specs)}])\ndef f({', '.join(parameters)}): return 1\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("drawn") / "program.py"


@settings(
    max_examples=200, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(text=functions())
def test_checker_and_tensorflow_agree_on_any_signature(text: str, program: Path) -> None:
    program.write_text(PRELUDE + text)
    found = analyze([str(program)])
    with pytest.MonkeyPatch.context() as patch:
        verdict = verdict_of_tensorflow(text, patch)
    assert not found.failures, found.failures
    assert bool(found.findings) == bool(verdict), (
        f"{text}TensorFlow: {verdict}\nthe engine: {found.findings}"
    )

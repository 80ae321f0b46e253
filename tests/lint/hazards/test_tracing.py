"""What is said to trace again, to happen once or to be late, does so under TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.lint.hazards.examples import Hazards, invalid, raises, run
from tftypes_lint import all_rules

tf = pytest.importorskip("tensorflow")

RULES = (
    "changing-shape",
    "function-in-loop",
    "late-binding",
    "python-argument",
    "stale-value",
    "traced-side-effect",
    "variable-in-function",
)
REFUSED = raises(ValueError, "only supports singleton tf.Variables|tf.Variable.*first call")


def traced(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that are traced while an example runs, once for each trace."""
    from tensorflow.python.eager.polymorphic_function import tracing_compilation

    seen: list[str] = []
    create = tracing_compilation._create_concrete_function

    def noted(function_type: Any, type_context: Any, func_graph: Any, options: Any) -> Any:
        seen.append(options.name)
        return create(function_type, type_context, func_graph, options)

    monkeypatch.setattr(tracing_compilation, "_create_concrete_function", noted)
    run(text, folder)
    return seen


@pytest.mark.parametrize(
    ("code", "caption", "rounds"),
    [
        ("function-in-loop", "in a loop", 3),
        ("function-in-loop", "decorated in a loop", 3),
        ("function-in-loop", "a lambda in a comprehension", 3),
        ("function-in-loop", "in a function that a loop calls", 3),
        ("function-in-loop", "defined in a function that a loop calls", 3),
        ("python-argument", "the number of the round", 8),
        ("python-argument", "a number that is cast", 8),
        ("python-argument", "a number made of it", 8),
        ("python-argument", "a list with such a number", 8),
        ("python-argument", "a counter", 8),
        ("python-argument", "a number taken out of a tensor", 8),
        ("python-argument", "in a method", 8),
        ("changing-shape", "a growing slice", 8),
        ("changing-shape", "a new tensor of another size", 16),
    ],
)
def test_each_round_traces(
    code: str, caption: str, rounds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(traced(all_rules()[code].INVALID[caption], tmp_path, monkeypatch)) == rounds


@pytest.mark.parametrize(
    ("code", "caption", "traces"),
    [
        ("function-in-loop", "made once", 1),
        ("python-argument", "a tensor", 1),
        ("python-argument", "a signature", 1),
        ("python-argument", "the same number in each round", 1),
        ("changing-shape", "a window of one size", 2),
        ("changing-shape", "an open size", 3),  # reduce_retracing sees two sizes before it relaxes
        ("changing-shape", "the same shape in each round", 2),  # one for each dtype
    ],
)
def test_a_valid_one_is_traced_once_for_each_kind_of_argument(
    code: str, caption: str, traces: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(traced(all_rules()[code].VALID[caption], tmp_path, monkeypatch)) == traces


def once(change: Callable[[Any], Any]) -> Callable[[Any], None]:
    """That a side effect, counted by `change`, happens in the first call and not in the next two."""

    def observe(example: Any) -> None:
        for _ in range(3):
            example.f(tf.constant(1.0))
        assert change(example) == 1

    return observe


def same(*names: str) -> Callable[[Any], None]:
    """That a function which looks random gives the same each time."""

    def observe(example: Any) -> None:
        for name in names:
            results = {float(getattr(example, name)(tf.constant(0.0))) for _ in range(3)}
            assert len(results) == 1

    return observe


def prints_once(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        example.f(tf.constant(1.0))
    assert capsys.readouterr().out.count("Tensor(") == 1


def counts_traces(example: Any) -> None:
    model = example.Model()
    for _ in range(3):
        model.train(tf.constant(1.0))
    assert model.step == 1


def leaks(tensor: Any) -> None:
    """That a tensor of a graph was kept, which nothing outside of the graph can use."""
    with pytest.raises(TypeError, match="out of scope"):
        tf.abs(tensor)


def leaks_a_global(example: Any) -> None:
    example.f(tf.constant(1.0))
    leaks(example.last)


def leaks_from_a_closure(example: Any) -> None:
    add, kept = example.keeper()
    for _ in range(3):
        add(tf.ones([2]))
    total, count = kept()
    leaks(total)
    assert count == 1


def keeps_the_attribute(example: Any) -> None:
    net = example.Net()
    before = net.step(tf.constant(1.0))
    net.slow_down()

    assert net.rate == 0.01
    assert float(net.step(tf.constant(1.0))) == float(before)
    assert float(net.step.python_function(tf.constant(1.0))) != float(before)


def keeps_the_global(example: Any) -> None:
    assert example.rate == 0.1 * 0.5**3
    assert float(example.y[0]) == float(tf.constant(0.1)), "the third call, with a quarter of it"


def refuses_the_object(example: Any) -> None:
    with pytest.raises(ValueError, match="singleton tf.Variables"):
        example.Scale()(tf.ones([3]))


def refuses_the_model(example: Any) -> None:
    model = tf.keras.Sequential([example.Bias(), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="only supports singleton tf.Variables"):
        model.fit(tf.ones([4, 3]), tf.ones([4, 1]), verbose=0)


def refuses_each(example: Any) -> None:
    with pytest.raises(ValueError, match="first call"):
        example.f(tf.ones([2, 3]))


HAZARDS: Hazards = {
    ("traced-side-effect", "a list outside"): once(lambda example: len(example.seen)),
    ("traced-side-effect", "a dict outside"): lambda example: (
        example.f(tf.constant(1.0)),
        pytest.raises(TypeError, float, example.last["x"]),
    ),
    ("traced-side-effect", "a counter"): once(lambda example: example.calls),
    ("traced-side-effect", "a global that is to keep a result"): leaks_a_global,
    ("traced-side-effect", "a variable of the function around"): leaks_from_a_closure,
    ("traced-side-effect", "a counter in an object"): counts_traces,
    ("traced-side-effect", "random numbers of Python and of NumPy"): same("f", "g"),
    ("traced-side-effect", "the time"): same("f"),
    ("traced-side-effect", "in the function of a dataset"): lambda example: (
        len(set(example.data.as_numpy_iterator())) == 1 or pytest.fail("the elements differ")
    ),
    ("stale-value", "an attribute"): keeps_the_attribute,
    ("stale-value", "a global"): keeps_the_global,
    ("variable-in-function", "a variable"): REFUSED,
    ("variable-in-function", "a layer"): refuses_each,
    ("variable-in-function", "a layer with a name"): refuses_each,
    ("variable-in-function", "an optimizer and a metric"): refuses_each,
    ("variable-in-function", "an attribute that each trace sets anew"): refuses_the_object,
    ("variable-in-function", "in the `call` of a layer"): refuses_the_model,
    ("variable-in-function", "in a function that a traced one calls"): REFUSED,
    ("late-binding", "datasets of generators"): lambda example: lengths(example.parts),
    ("late-binding", "in a comprehension"): lambda example: lengths(example.parts),
    ("late-binding", "tf.functions"): lambda example: (
        [float(example.scaled[factor](1.0)) for factor in (1.0, 2.0, 3.0)] == [3.0] * 3
        or pytest.fail("the factors differ")
    ),
}


def lengths(parts: list[Any]) -> None:
    """That the datasets of one, two and three elements all have as many as the last."""
    assert len({len(list(part)) for part in parts}) == 1


@pytest.mark.parametrize(("code", "caption"), HAZARDS)
def test_the_hazard_is_real(code: str, caption: str, tmp_path: Path) -> None:
    HAZARDS[code, caption](run(all_rules()[code].INVALID[caption], tmp_path))


@pytest.mark.parametrize("caption", ["print", "in a function that a traced one calls"])
def test_print_prints_while_tracing(
    caption: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prints_once(run(all_rules()["traced-side-effect"].INVALID[caption], tmp_path), capsys)


def test_a_step_of_training_prints_while_tracing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keras = pytest.importorskip("keras")
    example = run(
        all_rules()["traced-side-effect"].INVALID["in a step of training that Keras traces"],
        tmp_path,
    )
    inputs = keras.Input([3])
    model = example.Model(inputs, keras.layers.Dense(1)(inputs))
    model.compile("sgd", "mse")

    model.fit(tf.ones([8, 3]), tf.ones([8, 1]), batch_size=1, verbose=0)

    assert 1 <= capsys.readouterr().out.count("step") <= 2  # Keras traces twice, for eight steps


def test_a_dataset_refuses_a_variable(tmp_path: Path) -> None:
    example = all_rules()["variable-in-function"].INVALID["in a function of a dataset"]

    with pytest.raises(ValueError, match="first call|creation|singleton"):
        run(example, tmp_path)


def test_each_call_of_the_object_traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = dedent(all_rules()["function-in-loop"].INVALID["on each call of an object"])

    text = f"{example}\nfor _ in range(3):\n    net(tf.ones([3]))\n"

    assert len(traced(text, tmp_path, monkeypatch)) == 3


def test_every_example_is_observed() -> None:
    elsewhere = {
        ("function-in-loop", "on each call of an object"),
        ("traced-side-effect", "print"),
        ("traced-side-effect", "in a step of training that Keras traces"),
        ("traced-side-effect", "in a function that a traced one calls"),
        ("variable-in-function", "in a function of a dataset"),
    }
    marks = test_each_round_traces.pytestmark  # type: ignore[attr-defined]
    retraced = {(code, caption) for code, caption, _ in marks[0].args[1]}

    assert set(invalid(*RULES)) == HAZARDS.keys() | elsewhere | retraced

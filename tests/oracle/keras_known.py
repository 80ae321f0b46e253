"""What the engine knows of each class of Keras, measured: `python -m tests.oracle.keras_known [--write]`.

Each class is made with drawn arguments and called with drawn tensors, by the engine and by Keras. The table of
docs/keras.md says how often the engine knew the result, and how often it found what Keras refuses. It says nothing wrong.
"""

from __future__ import annotations

import inspect
import random
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import keras
import tensorflow as tf

from tftypes.inference.analysis import analyze
from tftypes.inference.assembly import tables

PAGE: Final = Path(__file__).parents[2] / "docs" / "keras.md"
DRAWN: Final = 12
_SEED: Final = 40

#: Values of constructors' parameters as programs write them, by the name of the parameter.
POOL: Final[Mapping[str, Sequence[str]]] = {
    "activation": ("None", "'relu'", "'softmax'", "'tanh'"), "adjust": ("0.5",), "alpha": ("0.1",),
    "axes": ("1", "-1", "(1, 2)"), "axis": ("-1", "1", "2"), "bins": ("[0.1, 0.5]",), "cropping": ("1", "2"),
    "data_format": ("None", "'channels_last'"), "depth_multiplier": ("1", "2"), "dilation_rate": ("1", "2"),
    "dims": ("(1,)", "(2, 1)", "(1, 3, 2)"), "factor": ("0.2", "1"), "filters": ("2", "4"), "groups": ("1", "2"),
    "head_dim": ("2",), "height": ("2", "5"), "height_factor": ("0.2",), "input_dim": ("9",), "interpolation": ("'nearest'", "'bilinear'"),
    "keepdims": ("True", "False"), "kernel_size": ("1", "2", "3"), "key_dim": ("2", "4"), "l1": ("0.1",), "mask_value": ("0.0",),
    "max_length": ("9",), "merge_mode": ("'concat'", "'sum'", "None", "'ave'"), "n": ("1", "3"), "negative_slope": ("0.1",), "noise_shape": ("None",),
    "normalize": ("True", "False"), "num_bins": ("3",), "num_heads": ("1", "2"), "num_key_value_heads": ("1",), "num_query_heads": ("2",),
    "num_tokens": ("4",), "output_dim": ("3",), "output_mode": ("'int'", "'one_hot'", "'multi_hot'", "'count'"), "output_size": ("1",),
    "padding": ("'same'", "'valid'"), "pool_size": ("1", "2", "3"), "rate": ("0.1", "0.5"), "return_attention_scores": ("True", "False"),
    "return_sequences": ("True", "False"), "return_state": ("True", "False"), "scale": ("0.5",), "sequence_length": ("4",), "sequence_stride": ("2",),
    "size": ("2", "3"), "stddev": ("0.5",), "strides": ("1", "2"), "target_shape": ("(-1,)", "(2, -1)", "(4, 3)"), "units": ("1", "3"),
    "use_bias": ("True", "False"), "use_scale": ("True", "False"), "value_range": ("(0, 1)",), "width": ("2", "5"), "width_factor": ("0.2",), "zero": ("1",),
    "return_sequence": ("True",), "contrast_factor": ("0.2",), "fill_mode": ("'reflect'",),
}  # fmt: skip
#: What a class is made with, where that is more than one name can tell.
MADE: Final[Mapping[str, str]] = {
    "Bidirectional": "layers.LSTM({units}, return_sequences={flag})", "TimeDistributed": "layers.Dense({units})",
    "SpectralNormalization": "layers.Dense({units})", "Wrapper": "layers.Dense({units})",
    "RNN": "layers.GRUCell({units}), return_sequences={flag}", "StackedRNNCells": "[layers.GRUCell({units})]", "Lambda": "lambda x: x * 2",
    "EinsumDense": "'...x,xy->...y', output_shape={units}", "Hashing": "num_bins=3", "HashedCrossing": "num_bins=3",
    "Pipeline": "[layers.Rescaling(0.5)]", "CategoryEncoding": "num_tokens=4", "Discretization": "bin_boundaries=[0.1, 0.5]",
    "StringLookup": "vocabulary=['a', 'b']", "IntegerLookup": "vocabulary=[1, 2]", "TextVectorization": "vocabulary=['a', 'b'], output_sequence_length=4",
    "ReversibleEmbedding": "9, 3", "JaxLayer": "", "FlaxLayer": "", "TFSMLayer": "", "TorchModuleWrapper": "",
}  # fmt: skip
#: Layers that no tensor is given to here, that need another library, or with which TensorFlow dies on some machines.
SKIPPED: Final = frozenset(
    ("AdaptiveMaxPooling1D", "AdaptiveMaxPooling2D", "AdaptiveMaxPooling3D", "FeatureSpace", "FlaxLayer", "Input", "InputLayer", "HashedCrossing", "JaxLayer", "Layer", "MelSpectrogram", "Pipeline", "STFTSpectrogram", "StackedRNNCells", "TFSMLayer", "TorchModuleWrapper", "Wrapper")
)  # fmt: skip
TEXT: Final = frozenset(("StringLookup", "TextVectorization"))
INTS: Final = frozenset(("CategoryEncoding", "Embedding", "IntegerLookup", "ReversibleEmbedding"))
MERGING: Final = frozenset(
    ("Add", "Average", "Concatenate", "Dot", "Maximum", "Minimum", "Multiply", "Subtract")
)
SEVERAL: Final = {
    "AdditiveAttention": 2,
    "Attention": 2,
    "GroupQueryAttention": 2,
    "MultiHeadAttention": 2,
}


@dataclass(frozen=True)
class Kind:
    """A package of Keras, and how an object of it is used."""

    title: str
    module: Any
    base: type
    use: Callable[[str, str, random.Random], str]


def _arguments(cls: type, rng: random.Random) -> str:
    found = []
    for each in list(inspect.signature(cls.__init__).parameters.values())[1:]:  # type: ignore[misc]
        known = POOL.get(each.name)
        if known and (each.default is each.empty or rng.random() < 0.3):
            found.append(f"{each.name}={rng.choice(known)}")
    return ", ".join(found)


def _shape(rng: random.Random, rank: int) -> list[int]:
    return [2, *(rng.choice([1, 2, 3, 4, 6]) for _ in range(rank - 1))]


def _rank(name: str, rng: random.Random) -> int:
    digit = next((int(each) for each in name if each.isdigit() and each in "123"), None)
    if name.startswith("ConvLSTM"):
        return int(name[-2]) + 3
    usual = digit + 2 if digit else 4 if name.startswith(("Random", "Center", "Resizing")) else 3
    return usual if rng.random() < 0.8 else rng.randint(2, 5)


def _layer(name: str, made: str, rng: random.Random) -> str:
    shape = _shape(rng, _rank(name, rng))
    if name in TEXT:
        return f"{made}(tf.constant(['a', 'b', 'c']))"
    if name in INTS:
        return f"{made}(tf.ones({shape[:2]}, tf.int32))"
    if name in MERGING:
        other = [each if rng.random() < 0.8 else rng.choice([1, 3]) for each in shape]
        return f"{made}([tf.ones({shape}), tf.ones({other})])"
    if name in SEVERAL:
        other = [shape[0], rng.choice([2, 4]), shape[-1]]
        pair = f"tf.ones({shape}), tf.ones({other})"
        return (
            f"{made}([{pair}])"
            if name.endswith("tention") and "Head" not in name and "Query" not in name
            else f"{made}({pair})"
        )
    dtype = ", tf.int32" if rng.random() < 0.1 else ""
    return f"{made}(tf.ones({shape}{dtype}))"


def _labels(name: str, made: str, rng: random.Random) -> str:
    shape = _shape(rng, rng.choice([2, 2, 2, 3]))
    true = (
        list(shape)
        if rng.random() < 0.7
        else shape[:-1]
        if rng.random() < 0.5
        else [*shape[:-1], 1]
    )
    numbers = "tf.int32" if "Sparse" in name else "tf.float32"
    return f"{made}(tf.ones({true}, {numbers}), tf.ones({shape}))"


def _initialized(name: str, made: str, rng: random.Random) -> str:
    return f"{made}({_shape(rng, rng.choice([1, 2, 2, 3]))})"


def _constrained(name: str, made: str, rng: random.Random) -> str:
    return f"{made}(tf.ones({_shape(rng, rng.choice([1, 2, 3]))}))"


def _scheduled(name: str, made: str, rng: random.Random) -> str:
    return f"{made}(1)"


def _optimized(name: str, made: str, rng: random.Random) -> str:
    return f"{made}.learning_rate"


KINDS: Final = (
    Kind("layers", keras.layers, keras.layers.Layer, _layer),
    Kind("losses", keras.losses, keras.losses.Loss, _labels),
    Kind("metrics", keras.metrics, keras.metrics.Metric, _labels),
    Kind("initializers", keras.initializers, keras.initializers.Initializer, _initialized),
    Kind("regularizers", keras.regularizers, keras.regularizers.Regularizer, _constrained),
    Kind("constraints", keras.constraints, keras.constraints.Constraint, _constrained),
    Kind("optimizers.schedules", keras.optimizers.schedules, keras.optimizers.schedules.LearningRateSchedule, _scheduled),
    Kind("optimizers", keras.optimizers, keras.optimizers.Optimizer, _optimized),
)  # fmt: skip
#: What the constructors of other packages cannot do without.
REQUIRED: Final[Mapping[str, str]] = {
    "IoU": "num_classes=2, target_class_ids=[0]", "MeanIoU": "num_classes=2", "OneHotIoU": "num_classes=2, target_class_ids=[0]",
    "OneHotMeanIoU": "num_classes=2", "PrecisionAtRecall": "recall=0.5", "RecallAtPrecision": "precision=0.5",
    "SensitivityAtSpecificity": "specificity=0.5", "SpecificityAtSensitivity": "sensitivity=0.5",
    "OrthogonalRegularizer": "0.1", "CosineDecay": "0.1, 10", "CosineDecayRestarts": "0.1, 10", "ExponentialDecay": "0.1, 10, 0.9", "InverseTimeDecay": "0.1, 10, 0.9",
    "PiecewiseConstantDecay": "[1], [0.1, 0.2]", "PolynomialDecay": "0.1, 10", "Constant": "0.5",
}  # fmt: skip
#: Bases, and what is made of functions or of other objects.
_BASES: Final = frozenset(
    ("Constraint", "IdentityInitializer", "Initializer", "LearningRateSchedule", "Loss", "LossScaleOptimizer", "MeanMetricWrapper", "Metric",
     "CTC", "MultiOptimizer", "Optimizer", "Regularizer", "STFT", "STFTInitializer")
)  # fmt: skip


def names(kind: Kind) -> list[str]:
    found: dict[type, str] = {}
    for name, each in inspect.getmembers(kind.module, inspect.isclass):
        if issubclass(each, kind.base) and name not in SKIPPED | _BASES:
            found.setdefault(each, name)
    return sorted(found.values(), key=str.lower)


def calls(kind: Kind, name: str) -> list[str]:
    """Some calls of objects of a class; the same ones each time."""
    rng = random.Random(f"{_SEED} {kind.title} {name}")
    cls, found = getattr(kind.module, name), []
    for _ in range(DRAWN):
        given = MADE.get(name) if kind.title == "layers" else REQUIRED.get(name)
        arguments = _arguments(cls, rng) if given is None else given.format(
            units=rng.choice([1, 3]), flag=rng.choice([True, False])
        )  # fmt: skip
        made = f"keras.{kind.title}.{name}({arguments})".replace("keras.layers.", "layers.")
        found.append(kind.use(name, made, rng))
    return found


def real(code: str) -> str | None:
    """What Keras makes of a call, as the engine shows it; None where it refuses."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            keras.utils.set_random_seed(_SEED)
            return shown(eval(code, {"tf": tf, "keras": keras, "layers": keras.layers}))
    except Exception:
        return None


def shown(value: Any) -> str:
    if isinstance(value, dict):
        return "dict"
    if isinstance(value, (list, tuple)):
        return f"tuple[{', '.join(map(shown, value))}]"
    if not hasattr(value, "shape") or not hasattr(value, "dtype"):
        return type(value).__name__
    sizes = ", ".join(map(str, value.shape)) or "()"
    dtype = tf.as_dtype(value.dtype).name
    return f"Tensor[{dtype}, Shape[{sizes}]]"


def told(codes: Sequence[str]) -> list[tuple[str, bool]]:
    """What the engine shows for each call, and whether it has a finding there."""
    text = "import tensorflow as tf\nimport keras\nfrom keras import layers\n"
    text += "".join(f"reveal_type({each})\n" for each in codes)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(text)
        found = analyze([str(path)])
    assert not found.failures, found.failures
    refused = {each.place.line for each in found.findings if each.severity == "error"}
    known = {place.line: " | ".join(each) for place, each in found.revealed.items()}
    return [(known.get(i, "Any"), i in refused) for i in range(4, 4 + len(codes))]


@dataclass(frozen=True)
class Row:
    kind: str
    name: str
    exact: int
    runs: int
    found: int
    refused: int
    wrong: tuple[str, ...]


def rows(kinds: Sequence[Kind] = KINDS) -> Iterator[Row]:
    for kind in kinds:
        drawn = {name: calls(kind, name) for name in names(kind)}
        answers = iter(told([each for codes in drawn.values() for each in codes]))
        for name, codes in drawn.items():
            counts: Counter[str] = Counter()
            wrong = []
            for code in codes:
                (known, is_refused), made = next(answers), real(code)
                counts["runs" if made is not None else "refused"] += 1
                if made is None:
                    counts["found"] += is_refused
                elif is_refused:
                    wrong.append(f"{code}: refused, and Keras makes {made}")
                elif plain(known) == made:
                    counts["exact"] += 1
                elif not any(each in known for each in ("Any", "None", "?")):
                    wrong.append(f"{code}: {known}, and Keras makes {made}")
            yield Row(kind.title, name, counts["exact"], counts["runs"], counts["found"], counts["refused"], tuple(wrong))  # fmt: skip


def plain(known: str) -> str:
    """Lists, variables and arrays show what tensors do."""
    for each in ("list[", "Variable[", "ndarray["):
        known = known.replace(each, "tuple[" if each == "list[" else "Tensor[")
    return known


#: Packages of functions: those with a model of their own are known, of the others what the stubs say.
_PACKAGES: Final = {"callbacks": keras.callbacks, "datasets": keras.datasets, "utils": keras.utils}
_TITLE: Final = """# What is known of Keras

`python -m tests.oracle.keras_known --write` writes this page. Each class of Keras 3 is made with drawn arguments and
called with drawn tensors, by Keras and by the engine. *Results* counts the calls that Keras takes and whose dtype and shape
the engine says exactly; of the others it says less. *Refusals* counts the calls that Keras refuses and in which the engine
has found the mistake. It has said nothing wrong, and found nothing wrong in what runs: a test holds it to that.
"""


def page(found: Sequence[Row]) -> str:
    lines = [_TITLE]
    for kind in dict.fromkeys(row.kind for row in found):
        lines += [f"## {kind}\n", "| class | results | refusals |", "|---|--:|--:|"]
        for row in found:
            if row.kind == kind:
                refusals = f"{row.found} of {row.refused}" if row.refused else ""
                lines.append(f"| {row.name} | {row.exact} of {row.runs} | {refusals} |")
        lines.append("")
    lines += [
        "## Functions and callbacks\n",
        "| package | modelled | known by their declarations |",
        "|---|---|---|",
    ]
    lines += [
        f"| {title} | {', '.join(known)} | {', '.join(others)} |"
        for title, known, others in _functions()
    ]
    return "\n".join(lines) + "\n"


def _functions() -> Iterator[tuple[str, list[str], list[str]]]:
    models = tables()
    for title, package in _PACKAGES.items():
        public = sorted(
            each for each in dir(package) if not each.startswith("_") and each != "legacy"
        )
        start = f"tensorflow.keras.{title}."
        known = {
            each.removeprefix(start).partition(".")[0]
            for each in (*models.functions, *models.classes)
            if each.startswith(start)
        }
        yield (
            title,
            [each for each in public if each in known],
            [each for each in public if each not in known],
        )


def main() -> None:
    found = list(rows())
    for row in found:
        for each in row.wrong:
            print("WRONG", each)
    if "--write" in sys.argv:
        PAGE.write_text(page(found))
    known, runs = sum(row.exact for row in found), sum(row.runs for row in found)
    caught, refused = sum(row.found for row in found), sum(row.refused for row in found)
    print(f"{known} of {runs} results exact, {caught} of {refused} refusals found")


if __name__ == "__main__":
    main()

"""Datasets that Keras reads from folders, or cuts from arrays, and arrays that it makes: the rules against Keras."""

from __future__ import annotations

import doctest
from itertools import product
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from tftypes.algebra import UNKNOWN, DType, Shape, TensorType
from tftypes.inference.models.tensorflow.ops import PyValue, keras_data, keras_functions

OLD = tuple(map(int, tf.keras.__version__.split(".")[:2])) < (3, 13)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("folder")
    for name, number in product("ab", range(3)):
        place = f"{made}/{name}/{number}"
        tf.io.write_file(f"{place}.png", tf.io.encode_png(tf.zeros([4, 5, 3], tf.uint8)))
        tf.io.write_file(f"{place}.txt", "so it is")
        tf.io.write_file(f"{place}.wav", tf.audio.encode_wav(tf.zeros([7 + number, 1]), 16000))
    return str(made)


LABELS: list[dict[str, Any]] = [
    {},
    {"batch_size": None},
    {"label_mode": "categorical"},
    {"label_mode": "categorical", "class_names": ["b", "a"]},
    {"label_mode": "binary", "batch_size": 2},
    {"label_mode": "binary", "batch_size": None},
    {"label_mode": None},
    {"labels": None, "class_names": None},
    {"labels": [0, 1, 2, 0, 1, 2]},
    {"labels": [0.5, 1, 0, 1, 0, 1]},
    {"labels": [0, 1, 2, 0, 1, 2], "label_mode": "categorical"},
    {"validation_split": 0.5, "subset": "training", "seed": 1},
    {"validation_split": 0.5, "subset": "both", "seed": 1},
]
IMAGES: list[dict[str, Any]] = [
    {"image_size": (3, 4)},
    {"image_size": [3, 4]},
    {"image_size": 5},
    *({"color_mode": mode} for mode in ("rgb", "rgba", "grayscale")),
    {"data_format": "channels_first", "image_size": (3, 4)},
    {"data_format": "channels_last", "image_size": (3, 4), "batch_size": None},
    *(
        {"interpolation": way}
        for way in ("bilinear", "nearest", "bicubic", "area", "lanczos3", "LANCZOS5", "gaussian")
    ),
    {"interpolation": "mitchellcubic", "pad_to_aspect_ratio": True},
    {"crop_to_aspect_ratio": True, "interpolation": "nearest"},
    {"crop_to_aspect_ratio": True, "data_format": "channels_first"},
    {"pad_to_aspect_ratio": True, "interpolation": "nearest"},
]
SOUNDS: list[dict[str, Any]] = [
    {"output_sequence_length": 9},
    {"output_sequence_length": 9, "batch_size": None},
    {"output_sequence_length": -1},
    {"ragged": True},
]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *product(sorted(keras_data.DATASETS.keys() - {"timeseries_dataset_from_array"}), LABELS),
        *(("image_dataset_from_directory", given) for given in IMAGES),
        *(("audio_dataset_from_directory", given) for given in SOUNDS),
        ("text_dataset_from_directory", {"max_length": 3}),
    ],
    ids=str,
)
def test_a_folder(name: str, given: dict[str, Any], folder: str) -> None:
    is_int = given.get("label_mode", "int") == "int" and given.get("labels", ()) is not None
    if OLD and "audio" in name and not is_int and given.get("batch_size", 32):
        pytest.skip("Keras 3.12 cannot pad batches of sounds whose labels are no scalars")
    made = getattr(tf.keras.utils, name)(folder, verbose=False, **given)
    several = made if given.get("subset") == "both" else [made]
    said = keras_data.DATASETS[name](given)
    for dataset in several:
        assert agrees(said, dataset.element_spec), (said, dataset.element_spec)
        assert hasattr(dataset, "class_names")
        assert hasattr(dataset, "file_paths") or "image" not in name
    assert type(made) is tuple or "audio" not in name or len(several) == 1
    assert type(made) is list or "audio" in name or len(several) == 1


X, Y = tf.zeros([20, 3]).numpy(), tf.range(20, dtype=tf.int64).numpy()
SERIES: list[dict[str, Any]] = [
    {"data": X, "targets": Y},
    {"data": X, "targets": None},
    {"data": Y, "targets": X, "batch_size": None},
    {"data": X, "targets": Y, "shuffle": True, "start_index": 2, "end_index": 12},
    {"data": X, "targets": Y, "sampling_rate": 2, "sequence_stride": 3, "batch_size": 2},
    {"data": list(range(20)), "targets": None},
    {"data": [[1.5, 2.0]] * 20, "targets": list(range(20))},
    {"data": tf.zeros([20, 2, 2]), "targets": tf.zeros([20, 1], tf.float64)},
]


@pytest.mark.parametrize("given", SERIES, ids=range(len(SERIES)))
def test_windows(given: dict[str, Any]) -> None:
    made = tf.keras.utils.timeseries_dataset_from_array(sequence_length=4, **given)
    said = keras_data.windows({name: abstract(value) for name, value in given.items()})
    assert said is not UNKNOWN and agrees(said, made.element_spec)


def test_what_is_not_known_is_not_said() -> None:
    images, windows = keras_data.images, keras_data.windows
    assert str(images({"labels": None, "batch_size": UNKNOWN})) == "float32[...]"
    assert str(images({"labels": None, "batch_size": PyValue("int"), "image_size": UNKNOWN})) == (
        "float32[?, ?, ?, 3]"
    )
    assert str(images({"label_mode": None, "data_format": UNKNOWN})) == "float32[?, ?, ?, ?]"
    assert images({"label_mode": PyValue("str")}) is images({"labels": UNKNOWN}) is UNKNOWN
    assert windows({"data": UNKNOWN, "targets": None}) is UNKNOWN
    assert windows({"data": abstract(X), "targets": UNKNOWN}) is UNKNOWN
    assert keras_data.sounds({"ragged": UNKNOWN}) is UNKNOWN


LIST = [[1, 2], [3]]
ARRAYS: list[tuple[str, str, list[Any], dict[str, Any]]] = [
    ("categorical", "float64[3, 9]", [[0, 2, 1], 9], {}),
    ("categorical", "float64[2, 9]", [[[0], [1]], 9], {}),
    ("categorical", "float64[2, 2]", [[0, 1]], {}),
    ("categorical", "float64[2, ?]", [np.array([0, 1])], {}),
    ("categorical", "float64[5, 3]", [np.zeros([5, 1], np.int64)], {"num_classes": 3}),
    ("categorical", "float32[1, 2, 3]", [tf.constant([[0, 1]]), 3], {}),
    ("categorical", "?", [tf.constant([[0], [1]]), 3], {}),
    ("normalized", "float64[3, 4]", [np.ones([3, 4])], {}),
    ("normalized", "float32[3, 4]", [np.ones([3, 4], np.float32)], {"axis": 1, "order": 1}),
    ("normalized", "float64[3, 4, 2]", [np.ones([3, 4, 2], np.uint8)], {"axis": -2}),
    ("normalized", "float16[1, 4]", [np.ones([4], np.float16)], {"axis": 0}),
    ("normalized", "?", [np.ones([3, 3])], {"axis": 0}),
    ("normalized", "float32[3, 4]", [tf.ones([3, 4])], {}),
    ("padded_sequences", "int32[2, 10]", [LIST], {"maxlen": 10}),
    ("padded_sequences", "int32[2, 2]", [LIST], {}),
    ("padded_sequences", "int32[2, ?, ...]", [[[1, 2], np.ones(3)]], {}),
    ("padded_sequences", "float32[2, 4]", [LIST, 4, "float32"], {}),
    ("padded_sequences", "int64[2, 4]", [LIST, 4], {"dtype": np.dtype("int64")}),
    ("padded_sequences", "int32[2, 4, ...]", [[[[1, 2]], [[3, 4]]], 4], {}),
    ("padded_sequences", "int32[5, 4, 2]", [np.zeros([5, 6, 2]), 4], {}),
    ("padded_sequences", "int32[5, 4, ...]", [np.zeros([5, 0, 2]), 4], {}),
    ("padded_sequences", "int32[0, 4, ...]", [[], 4], {}),
    ("padded_sequences", "?", [LIST, 4, "object"], {}),
]
KERAS = {
    "categorical": tf.keras.utils.to_categorical,
    "normalized": tf.keras.utils.normalize,
    "padded_sequences": tf.keras.utils.pad_sequences,
}


@pytest.mark.parametrize(("name", "expected", "args", "kwargs"), ARRAYS, ids=str)
def test_arrays(name: str, expected: str, args: list[Any], kwargs: dict[str, Any]) -> None:
    values = {key: abstract(value) for key, value in kwargs.items()}
    said = getattr(keras_functions, name)(*map(abstract, args), **values)
    assert str(said).removeprefix("array ") == expected
    made = KERAS[name](*args, **kwargs)
    assert said is UNKNOWN or (said.kind == "tensor") == isinstance(made, tf.Tensor)
    if said is not UNKNOWN and said.shape.dims is not None:
        assert agrees(said, tf.TensorSpec.from_tensor(tf.convert_to_tensor(made)))


@pytest.mark.parametrize("name", keras_functions.APPLICATIONS)
def test_images_for_a_model(name: str) -> None:
    prepare = getattr(tf.keras.applications, name).preprocess_input
    for shape in ([8, 9, 3], [2, 8, 9, 3]):
        said = keras_functions.prepared(abstract(tf.ones(shape)))
        assert said is not UNKNOWN
        assert agrees(said, tf.TensorSpec.from_tensor(prepare(tf.ones(shape))))


def test_the_examples_in_docstrings() -> None:
    assert [doctest.testmod(module).failed for module in (keras_data, keras_functions)] == [0, 0]


def abstract(value: Any) -> Any:
    """What the checker sees of an argument: of an array its dtype and shape."""
    if isinstance(value, np.dtype):
        return DType.of(value.name)
    if not hasattr(value, "shape"):
        return value
    dtype, shape = DType.of(tf.as_dtype(value.dtype).name), Shape.of(*value.shape)
    return TensorType(dtype, shape, "tensor" if isinstance(value, tf.Tensor) else "array")


def agrees(said: Any, spec: Any) -> bool:
    """Whether what is said of an element is so, if perhaps not all."""
    if said is UNKNOWN:
        return True
    if isinstance(said, tuple) or isinstance(spec, tuple):
        return len(said) == len(spec) and all(map(agrees, said, spec))
    fits = said.dtype.name in (None, spec.dtype.name) and spec.dtype.name in said.dtype.names
    dims = said.shape.dims
    return fits and (
        dims is None
        or len(dims) == len(spec.shape)
        and all(not isinstance(d, int) or d == size for d, size in zip(dims, spec.shape))
    )

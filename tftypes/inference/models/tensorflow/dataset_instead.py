"""What programs ask datasets for that these have not, or had in TensorFlow 1, with what does the work."""

from __future__ import annotations

from typing import Final

INSTEAD: Final = {
    "shape": "dataset.element_spec.shape or dataset.element_spec[0].shape is that of an element",
    "dtype": "dataset.element_spec.dtype or dataset.element_spec[0].dtype is that of an element",
    "numpy": "list(dataset.as_numpy_iterator()) has arrays",
    "size": "dataset.cardinality() is the number of its elements",
    "to_numpy": "list(dataset.as_numpy_iterator()) has arrays",
    **{
        each: f"names = dataset.{each} comes before map(), cache() and the like: what these give has none"
        for each in ("class_names", "file_paths")
    },
    "get_next": "next(iter(dataset)) is the first element",
    **dict.fromkeys(("make_one_shot_iterator", "make_initializable_iterator"), "iter(dataset) is one"),
    **{
        f"output_{what}": f"tf.compat.v1.data.get_output_{what}(dataset) tells it"
        for what in ("shapes", "types", "classes")
    },
}  # fmt: skip

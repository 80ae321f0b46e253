"""What programs ask datasets for that these have not, or had in TensorFlow 1, with what does the work."""

from __future__ import annotations

from typing import Final

INSTEAD: Final = {
    "shape": "dataset.element_spec has the shapes of an element",
    "dtype": "dataset.element_spec has the dtypes of an element",
    "numpy": "dataset.as_numpy_iterator() gives arrays",
    "size": "dataset.cardinality() is the number of its elements",
    "to_numpy": "dataset.as_numpy_iterator() gives arrays",
    "get_next": "next(iter(dataset)) is the first element",
    **dict.fromkeys(("make_one_shot_iterator", "make_initializable_iterator"), "iter(dataset) is one"),
    **{
        f"output_{what}": f"tf.compat.v1.data.get_output_{what}(dataset) tells it"
        for what in ("shapes", "types", "classes")
    },
}  # fmt: skip

"""SavedModels."""

from typing import Any

import tensorflow as tf

def contains_saved_model(export_dir: Any) -> bool: ...
def load(export_dir: Any, tags: Any = None, options: tf.saved_model.LoadOptions | None = None) -> Any: ...
def save(
    obj: Any,
    export_dir: Any,
    signatures: Any = None,
    options: tf.saved_model.SaveOptions | None = None,
) -> None: ...

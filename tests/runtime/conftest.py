"""TensorFlow is imported once, quietly, before pytest makes warnings errors."""

import os
import warnings

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import tensorflow
    import tensorflow.lite  # noqa: F401

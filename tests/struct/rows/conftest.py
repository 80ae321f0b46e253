"""TensorFlow is imported once, quietly, before pytest makes warnings errors."""

import os
import warnings

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import tensorflow
    import tensorflow.lite  # noqa: F401


def pytest_configure(config):
    # From Python 3.13 on, AutoGraph's syntax trees draw this from the standard library; as an
    # error it would keep AutoGraph from converting anything.
    config.addinivalue_line(
        "filterwarnings", "ignore:.* got an unexpected keyword argument:DeprecationWarning:gast"
    )

"""TensorFlow is imported once, quietly, before pytest makes warnings errors.

It has two devices, so that strategies have two replicas.
"""

import os
import warnings

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import keras  # noqa: F401
    import tensorflow
    import tensorflow.lite  # noqa: F401

tensorflow.config.set_logical_device_configuration(
    tensorflow.config.list_physical_devices("CPU")[0],
    [tensorflow.config.LogicalDeviceConfiguration()] * 2,
)

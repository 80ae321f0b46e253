"""What needs TensorFlow imports this first: where it is not installed, the error names the extra."""

from importlib.util import find_spec

if find_spec("tensorflow") is None:
    raise ModuleNotFoundError(
        "TensorFlow is not installed: pip install 'tftypes[tf]'", name="tensorflow"
    )

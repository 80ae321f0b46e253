"""importlib, a plugin registry filled on import, a module's state, and a wrong call into it."""
import importlib
import tensorflow as tf
from m102_parts import registry

for name in ("m102_parts.alpha", "m102_parts.beta"):
    importlib.import_module(name)
reveal_type(tf.zeros([len(registry.BUILDERS)]))  # revealed: Tensor[float32, Shape[2]]
for name in sorted(registry.BUILDERS):
    reveal_type(registry.BUILDERS[name](3))  # revealed: Tensor[float32, Shape[3, 2]] | Tensor[float32, Shape[2, 3]]
mod = importlib.import_module(".alpha", package="m102_parts")
reveal_type(mod.build(8))  # revealed: Tensor[float32, Shape[8, 2]]
reveal_type(getattr(mod, "DEFAULT"))  # revealed: Tensor[float32, Shape[1, 2]]
registry.BUILDERS["beta"](4) @ registry.BUILDERS["alpha"](5)  # error: tf-shape

# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import contextlib
from tensorflow._typing import TensorLike
from typing import Any

def compile(computation: Any, inputs: Any = None) -> list[Any]: ...
def jit_scope(compile_ops: TensorLike | None = True, separate_compiled_gradients: TensorLike | None = False) -> contextlib.AbstractContextManager[Any]: ...

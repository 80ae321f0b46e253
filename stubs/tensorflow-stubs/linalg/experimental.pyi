# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
import tftypes
from tensorflow._typing import TensorLike
from typing import Any, NamedTuple

class _ConjugateGradient(NamedTuple):
    i: tf.Tensor[tftypes.int32, Any]
    x: tf.Tensor[Any, Any]
    r: tf.Tensor[Any, Any]
    p: tf.Tensor[Any, Any]
    gamma: tf.Tensor[Any, Any]
def conjugate_gradient(operator: Any, rhs: Any, preconditioner: Any = None, x: Any = None, tol: TensorLike | None = 1e-05, max_iter: TensorLike | None = 20, name: str | None = 'conjugate_gradient') -> _ConjugateGradient: ...

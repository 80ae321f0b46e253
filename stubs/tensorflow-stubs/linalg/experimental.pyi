# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

def conjugate_gradient(operator: Any, rhs: Any, preconditioner: Any = None, x: Any = None, tol: Any = 1e-05, max_iter: Any = 20, name: Any = 'conjugate_gradient') -> Any: ...

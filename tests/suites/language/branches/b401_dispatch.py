"""A chain of isinstance, and a match on tuples, numbers and strings."""
import numbers
import tensorflow as tf

def as_tensor(x):
    if tf.is_tensor(x):
        return x
    if isinstance(x, bool):
        return tf.constant([x])
    if isinstance(x, numbers.Integral):
        return tf.zeros([x])
    if isinstance(x, (list, tuple)):
        return tf.stack([as_tensor(i) for i in x])
    if isinstance(x, dict):
        return {k: as_tensor(v) for k, v in x.items()}
    raise TypeError(type(x))

reveal_type(as_tensor(3))  # revealed: Tensor[float32, Shape[3]]
reveal_type(as_tensor(True))  # revealed: Tensor[bool, Shape[1]]
reveal_type(as_tensor([(2, 2), [2, 2], (2, 2)]))  # revealed: Tensor[float32, Shape[3, 2, 2]]
reveal_type(as_tensor({"a": {"b": 4}})["a"]["b"])  # revealed: Tensor[float32, Shape[4]]

def resize(x, spec):
    match spec:
        case (h, w):
            return tf.image.resize(x, [h, w])
        case int() | float() as scale:
            return tf.image.resize(x, [int(s * scale) for s in x.shape[:2]])
        case str() if spec.endswith("px"):
            side = int(spec[:-2])
            return tf.image.resize(x, [side, side])
        case _:
            return x

image = tf.zeros([8, 6, 3])
reveal_type(resize(image, (4, 5)))  # revealed: Tensor[float32, Shape[4, 5, 3]]
reveal_type(resize(image, 0.5))  # revealed: Tensor[float32, Shape[4, 3, 3]]
reveal_type(resize(image, "32px"))  # revealed: Tensor[float32, Shape[32, 32, 3]]
reveal_type(resize(image, None))  # revealed: Tensor[float32, Shape[8, 6, 3]]

"""A class that is indexed makes another class."""
import tensorflow as tf

class Dense:
    units = 1
    def __class_getitem__(cls, units):
        return type(f"{cls.__name__}{units}", (cls,), {"units": units})
    def __call__(self, x):
        return x @ tf.zeros([x.shape[-1], self.units])

Wide = Dense[8]
reveal_type(Wide()(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 8]]
reveal_type(Dense[5]()(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(Dense()(tf.zeros([2, 3])))  # revealed: Tensor[float32, Shape[2, 1]]
x = tf.zeros([len(Wide.__name__), 2])
reveal_type(x)  # revealed: Tensor[float32, Shape[6, 2]]
reveal_type(Wide[3]()(x))  # revealed: Tensor[float32, Shape[6, 3]]

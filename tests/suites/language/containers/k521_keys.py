"""Frozensets, tuples and enums as keys of tables of tensors."""
import enum
import tensorflow as tf


class Axis(enum.IntEnum):
    BATCH = 0
    TIME = enum.auto()
    CHANNEL = enum.auto()


class Mode(enum.Flag):
    NONE = 0
    TRAIN = enum.auto()
    AUGMENT = enum.auto()
    BOTH = TRAIN | AUGMENT


class Precision(str, enum.Enum):
    HALF = "float16"
    FULL = "float32"

    @classmethod
    def parse(cls, bits):
        return {16: cls.HALF, 32: cls.FULL}[bits]

    @property
    def dtype(self):
        return tf.as_dtype(self.value)


table = {
    frozenset({"q", "k"}): tf.zeros([4, 4]),
    frozenset({"v"}): tf.zeros([4, 8], tf.float16),
    ("q", 0): tf.zeros([1]),
    Axis.TIME: tf.zeros([2, 3]),
    (Axis.TIME, Mode.TRAIN): tf.ones([5], tf.int32),
}
reveal_type(table[frozenset("kq")])  # revealed: Tensor[float32, Shape[4, 4]]
reveal_type(table[frozenset(["v"]) | frozenset()])  # revealed: Tensor[float16, Shape[4, 8]]
reveal_type(table["q", 0])  # revealed: Tensor[float32, Shape[1]]
reveal_type(table[1])  # revealed: Tensor[float32, Shape[2, 3]]
reveal_type(table[Axis(1), Mode.TRAIN])  # revealed: Tensor[int32, Shape[5]]

x = tf.zeros([7, 8, 9])
reveal_type(tf.reduce_sum(x, axis=Axis.CHANNEL))  # revealed: Tensor[float32, Shape[7, 8]]
reveal_type(tf.reduce_sum(x, axis=[Axis.BATCH, Axis.TIME]))  # revealed: Tensor[float32, Shape[9]]
reveal_type(tf.transpose(x, sorted(Axis, reverse=True)))  # revealed: Tensor[float32, Shape[9, 8, 7]]
reveal_type(tf.zeros([len(Axis), max(Axis)], Precision.parse(16)))  # revealed: Tensor[float16, Shape[3, 2]]
reveal_type(tf.cast(x, Precision("float16").dtype))  # revealed: Tensor[float16, Shape[7, 8, 9]]
mode = Mode.TRAIN | Mode.AUGMENT
if Mode.AUGMENT in mode and mode is Mode.BOTH:
    x = tf.concat([x, tf.reverse(x, [Axis.TIME])], Axis.BATCH)
reveal_type(x)  # revealed: Tensor[float32, Shape[14, 8, 9]]
by_axis = {a.name.lower(): x.shape[a] for a in Axis}
reveal_type(tf.zeros([by_axis["batch"], by_axis["channel"]]))  # revealed: Tensor[float32, Shape[14, 9]]
reveal_type(tf.zeros([Axis["CHANNEL"], *(m.value for m in Precision if m is Precision.FULL and 0)]))  # revealed: Tensor[float32, Shape[2]]

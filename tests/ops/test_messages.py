"""What the user reads when a call is wrong: one line with the op, the argument, what is wrong, the operands, a remedy."""

from __future__ import annotations

import pytest

from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.examples import evaluate

MESSAGES = {
    "tf.matmul(f32[2, 3], f32[2, 3])": (
        "tf-shape",
        "tf.matmul(): argument 'b': inner dims 3 and 2 differ: "
        "a is float32[2, 3], b is float32[2, 3]; did you mean transpose_b=True or transpose_a=True?",
    ),
    "tf.matmul(f32[N, 3], f32[5, 3])": (
        "tf-shape",
        "tf.matmul(): argument 'b': inner dims 3 and 5 differ: "
        "a is float32[N, 3], b is float32[5, 3]; did you mean transpose_b=True?",
    ),
    "tf.matmul(f32[2, 3], i32[3, 4])": (
        "tf-dtype",
        "tf.matmul(): argument 'b': expected float32 as a has, got int32: "
        "a is float32[2, 3], b is int32[3, 4]; tf.cast(b, tf.float32)",
    ),
    "f32[2, 3] @ f32[5, 3]": (
        "tf-shape",
        "operator @: inner dims 3 and 5 differ: left is float32[2, 3], right is float32[5, 3]; "
        "did you mean tf.matmul(..., transpose_b=True)?",
    ),
    "f32[2, 3] + f32[4]": (
        "tf-shape",
        "operator +: [2, 3] and [4] do not broadcast: 3 against 4: left is float32[2, 3], right is float32[4]",
    ),
    "i32[2] * 1.5": (
        "tf-dtype",
        "operator *: expected float32 as on the right, got int32: left is int32[2], right is 1.5; "
        "tf.cast(left, tf.float32)",
    ),
    "LinearOperator(f32[2, 3]) @ f32[4, 3]": (
        "tf-shape",
        "operator @: inner dims 3 and 4 differ: left is LinearOperator float32[2, 3], right is float32[4, 3]; "
        "did you mean matmul(..., adjoint_arg=True)?",
    ),
    "LinearOperator(f32[2, 3]).solve(f32[2, 4])": (
        "tf-shape",
        "tf.linalg.LinearOperator.solve(): argument 'self': expected a square operator, got 2 by 3: "
        "self is LinearOperator float32[2, 3], rhs is float32[2, 4]",
    ),
    "tf.exp(i32[4])": (
        "tf-dtype",
        "tf.exp(): argument 'x': int32 is not supported, only floats and complex numbers: x is int32[4]; "
        "cast it first, as in tf.cast(x, tf.float32)",
    ),
    "tf.reshape(f32[2, 3], [4, 2])": (
        "tf-shape",
        "tf.reshape(): argument 'shape': 6 elements do not make [4, 2]: tensor is float32[2, 3], shape is [4, 2]; [3, 2] has as many",
    ),
    "tf.reduce_sum(f32[2, 3], axis=2)": (
        "tf-axis",
        "tf.reduce_sum(): argument 'axis': axis 2 is out of range for rank 2: "
        "input_tensor is float32[2, 3], axis is 2; axes go from -2 to 1",
    ),
    "tf.concat([f32[2, 3], f32[4, 5]], 0)": (
        "tf-shape",
        "tf.concat(): argument 'values': shapes [2, 3] and [4, 5] differ in axis 1: "
        "values is [float32[2, 3], float32[4, 5]]",
    ),
    "tf.nn.conv2d(f32[8, 28, 28, 4], f32[3, 3, 3, 16], 1, 'SAME')": (
        "tf-shape",
        "tf.nn.conv2d(): argument 'filters': the input has 4 channels, the filters take 3: "
        "input is float32[8, 28, 28, 4], filters is float32[3, 3, 3, 16]; filters of shape [3, 3, 4, 16] take it",
    ),
    "tf.nn.sparse_softmax_cross_entropy_with_logits(f32[8, 10], f32[8, 10])": (
        "tf-dtype",
        "tf.nn.sparse_softmax_cross_entropy_with_logits(): argument 'labels': float32 is not supported, only int32, int64: "
        "labels is float32[8, 10], logits is float32[8, 10]; did you mean softmax_cross_entropy_with_logits?",
    ),
    "tf.einsum('ij,jk->ik', f32[2, 3], f32[4, 5])": (
        "tf-shape",
        "tf.einsum(): argument 'inputs': 'j' is 3 and 4: inputs is (float32[2, 3], float32[4, 5])",
    ),
    "f32[2, 3][:, 5]": (
        "tf-axis",
        "index [:, 5]: index 5 is out of range for a dim of 3: tensor is float32[2, 3]; 2 is the last one",
    ),
    "f32[2, 3][0, 0, 0]": (
        "tf-rank",
        "index [0, 0, 0]: 3 indices for rank 2: tensor is float32[2, 3]",
    ),
    "f32[2, 3][:, [0, 1]]": (
        "tf-value",
        "index [:, [0, 1]]: a tensor cannot be indexed by a list: tensor is float32[2, 3]; tf.gather(x, [0, 1], axis=1)",
    ),
    "tf.constant([[1, 2], [3]])": (
        "tf-shape",
        "tf.constant(): argument 'value': nested lists of different shapes [2] and [1]: "
        "value is [[1, 2], [3]]; tf.ragged.constant(x) takes rows of different lengths",
    ),
    "tf.constant([[1, 2], 3])": (
        "tf-shape",
        "tf.constant(): argument 'value': nested lists of different shapes [2] and []: "
        "value is [[1, 2], 3]",
    ),
    "tf.cast(f32[2], 'flaot32')": (
        "tf-dtype",
        "tf.cast(): argument 'dtype': 'flaot32' is not a dtype: x is float32[2], dtype is 'flaot32'; "
        "did you mean 'float32'?",
    ),
    "tf.SparseTensor(i64[2, 2], f32[3], [4, 4])": (
        "tf-shape",
        "tf.SparseTensor(): argument 'values': 2 indices for 3 values: "
        "indices is int64[2, 2], values is float32[3]",
    ),
    "tf.sparse.concat(0, [sparse(f32[2, 3]), sparse(f32[4, 5])])": (
        "tf-shape",
        "tf.sparse.concat(): argument 'sp_inputs': shapes [2, 3] and [4, 5] differ in axis 1: "
        "sp_inputs is [sparse float32[2, 3], sparse float32[4, 5]]; expand_nonconcat_dims=True",
    ),
    "tf.reduce_sum(ragged(f32[4, None]), axis=2)": (
        "tf-axis",
        "tf.reduce_sum(): argument 'axis': axis 2 is out of range for rank 2: "
        "input_tensor is ragged float32[4, ?], axis is 2; axes go from -2 to 1",
    ),
    "tf.io.parse_example(s[N], {'x': tf.io.FixedLenFeature([], tf.uint8)})": (
        "tf-dtype",
        "tf.io.parse_example(): argument 'features': uint8 is not supported: "
        "serialized is string[N], features is {'x': FixedLenFeature}; "
        "examples hold float32, int64 and string; cast what is parsed",
    ),
    "tf.io.encode_png(f32[28, 28, 3])": (
        "tf-dtype",
        "tf.io.encode_png(): argument 'image': float32 is not supported, only uint16, uint8: image is float32[28, 28, 3]; "
        "tf.image.convert_image_dtype(image, tf.uint8)",
    ),
    "tf.debugging.assert_shapes([(f32[2, 3], 'NM'), (f32[4], 'M')])": (
        "tf-shape",
        "tf.debugging.assert_shapes(): argument 'shapes': 'M' is 3 and 4: "
        "shapes is [(float32[2, 3], 'NM'), (float32[4], 'M')]",
    ),
    "tf.compat.v1.reduce_sum(f32[2, 3], reduction_indices=2)": (
        "tf-axis",
        "tf.compat.v1.reduce_sum(): argument 'axis': axis 2 is out of range for rank 2: "
        "input_tensor is float32[2, 3]; axes go from -2 to 1",
    ),
    "tf.nn.conv2d(ragged(f32[8, None, 28, 3]), f32[3, 3, 3, 16], 1, 'SAME')": (
        "tf-value",
        "tf.nn.conv2d(): argument 'input': a ragged tensor is not supported: "
        "input is ragged float32[8, ?, 28, 3], filters is float32[3, 3, 3, 16]; x.to_tensor()",
    ),
    "tf.reshape(sparse(f32[2, 3]), [-1])": (
        "tf-value",
        "tf.reshape(): argument 'tensor': a sparse tensor is not supported: "
        "tensor is sparse float32[2, 3]; tf.sparse.to_dense(x)",
    ),
    "tf.argmax(c64[2, 3])": (
        "tf-dtype",
        "tf.argmax(): argument 'input': complex64 is not supported, only real numbers, bool: input is complex64[2, 3]",
    ),
    "tf.image.adjust_hue(f32[28, 28, 4], 0.1)": (
        "tf-shape",
        "tf.image.adjust_hue(): argument 'image': expected 3 channels, got 4: image is float32[28, 28, 4]"
        "; image[..., :3] leaves alpha out",
    ),
    "tf.compat.v1.reduce_sum(f32[2, 3], 0, reduction_indices=1)": (
        "tf-value",
        "tf.compat.v1.reduce_sum(): argument 'reduction_indices': both axis and reduction_indices are given: "
        "input_tensor is float32[2, 3], reduction_indices is 1",
    ),
    "ragged(f32[2, None]) + ragged(f32[3, None])": (
        "tf-shape",
        "operator +: [2] and [3] do not broadcast: 2 against 3: "
        "left is ragged float32[2, ?], right is ragged float32[3, ?]",
    ),
    "tf.random.uniform([2], dtype=tf.int32)": (
        "tf-value",
        "tf.random.uniform(): argument 'maxval': int32 numbers need a bound; maxval=10",
    ),
}


@pytest.mark.parametrize("call", MESSAGES, ids=str)
def test_message(call: str) -> None:
    code, line = MESSAGES[call]
    with pytest.raises(OpError) as raised:
        evaluate(call)
    assert (raised.value.code, str(raised.value)) == (code, line)


def test_an_inner_rule_leaves_the_naming_to_the_op_that_was_called() -> None:
    """The separable convolution is made of two others, whose errors are its own."""
    with pytest.raises(OpError, match=r"^tf.nn.separable_conv2d\(\): "):
        evaluate(
            "tf.nn.separable_conv2d(f32[8, 9, 9, 3], f32[3, 3, 3, 2], f32[1, 1, 5, 10], [1, 1, 1, 1], 'SAME')"
        )

"""Variables of graphs."""

import builtins
from typing import Any

import tensorflow as tf
from tensorflow._typing import DT, NamedDType, Sh, ShapeLike

class Variable(tf.Variable[DT, Sh]):
    def __init__(
        self,
        initial_value: Any = None,
        trainable: Any = None,
        collections: Any = None,
        validate_shape: builtins.bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: tf.DType[DT] | NamedDType | None = None,
        expected_shape: ShapeLike = None,
        import_scope: str | None = None,
        constraint: Any = None,
        use_resource: Any = None,
        synchronization: tf.VariableSynchronization = ...,
        aggregation: tf.VariableAggregation | VariableAggregation = ...,
        shape: ShapeLike = None,
    ) -> None: ...

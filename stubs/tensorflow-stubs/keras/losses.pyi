# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.keras import Loss as Loss
from tensorflow.keras.metrics import (
    binary_crossentropy as binary_crossentropy,
    binary_focal_crossentropy as binary_focal_crossentropy,
    categorical_crossentropy as categorical_crossentropy,
    categorical_focal_crossentropy as categorical_focal_crossentropy,
    categorical_hinge as categorical_hinge,
    hinge as hinge,
    poisson as poisson,
    sparse_categorical_crossentropy as sparse_categorical_crossentropy,
    squared_hinge as squared_hinge,
)
__all__ = [
    "BinaryCrossentropy",
    "BinaryFocalCrossentropy",
    "CTC",
    "CategoricalCrossentropy",
    "CategoricalFocalCrossentropy",
    "CategoricalGeneralizedCrossEntropy",
    "CategoricalHinge",
    "Circle",
    "CosineSimilarity",
    "Dice",
    "Hinge",
    "Huber",
    "KLD",
    "KLDivergence",
    "LogCosh",
    "Loss",
    "MAE",
    "MAPE",
    "MSE",
    "MSLE",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanSquaredError",
    "MeanSquaredLogarithmicError",
    "Poisson",
    "Reduction",
    "SparseCategoricalCrossentropy",
    "SquaredHinge",
    "Tversky",
    "_LossFunctionWrapper",
    "binary_crossentropy",
    "binary_focal_crossentropy",
    "categorical_crossentropy",
    "categorical_focal_crossentropy",
    "categorical_generalized_cross_entropy",
    "categorical_hinge",
    "circle",
    "cosine_similarity",
    "ctc",
    "deserialize",
    "dice",
    "get",
    "hinge",
    "huber",
    "kld",
    "kullback_leibler_divergence",
    "logcosh",
    "mae",
    "mape",
    "mse",
    "msle",
    "poisson",
    "serialize",
    "sparse_categorical_crossentropy",
    "squared_hinge",
    "tversky",
]

class _LossFunctionWrapper(Loss):
    def __init__(self, fn: Any, reduction: Any = 'sum_over_batch_size', name: str | None = None, dtype: Any = None, **kwargs: Any) -> None: ...
    fn: Any
class BinaryCrossentropy(_LossFunctionWrapper):
    def __init__(self, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1, reduction: Any = 'sum_over_batch_size', name: Any = 'binary_crossentropy', dtype: Any = None) -> None: ...
    axis: Any
    from_logits: Any
    label_smoothing: Any
class BinaryFocalCrossentropy(_LossFunctionWrapper):
    def __init__(self, apply_class_balancing: Any = False, alpha: Any = 0.25, gamma: Any = 2.0, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1, reduction: Any = 'sum_over_batch_size', name: Any = 'binary_focal_crossentropy', dtype: Any = None) -> None: ...
    alpha: Any
    apply_class_balancing: Any
    axis: Any
    from_logits: Any
    gamma: Any
    label_smoothing: Any
class CTC(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'ctc', dtype: Any = None) -> None: ...
class CategoricalCrossentropy(_LossFunctionWrapper):
    def __init__(self, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1, reduction: Any = 'sum_over_batch_size', name: Any = 'categorical_crossentropy', dtype: Any = None) -> None: ...
    axis: Any
    from_logits: Any
    label_smoothing: Any
class CategoricalFocalCrossentropy(_LossFunctionWrapper):
    def __init__(self, alpha: Any = 0.25, gamma: Any = 2.0, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1, reduction: Any = 'sum_over_batch_size', name: Any = 'categorical_focal_crossentropy', dtype: Any = None) -> None: ...
    alpha: Any
    axis: Any
    from_logits: Any
    gamma: Any
    label_smoothing: Any
class CategoricalGeneralizedCrossEntropy(_LossFunctionWrapper):
    def __init__(self, q: Any = 0.5, reduction: Any = 'sum_over_batch_size', name: Any = 'categorical_generalized_cross_entropy', dtype: Any = None) -> None: ...
    q: Any
class CategoricalHinge(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'categorical_hinge', dtype: Any = None) -> None: ...
class Circle(_LossFunctionWrapper):
    def __init__(self, gamma: Any = 80.0, margin: Any = 0.4, remove_diagonal: Any = True, reduction: Any = 'sum_over_batch_size', name: Any = 'circle', dtype: Any = None) -> None: ...
    gamma: Any
    margin: Any
    remove_diagonal: Any
class CosineSimilarity(_LossFunctionWrapper):
    def __init__(self, axis: Any = -1, reduction: Any = 'sum_over_batch_size', name: Any = 'cosine_similarity', dtype: Any = None) -> None: ...
class Dice(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'dice', axis: Any = None, dtype: Any = None) -> None: ...
    axis: Any
class Hinge(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'hinge', dtype: Any = None) -> None: ...
class Huber(_LossFunctionWrapper):
    def __init__(self, delta: Any = 1.0, reduction: Any = 'sum_over_batch_size', name: Any = 'huber_loss', dtype: Any = None) -> None: ...
def KLD(y_true: Any, y_pred: Any) -> Any: ...
class KLDivergence(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'kl_divergence', dtype: Any = None) -> None: ...
class LogCosh(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'log_cosh', dtype: Any = None) -> None: ...
def MAE(y_true: Any, y_pred: Any) -> Any: ...
def MAPE(y_true: Any, y_pred: Any) -> Any: ...
def MSE(y_true: Any, y_pred: Any) -> Any: ...
def MSLE(y_true: Any, y_pred: Any) -> Any: ...
class MeanAbsoluteError(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'mean_absolute_error', dtype: Any = None) -> None: ...
class MeanAbsolutePercentageError(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'mean_absolute_percentage_error', dtype: Any = None) -> None: ...
class MeanSquaredError(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'mean_squared_error', dtype: Any = None) -> None: ...
class MeanSquaredLogarithmicError(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'mean_squared_logarithmic_error', dtype: Any = None) -> None: ...
class Poisson(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'poisson', dtype: Any = None) -> None: ...
class Reduction:
    AUTO: Any
    NONE: Any
    SUM: Any
    SUM_OVER_BATCH_SIZE: Any
    @classmethod
    def all(cls) -> tuple[Any, Any, Any, Any]: ...
    @classmethod
    def validate(cls, key: Any) -> None: ...
class SparseCategoricalCrossentropy(_LossFunctionWrapper):
    def __init__(self, from_logits: Any = False, ignore_class: Any = None, reduction: Any = 'sum_over_batch_size', axis: Any = -1, name: Any = 'sparse_categorical_crossentropy', dtype: Any = None) -> None: ...
    from_logits: Any
    ignore_class: Any
class SquaredHinge(_LossFunctionWrapper):
    def __init__(self, reduction: Any = 'sum_over_batch_size', name: Any = 'squared_hinge', dtype: Any = None) -> None: ...
class Tversky(_LossFunctionWrapper):
    def __init__(self, alpha: Any = 0.5, beta: Any = 0.5, reduction: Any = 'sum_over_batch_size', name: Any = 'tversky', axis: Any = None, dtype: Any = None) -> None: ...
    alpha: Any
    axis: Any
    beta: Any
def categorical_generalized_cross_entropy(y_true: Any, y_pred: Any, q: Any) -> Any: ...
def circle(y_true: Any, y_pred: Any, ref_labels: Any = None, ref_embeddings: Any = None, remove_diagonal: Any = True, gamma: Any = 80, margin: Any = 0.4) -> Any: ...
def cosine_similarity(y_true: Any, y_pred: Any, axis: Any = -1) -> Any: ...
def ctc(y_true: Any, y_pred: Any) -> Any: ...
def deserialize(name: Any, custom_objects: Any = None) -> Any: ...
def dice(y_true: Any, y_pred: Any, axis: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def huber(y_true: Any, y_pred: Any, delta: Any = 1.0) -> Any: ...
def logcosh(y_true: Any, y_pred: Any) -> Any: ...
def serialize(loss: Any) -> Any: ...
def tversky(y_true: Any, y_pred: Any, alpha: Any = 0.5, beta: Any = 0.5, axis: Any = None) -> Any: ...
from tensorflow.keras.losses import (
    KLD as kld,
    KLD as kullback_leibler_divergence,
    MAE as mae,
    MAPE as mape,
    MSE as mse,
    MSLE as msle,
)

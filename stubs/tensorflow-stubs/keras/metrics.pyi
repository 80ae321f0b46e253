# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.keras import Metric as Metric
from tensorflow.keras.losses import (
    KLD as KLD,
    KLD as kld,
    KLD as kullback_leibler_divergence,
    MAE as MAE,
    MAE as mae,
    MAPE as MAPE,
    MAPE as mape,
    MSE as MSE,
    MSE as mse,
    MSLE as MSLE,
    MSLE as msle,
    huber as huber,
    logcosh as logcosh,
)
__all__ = [
    "AUC",
    "Accuracy",
    "BinaryAccuracy",
    "BinaryCrossentropy",
    "BinaryIoU",
    "CategoricalAccuracy",
    "CategoricalCrossentropy",
    "CategoricalHinge",
    "ConcordanceCorrelation",
    "CosineSimilarity",
    "F1Score",
    "FBetaScore",
    "FalseNegatives",
    "FalsePositives",
    "Hinge",
    "IoU",
    "KLD",
    "KLDivergence",
    "LogCoshError",
    "MAE",
    "MAPE",
    "MSE",
    "MSLE",
    "Mean",
    "MeanAbsoluteError",
    "MeanAbsolutePercentageError",
    "MeanIoU",
    "MeanMetricWrapper",
    "MeanSquaredError",
    "MeanSquaredLogarithmicError",
    "Metric",
    "OneHotIoU",
    "OneHotMeanIoU",
    "PearsonCorrelation",
    "Poisson",
    "Precision",
    "PrecisionAtRecall",
    "R2Score",
    "Recall",
    "RecallAtPrecision",
    "RootMeanSquaredError",
    "SensitivityAtSpecificity",
    "SparseCategoricalAccuracy",
    "SparseCategoricalCrossentropy",
    "SparseTopKCategoricalAccuracy",
    "SpecificityAtSensitivity",
    "SquaredHinge",
    "Sum",
    "TopKCategoricalAccuracy",
    "TrueNegatives",
    "TruePositives",
    "_ConfusionMatrixConditionCount",
    "_SensitivitySpecificityBase",
    "binary_accuracy",
    "binary_crossentropy",
    "binary_focal_crossentropy",
    "categorical_accuracy",
    "categorical_crossentropy",
    "categorical_focal_crossentropy",
    "categorical_hinge",
    "concordance_correlation",
    "deserialize",
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
    "pearson_correlation",
    "poisson",
    "serialize",
    "sparse_categorical_accuracy",
    "sparse_categorical_crossentropy",
    "sparse_top_k_categorical_accuracy",
    "squared_hinge",
    "top_k_categorical_accuracy",
]

class AUC(Metric):
    def __init__(self, num_thresholds: Any = 200, curve: Any = 'ROC', summation_method: Any = 'interpolation', name: str | None = None, dtype: Any = None, thresholds: Any = None, multi_label: Any = False, num_labels: Any = None, label_weights: Any = None, from_logits: Any = False) -> None: ...
    curve: Any
    false_negatives: Any
    false_positives: Any
    def interpolate_pr_auc(self) -> Any: ...
    label_weights: Any
    multi_label: Any
    num_labels: Any
    num_thresholds: Any
    summation_method: Any
    @property
    def thresholds(self) -> list[Any]: ...
    true_negatives: Any
    true_positives: Any
class Mean(Metric):
    def __init__(self, name: Any = 'mean', dtype: Any = None) -> None: ...
    count: Any
    total: Any
class MeanMetricWrapper(Mean):
    def __init__(self, fn: Any, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None: ...
class Accuracy(MeanMetricWrapper):
    def __init__(self, name: Any = 'accuracy', dtype: Any = None) -> None: ...
class BinaryAccuracy(MeanMetricWrapper):
    def __init__(self, name: Any = 'binary_accuracy', dtype: Any = None, threshold: Any = 0.5) -> None: ...
    threshold: Any
class BinaryCrossentropy(MeanMetricWrapper):
    def __init__(self, name: Any = 'binary_crossentropy', dtype: Any = None, from_logits: Any = False, label_smoothing: Any = 0) -> None: ...
    from_logits: Any
    label_smoothing: Any
class IoU(Metric):
    def __init__(self, num_classes: Any, target_class_ids: Any, name: str | None = None, dtype: Any = None, ignore_class: Any = None, sparse_y_true: Any = True, sparse_y_pred: Any = True, axis: Any = -1) -> None: ...
    axis: Any
    ignore_class: Any
    num_classes: Any
    sparse_y_pred: Any
    sparse_y_true: Any
    target_class_ids: Any
    total_cm: Any
class BinaryIoU(IoU):
    def __init__(self, target_class_ids: Any = ..., threshold: Any = 0.5, name: str | None = None, dtype: Any = None) -> None: ...
    threshold: Any
class CategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, name: Any = 'categorical_accuracy', dtype: Any = None) -> None: ...
class CategoricalCrossentropy(MeanMetricWrapper):
    def __init__(self, name: Any = 'categorical_crossentropy', dtype: Any = None, from_logits: Any = False, label_smoothing: Any = 0, axis: Any = -1) -> None: ...
    axis: Any
    from_logits: Any
    label_smoothing: Any
class CategoricalHinge(MeanMetricWrapper):
    def __init__(self, name: Any = 'categorical_hinge', dtype: Any = None) -> None: ...
class ConcordanceCorrelation(MeanMetricWrapper):
    def __init__(self, name: Any = 'concordance_correlation', dtype: Any = None, axis: Any = -1) -> None: ...
    axis: Any
class CosineSimilarity(MeanMetricWrapper):
    def __init__(self, name: Any = 'cosine_similarity', dtype: Any = None, axis: Any = -1) -> None: ...
class FBetaScore(Metric):
    def __init__(self, average: Any = None, beta: Any = 1.0, threshold: Any = None, name: Any = 'fbeta_score', dtype: Any = None) -> None: ...
    average: Any
    axis: Any
    beta: Any
    false_negatives: Any
    false_positives: Any
    intermediate_weights: Any
    threshold: Any
    true_positives: Any
class F1Score(FBetaScore):
    def __init__(self, average: Any = None, threshold: Any = None, name: Any = 'f1_score', dtype: Any = None) -> None: ...
class _ConfusionMatrixConditionCount(Metric):
    def __init__(self, confusion_matrix_cond: Any, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    accumulator: Any
    init_thresholds: Any
    thresholds: Any
class FalseNegatives(_ConfusionMatrixConditionCount):
    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
class FalsePositives(_ConfusionMatrixConditionCount):
    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
class Hinge(MeanMetricWrapper):
    def __init__(self, name: Any = 'hinge', dtype: Any = None) -> None: ...
class KLDivergence(MeanMetricWrapper):
    def __init__(self, name: Any = 'kl_divergence', dtype: Any = None) -> None: ...
class LogCoshError(MeanMetricWrapper):
    def __init__(self, name: Any = 'logcosh', dtype: Any = None) -> None: ...
class MeanAbsoluteError(MeanMetricWrapper):
    def __init__(self, name: Any = 'mean_absolute_error', dtype: Any = None) -> None: ...
class MeanAbsolutePercentageError(MeanMetricWrapper):
    def __init__(self, name: Any = 'mean_absolute_percentage_error', dtype: Any = None) -> None: ...
class MeanIoU(IoU):
    def __init__(self, num_classes: Any, name: str | None = None, dtype: Any = None, ignore_class: Any = None, sparse_y_true: Any = True, sparse_y_pred: Any = True, axis: Any = -1) -> None: ...
class MeanSquaredError(MeanMetricWrapper):
    def __init__(self, name: Any = 'mean_squared_error', dtype: Any = None) -> None: ...
class MeanSquaredLogarithmicError(MeanMetricWrapper):
    def __init__(self, name: Any = 'mean_squared_logarithmic_error', dtype: Any = None) -> None: ...
class OneHotIoU(IoU):
    def __init__(self, num_classes: Any, target_class_ids: Any, name: str | None = None, dtype: Any = None, ignore_class: Any = None, sparse_y_pred: Any = False, axis: Any = -1) -> None: ...
class OneHotMeanIoU(MeanIoU):
    def __init__(self, num_classes: Any, name: str | None = None, dtype: Any = None, ignore_class: Any = None, sparse_y_pred: Any = False, axis: Any = -1) -> None: ...
class PearsonCorrelation(MeanMetricWrapper):
    def __init__(self, name: Any = 'pearson_correlation', dtype: Any = None, axis: Any = -1) -> None: ...
    axis: Any
class Poisson(MeanMetricWrapper):
    def __init__(self, name: Any = 'poisson', dtype: Any = None) -> None: ...
class Precision(Metric):
    def __init__(self, thresholds: Any = None, top_k: Any = None, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    class_id: Any
    false_positives: Any
    init_thresholds: Any
    thresholds: Any
    top_k: Any
    true_positives: Any
class _SensitivitySpecificityBase(Metric):
    def __init__(self, value: Any, num_thresholds: Any = 200, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    class_id: Any
    false_negatives: Any
    false_positives: Any
    thresholds: Any
    true_negatives: Any
    true_positives: Any
    value: Any
class PrecisionAtRecall(_SensitivitySpecificityBase):
    def __init__(self, recall: Any, num_thresholds: Any = 200, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    num_thresholds: Any
    recall: Any
class R2Score(Metric):
    def __init__(self, class_aggregation: Any = 'uniform_average', num_regressors: Any = 0, name: Any = 'r2_score', dtype: Any = None) -> None: ...
    class_aggregation: Any
    count: Any
    num_regressors: Any
    num_samples: Any
    squared_sum: Any
    sum: Any
    total_mse: Any
class Recall(Metric):
    def __init__(self, thresholds: Any = None, top_k: Any = None, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    class_id: Any
    false_negatives: Any
    init_thresholds: Any
    thresholds: Any
    top_k: Any
    true_positives: Any
class RecallAtPrecision(_SensitivitySpecificityBase):
    def __init__(self, precision: Any, num_thresholds: Any = 200, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    num_thresholds: Any
    precision: Any
class RootMeanSquaredError(Mean):
    def __init__(self, name: Any = 'root_mean_squared_error', dtype: Any = None) -> None: ...
class SensitivityAtSpecificity(_SensitivitySpecificityBase):
    def __init__(self, specificity: Any, num_thresholds: Any = 200, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    num_thresholds: Any
    specificity: Any
class SparseCategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, name: Any = 'sparse_categorical_accuracy', dtype: Any = None) -> None: ...
class SparseCategoricalCrossentropy(MeanMetricWrapper):
    def __init__(self, name: Any = 'sparse_categorical_crossentropy', dtype: Any = None, from_logits: Any = False, ignore_class: Any = None, axis: Any = -1) -> None: ...
    axis: Any
    from_logits: Any
    ignore_class: Any
class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, k: Any = 5, name: Any = 'sparse_top_k_categorical_accuracy', dtype: Any = None, from_sorted_ids: Any = False) -> None: ...
    from_sorted_ids: Any
    k: Any
class SpecificityAtSensitivity(_SensitivitySpecificityBase):
    def __init__(self, sensitivity: Any, num_thresholds: Any = 200, class_id: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
    num_thresholds: Any
    sensitivity: Any
class SquaredHinge(MeanMetricWrapper):
    def __init__(self, name: Any = 'squared_hinge', dtype: Any = None) -> None: ...
class Sum(Metric):
    def __init__(self, name: Any = 'sum', dtype: Any = None) -> None: ...
    total: Any
class TopKCategoricalAccuracy(MeanMetricWrapper):
    def __init__(self, k: Any = 5, name: Any = 'top_k_categorical_accuracy', dtype: Any = None) -> None: ...
    k: Any
class TrueNegatives(_ConfusionMatrixConditionCount):
    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
class TruePositives(_ConfusionMatrixConditionCount):
    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None: ...
def binary_accuracy(y_true: Any, y_pred: Any, threshold: Any = 0.5) -> Any: ...
def binary_crossentropy(y_true: Any, y_pred: Any, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1) -> Any: ...
def binary_focal_crossentropy(y_true: Any, y_pred: Any, apply_class_balancing: Any = False, alpha: Any = 0.25, gamma: Any = 2.0, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1) -> Any: ...
def categorical_accuracy(y_true: Any, y_pred: Any) -> Any: ...
def categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1) -> Any: ...
def categorical_focal_crossentropy(y_true: Any, y_pred: Any, alpha: Any = 0.25, gamma: Any = 2.0, from_logits: Any = False, label_smoothing: Any = 0.0, axis: Any = -1) -> Any: ...
def categorical_hinge(y_true: Any, y_pred: Any) -> Any: ...
def concordance_correlation(y_true: Any, y_pred: Any, axis: Any = -1) -> Any: ...
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def hinge(y_true: Any, y_pred: Any) -> Any: ...
def pearson_correlation(y_true: Any, y_pred: Any, axis: Any = -1) -> Any: ...
def poisson(y_true: Any, y_pred: Any) -> Any: ...
def serialize(metric: Any) -> Any: ...
def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Any: ...
def sparse_categorical_crossentropy(y_true: Any, y_pred: Any, from_logits: Any = False, ignore_class: Any = None, axis: Any = -1) -> Any: ...
def sparse_top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: Any = 5, from_sorted_ids: Any = False) -> Any: ...
def squared_hinge(y_true: Any, y_pred: Any) -> Any: ...
def top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: Any = 5) -> Any: ...

"""The names that Keras looks up where an argument is a string: of activations, initializers, losses, optimizers..."""

from __future__ import annotations

from typing import Any, Final

from tftypes.algebra import TensorType
from tftypes.inference.spelling import nearest

from .describe import describe
from .rule import OpError
from .values import is_number

_LOSSES: Final = """
    BCE BinaryCrossentropy BinaryFocalCrossentropy CTC CategoricalCrossentropy CategoricalFocalCrossentropy
    CategoricalHinge Circle CosineSimilarity Dice Hinge Huber KLD KLDivergence LogCosh Loss LossFunctionWrapper MAE MAPE
    MSE MSLE MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson
    SparseCategoricalCrossentropy SquaredHinge Tversky bce binary_crossentropy binary_focal_crossentropy
    categorical_crossentropy categorical_focal_crossentropy categorical_hinge circle cosine_similarity ctc dice hinge
    huber kl_divergence kld log_cosh mae mape mean_absolute_error mean_absolute_percentage_error mean_squared_error
    mean_squared_logarithmic_error mse msle poisson sparse_categorical_crossentropy squared_hinge tversky
"""
_METRICS: Final = """
    AUC Accuracy BCE BinaryAccuracy BinaryCrossentropy BinaryIoU CategoricalAccuracy CategoricalCrossentropy
    CategoricalHinge ConcordanceCorrelation CosineSimilarity F1Score FBetaScore FalseNegatives FalsePositives Hinge IoU
    KLDivergence LogCoshError MAE MAPE MSE MSLE Mean MeanAbsoluteError MeanAbsolutePercentageError MeanIoU
    MeanMetricWrapper MeanSquaredError MeanSquaredLogarithmicError Metric OneHotIoU OneHotMeanIoU PearsonCorrelation
    Poisson Precision PrecisionAtRecall R2Score Recall RecallAtPrecision RootMeanSquaredError SensitivityAtSpecificity
    SparseCategoricalAccuracy SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy SpecificityAtSensitivity
    SquaredHinge Sum TopKCategoricalAccuracy TrueNegatives TruePositives accuracy auc bce binary_accuracy
    binary_crossentropy binary_io_u categorical_accuracy categorical_crossentropy categorical_hinge
    concordance_correlation cosine_similarity f1_score f_beta_score false_negatives false_positives hinge io_u
    kl_divergence log_cosh_error mae mape mean mean_absolute_error mean_absolute_percentage_error mean_io_u
    mean_metric_wrapper mean_squared_error mean_squared_logarithmic_error metric mse msle one_hot_io_u one_hot_mean_io_u
    pearson_correlation poisson precision precision_at_recall r2_score recall recall_at_precision
    root_mean_squared_error sensitivity_at_specificity sparse_categorical_accuracy sparse_categorical_crossentropy
    sparse_top_k_categorical_accuracy specificity_at_sensitivity squared_hinge sum top_k_categorical_accuracy
    true_negatives true_positives
"""
_ACTIVATIONS: Final = """
    celu elu exponential gelu glu hard_shrink hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu linear log_sigmoid
    log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid
    sparsemax squareplus swish tanh tanh_shrink threshold
"""
_INITIALIZERS: Final = """
    Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity IdentityInitializer Initializer LecunNormal
    LecunUniform Ones Orthogonal OrthogonalInitializer RandomNormal RandomUniform STFT STFTInitializer TruncatedNormal
    VarianceScaling Zeros constant glorot_normal glorot_uniform he_normal he_uniform identity initializer lecun_normal
    lecun_uniform normal one ones orthogonal random_normal random_uniform stft truncated_normal uniform
    variance_scaling zero zeros
"""
_REGULARIZERS: Final = """
    L1 L1L2 L2 OrthogonalRegularizer Regularizer l1 l1l2 l2 orthogonal_regularizer regularizer
"""
_CONSTRAINTS: Final = """
    Constraint MaxNorm MinMaxNorm NonNeg UnitNorm constraint max_norm min_max_norm non_neg unit_norm
"""
_OPTIMIZERS: Final = """
    adadelta adafactor adagrad adam adamax adamw ftrl lion lossscaleoptimizer multioptimizer muon nadam optimizer
    optimizermap rmsprop schedulefreeadamw sgd
"""
_DTYPES: Final = """
    bfloat16 bool complex64 complex128 float16 float32 float64 float8_e4m3fn float8_e5m2 int int16 int32 int64 int8
    string uint16 uint32 uint64 uint8
"""
#: By what is looked up.
NAMES: Final[dict[str, frozenset[str]]] = {
    "activation": frozenset(_ACTIVATIONS.split()),
    "initializer": frozenset(_INITIALIZERS.split()),
    "regularizer": frozenset(_REGULARIZERS.split()),
    "constraint": frozenset(_CONSTRAINTS.split()),
    "loss": frozenset((*_LOSSES.split(), "crossentropy", "ce")),  # these by `compile` alone
    "metric": frozenset((*_METRICS.split(), "acc")),
    "optimizer": frozenset(_OPTIMIZERS.split()),
    "dtype": frozenset(_DTYPES.split()),
    "policy": frozenset((*_DTYPES.split(), "mixed_float16", "mixed_bfloat16")),
}
#: The metrics that Keras finds by name, and cannot make or call with labels and predictions: what does the work.
_UNUSABLE: Final = {
    "IoU": "keras.metrics.IoU(num_classes, target_class_ids)",
    "MeanIoU": "keras.metrics.MeanIoU(num_classes)",
    "OneHotIoU": "keras.metrics.OneHotIoU(num_classes, target_class_ids)",
    "OneHotMeanIoU": "keras.metrics.OneHotMeanIoU(num_classes)",
    "PrecisionAtRecall": "keras.metrics.PrecisionAtRecall(0.5)",
    "RecallAtPrecision": "keras.metrics.RecallAtPrecision(0.5)",
    "SensitivityAtSpecificity": "keras.metrics.SensitivityAtSpecificity(0.5)",
    "SpecificityAtSensitivity": "keras.metrics.SpecificityAtSensitivity(0.5)",
    **dict.fromkeys(("Mean", "MeanMetricWrapper", "Metric", "Sum"), "'mse'"),
}
UNUSABLE: Final = {
    known: call
    for name, call in _UNUSABLE.items()
    for known in NAMES["metric"]
    if known.replace("_", "").lower() == name.lower()
}
#: What is looked up among the names that the program has registered, too.
REGISTERED: Final = frozenset({"initializer", "optimizer"})


#: What stands alone wherever it is looked up.
_SINGLE: Final = frozenset({"activation", "constraint", "initializer", "regularizer"})
#: What takes no tensor: it is made of a tensor where a function was called by mistake.
_OF_FUNCTIONS: Final = frozenset(
    {"activation", "constraint", "loss", "metric", "optimizer", "regularizer"}
)


#: The objects that numbers are given for, by what is looked up.
_OF_NUMBERS: Final = {
    "optimizer": "keras.optimizers.SGD",
    "regularizer": "keras.regularizers.L2",
    "initializer": "keras.initializers.Constant",
    "constraint": "keras.constraints.MaxNorm",
}


def _meant(kind: str, value: Any) -> str | None:
    """The object that a program may have meant by a number, or the function by what it gave."""
    if isinstance(value, TensorType):
        return "the function itself, without a call, is one" if kind in _OF_FUNCTIONS else None
    is_meant = kind in _OF_NUMBERS and not isinstance(value, bool)
    return f"{_OF_NUMBERS[kind]}({value}) is one" if is_meant else None


def check(kind: str, name: Any, argument: str) -> None:
    """Refuses a string that Keras does not find, and what is no name, object or function for sure.

    >>> check("activation", "relu", "activation"), check("optimizer", "Adam", "optimizer")
    (None, None)
    >>> check("activation", "rellu", "activation")
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: Keras has no activation 'rellu'; did you mean 'relu'?

    Raises:
      OpError: if Keras has nothing of that name.
    """
    known = NAMES[kind]
    is_tensor = isinstance(name, TensorType) and name.shape.dims is not None
    is_value = is_number(name) or isinstance(name, (bool, float))
    is_dtype = kind in ("dtype", "policy")
    if not is_dtype and is_value or is_tensor and kind in _OF_FUNCTIONS:
        words = f"expected a name, an object or a function, got {describe(name)}"
        raise OpError("tf-value", words, argument, _meant(kind, name))
    is_list = isinstance(name, (list, tuple))
    if is_dtype and (is_value or is_list):
        raise OpError("tf-value", f"expected a dtype or a policy, got {name!r}", argument)
    if is_list and kind in _SINGLE:
        raise OpError("tf-value", f"expected one {kind}, got {describe(name)}", argument)
    if kind == "metric" and isinstance(name, str) and name in UNUSABLE:
        words = f"Keras cannot use the metric {name!r} by its name alone"
        raise OpError("tf-value", words, argument, f"{UNUSABLE[name]} is a metric")
    if kind == "policy" and "_from_" in str(name):
        return  # of quantized weights
    if not isinstance(name, str) or (name.lower() if kind == "optimizer" else name) in known:
        return
    other = name.replace("xavier", "glorot").replace("kaiming", "he").replace("lrelu", "leaky_relu")
    close = other if other in known else nearest(name, known)
    if kind == "policy" and "mixed" in name:
        close = "mixed_bfloat16" if "b" in name else "mixed_float16"
    kind = "dtype" if kind == "policy" and "_" not in name else kind
    hint = f"; did you mean {close!r}?" if close else ""
    raise OpError("tf-value", f"Keras has no {kind} {name!r}{hint}", argument)

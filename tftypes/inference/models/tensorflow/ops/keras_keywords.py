"""The keyword arguments of Keras' constructors that no parameter declares: what the classes above take, and no other."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tftypes.inference.spelling import misspelt

from .keras_calls import OF_IMAGES, SIGNATURES
from .rule import OpError

_OF_LAYERS: Final = frozenset(
    ("activity_regularizer", "trainable", "dtype", "autocast", "name", "input_dim", "input_shape")
)
_OF_OPTIMIZERS: Final = frozenset(
    [
        "learning_rate",
        "weight_decay",
        "clipnorm",
        "clipvalue",
        "global_clipnorm",
        "use_ema",
        "ema_momentum",
        "ema_overwrite_frequency",
        "loss_scale_factor",
        "gradient_accumulation_steps",
        "name",
        "decay",
    ]
)
#: What `compile` of a model takes.
OF_COMPILE: Final = (
    "optimizer",
    "loss",
    "loss_weights",
    "metrics",
    "weighted_metrics",
    "run_eagerly",
    "steps_per_execution",
    "jit_compile",
    "auto_scale_loss",
)
#: By the name of the class that all derive from.
TAKEN: Final = {"Layer": _OF_LAYERS, "Optimizer": _OF_OPTIMIZERS}
_LOOKUP: Final = frozenset(("vocabulary_size", "has_input_vocabulary"))
#: What a constructor takes out of its `**kwargs` itself.
_OWN: Final = {
    "LeakyReLU": frozenset(("alpha",)),
    "Embedding": frozenset(("input_length",)),
    "ReversibleEmbedding": frozenset(("input_length", "weights", "mask_zero")),
    **dict.fromkeys(
        ("ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D"), frozenset(("unroll", "zero_output_for_mask"))
    ),
    **dict.fromkeys(OF_IMAGES, frozenset(("factor", "bounding_box_format", "data_format"))),
    "LayerNormalization": frozenset(("rms_scaling",)),
    "LossScaleOptimizer": frozenset(("dynamic",)),
    **dict.fromkeys(("LSTMCell", "GRUCell"), frozenset(("implementation",))),
    **dict.fromkeys(("LSTM", "GRU"), frozenset(("implementation", "zero_output_for_mask"))),
    "SimpleRNN": frozenset(("zero_output_for_mask",)),
    **dict.fromkeys(("TextVectorization", "StringLookup", "IntegerLookup"), _LOOKUP),
}
#: The classes that drop what they do not know.
_TAKING_ALL: Final = frozenset(("HashedCrossing",))
#: What arguments were called in older versions.
RENAMED: Final = {
    "lr": "learning_rate",
    "dim": "axis",
    "keepdim": "keepdims",
    "batch_input_shape": "an Input with batch_shape",
    "nb_filter": "filters",
    "border_mode": "padding",
    "subsample": "strides",
    "output_dim": "units",
    "init": "kernel_initializer",
    "W_regularizer": "kernel_regularizer",
    "p": "rate",
    "input": "inputs",
    "output": "outputs",
    "inner_activation": "recurrent_activation",
    "dim_ordering": "data_format",
    "atrous_rate": "dilation_rate",
    "pool_length": "pool_size",
    "filter_length": "kernel_size",
    "subsample_length": "strides",
    "stride": "strides",
    "bias": "use_bias",
    "b_regularizer": "bias_regularizer",
    **dict.fromkeys(
        ("dimension", "reduction_indices", "reduction_axes", "squeeze_dims", "concat_dim", "split_dim"), "axis"
    ),
    **dict.fromkeys(("value", "tensor", "source", "string_tensor", "input_tensor"), "input"),
    "bytes": "input_bytes",
    "generator": "x",
    "dilation_rate": "dilations",
    "filter": "filters",
    "fn1": "true_fn",
    "fn2": "false_fn",
    "preferred_dtype": "dtype_hint",
    "targets": "labels",
    "thresh": "threshold",
}  # fmt: skip
_UNUSED: Final = "leave it out: Keras 3 does without"
_STATES: Final = "initial_state=states in the call of the layer sets them"
_OF_DATA: Final = "leave it out: keras.utils.PyDataset takes it"
#: What does the work of arguments that are gone, by the function or class, or for all.
_GONE: Final = {
    ("ModelCheckpoint", "period"): "save_freq=period * steps_per_epoch counts batches",
    ("ReduceLROnPlateau", "epsilon"): "it is min_delta now",
    ("TensorBoard", "write_grads"): _UNUSED,
    ("TensorBoard", "batch_size"): _UNUSED,
    ("fit", "nb_epoch"): "it is epochs now",
    ("fit", "samples_per_epoch"): "it is steps_per_epoch now",
    ("fit", "nb_val_samples"): "it is validation_steps now",
    ("fit", "workers"): _OF_DATA,
    ("fit", "use_multiprocessing"): _OF_DATA,
    ("fit", "max_queue_size"): _OF_DATA,
    ("compile", "sample_weight_mode"): _UNUSED,
    ("compile", "target_tensors"): _UNUSED,
    ("compile", "experimental_run_tf_function"): _UNUSED,
    ("save_weights", "save_format"): "leave it out: the name of the file says it",
    ("image_dataset_from_directory", "smart_resize"): "it is crop_to_aspect_ratio now",
    ("image_dataset_from_directory", "rescale"): "keras.layers.Rescaling(1 / 255) does it",
    ("Adam", "momentum"): "beta_1 is its momentum",
    ("Adam", "nesterov"): "keras.optimizers.Nadam() does it",
    ("reset_states", "states"): _STATES,
    ("SparseCategoricalCrossentropy", "label_smoothing"): "keras.losses.CategoricalCrossentropy() takes it, and labels that are one-hot",
    ("dropout", "keep_prob"): "rate=1 - keep_prob is what it takes",
    ("BatchNormalization", "mode"): _UNUSED,
    ("BatchNormalization", "fused"): _UNUSED,
    ("BatchNormalization", "renorm"): _UNUSED,
    ("BatchNormalization", "virtual_batch_size"): _UNUSED,
    **{(name, "time_major"): "leave it out: tf.transpose(x, [1, 0, 2]) puts the batch first" for name in ("LSTM", "GRU", "SimpleRNN", "RNN")},
    **{(name, each): _OF_DATA for name in ("evaluate", "predict") for each in ("workers", "use_multiprocessing", "max_queue_size")},
}  # fmt: skip


#: What is meant by so many arguments by position, by the function.
_TOGETHER: Final = {
    (
        "apply_gradients",
        2,
    ): "zip(gradients, variables) is one argument, [(gradient, variable)] is that of one variable",
    ("reset_states", 1): _STATES,
}


def by_position(name: str, count: int) -> str | None:
    """What makes of too many arguments those that a function of Keras' takes.

    >>> by_position("apply_gradients", 2)
    'zip(gradients, variables) is one argument, [(gradient, variable)] is that of one variable'
    """
    return _TOGETHER.get((name, count))


def instead(name: str, keyword: str) -> str | None:
    """What does the work of an argument that a function or class of Keras' took once.

    >>> instead("ModelCheckpoint", "period")
    'save_freq=period * steps_per_epoch counts batches'
    """
    return _GONE.get((name, keyword))


def renamed(given: Collection[str], taken: Collection[str]) -> str | None:
    """What the arguments are called today that are given by names of old.

    >>> renamed(["output_dim", "init"], ["units", "kernel_initializer"])
    "has no parameter 'output_dim', 'init'; units, kernel_initializer now"
    """
    old = [each for each in given if each not in taken and RENAMED.get(each) in taken]
    now = {each: RENAMED[each] for each in old}
    if not now:
        return None
    hint = f"{', '.join(now.values())} now"
    if len(now) == 1 and hint.removesuffix(" now").isalpha():
        hint = f"did you mean {now[old[0]]!r}?"
    return f"has no parameter {', '.join(map(repr, now))}; {hint}"


def check(root: str, name: str, given: Collection[str], declared: Collection[str]) -> None:
    """Refuses names that neither the class nor one above it takes.

    `root` is "Layer" or "Optimizer", `declared` are the parameters of the constructor of the class.

    >>> check("Layer", "Dense", ["units", "name"], ["units", "activation"])
    >>> check("Optimizer", "Adam", ["lr"], ["learning_rate"])
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: has no parameter 'lr'; it is learning_rate now

    Raises:
      OpError: if one is not taken.
    """
    if name in _TAKING_ALL:
        return
    taken = {*declared, *TAKEN[root], *_OWN.get(name, ())}
    if sum(each not in taken and RENAMED.get(each) in taken for each in given) > 1:
        raise OpError("tf-call", renamed(given, taken) or "")
    for each in given:
        if each in taken:
            continue
        other = RENAMED.get(each)
        close = misspelt(each, taken.difference(given))
        hint = ""
        gone = instead(name, each)
        if gone is not None:
            hint = f"; {gone}"
        elif other is not None and (other in taken or " " in other):
            hint = f"; it is {other} now"
        elif f"{each}=" in SIGNATURES.get(name, ()):
            hint = f"; the call of the layer takes it: (x, {each}=...)"
        elif close:
            hint = f"; did you mean {close!r}?"
        raise OpError("tf-call", f"has no parameter {each!r}{hint}")

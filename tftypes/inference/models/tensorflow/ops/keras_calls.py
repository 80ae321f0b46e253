"""The calls of Keras' own layers: the parameters of `call`, by the name of the class."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tftypes.inference.spelling import misspelt

from .rule import OpError

_DATA: Final = """
    AugMix AutoContrast CenterCrop CutMix Equalization MaxNumBoundingBoxes MixUp RandAugment RandomBrightness
    RandomColorDegeneration RandomColorJitter RandomContrast RandomCrop RandomElasticTransform RandomErasing RandomFlip
    RandomGaussianBlur RandomGrayscale RandomHue RandomInvert RandomPerspective RandomPosterization RandomRotation
    RandomSaturation RandomSharpness RandomShear RandomTranslation RandomZoom Resizing Solarization
"""
_INPUTS: Final = """
    Activation ActivityRegularization AdaptiveAveragePooling1D AdaptiveAveragePooling2D AdaptiveAveragePooling3D
    AdaptiveMaxPooling1D AdaptiveMaxPooling2D AdaptiveMaxPooling3D Add Average AveragePooling1D AveragePooling2D
    AveragePooling3D Concatenate Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose Cropping1D
    Cropping2D Cropping3D DepthwiseConv1D DepthwiseConv2D Discretization Dot ELU Embedding Flatten
    GlobalAveragePooling2D GlobalAveragePooling3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D
    GroupNormalization HashedCrossing Hashing Identity IntegerLookup LayerNormalization LeakyReLU Masking MaxPooling1D
    MaxPooling2D MaxPooling3D Maximum MelSpectrogram Minimum Multiply Normalization PReLU Permute ReLU RepeatVector
    Rescaling Reshape STFTSpectrogram SeparableConv1D SeparableConv2D StringLookup Subtract TextVectorization
    UnitNormalization UpSampling1D UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D
"""
_DROPPING: Final = """
    AlphaDropout Dense Dropout EinsumDense GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D
    SpatialDropout3D
"""
_RECURRENT: Final = "Bidirectional ConvLSTM1D ConvLSTM2D ConvLSTM3D GRU LSTM RNN SimpleRNN"
_QUERY: Final = (
    "query value key= query_mask= value_mask= key_mask= attention_mask= return_attention_scores= training="
    " use_causal_mask="
)
#: The parameters of `call`, those with a default with a sign behind them, and the classes that have them.
_SIGNATURES: Final = (
    ("inputs", _INPUTS),
    ("data training=", _DATA),
    ("inputs training=", _DROPPING),
    ("inputs training= mask=", "BatchNormalization TimeDistributed Model Sequential"),
    ("inputs mask= training=", "Lambda"),
    ("inputs mask=", "GlobalAveragePooling1D Softmax"),
    ("sequences initial_state= mask= training=", _RECURRENT),
    ("inputs states training=", "GRUCell LSTMCell"),
    ("sequence states training=", "SimpleRNNCell"),
    (
        "inputs mask= training= return_attention_scores= use_causal_mask=",
        "AdditiveAttention Attention",
    ),
    (_QUERY, "MultiHeadAttention GroupQueryAttention"),
    ("inputs count_weights=", "CategoryEncoding"),
    ("x", "RMSNormalization"),
)
SIGNATURES: Final = {
    name: tuple(parameters.split()) for parameters, names in _SIGNATURES for name in names.split()
}
#: The layers that change images, or leave them alone outside of training.
OF_IMAGES: Final = frozenset(_DATA.split())
#: The layers that take any number of tensors in their first argument; the others take one.
OF_SEVERAL: Final = frozenset(
    [
        "Add",
        "Average",
        "Concatenate",
        "Dot",
        "Maximum",
        "Minimum",
        "Multiply",
        "Subtract",
        "AdditiveAttention",
        "Attention",
        "HashedCrossing",
        "Lambda",
        "Identity",
        "Dropout",
        "TimeDistributed",
        "Bidirectional",
        "RNN",
        "CategoryEncoding",
        "Activation",
        "ActivityRegularization",
        "ELU",
        "LeakyReLU",
        "ReLU",
        "Masking",
        "Rescaling",
        "UnitNormalization",
        "AlphaDropout",
        "GaussianDropout",
        "GaussianNoise",
        "AugMix",
        "AutoContrast",
        "CutMix",
        "Equalization",
        "MixUp",
        "RandAugment",
        "RandomColorJitter",
        "RandomElasticTransform",
        "RandomErasing",
        "RandomFlip",
        "RandomGaussianBlur",
        "RandomInvert",
        "RandomShear",
        "Solarization",
        "Model",
        "Sequential",
    ]
)


#: The layers that let None through as what comes before them gives it.
OF_NONE: Final = frozenset(
    [
        "ActivityRegularization",
        "AlphaDropout",
        "Dropout",
        "GaussianDropout",
        "GaussianNoise",
        "Identity",
        "Lambda",
        "Model",
        "Sequential",
    ]
)
#: Which layers refuse a list of one tensor: any, of symbols alone, of tensors alone, or as long as they are not built.
_LISTS: Final = (
    (
        "always",
        "AveragePooling2D AveragePooling3D Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose"
        " ConvLSTM1D ConvLSTM2D ConvLSTM3D Cropping1D Cropping2D Cropping3D DepthwiseConv1D DepthwiseConv2D Embedding"
        " GRU GRUCell LSTM LSTMCell MaxPooling2D MaxPooling3D Permute Reshape SeparableConv1D SeparableConv2D SimpleRNN"
        " SimpleRNNCell ZeroPadding1D ZeroPadding2D ZeroPadding3D",
    ),
    (
        "symbols",
        "Discretization Flatten Hashing IntegerLookup Masking RepeatVector StringLookup TextVectorization UpSampling1D"
        " UpSampling2D UpSampling3D",
    ),
    ("tensors", "AveragePooling1D MaxPooling1D Softmax"),
    (
        "unbuilt",
        "BatchNormalization Dense GroupNormalization LayerNormalization PReLU RMSNormalization",
    ),
)
LISTS: Final = {name: when for when, names in _LISTS for name in names.split()}


def check(name: str, count: int, keywords: Collection[str]) -> None:
    """Refuses a call with so many positional arguments and these names.

    >>> check("MultiHeadAttention", 2, ["attention_mask"])
    >>> check("MultiHeadAttention", 1, [])
    Traceback (most recent call last):
    tftypes.inference.models.tensorflow.ops.rule.OpError: argument 'value' is missing

    Raises:
      OpError: if the layer does not take such a call. Keras takes `training` of any layer.
    """
    signature = SIGNATURES.get(name)
    if signature is None:
        return
    names = [each.rstrip("=") for each in signature]
    if count > len(names):
        plural = "" if len(names) == 1 else "s"
        hint = (
            "a list has them all: [a, b]" if name in OF_SEVERAL else f"it takes {', '.join(names)}"
        )
        words = f"takes {len(names)} positional argument{plural}, got {count}"
        raise OpError("tf-call", words, hint=hint)
    for each in keywords:
        if each not in names and each != "training":
            close = misspelt(each, names)
            hint = f"did you mean {close!r}?" if close else None
            hint = hint if count else f"{names[0]} goes by position"
            raise OpError("tf-call", f"has no parameter {each!r}", hint=hint)
    for place, each in enumerate(signature):
        if not each.endswith("=") and place >= count and each not in keywords:
            wanted = ", ".join(name for name in signature if not name.endswith("="))
            hint = f"it takes {wanted}"
            if "query" in names and count == 1:
                hint = "value=query attends to itself"
            if not count and not keywords:
                hint = f"layer({wanted}) calls it, add(layer) takes it uncalled"
            raise OpError("tf-call", f"argument {each!r} is missing", hint=hint)

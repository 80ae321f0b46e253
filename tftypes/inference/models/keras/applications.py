"""`keras.applications`: models that are downloaded. Their inputs and outputs are known, their layers are not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, TensorType, equal
from tftypes.inference.interpreter import library
from tftypes.inference.interpreter.arguments import bound
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.keras import inputs, naming, running, tracking
from tftypes.inference.models.keras.config import (
    CONFIG,
    DTYPES,
    KERAS,
    data_format,
    default_name,
    dtypes,
    is_known,
    is_legacy,
)
from tftypes.inference.models.keras.graphs import operation
from tftypes.inference.models.keras.layer_state import BUILT_FOR
from tftypes.inference.models.keras.symbols import (
    BATCH,
    Node,
    as_symbols,
    is_symbol,
    shape_of,
    stand_in,
)
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.ops.values import FLOAT32, is_number
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Seq, Tensor

#: The features of the last layer, and the size of the images, by module and function. Other images than multiples of 32
#: pixels become features of unknown sizes.
_MODELS: Final[dict[str, dict[str, tuple[int, int | None]]]] = {
    "convnext": {
        "ConvNeXtTiny": (768, 224), "ConvNeXtSmall": (768, 224), "ConvNeXtBase": (1024, 224),
        "ConvNeXtLarge": (1536, 224), "ConvNeXtXLarge": (2048, 224),
    },
    "densenet": {"DenseNet121": (1024, 224), "DenseNet169": (1664, 224), "DenseNet201": (1920, 224)},
    "efficientnet": {
        "EfficientNetB0": (1280, 224), "EfficientNetB1": (1280, 240), "EfficientNetB2": (1408, 260),
        "EfficientNetB3": (1536, 300), "EfficientNetB4": (1792, 380), "EfficientNetB5": (2048, 456),
        "EfficientNetB6": (2304, 528), "EfficientNetB7": (2560, 600),
    },
    "efficientnet_v2": {
        "EfficientNetV2B0": (1280, 224), "EfficientNetV2B1": (1280, 240), "EfficientNetV2B2": (1408, 260),
        "EfficientNetV2B3": (1536, 300), "EfficientNetV2S": (1280, 384), "EfficientNetV2M": (1280, 480),
        "EfficientNetV2L": (1280, 480),
    },
    "inception_resnet_v2": {"InceptionResNetV2": (1536, 299)},
    "inception_v3": {"InceptionV3": (2048, 299)},
    "mobilenet": {"MobileNet": (1024, 224)},
    "mobilenet_v2": {"MobileNetV2": (1280, 224)},
    "nasnet": {"NASNetMobile": (1056, 224), "NASNetLarge": (4032, 331)},
    "resnet50": {"ResNet50": (2048, 224)},
    "resnet": {"ResNet101": (2048, 224), "ResNet152": (2048, 224)},
    "vgg16": {"VGG16": (512, 224)},
    "vgg19": {"VGG19": (512, 224)},
    "xception": {"Xception": (2048, 299)},
    "": {
        "ResNet50V2": (2048, 224), "ResNet101V2": (2048, 224), "ResNet152V2": (2048, 224),
        "MobileNetV3Small": (576, None), "MobileNetV3Large": (960, None),
    },
}  # fmt: skip
#: What is added to the size of an image before a 32nd of it is taken, in models that take any size, by the family.
_PADDED: Final = {
    "VGG": 0, "ConvNeXt": 0, "EfficientNetB": 0, "MobileNet": 1, "ResNet": 31, "EfficientNetV2": 31,
}  # fmt: skip
#: Those whose features are not a 32nd of the image.
_OTHERWISE: Final = ("inception_resnet_v2", "inception_v3", "xception")


def _made(
    module: str, features: int, size: int | None, interpreter: Interpreter, call: Call
) -> Value:
    given = bound(interpreter, call)
    top = given.get("include_top", True)
    if not is_known(given) or not isinstance(top, bool):
        return TOP
    if not is_legacy(interpreter):
        _check(module, size, given)
    model = interpreter.instance(f"{KERAS}Model", {DTYPES: dtypes(interpreter, None)})
    symbol = _input(interpreter, given, top, size)
    if symbol is None or data_format(interpreter) != "channels_last":
        return TOP
    name = (
        {"name": _name(interpreter, call, given, symbol.shape)} if given.get("name") is None else {}
    )
    interpreter.write(model, CONFIG, given | name)
    if top:
        classes = given.get("classes", 1000)
        shape = Shape.of(symbol.shape[0], classes if is_number(classes) else UNKNOWN)
    else:
        is_scaled = resolve(given.get("alpha", 1.0)) != 1.0
        count = UNKNOWN if is_scaled else features
        small = partial(_small, module, call.name.rpartition(".")[2], inputs.open_sizes(model))
        shape = _features(small, count, given.get("pooling"), symbol.shape)
    node = Node(model, [symbol])
    output = as_symbols(interpreter, TensorType(dtypes(interpreter, None)[0], shape), node)
    interpreter.write(model, inputs.INPUTS, symbol)
    interpreter.write(model, inputs.OUTPUTS, output)
    interpreter.write(model, tracking.BUILT, True)
    interpreter.write(model, tracking.LAYERS, Seq((), TOP))
    stem = {"filters": 1, "kernel_size": 1}
    made = interpreter.instance(
        f"{KERAS}layers.Conv2D", {CONFIG: stem, DTYPES: dtypes(interpreter, None)}
    )
    interpreter.write(made, BUILT_FOR, symbol.shape)
    start = operation(symbol) if given.get("input_tensor") is None else None
    for each in filter(None, (model, start)):
        interpreter.write(each, running.STEM, made)
    if module in _LAYERS and given.get("input_tensor") is None and not is_legacy(interpreter):
        names = _LAYERS[module], _TOPS.get(module, _TOP) if top else _POOLED
        interpreter.write(model, naming.NAMES, "|".join((*names, r"input_layer(_\d+)?")))
    return model


#: The sizes of images that there are weights for, by the functions whose models are called by the size.
_SIZED: Final = {"MobileNet": (128, 160, 192, 224), "MobileNetV2": (96, 128, 160, 192, 224)}


def _name(interpreter: Interpreter, call: Call, given: dict[str, Value], shape: Shape) -> Value:
    """What a model is called that is given no name."""
    name, alpha = default_name(interpreter, call.name), given.get("alpha", 1.0)
    if name is not None:
        return name
    function = call.name.rpartition(".")[2]
    if not isinstance(alpha, (int, float)) or given.get("input_tensor") is not None:
        return TOP
    _, rows, columns, _ = shape.dims or ()
    is_loaded = given.get("weights", "imagenet") == "imagenet"
    if is_loaded and (rows != columns or rows not in _SIZED[function]):
        rows = 224
    return f"{function.lower()}_{alpha:0.2f}_{rows if is_number(rows) else None}"


_DEPTHWISE: Final = "(depthwise|project)(_BN)?|depthwise_relu"
#: The names of the layers, but for the input and the head, by module.
_LAYERS: Final = {
    "densenet": r"conv1_(bn|conv|relu)|conv\d_block\d+_(concat|\d_(bn|conv|relu))|pool\d(_(bn|conv|pool|relu))?"
    r"|bn|relu|zero_padding2d(_\d+)?",
    "efficientnet": r"block\d[a-z]_\w+|(stem|top)_(activation|bn|conv|conv_pad)|(normalization|rescaling)(_\d+)?",
    "inception_v3": r"(activation|average_pooling2d|batch_normalization|concatenate|conv2d|max_pooling2d)(_\d+)?"
    r"|mixed\d+(_\d+)?",
    "mobilenet": r"conv1(_(bn|relu))?|conv_(dw|pw)_\d+(_(bn|relu))?|conv_pad_\d+",
    "mobilenet_v2": rf"Conv1(_relu)?|bn_Conv1|Conv_1(_bn)?|block_\d+_(add|expand(_BN|_relu)?|pad|{_DEPTHWISE})"
    rf"|expanded_conv_({_DEPTHWISE})|out_relu",
    **dict.fromkeys(
        ("resnet", "resnet50"),
        r"conv1_(bn|conv|pad|relu)|conv[2-5]_block\d+_(add|out|[0-3]_(bn|conv|relu))|pool1_(pad|pool)",
    ),
    "vgg16": "block[12]_conv[12]|block[345]_conv[123]|block[1-5]_pool",
    "vgg19": "block[12]_conv[12]|block[345]_conv[1234]|block[1-5]_pool",
    "xception": r"(add|batch_normalization|conv2d)(_\d+)?|block\d+_(pool|(sep)?conv\d(_(act|bn))?)",
}
#: The names of the layers of a head, and of the pooling in its place.
_TOP: Final = r"avg_pool|top_dropout|predictions|global_average_pooling2d(_\d+)?"
_TOPS: Final = {
    "mobilenet": r"conv_preds|dropout(_\d+)?|global_average_pooling2d(_\d+)?|predictions|reshape_2",
    **dict.fromkeys(("vgg16", "vgg19"), "fc1|fc2|flatten|predictions"),
}
_POOLED: Final = r"(avg|max)_pool|global_(average|max)_pooling2d(_\d+)?"


#: The smallest images that the others than these take.
_LEAST: Final = {"inception_resnet_v2": 75, "inception_v3": 75, "xception": 71}


def _check(module: str, size: int | None, given: dict[str, Value]) -> None:
    """Raises OpError for a head, or images, that the weights are not for, and for images that are too small."""
    top, trained = given.get("include_top", True), given.get("weights", "imagenet") == "imagenet"
    classes, shape = given.get("classes", 1000), given.get("input_shape")
    if trained and top and is_number(classes) and classes != 1000:
        hint = "include_top=False leaves the last layer to you, weights=None trains anew"
        raise OpError(
            "tf-value",
            f"the weights of imagenet are for 1000 classes, got {classes}",
            "classes",
            hint,
        )
    if not isinstance(shape, tuple) or given.get("input_tensor") is not None:
        return
    sizes = [resolve(each) for each in shape]
    if len(sizes) != 3:
        whole = {2: (*sizes, 3), 4: (*sizes[1:],)}.get(len(sizes), ())  # colors, or no batch
        hint = f"input_shape={whole}" if whole and all(map(is_number, whole)) else None
        words = f"expected height, width and channels, got {shape!r}"
        raise OpError("tf-value", words, "input_shape", hint)
    if trained and top and size is not None and is_number(sizes[0]) and size not in sizes:
        hint = "include_top=False takes other sizes"
        raise OpError("tf-value", f"expected {(size, size, 3)}, got {shape!r}", "input_shape", hint)
    if trained and 3 not in (sizes[0], sizes[2]) and is_number(sizes[0]) and is_number(sizes[2]):
        words = f"the weights of imagenet are for 3 channels, got {shape!r}"
        raise OpError("tf-value", words, "input_shape", "weights=None trains anew")
    least = _LEAST.get(module, 32)
    is_last = is_number(sizes[2]) and sizes[2] <= 4  # where Keras is told so, channels come first
    if is_last and any(is_number(each) and each < least for each in sizes[:2]):
        words = f"expected {least} pixels or more each way, got {shape!r}"
        large = tuple(max(each, least) if is_number(each) else each for each in sizes[:2])
        raise OpError("tf-value", words, "input_shape", f"input_shape={(*large, sizes[2])}")


def _input(
    interpreter: Interpreter, given: dict[str, Value], top: bool, size: int | None
) -> Tensor | None:
    tensor = given.get("input_tensor")
    if tensor is not None:
        known = (
            is_symbol(tensor) and isinstance(tensor, Tensor) and stand_in(tensor).shape.rank == 4
        )
        return tensor if known else None
    layer = interpreter.instance(f"{KERAS}layers.InputLayer")
    shape = given.get("input_shape")
    if shape is None:
        shape = (size, size, 3) if top else (None, None, 3)
    sizes = shape_of(shape, inputs.open_sizes(layer, first=1))
    if sizes is None or sizes.rank != 3:
        return None
    return inputs.new_input(interpreter, layer, FLOAT32, Shape.of(BATCH) + sizes)


def _features(
    small: Callable[[int, Dim], Dim], features: Dim, pooling: Value, shape: Shape
) -> Shape:
    if pooling in ("avg", "max"):
        return Shape.of(shape[0], features)
    if pooling is not None:
        return Shape.unknown()
    return Shape.of(shape[0], small(1, shape[1]), small(2, shape[2]), features)


def _small(module: str, name: str, named: Callable[[int], Dim], place: int, size: Dim) -> Dim:
    """A 32nd of an image's size. Models of images of any size round it as their padding says."""
    if isinstance(size, Expr):
        padded = (more for family, more in _PADDED.items() if name.startswith(family))
        more = next(padded, None)
        return named(place) if more is None else (size + more) // 32
    is_told = is_number(size) and module not in _OTHERWISE and size % 32 == 0
    return size // 32 if is_told else UNKNOWN


def _decode(interpreter: Interpreter, call: Call) -> Value:
    """`decode_predictions(preds)`: the names of the classes of ImageNet. Raises OpError for scores of others."""
    found = to_rule(call.get(0, "preds"))
    shape = found.shape if isinstance(found, TensorType) else Shape.unknown()
    if shape.rank not in (None, 2) or shape.rank and equal(shape[1], 1000) is False:
        words = f"expected scores of the 1000 classes of ImageNet [rows, 1000], got {found}"
        hint = "preds[None] has one row" if shape.rank == 1 else None
        if shape.rank == 2:
            hint = "np.argmax(preds, axis=-1) are the numbers of other classes"
        raise OpError("tf-shape", words, "preds", hint)
    return library.from_declaration(interpreter, call.name)


#: The modules that have no model of their own in the table.
_OTHERS: Final = ("imagenet_utils", "mobilenet_v3", "resnet_v2")
FUNCTIONS: Final = {
    **{
        f"{KERAS}applications.{each}.decode_predictions": _decode
        for each in (*filter(None, _MODELS), *_OTHERS)
    },
} | {
    f"{KERAS}applications.{module}{'.' * bool(module)}{name}": partial(_made, module, *facts)
    for module, models in _MODELS.items()
    for name, facts in models.items()
}

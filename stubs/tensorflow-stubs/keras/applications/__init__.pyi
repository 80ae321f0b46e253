# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any
from tensorflow.keras.applications.convnext import (
    ConvNeXtBase as ConvNeXtBase,
    ConvNeXtLarge as ConvNeXtLarge,
    ConvNeXtSmall as ConvNeXtSmall,
    ConvNeXtTiny as ConvNeXtTiny,
    ConvNeXtXLarge as ConvNeXtXLarge,
)
from tensorflow.keras.applications.densenet import (
    DenseNet121 as DenseNet121,
    DenseNet169 as DenseNet169,
    DenseNet201 as DenseNet201,
)
from tensorflow.keras.applications.efficientnet import (
    EfficientNetB0 as EfficientNetB0,
    EfficientNetB1 as EfficientNetB1,
    EfficientNetB2 as EfficientNetB2,
    EfficientNetB3 as EfficientNetB3,
    EfficientNetB4 as EfficientNetB4,
    EfficientNetB5 as EfficientNetB5,
    EfficientNetB6 as EfficientNetB6,
    EfficientNetB7 as EfficientNetB7,
)
from tensorflow.keras.applications.efficientnet_v2 import (
    EfficientNetV2B0 as EfficientNetV2B0,
    EfficientNetV2B1 as EfficientNetV2B1,
    EfficientNetV2B2 as EfficientNetV2B2,
    EfficientNetV2B3 as EfficientNetV2B3,
    EfficientNetV2L as EfficientNetV2L,
    EfficientNetV2M as EfficientNetV2M,
    EfficientNetV2S as EfficientNetV2S,
)
from tensorflow.keras.applications.inception_resnet_v2 import InceptionResNetV2 as InceptionResNetV2
from tensorflow.keras.applications.inception_v3 import InceptionV3 as InceptionV3
from tensorflow.keras.applications.mobilenet import MobileNet as MobileNet
from tensorflow.keras.applications.mobilenet_v2 import MobileNetV2 as MobileNetV2
from tensorflow.keras.applications.nasnet import (
    NASNetLarge as NASNetLarge,
    NASNetMobile as NASNetMobile,
)
from tensorflow.keras.applications.resnet import (
    ResNet101 as ResNet101,
    ResNet152 as ResNet152,
)
from tensorflow.keras.applications.resnet50 import ResNet50 as ResNet50
from tensorflow.keras.applications.vgg16 import VGG16 as VGG16
from tensorflow.keras.applications.vgg19 import VGG19 as VGG19
from tensorflow.keras.applications.xception import Xception as Xception

def MobileNetV3Large(input_shape: Any = None, alpha: Any = 1.0, minimalistic: Any = False, include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, classes: Any = 1000, pooling: Any = None, dropout_rate: Any = 0.2, classifier_activation: Any = 'softmax', include_preprocessing: Any = True, name: Any = 'MobileNetV3Large') -> Any: ...
def MobileNetV3Small(input_shape: Any = None, alpha: Any = 1.0, minimalistic: Any = False, include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, classes: Any = 1000, pooling: Any = None, dropout_rate: Any = 0.2, classifier_activation: Any = 'softmax', include_preprocessing: Any = True, name: Any = 'MobileNetV3Small') -> Any: ...
def ResNet101V2(include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, input_shape: Any = None, pooling: Any = None, classes: Any = 1000, classifier_activation: Any = 'softmax', name: Any = 'resnet101v2') -> Any: ...
def ResNet152V2(include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, input_shape: Any = None, pooling: Any = None, classes: Any = 1000, classifier_activation: Any = 'softmax', name: Any = 'resnet152v2') -> Any: ...
def ResNet50V2(include_top: Any = True, weights: Any = 'imagenet', input_tensor: Any = None, input_shape: Any = None, pooling: Any = None, classes: Any = 1000, classifier_activation: Any = 'softmax', name: Any = 'resnet50v2') -> Any: ...
from tensorflow.keras.applications import (
    convnext as convnext,
    densenet as densenet,
    efficientnet as efficientnet,
    efficientnet_v2 as efficientnet_v2,
    imagenet_utils as imagenet_utils,
    inception_resnet_v2 as inception_resnet_v2,
    inception_v3 as inception_v3,
    mobilenet as mobilenet,
    mobilenet_v2 as mobilenet_v2,
    mobilenet_v3 as mobilenet_v3,
    nasnet as nasnet,
    resnet as resnet,
    resnet50 as resnet50,
    resnet_v2 as resnet_v2,
    vgg16 as vgg16,
    vgg19 as vgg19,
    xception as xception,
)

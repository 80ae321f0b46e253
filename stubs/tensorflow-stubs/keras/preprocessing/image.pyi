# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow.keras.utils import PyDataset
from typing import Any
from typing_extensions import Self
from tensorflow.keras.utils import (
    array_to_img as array_to_img,
    img_to_array as img_to_array,
    load_img as load_img,
    save_img as save_img,
)

class Iterator(PyDataset):
    def __init__(self, n: Any, batch_size: Any, shuffle: Any, seed: Any, **kwargs: Any) -> None: ...
    def __getitem__(self, idx: Any) -> Any: ...
    def __iter__(self) -> Self: ...
    def __len__(self) -> int: ...
    def __next__(self) -> Any: ...
    batch_index: Any
    batch_size: Any
    index_array: Any
    index_generator: Any
    lock: Any
    n: Any
    def reset(self) -> None: ...
    seed: Any
    shuffle: Any
    total_batches_seen: Any
    white_list_formats: Any
class DirectoryIterator(Iterator):
    def __init__(self, directory: Any, image_data_generator: Any, target_size: Any = ..., color_mode: Any = 'rgb', classes: Any = None, class_mode: Any = 'categorical', batch_size: Any = 32, shuffle: Any = True, seed: Any = None, data_format: Any = None, save_to_dir: Any = None, save_prefix: Any = '', save_format: Any = 'png', follow_links: Any = False, subset: Any = None, interpolation: Any = 'nearest', keep_aspect_ratio: Any = False, dtype: Any = None) -> None: ...
    allowed_class_modes: Any
    class_indices: Any
    class_mode: Any
    classes: Any
    color_mode: Any
    data_format: Any
    directory: Any
    dtype: Any
    filenames: Any
    @property
    def filepaths(self) -> Any: ...
    image_data_generator: Any
    image_shape: Any
    interpolation: Any
    keep_aspect_ratio: Any
    @property
    def labels(self) -> Any: ...
    num_classes: Any
    @property
    def sample_weight(self) -> Any: ...
    samples: Any
    save_format: Any
    save_prefix: Any
    save_to_dir: Any
    def set_processing_attrs(self, image_data_generator: Any, target_size: Any, color_mode: Any, data_format: Any, save_to_dir: Any, save_prefix: Any, save_format: Any, subset: Any, interpolation: Any, keep_aspect_ratio: Any) -> None: ...
    split: Any
    subset: Any
    target_size: Any
class ImageDataGenerator:
    def __init__(self, featurewise_center: Any = False, samplewise_center: Any = False, featurewise_std_normalization: Any = False, samplewise_std_normalization: Any = False, zca_whitening: Any = False, zca_epsilon: Any = 1e-06, rotation_range: Any = 0, width_shift_range: Any = 0.0, height_shift_range: Any = 0.0, brightness_range: Any = None, shear_range: Any = 0.0, zoom_range: Any = 0.0, channel_shift_range: Any = 0.0, fill_mode: Any = 'nearest', cval: Any = 0.0, horizontal_flip: Any = False, vertical_flip: Any = False, rescale: Any = None, preprocessing_function: Any = None, data_format: Any = None, validation_split: Any = 0.0, interpolation_order: Any = 1, dtype: Any = None) -> None: ...
    def apply_transform(self, x: Any, transform_parameters: Any) -> Any: ...
    brightness_range: Any
    channel_axis: Any
    channel_shift_range: Any
    col_axis: Any
    cval: Any
    data_format: Any
    dtype: Any
    featurewise_center: Any
    featurewise_std_normalization: Any
    fill_mode: Any
    def fit(self, x: Any, augment: Any = False, rounds: Any = 1, seed: Any = None) -> None: ...
    def flow(self, x: Any, y: Any = None, batch_size: Any = 32, shuffle: Any = True, sample_weight: Any = None, seed: Any = None, save_to_dir: Any = None, save_prefix: Any = '', save_format: Any = 'png', ignore_class_split: Any = False, subset: Any = None) -> tf.keras.preprocessing.image.NumpyArrayIterator: ...
    def flow_from_dataframe(self, dataframe: Any, directory: Any = None, x_col: Any = 'filename', y_col: Any = 'class', weight_col: Any = None, target_size: Any = ..., color_mode: Any = 'rgb', classes: Any = None, class_mode: Any = 'categorical', batch_size: Any = 32, shuffle: Any = True, seed: Any = None, save_to_dir: Any = None, save_prefix: Any = '', save_format: Any = 'png', subset: Any = None, interpolation: Any = 'nearest', validate_filenames: Any = True, **kwargs: Any) -> Any: ...
    def flow_from_directory(self, directory: Any, target_size: Any = ..., color_mode: Any = 'rgb', classes: Any = None, class_mode: Any = 'categorical', batch_size: Any = 32, shuffle: Any = True, seed: Any = None, save_to_dir: Any = None, save_prefix: Any = '', save_format: Any = 'png', follow_links: Any = False, subset: Any = None, interpolation: Any = 'nearest', keep_aspect_ratio: Any = False) -> tf.keras.preprocessing.image.DirectoryIterator: ...
    def get_random_transform(self, img_shape: Any, seed: Any = None) -> dict[str, Any]: ...
    height_shift_range: Any
    horizontal_flip: Any
    interpolation_order: Any
    mean: Any
    preprocessing_function: Any
    def random_transform(self, x: Any, seed: Any = None) -> Any: ...
    rescale: Any
    rotation_range: Any
    row_axis: Any
    samplewise_center: Any
    samplewise_std_normalization: Any
    shear_range: Any
    def standardize(self, x: Any) -> Any: ...
    std: Any
    vertical_flip: Any
    width_shift_range: Any
    zca_epsilon: Any
    zca_whitening: Any
    zca_whitening_matrix: Any
    zoom_range: Any
class NumpyArrayIterator(Iterator):
    def __init__(self, x: Any, y: Any, image_data_generator: Any, batch_size: Any = 32, shuffle: Any = False, sample_weight: Any = None, seed: Any = None, data_format: Any = None, save_to_dir: Any = None, save_prefix: Any = '', save_format: Any = 'png', subset: Any = None, ignore_class_split: Any = False, dtype: Any = None) -> None: ...
    data_format: Any
    dtype: Any
    image_data_generator: Any
    sample_weight: Any
    save_format: Any
    save_prefix: Any
    save_to_dir: Any
    x: Any
    x_misc: Any
    y: Any
def apply_affine_transform(x: Any, theta: Any = 0, tx: Any = 0, ty: Any = 0, shear: Any = 0, zx: Any = 1, zy: Any = 1, row_axis: Any = 1, col_axis: Any = 2, channel_axis: Any = 0, fill_mode: Any = 'nearest', cval: Any = 0.0, order: Any = 1) -> Any: ...
def apply_brightness_shift(x: Any, brightness: Any, scale: Any = True) -> Any: ...
def apply_channel_shift(x: Any, intensity: Any, channel_axis: Any = 0) -> Any: ...
def random_brightness(x: Any, brightness_range: Any, scale: Any = True) -> Any: ...
def random_channel_shift(x: Any, intensity_range: Any, channel_axis: Any = 0) -> Any: ...
def random_rotation(x: Any, rg: Any, row_axis: Any = 1, col_axis: Any = 2, channel_axis: Any = 0, fill_mode: Any = 'nearest', cval: Any = 0.0, interpolation_order: Any = 1) -> Any: ...
def random_shear(x: Any, intensity: Any, row_axis: Any = 1, col_axis: Any = 2, channel_axis: Any = 0, fill_mode: Any = 'nearest', cval: Any = 0.0, interpolation_order: Any = 1) -> Any: ...
def random_shift(x: Any, wrg: Any, hrg: Any, row_axis: Any = 1, col_axis: Any = 2, channel_axis: Any = 0, fill_mode: Any = 'nearest', cval: Any = 0.0, interpolation_order: Any = 1) -> Any: ...
def random_zoom(x: Any, zoom_range: Any, row_axis: Any = 1, col_axis: Any = 2, channel_axis: Any = 0, fill_mode: Any = 'nearest', cval: Any = 0.0, interpolation_order: Any = 1) -> Any: ...
def smart_resize(x: Any, size: Any, interpolation: Any = 'bilinear', data_format: Any = 'channels_last', **kwargs: Any) -> Any: ...

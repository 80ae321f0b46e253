# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import builtins
import collections.abc
import tensorflow as tf
from typing import Any
from tensorflow.keras import Optimizer as Optimizer
from tensorflow.keras.optimizers import (
    legacy as legacy,
    schedules as schedules,
)

class Adadelta(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, rho: Any = 0.95, epsilon: Any = 1e-07, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    epsilon: Any
    rho: Any
    def update_step(self, grad: Any, variable: Any, learning_rate: Any) -> Any: ...
class Adafactor(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, beta_2_decay: Any = -0.8, epsilon_1: Any = 1e-30, epsilon_2: Any = 0.001, clip_threshold: Any = 1.0, relative_step: Any = True, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta_2_decay: Any
    clip_threshold: Any
    epsilon_1: Any
    epsilon_2: Any
    relative_step: Any
class Adagrad(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, initial_accumulator_value: Any = 0.1, epsilon: Any = 1e-07, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    epsilon: Any
    initial_accumulator_value: Any
class Adam(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-07, amsgrad: Any = False, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    amsgrad: Any
    beta_1: Any
    beta_2: Any
    epsilon: Any
class AdamW(tf.keras.optimizers.Adam):
    def __init__(self, learning_rate: Any = 0.001, weight_decay: Any = 0.004, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-07, amsgrad: Any = False, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
class Adamax(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-07, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta_1: Any
    beta_2: Any
    epsilon: Any
class Ftrl(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, learning_rate_power: Any = -0.5, initial_accumulator_value: Any = 0.1, l1_regularization_strength: Any = 0.0, l2_regularization_strength: Any = 0.0, l2_shrinkage_regularization_strength: Any = 0.0, beta: Any = 0.0, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta: Any
    initial_accumulator_value: Any
    l1_regularization_strength: Any
    l2_regularization_strength: Any
    l2_shrinkage_regularization_strength: Any
    learning_rate_power: Any
class Lamb(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-07, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta_1: Any
    beta_2: Any
    epsilon: Any
class Lion(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.99, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta_1: Any
    beta_2: Any
class LossScaleOptimizer(tf.keras.Optimizer):
    def __init__(self, inner_optimizer: Any, initial_scale: Any = 32768.0, dynamic_growth_steps: Any = 2000, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    def check_finite(self, grads: Any) -> Any: ...
    dynamic_growth_steps: Any
    dynamic_scale: Any
    initial_scale: Any
    inner_optimizer: Any
    step_counter: Any
class MultiOptimizer(tf.keras.Optimizer):
    def __init__(self, optimizer_map: Any, loss_scale_factor: Any = None, name: builtins.str | None = None) -> None: ...
    @property
    def loss_scale_factor(self) -> Any: ...
    @loss_scale_factor.setter
    def loss_scale_factor(self, value: Any) -> None: ...
    @property
    def optimizers(self) -> Any: ...
class Muon(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, adam_beta_1: Any = 0.9, adam_beta_2: Any = 0.999, adam_weight_decay: Any = 0.004, epsilon: Any = 1e-07, weight_decay: Any = 0.004, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, exclude_layers: Any = None, exclude_embeddings: Any = True, muon_a: Any = 3.4445, muon_b: Any = -4.775, muon_c: Any = 2.0315, adam_lr_ratio: Any = 1, momentum: Any = 0.95, ns_steps: Any = 5, nesterov: Any = True, rms_rate: Any = 0.2, **kwargs: Any) -> None: ...
    adam_beta_1: Any
    adam_beta_2: Any
    adam_lr_ratio: Any
    adam_velocities: Any
    adam_weight_decay: Any
    epsilon: Any
    exclude_embeddings: Any
    exclude_layers: Any
    def lr_adjust(self, x: Any) -> Any: ...
    momentum: Any
    momentums: Any
    muon_a: Any
    muon_b: Any
    muon_c: Any
    nesterov: Any
    ns_steps: Any
    rms_rate: Any
    def transpose_last_axis(self, X: Any) -> Any: ...
    def zeropower_via_newtonschulz5(self, x: Any, steps: Any) -> Any: ...
class Nadam(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-07, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta_1: Any
    beta_2: Any
    epsilon: Any
class OptimizerMap(collections.abc.MutableMapping[Any, Any]):
    def __init__(self, default_optimizer: Any, optimizer_map: Any = None) -> None: ...
    def __call__(self, variable: Any) -> Any: ...
    def __delitem__(self, key: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Any: ...
    def __len__(self) -> builtins.int: ...
    def __setitem__(self, key: Any, optimizer: Any) -> Any: ...
    @property
    def default_optimizer(self) -> Any: ...
    @classmethod
    def from_config(cls, config: Any, custom_objects: Any = None) -> Any: ...
    def get_config(self, *args: Any, **kwargs: Any) -> Any: ...
class RMSprop(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.001, rho: Any = 0.9, momentum: Any = 0.0, epsilon: Any = 1e-07, centered: Any = False, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    centered: Any
    epsilon: Any
    momentum: Any
    rho: Any
class SGD(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.01, momentum: Any = 0.0, nesterov: Any = False, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    momentum: Any
    momentums: Any
    nesterov: Any
class ScheduleFreeAdamW(tf.keras.Optimizer):
    def __init__(self, learning_rate: Any = 0.0025, beta_1: Any = 0.9, beta_2: Any = 0.999, epsilon: Any = 1e-08, warmup_steps: Any = 0, weight_decay: Any = None, clipnorm: Any = None, clipvalue: Any = None, global_clipnorm: Any = None, use_ema: Any = False, ema_momentum: Any = 0.99, ema_overwrite_frequency: Any = None, loss_scale_factor: Any = None, gradient_accumulation_steps: Any = None, name: builtins.str | None = None, **kwargs: Any) -> None: ...
    beta_1: Any
    beta_2: Any
    epsilon: Any
    warmup_steps: Any
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(optimizer: Any) -> Any: ...

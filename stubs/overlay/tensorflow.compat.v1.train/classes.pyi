"""Optimizers that others are derived from, and checkpoints."""

from typing import Any

import tensorflow as tf

class Optimizer(tf.__internal__.tracking.Trackable):
    # Optimizers that wrap others override these with fewer parameters than they have here.
    def apply_gradients(self, *args: Any, **kwargs: Any) -> Any: ...
    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any: ...
    def minimize(self, loss: Any) -> Any: ...  # and the rest
    # What subclasses override, and what they call for it.
    _name: Any
    _use_locking: Any
    _apply_dense: Any
    _apply_sparse: Any
    _apply_sparse_duplicate_indices: Any
    _call_if_callable: Any
    _create_non_slot_variable: Any
    _create_slots: Any
    _finish: Any
    _get_non_slot_variable: Any
    _get_or_make_slot: Any
    _get_or_make_slot_with_initializer: Any
    _prepare: Any
    _resource_apply_dense: Any
    _resource_apply_sparse: Any
    _resource_apply_sparse_duplicate_indices: Any
    _resource_scatter_add: Any
    _slot_dict: Any
    _valid_dtypes: Any
    _zeros_slot: Any
    # and the rest

class AdamOptimizer(Optimizer):
    _apply_sparse_shared: Any
    _beta1: Any
    _beta1_t: Any
    _beta2: Any
    _beta2_t: Any
    _epsilon: Any
    _epsilon_t: Any
    _get_beta_accumulators: Any
    _lr: Any
    _lr_t: Any
    # and the rest

class Checkpoint(tf.__internal__.tracking.AutoTrackable):
    # The objects that it was made with, by their keywords.
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
    # and the rest

# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

class Callback:
    def __init__(self) -> None: ...
    @property
    def model(self) -> Any: ...
    def on_batch_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_batch_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_epoch_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_epoch_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_predict_batch_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_predict_batch_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_predict_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_predict_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_test_batch_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_test_batch_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_test_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_test_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_train_batch_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_train_batch_end(self, *args: Any, **kwargs: Any) -> None: ...
    def on_train_begin(self, *args: Any, **kwargs: Any) -> None: ...
    def on_train_end(self, *args: Any, **kwargs: Any) -> None: ...
    params: Any
    def set_model(self, model: Any) -> None: ...
    def set_params(self, params: Any) -> None: ...
class BackupAndRestore(Callback):
    def __init__(self, backup_dir: Any, save_freq: Any = 'epoch', double_checkpoint: Any = False, delete_checkpoint: Any = True) -> None: ...
    backup_dir: Any
    delete_checkpoint: Any
    double_checkpoint: Any
    save_freq: Any
class CSVLogger(Callback):
    def __init__(self, filename: Any, separator: Any = ',', append: Any = False) -> None: ...
    append: Any
    append_header: Any
    csv_file: Any
    filename: Any
    keys: Any
    sep: Any
    writer: Any
class CallbackList(Callback):
    def __init__(self, callbacks: Any = None, add_history: Any = False, add_progbar: Any = False, model: Any = None, **params: Any) -> None: ...
    callbacks: Any
class _MonitorCallback(Callback):
    def __init__(self, monitor: Any = 'val_loss', mode: Any = 'auto', baseline: Any = None, min_delta: Any = 0) -> None: ...
    best: Any
    min_delta: Any
    mode: Any
    monitor: Any
    monitor_op: Any
class EarlyStopping(_MonitorCallback):
    def __init__(self, monitor: Any = 'val_loss', min_delta: Any = 0, patience: Any = 0, verbose: Any = 0, mode: Any = 'auto', baseline: Any = None, restore_best_weights: Any = False, start_from_epoch: Any = 0) -> None: ...
    baseline: Any
    best_epoch: int
    best_weights: Any
    def get_monitor_value(self, logs: Any) -> Any: ...
    patience: Any
    restore_best_weights: Any
    start_from_epoch: Any
    stopped_epoch: int
    verbose: Any
    wait: int
class History(Callback):
    epoch: list[int]
    history: dict[str, list[Any]]
class LambdaCallback(Callback):
    def __init__(self, on_epoch_begin: Any = None, on_epoch_end: Any = None, on_train_begin: Any = None, on_train_end: Any = None, on_train_batch_begin: Any = None, on_train_batch_end: Any = None, **kwargs: Any) -> None: ...
    on_epoch_begin: Any
    on_epoch_end: Any
    on_train_batch_begin: Any
    on_train_batch_end: Any
    on_train_begin: Any
    on_train_end: Any
class LearningRateScheduler(Callback):
    def __init__(self, schedule: Any, verbose: Any = 0) -> None: ...
    schedule: Any
    verbose: Any
class ModelCheckpoint(_MonitorCallback):
    def __init__(self, filepath: Any, monitor: Any = 'val_loss', verbose: Any = 0, save_best_only: Any = False, save_weights_only: Any = False, mode: Any = 'auto', save_freq: Any = 'epoch', initial_value_threshold: Any = None) -> None: ...
    _save_model: Any
    filepath: Any
    save_best_only: Any
    save_freq: Any
    save_weights_only: Any
    verbose: Any
class OrbaxCheckpoint(_MonitorCallback):
    def __init__(self, directory: Any, monitor: Any = 'val_loss', verbose: Any = 0, save_best_only: Any = False, mode: Any = 'auto', save_freq: Any = 'epoch', initial_value_threshold: Any = None, max_to_keep: Any = 1, save_on_background: Any = True, save_weights_only: Any = False) -> None: ...
    checkpointer: Any
    directory: Any
    def is_multihost_enabled(self) -> Any: ...
    def is_primary_host(self) -> Any: ...
    max_to_keep: Any
    save_best_only: Any
    save_freq: Any
    save_on_background: Any
    save_weights_only: Any
    verbose: Any
    def wait_until_finished(self) -> None: ...
class ProgbarLogger(Callback):
    epochs: Any
    progbar: Any
    seen: Any
    target: Any
    verbose: Any
class ReduceLROnPlateau(_MonitorCallback):
    def __init__(self, monitor: Any = 'val_loss', factor: Any = 0.1, patience: Any = 10, verbose: Any = 0, mode: Any = 'auto', min_delta: Any = 0.0001, cooldown: Any = 0, min_lr: Any = 0.0, **kwargs: Any) -> None: ...
    cooldown: Any
    cooldown_counter: int
    factor: Any
    def in_cooldown(self) -> bool: ...
    min_lr: Any
    patience: Any
    verbose: Any
    wait: int
class RemoteMonitor(Callback):
    def __init__(self, root: Any = 'http://localhost:9000', path: Any = '/publish/epoch/end/', field: Any = 'data', headers: Any = None, send_as_json: Any = False) -> None: ...
    field: Any
    headers: Any
    path: Any
    root: Any
    send_as_json: Any
class SwapEMAWeights(Callback):
    def __init__(self, swap_on_epoch: Any = False) -> None: ...
    swap_on_epoch: Any
class TensorBoard(Callback):
    def __init__(self, log_dir: Any = 'logs', histogram_freq: Any = 0, write_graph: Any = True, write_images: Any = False, write_steps_per_second: Any = False, update_freq: Any = 'epoch', profile_batch: Any = 0, embeddings_freq: Any = 0, embeddings_metadata: Any = None) -> None: ...
    embeddings_freq: Any
    embeddings_metadata: Any
    histogram_freq: Any
    log_dir: Any
    @property
    def summary(self) -> Any: ...
    update_freq: Any
    write_graph: Any
    write_images: Any
    write_steps_per_second: Any
class TerminateOnNaN(Callback):
    def __init__(self, raise_error: Any = False) -> None: ...
    raise_error: Any

# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
from typing import Any

central_storage_strategy_with_gpu_and_cpu: Any
central_storage_strategy_with_two_gpus: Any
cloud_tpu_strategy: Any
default_strategy: Any
def env() -> Any: ...
def generate(combinations: Any, test_combinations: Any = ...) -> Any: ...
def in_main_process() -> bool: ...
mirrored_strategy_with_cpu_1_and_2: Any
mirrored_strategy_with_gpu_and_cpu: Any
mirrored_strategy_with_one_cpu: Any
mirrored_strategy_with_one_gpu: Any
mirrored_strategy_with_two_cpus: Any
mirrored_strategy_with_two_gpus: Any
mirrored_strategy_with_two_gpus_no_merge_call: Any
multi_worker_mirrored_2x1_cpu: Any
multi_worker_mirrored_2x1_gpu: Any
multi_worker_mirrored_2x1_gpu_noshare: Any
multi_worker_mirrored_2x2_gpu: Any
multi_worker_mirrored_2x2_gpu_no_merge_call: Any
one_device_strategy: Any
one_device_strategy_gpu: Any
parameter_server_strategy_1worker_2ps_1gpu: Any
parameter_server_strategy_1worker_2ps_cpu: Any
parameter_server_strategy_3worker_2ps_1gpu: Any
parameter_server_strategy_3worker_2ps_cpu: Any
tpu_strategy: Any
tpu_strategy_one_core: Any
tpu_strategy_packed_var: Any

# Written by stubs/generator from TensorFlow 2.21.0 and Keras 3.15.1. Edit the overlay or the generator, not this file.
import tensorflow as tf
from tensorflow._bases import Flag
from typing import Any
from tensorflow.config import (
    LogicalDeviceConfiguration as VirtualDeviceConfiguration,
    get_logical_device_configuration as get_virtual_device_configuration,
    get_visible_devices as get_visible_devices,
    list_logical_devices as list_logical_devices,
    list_physical_devices as list_physical_devices,
    set_logical_device_configuration as set_virtual_device_configuration,
    set_visible_devices as set_visible_devices,
)
__all__ = [
    "ClusterDeviceFilters",
    "VirtualDeviceConfiguration",
    "disable_mlir_bridge",
    "enable_mlir_bridge",
    "enable_op_determinism",
    "enable_tensor_float_32_execution",
    "get_device_details",
    "get_device_policy",
    "get_memory_growth",
    "get_memory_info",
    "get_memory_usage",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "reset_memory_stats",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
    "tensor_float_32_execution_enabled",
]

def disable_mlir_bridge() -> None: ...
def enable_mlir_bridge() -> None: ...
def enable_op_determinism() -> None: ...
def enable_tensor_float_32_execution(enabled: Flag) -> None: ...
def tensor_float_32_execution_enabled() -> bool: ...
def get_device_details(device: tf.config.PhysicalDevice) -> dict[str, Any]: ...
def get_device_policy() -> str: ...
def set_device_policy(device_policy: str | None) -> None: ...
def get_memory_growth(device: tf.config.PhysicalDevice) -> bool | None: ...
def set_memory_growth(device: tf.config.PhysicalDevice, enable: Flag) -> None: ...
def get_memory_info(device: str) -> dict[str, int]: ...
def get_memory_usage(device: str) -> int: ...
def reset_memory_stats(device: str) -> None: ...
def get_synchronous_execution() -> bool: ...
def set_synchronous_execution(enable: Flag | None) -> None: ...
class ClusterDeviceFilters:
    def __init__(self) -> None: ...
    def set_device_filters(self, job_name: Any, task_index: Any, device_filters: Any) -> None: ...

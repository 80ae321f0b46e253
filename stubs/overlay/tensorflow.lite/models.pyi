"""What converts a model, and what runs it."""

from typing import Any

class _SignatureRunner:
    def __call__(self, **kwargs: Any) -> dict[str, Any]: ...
    def get_input_details(self) -> dict[str, dict[str, Any]]: ...
    def get_output_details(self) -> dict[str, dict[str, Any]]: ...

class Interpreter:
    def get_signature_runner(self, signature_key: str | None = None) -> _SignatureRunner: ...
    # and the rest

class TFLiteConverter:
    # Private, though error messages and the guides of TensorFlow Lite tell to set them.
    _experimental_default_to_single_batch_in_tensor_list_ops: bool
    _experimental_disable_per_channel: bool
    _experimental_lower_tensor_list_ops: bool
    # and the rest

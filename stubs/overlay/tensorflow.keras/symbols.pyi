"""What stands for a tensor while a functional model is made: it goes where a tensor is expected."""

from typing import Any, Generic

from tensorflow._bases import DT_co, Sh

class KerasTensor(Any, Generic[DT_co, Sh]):
    def __init__(self: KerasTensor[Any, Any], shape: Any, dtype: Any = ..., sparse: Any = ..., ragged: Any = ..., record_history: Any = ..., name: str | None = None, **kwargs: Any) -> None: ...
    # and the rest

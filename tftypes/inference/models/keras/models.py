"""`Model`: the class of all models, put together from symbols or with a `call` of the program's."""

from __future__ import annotations

from typing import Final

from tftypes.inference.interpreter.tables import LibraryClass
from tftypes.inference.models.keras import compiling, functional, gone, naming, saving, training
from tftypes.inference.models.keras.config import KERAS

CLASSES: Final = {
    f"{KERAS}Model": LibraryClass(
        construct=functional.construct,
        methods={
            "call": functional.call_model,
            "build": functional.build,
            "get_layer": naming.get_layer,
            **training.METHODS,
            **saving.METHODS,
        },
        attributes={**functional.ATTRIBUTES, **compiling.ATTRIBUTES},
        gone=gone.of_models,
    )
}

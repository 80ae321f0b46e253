import os
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def tf() -> ModuleType:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    module: ModuleType = pytest.importorskip("tensorflow")
    return module

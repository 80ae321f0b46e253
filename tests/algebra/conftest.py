import os
from types import ModuleType

import pytest
from hypothesis import settings

# How long an example takes says nothing on a machine that others use too.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def tf() -> ModuleType:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    module: ModuleType = pytest.importorskip("tensorflow")
    return module

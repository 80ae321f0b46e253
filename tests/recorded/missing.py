"""Stand-ins for modules that are not installed: what draws does nothing, and environments answer with noise."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np


def subplots(rows: int = 1, columns: int = 1, **named: Any) -> Any:
    """`matplotlib.pyplot.subplots`: a figure and its axes."""
    axes = np.empty([rows, columns], object)
    for place in np.ndindex(axes.shape):
        axes[place] = MagicMock()
    return MagicMock(), axes[0, 0] if rows == columns == 1 else axes.squeeze()


class Space:
    def __init__(self, size: int, count: int = 0) -> None:
        self.shape = () if count else (size,)
        self.n = count
        self.high, self.low = np.full(size, 2, np.float32), np.full(size, -2, np.float32)

    def sample(self) -> Any:
        return np.random.randint(self.n) if self.n else np.random.randn(*self.shape).astype("f")


class Environment:
    """A cart with a pole, or a pendulum; the newer interface tells how an episode ended."""

    def __init__(self, name: str, is_newer: bool) -> None:
        is_cart = "Pendulum" not in name
        self.observation_space = Space(4 if is_cart else 3)
        self.action_space = Space(1, 2 if is_cart else 0)
        self.is_newer, self.steps, self._max_episode_steps = is_newer, 0, 20
        self.unwrapped = self.env = self

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **named: None  # seed, render, close

    def _observed(self) -> Any:
        return np.random.randn(*self.observation_space.shape).astype(np.float32)

    def reset(self, **named: Any) -> Any:
        self.steps = 0
        return (self._observed(), {}) if self.is_newer else self._observed()

    def step(self, action: Any) -> Any:
        self.steps += 1
        is_over = self.steps >= self._max_episode_steps
        ended = (is_over, False) if self.is_newer else (is_over,)
        return self._observed(), 1.0, *ended, {}


def through(items: Any = (), *given: Any, **named: Any) -> Any:
    """`tqdm.tqdm`."""
    return items


def train_test_split(*arrays: Any, test_size: Any = 0.25, **named: Any) -> list[Any]:
    """`sklearn.model_selection.train_test_split`, in order."""
    rows = len(arrays[0])
    count = int(rows * test_size) if isinstance(test_size, float) else test_size or rows // 4
    return [part for array in arrays for part in (array[:-count], array[-count:])]


class Scaler:
    """`sklearn.preprocessing.StandardScaler` and its like: what they make has the shape of what they get."""

    def __init__(self, *given: Any, **named: Any) -> None: ...

    def fit(self, data: Any, *rest: Any) -> Scaler:
        return self

    def transform(self, data: Any) -> Any:
        return np.asarray(data, float) / 10

    def fit_transform(self, data: Any, *rest: Any) -> Any:
        return self.transform(data)

    inverse_transform = transform


#: By module what is more than nothing in it.
MODULES: dict[str, dict[str, Any]] = {
    "matplotlib": {"subplots": subplots},
    "tqdm": {"tqdm": through, "trange": range, "tqdm_notebook": through},
    "gym": {"make": lambda name, **named: Environment(name, False)},
    "gymnasium": {"make": lambda name, **named: Environment(name, True)},
    "sklearn": {
        "train_test_split": train_test_split,
        **dict.fromkeys(("StandardScaler", "MinMaxScaler", "RobustScaler"), Scaler),
    },
    **dict.fromkeys(("mpl_toolkits", "seaborn", "wandb", "IPython", "imageio", "cv2", "PIL"), {}),
}


class Missing(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds those modules, with all that is below them, where nothing else finds them."""

    def __init__(self, **datasets: Any) -> None:
        self._modules = MODULES | {"tensorflow_datasets": datasets}

    def find_spec(self, name: str, *rest: Any) -> importlib.machinery.ModuleSpec | None:
        known = name.partition(".")[0] in self._modules
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if known else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = ModuleType(spec.name)
        named = {"__getattr__": lambda name: MagicMock()}
        module.__dict__.update(named | self._modules[spec.name.partition(".")[0]])
        return module

    def exec_module(self, module: ModuleType) -> None: ...

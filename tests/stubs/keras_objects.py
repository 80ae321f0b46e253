"""Prints, as JSON, what the generator's table says of attributes and methods of Keras, and what objects have."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "stubs"))

import tensorflow as tf

from generator import keras as table

X, Y = tf.zeros([4, 3]), tf.zeros([4, 1])


def objects() -> list[Any]:
    """A compiled and trained model of each kind, and what it was made with."""
    inputs = tf.keras.Input((3,))
    functional = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))
    sequential = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    history = None
    for model in (functional, sequential):
        model.compile("adam", "mse", metrics=["mae"])
        watching = [
            tf.keras.callbacks.EarlyStopping("loss"),
            tf.keras.callbacks.ReduceLROnPlateau("loss"),
        ]
        history = model.fit(X, Y, callbacks=watching, verbose=0)
        model.evaluate(X, Y, verbose=0)
        model.predict(X, verbose=0)
    layers = [
        tf.keras.layers.Dense(1),
        tf.keras.layers.LSTM(2),
        tf.keras.layers.BatchNormalization(),
    ]
    for layer, x in zip(layers, (X, tf.zeros([1, 2, 3]), X)):
        layer(x)
    metric, loss = tf.keras.metrics.Mean(), tf.keras.losses.MeanSquaredError()
    trained = [sequential.optimizer, history, *watching]
    return [functional, sequential, *layers, metric, loss, *trained]


def arguments(name: str, thing: Any, folder: Path) -> tuple[Any, ...]:
    """What the methods need that need something."""
    weights = folder / "x.weights.h5"
    if name in ("save_weights", "load_weights"):
        thing.save_weights(weights, overwrite=True)
    given: dict[str, tuple[Any, ...]] = {
        "add": (tf.keras.layers.Dense(1),),
        "build": ([],),
        "compile": ("sgd", "mse"),
        "compute_metrics": (X, Y, Y),
        "load_weights": (weights,),
        "save": (folder / "x.keras",),
        "save_weights": (weights,),
        "set_model": (None,),
        "set_params": ({},),
    }
    if name == "fit":
        return X, Y
    return (thing.get_weights(),) if name == "set_weights" else given.get(name, ())


def value(thing: Any, name: str, folder: Path) -> Any:
    found = getattr(thing, name)
    return found(*arguments(name, thing, folder)) if inspect.ismethod(found) else found


def plain(typ: str) -> str:
    """The class that a type of the table stands for."""
    name = typ.removesuffix(" | Any").partition("[")[0].rpartition(".")[2]
    return name.replace("None", "NoneType")


def main() -> None:
    tf.get_logger().setLevel("CRITICAL")
    report = {}
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
        for thing in objects():
            for path, members in table.MEMBERS.items():
                cls: Any = tf
                for part in path.split(".")[1:]:
                    cls = getattr(cls, part)
                for member, said in members.items() if isinstance(thing, cls) else ():
                    if hasattr(thing, member):
                        got = value(thing, member, Path(name))
                        if got is None and said.endswith(" | Any"):
                            continue
                        kinds = [k.__name__ for k in type(got).__mro__]
                        report[f"{type(thing).__name__}.{member}"] = (
                            plain(said),
                            plain(said) if plain(said) in kinds else kinds[0],
                        )
    sys.__stdout__.write(json.dumps(report))  # type: ignore[union-attr]


if __name__ == "__main__":
    main()

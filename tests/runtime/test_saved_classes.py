"""What a SavedModel says of the program's classes: it names them, and runs nothing.

Whoever wrote the file chose the names and the data. The program's classes come back where they fit,
and no module is imported and nothing is called because a file says so.
"""

import base64
import json
import os
import subprocess
import sys
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st
from tensorflow.core.protobuf import struct_pb2
from tensorflow.python.saved_model import nested_structure_coder

from tftypes.runtime import save, structured_signatures
from tftypes.runtime.saved_classes import SavedClasses

RAN = []


def record(*args, **kwargs):
    """What a file must not get called."""
    RAN.append((args, kwargs))


class Batch(NamedTuple):
    x: tf.Tensor


class Grown(NamedTuple):
    x: tf.Tensor
    y: tf.Tensor = None


class Reordered(NamedTuple):
    second: tf.Tensor
    first: tf.Tensor


class Calls(Batch):
    """A named tuple whose construction does something."""

    def __new__(cls, *args):
        record(cls, *args)
        return super().__new__(cls, *args)


@dataclass
class Box:
    x: tf.Tensor

    def __post_init__(self):
        record(self)


class Other:
    """With the field, but no class made of its fields."""

    def __init__(self, x):
        record(x)


class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], name="x")])
    def serve(self, x):
        return {"x": x + 1.0}


def encoded(structure):
    proto = nested_structure_coder.encode_structure(structure)
    return base64.b64encode(proto.SerializeToString()).decode()


def description(cls, place, fields=("x",)):
    """What `save` would write of a signature that takes and returns a class of these fields."""
    specs = namedtuple(cls, fields)(*[tf.TensorSpec([None])] * len(fields))
    return {
        "parameters": ["batch"],
        "inputs": encoded([specs]),
        "outputs": encoded(specs),
        "classes": {cls: place},
        "input_names": ["x"] * len(fields),
        "output_names": ["x"] * len(fields),
    }


class Loaded:
    """A loaded model as far as signatures go, with any text in it."""

    def __init__(self, text):
        self.tftypes_structures = tf.Module()
        self.tftypes_structures.text = tf.constant(text)
        self.signatures = {"serve": Model().serve.get_concrete_function()}


def loaded(*args, **kwargs):
    return Loaded(json.dumps({"serve": description(*args, **kwargs)}))


HERE = __name__


@pytest.fixture(autouse=True)
def nothing_ran():
    RAN.clear()
    yield
    assert RAN == []


@pytest.mark.parametrize("kind", [Batch, Box, Calls], ids=lambda kind: kind.__name__)
def test_a_class_of_the_program_comes_back(kind):
    model = loaded(kind.__name__, f"{HERE}:{kind.__name__}")
    result = structured_signatures(model)["serve"](namedtuple("Given", "x")([1.0, 2.0]))
    assert type(result) is kind
    assert result.x.numpy().tolist() == [2.0, 3.0]


def test_a_class_is_given_by_the_program():
    model = loaded("Batch", "moved.elsewhere:Batch")
    anonymous = structured_signatures(model)["serve"].outputs
    assert type(anonymous).__name__ == "Batch" and type(anonymous) is not Batch
    signatures = structured_signatures(model, classes=[Batch])
    assert type(signatures["serve"].outputs) is Batch
    with pytest.raises(
        TypeError, match=r"'classes': expected NamedTuples, dataclasses and attrs .*, got .*Other"
    ):
        structured_signatures(model, classes=[Other])


@pytest.mark.parametrize(
    ("place", "got"),
    [
        ("os:system", "<built-in function system>"),
        (f"{HERE}:record", "<function record at"),
        (f"{HERE}:Other", "<class '.*Other'>"),
        (f"{HERE}:Grown", "one with the fields x, y"),
        ("builtins:tuple", "<class 'tuple'>"),
        ("subprocess:Popen", "<class 'subprocess.Popen'>"),
    ],
)
def test_what_is_no_such_class_is_refused(place, got):
    with pytest.raises(
        ValueError,
        match=rf"signature 'serve': Evil is '{place}' in the model: expected a NamedTuple, "
        rf"dataclass or attrs class with the fields x, got {got}",
    ):
        structured_signatures(loaded("Evil", place))


def test_the_order_of_fields_is_part_of_a_named_tuple():
    with pytest.raises(ValueError, match="with the fields first, second, got .* second, first"):
        SavedClasses({"Reordered": f"{HERE}:Reordered"}).find("Reordered", ("first", "second"))


def test_no_module_is_imported(tmp_path):
    """Neither by its name, nor by the name of something that a module imports when asked."""
    (tmp_path / "harmful.py").write_text("raise SystemExit('it was imported')")
    program = (
        "import sys, types\n"
        "from tftypes.runtime.saved_classes import SavedClasses\n"
        "lazy = sys.modules['lazy'] = types.ModuleType('lazy')\n"
        "lazy.__getattr__ = lambda name: __import__('harmful')\n"
        "for place in ('harmful:C', 'lazy:C', 'lazy:C.D', '', ':', 'os:', 'os:path.join.x'):\n"
        "    assert SavedClasses({'C': place}).find('C', ('x',)) is None, place\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "TF_CPP_MIN_LOG_LEVEL": "3"}
    run = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(run, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


def test_a_model_written_by_save_names_its_classes(tmp_path):
    class Server(tf.Module):
        @tf.function(input_signature=[Batch(tf.TensorSpec([None]))])
        def serve(self, batch):
            return {"box": batch}

    save(Server(), str(tmp_path))
    serve = structured_signatures(tf.saved_model.load(str(tmp_path)))["serving_default"]
    assert type(serve(Batch([1.0]))["box"]) is Batch


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ({"input_names": ["y"]}, "its inputs are x in the model, and the structure has 1 .* y"),
        ({"input_names": ["x", "x"]}, ".* the structure has 1 tensors, named x, x"),
        ({"output_names": []}, "its outputs are x in the model, and the structure has 1 tensors"),
    ],
    ids=str,
)
def test_names_of_tensors_that_the_model_does_not_have(broken, problem):
    model = Loaded(json.dumps({"serve": description("Batch", f"{HERE}:Batch") | broken}))
    with pytest.raises(ValueError, match=f"signature 'serve': {problem}"):
        structured_signatures(model)


def test_a_signature_that_the_model_does_not_have():
    model = Loaded(json.dumps({"train": description("Batch", f"{HERE}:Batch")}))
    with pytest.raises(ValueError, match="'train': the model has no signature of this name"):
        structured_signatures(model)


def test_text_without_end_is_one_clear_error():
    with pytest.raises(ValueError, match="the structures in the model cannot be read"):
        structured_signatures(Loaded("[" * 100_000))


text = st.text(max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
KEYS = list(description("Batch", f"{HERE}:Batch"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KEYS), values)
def test_a_broken_description_is_one_clear_error(key, value):
    """Any part of what `save` wrote, replaced by anything."""
    broken = {**description("Batch", f"{HERE}:Batch"), key: value}
    try:
        structured_signatures(Loaded(json.dumps({"serve": broken})))
    except ValueError as error:
        assert str(error).startswith("structured_signatures()")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=40) | values.map(lambda value: json.dumps(value).encode()))
def test_broken_text_is_one_clear_error(text):
    try:
        assert structured_signatures(Loaded(text)) == {}
    except ValueError as error:
        assert "the structures in the model cannot be read" in str(error)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=40))
def test_broken_protos_are_one_clear_error(blob):
    broken = {
        **description("Batch", f"{HERE}:Batch"),
        "inputs": base64.b64encode(blob).decode(),
        "parameters": [],
    }
    try:
        structured_signatures(Loaded(json.dumps({"serve": broken})))
    except ValueError as error:
        assert "the structures in the model cannot be read" in str(error)


def test_a_value_in_place_of_a_spec():
    value = struct_pb2.StructuredValue()
    value.list_value.values.add().string_value = "touch file"
    broken = {
        **description("Batch", f"{HERE}:Batch"),
        "inputs": base64.b64encode(value.SerializeToString()).decode(),
    }
    with pytest.raises(ValueError, match=r"expected a tf.TypeSpec, got 'touch file'"):
        structured_signatures(Loaded(json.dumps({"serve": broken})))

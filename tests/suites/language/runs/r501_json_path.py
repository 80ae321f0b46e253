"""A configuration goes to a JSON text and back through dataclasses and a temporary path."""
import dataclasses
import json
import tempfile
from pathlib import Path
import tensorflow as tf

@dataclasses.dataclass
class Layer:
    units: int
    dtype: str = "float32"
    tags: list = dataclasses.field(default_factory=list)

    def weights(self, rows):
        return tf.zeros([rows, self.units], self.dtype)

stack = [Layer(4), Layer(5, "float64", ["last"])]
text = json.dumps({"layers": [dataclasses.asdict(layer) for layer in stack], "in": 3})
config = json.loads(text)
layers = [Layer(**entry) for entry in config["layers"]]
reveal_type(layers[0].weights(config["in"]))  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(layers[1].weights(layers[0].units))  # revealed: Tensor[float64, Shape[4, 5]]
reveal_type(tf.constant(layers[1].tags))  # revealed: Tensor[string, Shape[1]]
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "config.json"
    path.write_text(text)
    again = json.loads(path.read_text())
    reveal_type(tf.zeros([again["in"]]))  # revealed: Tensor[float32, Shape[3]]
wide = dataclasses.replace(layers[0], units=layers[0].units * 2)
reveal_type(wide.weights(1))  # revealed: Tensor[float32, Shape[1, 8]]
names = [f.name for f in dataclasses.fields(Layer)]
reveal_type(tf.zeros([len(names)]))  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.constant(dataclasses.astuple(stack[0])[0]))  # revealed: Tensor[int32, Shape[()]]
class Encoder(json.JSONEncoder):
    def default(self, o):
        return o.numpy().tolist()
reveal_type(tf.constant(json.loads(json.dumps({"w": tf.ones([2, 2])}, cls=Encoder))["w"]))  # revealed: Tensor[float32, Shape[2, 2]]

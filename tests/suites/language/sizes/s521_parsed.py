"""Sizes parsed out of strings: split, re, json, f-strings, pathlib."""
import json
import re
from pathlib import Path, PurePosixPath
import tensorflow as tf

SPEC = "conv3x3-64,pool2,conv5x5-128"
PATTERN = re.compile(r"(?P<kind>[a-z]+)(?P<h>\d+)(?:x(?P<w>\d+))?(?:-(?P<out>\d+))?")

x = tf.zeros([1, 32, 32, 3])
for item in SPEC.split(","):
    match = PATTERN.fullmatch(item)
    if match["kind"] == "conv":
        h, w, out = (int(match[g]) for g in ("h", "w", "out"))
        kernel = tf.zeros([h, w, x.shape[-1], out])
        x = tf.nn.conv2d(x, kernel, 1, "VALID")
    else:
        size = int(match.group("h"))
        x = tf.nn.max_pool2d(x, size, size, "VALID")
    reveal_type(x)  # revealed: Tensor[float32, Shape[1, 30, 30, 64]] | Tensor[float32, Shape[1, 15, 15, 64]] | Tensor[float32, Shape[1, 11, 11, 128]]

height, width = map(int, re.match(r"(\d+)x(\d+)", "480x640").groups())
reveal_type(tf.zeros([height, width]))  # revealed: Tensor[float32, Shape[480, 640]]
reveal_type(tf.zeros([int(n) for n in re.findall(r"\d+", "b2_t16_c8")]))  # revealed: Tensor[float32, Shape[2, 16, 8]]
name = re.sub(r"_\d+$", "", "dense_12")
reveal_type(tf.zeros([len(name)]))  # revealed: Tensor[float32, Shape[5]]

config = json.loads('{"units": [4, 8], "rate": 0.5, "model": {"depth": 3}}')
reveal_type(tf.zeros(config["units"]))  # revealed: Tensor[float32, Shape[4, 8]]
reveal_type(tf.zeros([config["model"]["depth"]] + config["units"][::-1]))  # revealed: Tensor[float32, Shape[3, 8, 4]]
again = json.loads(json.dumps({"shape": (2, 3), "dtype": "float16"}, indent=2, sort_keys=True))
reveal_type(tf.zeros(again["shape"], dtype=again["dtype"]))  # revealed: Tensor[float16, Shape[2, 3]]

path = PurePosixPath("runs/model-12/weights_3x5.ckpt")
rows, cols = path.stem.split("_")[1].split("x")
reveal_type(tf.zeros([int(rows), int(cols)]))  # revealed: Tensor[float32, Shape[3, 5]]
reveal_type(tf.zeros([int(path.parent.name.rpartition("-")[2]), len(path.parts)]))  # revealed: Tensor[float32, Shape[12, 3]]
reveal_type(tf.zeros([len((Path("a") / "bc.txt").suffix), len(path.with_suffix(".h5").name)]))  # revealed: Tensor[float32, Shape[4, 14]]

text = f"{3:>4}|{17:04d}|{2.0:.1f}"
cells = [float(c) for c in text.split("|")]
reveal_type(tf.constant(cells))  # revealed: Tensor[float32, Shape[3]]
template = "{n}:{shape[0]}:{shape[1]}".format(n=2, shape=(5, 7))
reveal_type(tf.zeros([*map(int, template.split(":"))]))  # revealed: Tensor[float32, Shape[2, 5, 7]]
bits = "%d/%s" % (12, "ab")
reveal_type(tf.zeros([len(bits), int(bits.split("/", 1)[0], 10)]))  # revealed: Tensor[float32, Shape[5, 12]]
lines = """
# name shape
kernel 3 4
bias 4
""".strip().splitlines()[1:]
params = {n: tf.zeros([int(s) for s in shape]) for n, *shape in (line.split() for line in lines)}
reveal_type(params["kernel"])  # revealed: Tensor[float32, Shape[3, 4]]
reveal_type(params["bias"])  # revealed: Tensor[float32, Shape[4]]

"""Rows of a CSV text become columns: the reader, the dictionary reader, and the writer that gives the text back."""
import csv
import io
import tensorflow as tf

TEXT = "age,height,name\n3,1.5,ann\n4,1.7,bob\n9,1.2,cy\n"

rows = list(csv.reader(io.StringIO(TEXT)))
header, body = rows[0], rows[1:]
reveal_type(tf.zeros([len(body), len(header)]))  # revealed: Tensor[float32, Shape[3, 3]]
ages = tf.constant([int(row[0]) for row in body])
reveal_type(ages)  # revealed: Tensor[int32, Shape[3]]
table = {name: [] for name in header}
for record in csv.DictReader(io.StringIO(TEXT)):
    for key, value in record.items():
        table[key].append(value)
reveal_type(tf.constant(table["name"]))  # revealed: Tensor[string, Shape[3]]
heights = tf.constant([float(h) for h in table["height"]])
reveal_type(heights)  # revealed: Tensor[float32, Shape[3]]
out = io.StringIO()
writer = csv.writer(out)
writer.writerow(["a", "b"])
writer.writerows([[1, 2], [3, 4]])
lines = out.getvalue().splitlines()
reveal_type(tf.constant([[int(c) for c in line.split(",")] for line in lines[1:]]))  # revealed: Tensor[int32, Shape[2, 2]]
with io.StringIO("1 2 3\n4 5 6\n") as f:
    reveal_type(tf.constant([[float(w) for w in line.split()] for line in f]))  # revealed: Tensor[float32, Shape[2, 3]]

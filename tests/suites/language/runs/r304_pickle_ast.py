"""Round trips: pickle, json, ast.literal_eval, configparser, csv, re."""
import ast
import configparser
import csv
import io
import json
import pickle
import re
import tensorflow as tf

class Point:
    def __init__(self, n):
        self.n = n
        self.t = tf.zeros([n])
    def __getstate__(self):
        return {"n": self.n + 1}
    def __setstate__(self, state):
        self.__init__(state["n"])

reveal_type(pickle.loads(pickle.dumps(Point(3))).t)  # revealed: Tensor[float32, Shape[4]]
reveal_type(tf.zeros(json.loads(json.dumps({"shape": [2, 5]}))["shape"]))  # revealed: Tensor[float32, Shape[2, 5]]
reveal_type(tf.zeros(ast.literal_eval("(3, 4)")))  # revealed: Tensor[float32, Shape[3, 4]]
config = configparser.ConfigParser()
config.read_string("[net]\nunits = 7\nbias = yes")
reveal_type(tf.zeros([config.getint("net", "units"), 2 if config["net"].getboolean("bias") else 1]))  # revealed: Tensor[float32, Shape[7, 2]]
rows = list(csv.DictReader(io.StringIO("name,n\na,3\nb,6\n")))
reveal_type(tf.zeros([int(r["n"]) for r in rows]))  # revealed: Tensor[float32, Shape[3, 6]]
m = re.match(r"(\w+)/(?P<n>\d+)", "conv/12")
reveal_type(tf.zeros([int(m["n"]), len(m.group(1))]))  # revealed: Tensor[float32, Shape[12, 4]]

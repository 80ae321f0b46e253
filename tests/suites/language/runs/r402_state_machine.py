"""A table of transitions, tokens parsed from a text, a stack of tensors."""
import re
import tensorflow as tf

stack = []
def push(shape):
    stack.append(tf.zeros([int(n) for n in shape.split(",")]))
def mul():
    b, a = stack.pop(), stack.pop()
    stack.append(a @ b)
def add(n="0"):
    b, a = stack.pop(), stack.pop()
    stack.append(tf.concat([a, b], int(n)))

table = {"push": push, "mul": mul, "add": add, "dup": lambda: stack.append(stack[-1])}
def run(text):
    for line in text.strip().splitlines():
        name, *args = line.split()
        table[name](*args)
    return stack[-1]

program = """
push 2,3
push 3,4
mul
"""
reveal_type(run(program))  # revealed: Tensor[float32, Shape[2, 4]]
reveal_type(run("dup\nadd 1"))  # revealed: Tensor[float32, Shape[2, 8]]
for kind, value in re.findall(r"(\w)(\d+)", "c3p2"):
    stack.append(tf.zeros([int(value)] * (2 if kind == "c" else 1)))
reveal_type(stack[-2])  # revealed: Tensor[float32, Shape[3, 3]]
reveal_type(tf.zeros([len(stack)]))  # revealed: Tensor[float32, Shape[3]]

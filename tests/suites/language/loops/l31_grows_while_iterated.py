"""Lists that change while a loop goes over them."""
import tensorflow as tf

work, out = [tf.zeros([8])], []
while work:
    t = work.pop()
    n = t.shape[0]
    if n > 2:
        work += [t[: n // 2], t[n // 2 :]]
    else:
        out.append(t)
reveal_type(tf.stack(out))  # revealed: Tensor[float32, Shape[4, 2]]
d = {"a": 1, "b": 2, "c": 3}
for k in list(d):
    if d[k] % 2: del d[k]
reveal_type(tf.zeros([len(d), d["b"]]))  # revealed: Tensor[float32, Shape[1, 2]]
xs = [1, 2, 3, 4]
for x in xs:
    if x == 2: xs.remove(x)
reveal_type(tf.zeros(xs))  # revealed: Tensor[float32, Shape[1, 3, 4]]
for i, x in enumerate(xs):
    xs[i] = x + 1
reveal_type(tf.zeros(xs))  # revealed: Tensor[float32, Shape[2, 4, 5]]
for j in range(3):
    j = j * 10
reveal_type(tf.zeros([j]))  # revealed: Tensor[float32, Shape[20]]
ls = [1]
for v in ls:
    if len(ls) < 5: ls.append(v + 1)
reveal_type(tf.zeros(ls))  # revealed: Tensor[float32, Shape[1, 2, 3, 4, 5]]

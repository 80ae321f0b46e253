"""Exit stacks with callbacks, suppressed exceptions and a redirected output."""
import contextlib
import io
import tensorflow as tf

log = []

@contextlib.contextmanager
def scope(name, **settings):
    old = dict(SETTINGS)
    SETTINGS.update(settings)
    try:
        yield SETTINGS
    finally:
        SETTINGS.clear()
        SETTINGS.update(old)
        log.append(name)

SETTINGS = {"units": 3}

def dense(x):
    return x @ tf.ones([x.shape[1], SETTINGS["units"]])

x = tf.ones([2, 4])
with scope("wide", units=7) as s:
    reveal_type(dense(x))  # revealed: Tensor[float32, Shape[2, 7]]
    with scope("inner", units=s["units"] + 1):
        reveal_type(dense(x))  # revealed: Tensor[float32, Shape[2, 8]]
reveal_type(dense(x))  # revealed: Tensor[float32, Shape[2, 3]]
with contextlib.suppress(KeyError, IndexError):
    x = tf.concat([x, x], 0)
    SETTINGS["missing"]
    x = tf.zeros([1])
reveal_type(x)  # revealed: Tensor[float32, Shape[4, 4]]
with contextlib.ExitStack() as stack:
    stack.callback(log.append, "done")
    for n in (1, 2):
        stack.enter_context(scope(str(n), units=n))
    reveal_type(dense(x))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(tf.constant(log))  # revealed: Tensor[string, Shape[5]]
with contextlib.redirect_stdout(io.StringIO()) as out:
    print(1, 2, 3)
reveal_type(tf.constant([int(w) for w in out.getvalue().split()]))  # revealed: Tensor[int32, Shape[3]]
with contextlib.closing(io.StringIO("5")) as f:
    reveal_type(tf.zeros([int(f.read())]))  # revealed: Tensor[float32, Shape[5]]
with contextlib.nullcontext(x) as y:
    reveal_type(y)  # revealed: Tensor[float32, Shape[4, 4]]
with scope("bad", units=2):
    dense(x) @ tf.ones([4, 2])  # error: tf-shape

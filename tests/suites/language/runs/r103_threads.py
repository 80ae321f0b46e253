"""Threads, executors and queues hand tensors on."""
import queue, threading
from concurrent.futures import ThreadPoolExecutor, as_completed
import tensorflow as tf

results = {}
def work(n):
    results[n] = tf.zeros([n, 2])
threads = [threading.Thread(target=work, args=(n,)) for n in (2, 3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
reveal_type(results[3])  # revealed: Tensor[float32, Shape[3, 2]]
q = queue.Queue()
q.put(tf.zeros([4]))
q.put(None)
while (item := q.get()) is not None:
    reveal_type(item)  # revealed: Tensor[float32, Shape[4]]
with ThreadPoolExecutor(2) as pool:
    parts = list(pool.map(tf.zeros, [[1], [2]]))
    future = pool.submit(lambda n: tf.zeros([n]), 7)
    reveal_type(future.result())  # revealed: Tensor[float32, Shape[7]]
reveal_type(tf.concat(parts, 0))  # revealed: Tensor[float32, Shape[3]]
lock = threading.Lock()
with lock:
    reveal_type(tf.zeros([len(results)]))  # revealed: Tensor[float32, Shape[2]]
local = threading.local()
local.x = tf.zeros([5])
reveal_type(local.x)  # revealed: Tensor[float32, Shape[5]]

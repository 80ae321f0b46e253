"""Tasks, groups, threads and async iterators that hand tensors over."""
import asyncio
import tensorflow as tf

async def load(n):
    await asyncio.sleep(0)
    return tf.zeros([n, 2])

async def batches(k):
    for i in range(1, k + 1):
        await asyncio.sleep(0)
        yield tf.ones([i, 3])

async def main():
    task = asyncio.create_task(load(4))
    await task
    reveal_type(task.result())  # revealed: Tensor[float32, Shape[4, 2]]
    async with asyncio.TaskGroup() as group:
        a = group.create_task(load(2))
        b = group.create_task(load(3))
    reveal_type(tf.concat([a.result(), b.result()], axis=0))  # revealed: Tensor[float32, Shape[5, 2]]
    it = aiter(batches(2))
    reveal_type(await anext(it))  # revealed: Tensor[float32, Shape[1, 3]]
    await anext(it)
    reveal_type(await anext(it, tf.zeros([])))  # revealed: Tensor[float32, Shape[()]]
    reveal_type(await asyncio.to_thread(tf.transpose, tf.zeros([2, 5])))  # revealed: Tensor[float32, Shape[5, 2]]
    for done in asyncio.as_completed([load(6)]):
        reveal_type(await done)  # revealed: Tensor[float32, Shape[6, 2]]
    reveal_type(await asyncio.wait_for(load(7), timeout=5))  # revealed: Tensor[float32, Shape[7, 2]]
    many = await asyncio.gather(*(load(i) for i in range(1, 4)), return_exceptions=True)
    reveal_type(many[2])  # revealed: Tensor[float32, Shape[3, 2]]
    finished, pending = await asyncio.wait([asyncio.create_task(load(8))])
    reveal_type(next(iter(finished)).result())  # revealed: Tensor[float32, Shape[8, 2]]
    a.result() @ b.result()  # error: tf-shape

asyncio.run(main())  # error below: tf-shape

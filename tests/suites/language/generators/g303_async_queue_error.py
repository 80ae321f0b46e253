"""Workers take from a queue; an iterator with __aiter__ and __anext__."""
import asyncio
import tensorflow as tf

class Countdown:
    def __init__(self, n):
        self.n = n
    def __aiter__(self):
        return self
    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        await asyncio.sleep(0)
        return tf.zeros([self.n + 1, 2])

async def main():
    queue = asyncio.Queue()
    async for t in Countdown(2):
        reveal_type(t)  # revealed: Tensor[float32, Shape[2, 2]] | Tensor[float32, Shape[1, 2]]
        await queue.put(t)
    first = await queue.get()
    reveal_type(first)  # revealed: Tensor[float32, Shape[2, 2]]
    task = asyncio.create_task(queue.get())
    second = await task
    reveal_type(second)  # revealed: Tensor[float32, Shape[1, 2]]
    return first @ second  # error: tf-shape

asyncio.run(main())  # error below: tf-shape

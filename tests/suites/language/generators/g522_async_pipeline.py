"""An asynchronous pipeline: gather, queues, async generators and contexts."""
import asyncio
import contextlib
import tensorflow as tf


async def read(n):
    await asyncio.sleep(0)
    return tf.zeros([n, 3])


async def stream(sizes):
    for n in sizes:
        yield await read(n)


@contextlib.asynccontextmanager
async def session(width):
    await asyncio.sleep(0)
    yield tf.ones([width, 2])


class Reader:
    def __init__(self, parts):
        self.parts = list(parts)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.parts:
            raise StopAsyncIteration
        return await read(self.parts.pop(0))

    async def __aenter__(self):
        self.parts.append(9)
        return self

    async def __aexit__(self, *error):
        self.parts.clear()


async def producer(queue):
    for n in (1, 2):
        await queue.put(tf.ones([n, n]))
    await queue.put(None)


async def consumer(queue):
    seen = []
    while (item := await queue.get()) is not None:
        seen.append(item)
    return seen


async def main():
    a, b = await asyncio.gather(read(2), read(5))
    reveal_type(tf.concat([a, b], axis=0))  # revealed: Tensor[float32, Shape[7, 3]]
    parts = [x async for x in stream([1, 2, 3]) if x.shape[0] != 2]
    reveal_type(parts[-1])  # revealed: Tensor[float32, Shape[3, 3]]
    async with session(3) as weight:
        reveal_type(a @ weight)  # revealed: Tensor[float32, Shape[2, 2]]
    async with Reader([4]) as reader:
        async for x in reader:
            reveal_type(x)  # revealed: Tensor[float32, Shape[4, 3]] | Tensor[float32, Shape[9, 3]]
    task = asyncio.create_task(read(6))
    reveal_type(await task)  # revealed: Tensor[float32, Shape[6, 3]]
    queue = asyncio.Queue()
    _, seen = await asyncio.gather(producer(queue), consumer(queue))
    reveal_type(seen[1])  # revealed: Tensor[float32, Shape[2, 2]]
    done = await asyncio.wait_for(read(8), timeout=5)
    return done, weight


done, weight = asyncio.run(main())
reveal_type(done)  # revealed: Tensor[float32, Shape[8, 3]]
reveal_type(weight)  # revealed: Tensor[float32, Shape[3, 2]]

"""Objects that can be awaited."""
import asyncio
import tensorflow as tf

class Res:
    def __init__(self, n): self.n = n
    async def __aenter__(self): return tf.zeros([self.n])
    async def __aexit__(self, *a): self.n = 0
    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return tf.ones([self.n, 2])

async def load(n):
    await asyncio.sleep(0)
    return tf.zeros([n])
async def stream():
    for n in (1, 2): yield await load(n)

async def main():
    async with Res(4) as r:
        reveal_type(r)  # revealed: Tensor[float32, Shape[4]]
    reveal_type(await Res(5))  # revealed: Tensor[float32, Shape[5, 2]]
    a, b = await asyncio.gather(load(2), load(3))
    reveal_type(tf.concat([a, b], 0))  # revealed: Tensor[float32, Shape[5]]
    xs = [x async for x in stream()]
    reveal_type(xs[-1])  # revealed: Tensor[float32, Shape[2]]
    t = asyncio.create_task(load(6))
    reveal_type(await t)  # revealed: Tensor[float32, Shape[6]]
    reveal_type(await asyncio.wait_for(load(7), 10))  # revealed: Tensor[float32, Shape[7]]
    return tf.concat([x[None] async for x in stream() if x.shape[0] > 1], 0)

reveal_type(asyncio.run(main()))  # revealed: Tensor[float32, Shape[1, 2]]

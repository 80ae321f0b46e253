"""A part of a tf.data service, as a process of its own: a dispatcher, or a worker of one.

    python -m tests.struct.columns.serving [dispatcher address]

Prints its address, and ends when its input does.
"""

from __future__ import annotations

import sys

import tensorflow as tf

import tftypes.struct  # noqa: F401  what the graphs of its datasets call


def main() -> None:
    service = tf.data.experimental.service
    if len(sys.argv) == 1:
        dispatcher = service.DispatchServer(service.DispatcherConfig(port=0))
        print(dispatcher.target.partition("://")[2], flush=True)
    else:
        worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=sys.argv[1], port=0))
        print(worker._address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()

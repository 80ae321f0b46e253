"""The profiler."""

def start() -> None: ...  # and the rest
def stop() -> None: ...  # and the rest

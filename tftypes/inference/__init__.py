"""The engine: what a program's tensors are, without running it. Pure Python, on `tftypes.algebra` alone."""

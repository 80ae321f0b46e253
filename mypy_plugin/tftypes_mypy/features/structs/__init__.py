"""Struct tensors: their fields, and what the functions of `tftypes.struct` make of them."""

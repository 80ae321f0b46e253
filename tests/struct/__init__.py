"""StructTensor: core, ops, formats, paths and types."""

"""StructTensor on abstract values."""

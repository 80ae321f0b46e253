"""TensorFlow's functions and classes on abstract values."""

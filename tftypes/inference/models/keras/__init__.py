"""Keras: layers, models, losses, metrics and training on abstract values."""

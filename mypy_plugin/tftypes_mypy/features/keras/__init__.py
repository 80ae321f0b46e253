"""Keras: its layers, losses and models, and the program's own that derive from them."""

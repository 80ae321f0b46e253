"""What Pillow takes of arrays."""

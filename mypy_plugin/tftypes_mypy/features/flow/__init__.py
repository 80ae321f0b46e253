"""Branches, loops and gradients: functions of TensorFlow that take functions."""

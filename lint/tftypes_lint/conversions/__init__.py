"""Registrations of conversions to tensors: where they are, what they do, and the method instead."""

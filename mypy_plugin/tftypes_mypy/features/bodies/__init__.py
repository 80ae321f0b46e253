"""The program's functions that nobody annotated: their bodies, checked for the arguments of each call."""

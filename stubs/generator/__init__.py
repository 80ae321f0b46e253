"""Writes the type stubs of TensorFlow from the installed TensorFlow and a hand-written overlay.

`walk` reads the public API into the plain data of `api`; `overlay` reads what is written by hand; `render` puts the two
together, one text a module. Only `walk`, and what it calls, imports TensorFlow.
"""

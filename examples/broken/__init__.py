"""The programs of the folder above with bugs planted in them, for the checker to find.

Line for line the same programs but for the lines marked ``# bug: [code] part of the message``.
They are read by ``examples/demo.py`` and the tests, and are not meant to run.
"""

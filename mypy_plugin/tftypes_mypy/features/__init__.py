"""One hook family a file, in folders by what they are about.

`signatures` reads what is annotated, `calls` brings TensorFlow's calls to the op rules, `structures`, `flow`, `data`,
`keras` and `structs` know what is special about theirs, `bodies` and `objects` infer what nobody annotated, and
`mypy_errors` judges again what mypy says. `facts` are what the source of a program tells by itself.
"""

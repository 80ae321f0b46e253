"""Files of records: what is written into one, and what a dataset reads of it first."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, itself, writing
from tftypes.inference.models.tensorflow.dataset_scalars import with_scalars
from tftypes.inference.models.tensorflow.messages import is_message, serialized, unfit
from tftypes.inference.models.tensorflow.ops import OpError, PyValue
from tftypes.inference.models.tensorflow.ops.values import STRING, Among, Record
from tftypes.inference.models.tensorflow.saved_models import place_of
from tftypes.inference.objects import Value, python_type, resolve
from tftypes.inference.values import Dataset

#: The switch, with the place of a file, of its first record, and the slot of a writer with the place.
_RECORDS: Final = "records"
_PLACE: Final = "<place>"
#: The slot of a writer that is closed.
_CLOSED: Final = "<closed>"
_CLOSE: Final = writing(_CLOSED, True)
_IS_CLOSED: Final = "tensorflow.errors.FailedPreconditionError"
#: Stands for the first record of a file that has none.
_NOTHING: Final = Record(())


def _writer(interpreter: Interpreter, call: Call) -> Value:
    place = place_of(resolve(call.get(0, "path")))
    interpreter.write(call.receiver, _PLACE, place)
    if place is not None:
        interpreter.write(interpreter.switches, (_RECORDS, place), _NOTHING)
    return call.receiver


def _write(interpreter: Interpreter, call: Call) -> Value:
    """`write(record)` takes bytes alone, while the file is open. Raises OpError for a message or a tensor."""
    if call.receiver.read(_CLOSED, False) is True:
        hint = "write within the `with`, or before close()"
        raise OpError("tf-state", "the writer is closed", hint=hint, exception=_IS_CLOSED)
    record = resolve(call.get(0, "record"))
    code = call.node.args[0] if isinstance(call.node, ast.Call) and call.node.args else None
    text = ast.unparse(code) if code else "record"
    if is_message(record):
        raise unfit("bytes", record, "record", f"{text}.SerializeToString()")
    if isinstance(record, TensorType) and record.kind == "tensor":
        raise unfit("bytes", record, "record", serialized(record, text))
    if python_type(record) not in (None, "bytes", "str"):
        raise unfit("bytes", record, "record")
    place = call.receiver.read(_PLACE, None)
    if place is not None and interpreter.switches.read((_RECORDS, place), None) == _NOTHING:
        known = record.source if isinstance(record, PyValue) else None
        interpreter.write(interpreter.switches, (_RECORDS, place), known)
    return None


def _dataset(interpreter: Interpreter, call: Call) -> Value:
    """The records of files, of which the first one of the first file is known where this program writes it."""
    names = resolve(call.get(0, "filenames"))
    files = interpreter.known_items(names) if not isinstance(names, (str, TensorType)) else None
    place = place_of(resolve(files[0] if files else names))
    first = interpreter.switches.read((_RECORDS, place), None)
    known = isinstance(first, Record) and first != _NOTHING
    scalar = TensorType(STRING, Shape.scalar())
    firsts = ((TensorType(STRING, Shape.scalar(), value=Among((first,))),),) if known else ()
    return Dataset(scalar, uncounted=True, firsts=firsts)


FUNCTIONS: Final = {"tensorflow.data.TFRecordDataset": with_scalars("TFRecordDataset", _dataset)}
CLASSES: Final = {
    "tensorflow.io.TFRecordWriter": LibraryClass(
        construct=_writer,
        methods={"__enter__": itself, "write": _write, "close": _CLOSE, "__exit__": _CLOSE},
    )
}

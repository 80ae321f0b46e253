"""mypy's errors of types that it knows by the plugin alone, where nothing proves that the program is wrong.

To mypy alone most results of TensorFlow, and of the program's unannotated functions, are Any, of which it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.checker_state import checker_state
from mypy.errorcodes import (
    ARG_TYPE,
    CALL_OVERLOAD,
    RETURN_VALUE,
)
from mypy.errors import ErrorInfo
from mypy.message_registry import CANNOT_INFER_LAMBDA_TYPE
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
)
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from tftypes_mypy import convert
from tftypes_mypy.assigned_lines import statements_at
from tftypes_mypy.features.facts.alone import type_of
from tftypes_mypy.features.facts.copies import is_for_several, is_one_of_several
from tftypes_mypy.features.mypy_errors import (
    apart,
    asked,
    by_stubs,
    called,
    constants,
    converted,
    held,
    hung,
    imported,
    invariant,
    joined,
    left_open,
    nones,
    private,
    probed,
    put,
    replaced,
    several,
    subclasses,
    unproven,
    until,
)
from tftypes_mypy.features.mypy_errors.messages import TENSOR
from tftypes_mypy.features.objects import extension_specs
from tftypes_mypy.patterns import Pattern
from tftypes_mypy.ranges import begin
from tftypes_mypy.syntax import expressions_at, those_of, walk

Check = Callable[[ErrorInfo, MypyFile], bool]

#: What Keras puts on the datasets that it reads from folders, and programs on those that they make of them.
_NAMED: Final = Pattern(r'"Dataset\[.*" has no attribute "(?:class_names|file_paths)"$')
#: `PIL.Image.open(tf.io.gfile.GFile(path))`: it has the methods of a file.
_FILE: Final = Pattern(r'.* has incompatible type "GFile\[\w+\]"; expected "[^"]*\w*IO\b')
_SYMBOLIC: Final = Pattern(r'"\w*Tensor\[[^"]*" has no attribute "(?:node|type_spec)"')
#: What Keras' variables have, and TensorFlow's do not; what can be set in those.
_OF_KERAS: Final = Pattern(
    r'(?:Item )?"Variable\[[^"]*"(?: of "[^"]*")? has no attribute'
    r' "(?:ndim|overwrite_with_gradient|path|regularizer)"'
    r'|Property "(?:constraint|trainable)" defined in "Variable" is read-only'
)
_COPIED: Final = Pattern(
    r'Incompatible (?:return value type \(got|types in assignment \(expression has type) "[^"]*Tensor\['
)
_LOADED: Final = Pattern(
    r'Item "(?:ndarray|\w*Tensor)\[[^"]*" of "(?=[^"]*\bndarray\[)(?=[^"]*Tensor\[)[^"]*" has no attribute'
)
#: Functions of NumPy that take a sequence of arrays, for which an array of more dims stands too.
_STACKED: Final = Pattern(
    r'No overload variant of "(?:[hvd]|column_|row_)?stack" matches argument types? "ndarray\['
)
#: `tf.concat([sizes, [3]], 0)`, as mypy has it where it finds something else wrong in the list.
_LISTED: Final = Pattern(
    r'(?:Argument \S+ to "(?:concat|stack)" has|List item \d+ has) incompatible type ".*"; expected "(?:Sequence\[)?Tensor\['
)
#: Of functions that promote what they are given, where NumPy's stubs want arrays of one dtype.
_PROMOTED: Final = Pattern(r'Value of type variable "\w+" of "\w+" cannot be ')
#: What `experimental_enable_numpy_behavior` gives to tensors.
_OF_NUMPY: Final = Pattern(
    r'"(?:\w*Tensor|Variable)\[[^"]*" has no attribute "'
    r'(?:T|astype|clip|data|flatten|max|mean|min|ravel|reshape|size|tolist|transpose)"'
)
_MEASURED: Final = 'Argument 1 to "len" has incompatible type '
#: Of one of several functions, which mypy joins.
_OF_FUNCTIONS: Final = "Cannot call function of unknown type"
_UNDETERMINED: Final = Pattern(r'Cannot determine type of "(?P<name>\w+)"$')
#: An array of one dtype where another is expected.
_OF_DTYPE: Final = Pattern(
    r'(?:Argument \S+ to |Incompatible ).*"ndarray\[[^"]*\bdtype\[[^"]*".*"ndarray\[[^"]*\bdtype\['
)


def is_harmless(info: ErrorInfo, tree: MypyFile | None) -> bool:
    """Whether an error of mypy's own is dropped, whatever the types in it are."""
    return tree is not None and any(check(info, tree) for check in _CHECKS)


def _is_joined(info: ErrorInfo, tree: MypyFile) -> bool:
    """`rows[0][0]` of lists of different tensors."""
    checker = checker_state.type_checker
    if not isinstance(checker, TypeChecker) or checker.tree is not tree:
        return False
    place = info.line, info.column
    return joined.is_joined(info.message, place, tree, checker.lookup_type_or_none)


def _is_named(info: ErrorInfo, tree: MypyFile) -> bool:
    """`images.class_names`, which tells where a dataset comes from."""
    return _NAMED.search(info.message) is not None


def _is_file(info: ErrorInfo, tree: MypyFile) -> bool:
    return _FILE.match(info.message) is not None


def _is_symbolic(info: ErrorInfo, tree: MypyFile) -> bool:
    """`layer(x).node`: where nothing is known of `x`, it may be a tensor of Keras', and so what a layer makes of it."""
    return _SYMBOLIC.match(info.message) is not None


def _is_of_keras(info: ErrorInfo, tree: MypyFile) -> bool:
    """`layer.kernel.path`: a variable of Keras is more than one of TensorFlow."""
    return _OF_KERAS.match(info.message) is not None


def _is_of_copy(info: ErrorInfo, tree: MypyFile) -> bool:
    """`x = tf.cast(x, tf.float32)`, where mypy takes the parameter for an int, for a float and for a tensor.

    And `return tf.sign(x)` after a test that `x` is a tensor: nothing else gets there.
    """
    checker = checker_state.type_checker
    if _COPIED.match(info.message) is None or not isinstance(checker, TypeChecker):
        return False
    function = checker.scope.current_function()
    return is_one_of_several(function) or (info.code is RETURN_VALUE and is_for_several(function))


def _is_loaded(info: ErrorInfo, tree: MypyFile) -> bool:
    """`labels.numpy()` in a function, where the module has made a tensor of an array that Keras gave it."""
    return _LOADED.match(info.message) is not None and any(
        node.name == "load_data" for node in those_of(tree, MemberExpr)
    )


def _is_of_defaults(info: ErrorInfo, tree: MypyFile) -> bool:
    """`tf.cond(first, lambda step=step: ..., ...)`: mypy wants a function without parameters."""
    return info.message == CANNOT_INFER_LAMBDA_TYPE.value and any(
        isinstance(argument, LambdaExpr)
        and argument.line == info.line
        and any(each.initializer is not None for each in argument.arguments)
        for call in those_of(tree, CallExpr)
        if isinstance(call.callee, RefExpr) and call.callee.fullname.startswith("tensorflow.")
        for argument in call.args
    )


def _is_stacked(info: ErrorInfo, tree: MypyFile) -> bool:
    """`np.hstack(images)` of an array: NumPy's stubs want a list of arrays."""
    return _STACKED.match(info.message) is not None


def _is_promoted(info: ErrorInfo, tree: MypyFile) -> bool:
    """`np.tensordot(ints, floats)`: NumPy's stubs have not all that is."""
    return _PROMOTED.match(info.message) is not None and any(
        isinstance(each, CallExpr)
        and isinstance(each.callee, RefExpr)
        and each.callee.fullname.startswith("numpy.")
        for each in expressions_at(tree, info.line, info.column)
    )


def _is_given_to_numpy(info: ErrorInfo, tree: MypyFile) -> bool:
    """`np.arange(tf.shape(x)[0])`: NumPy converts tensors wherever it wants a number or an array."""
    of_call = info.code is CALL_OVERLOAD
    return (
        (of_call or info.code is ARG_TYPE)
        and TENSOR.search(info.message) is not None
        and any(
            isinstance(call.callee, RefExpr) and call.callee.fullname.startswith("numpy.")
            for call in called.calls_at(info, tree)
            if (info.line, info.column) in map(begin, [call] if of_call else call.args)
        )
    )


def _is_measured(info: ErrorInfo, tree: MypyFile) -> bool:
    """`len(x)` of what may be a tensor or a variable, and of an object whose `__len__` returns a tensor."""
    return info.message.startswith(_MEASURED) and any(
        isinstance(typ := get_proper_type(type_of(each)), UnionType)
        or (isinstance(typ, Instance) and typ.type.get("__len__") is not None)
        for call in called.calls_at(info, tree)
        if isinstance(call.callee, RefExpr) and call.callee.fullname == "builtins.len"
        for each in call.args
    )


def _is_listed(info: ErrorInfo, tree: MypyFile) -> bool:
    """`tf.concat([sizes, [3]], 0)`: lists stand for tensors too, beside them."""
    return _LISTED.match(info.message) is not None and any(
        isinstance(each, ListExpr) and all(_is_like_tensor(type_of(item)) for item in each.items)
        for each in expressions_at(tree, info.line, info.column)
    )


def _is_like_tensor(typ: Type | None) -> bool:
    """Whether it is a tensor, a number, or a list of such."""
    if convert.is_endless(typ):
        return False
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return all(map(_is_like_tensor, proper.items))
    if not isinstance(proper, Instance):
        return isinstance(proper, AnyType)
    if proper.type.fullname in ("builtins.list", "builtins.tuple"):
        return all(map(_is_like_tensor, proper.args))
    is_number = proper.type.fullname in ("builtins.int", "builtins.float", "builtins.bool")
    return is_number or convert.tensor_of(proper) is not None


def _is_of_itself(info: ErrorInfo, tree: MypyFile) -> bool:
    """`self.scale = tf.Variable(lambda: tf.constant(self.scale))`, where mypy looks into the function too early."""
    missing = _UNDETERMINED.match(info.message)
    return missing is not None and any(
        getattr(target, "name", None) == missing["name"]
        for statement in statements_at(tree, info.line)
        if isinstance(statement, AssignmentStmt)
        and any(isinstance(part, LambdaExpr) for part in walk(statement.rvalue))
        for target in statement.lvalues
    )


def _is_of_impossible(info: ErrorInfo, tree: MypyFile) -> bool:
    """`iter(rows)` after `rows = rows.batch(2)`: to mypy it may be of two ranks at once."""
    return info.code is ARG_TYPE and any(
        isinstance(typ := type_of(each), UnionType) and any(map(convert.is_impossible, typ.items))
        for each in expressions_at(tree, info.line, info.column)
    )


def _is_of_functions(info: ErrorInfo, tree: MypyFile) -> bool:
    """`{"relu": tf.nn.relu, "gelu": tf.nn.gelu}[name](x)`, in a module that names functions of TensorFlow."""
    return info.message == _OF_FUNCTIONS and any(
        isinstance(node.node, (FuncDef, OverloadedFuncDef))
        and node.fullname.startswith("tensorflow.")
        for kind in (MemberExpr, NameExpr)
        for node in those_of(tree, kind)
    )


def is_of_numpy(info: ErrorInfo) -> bool:
    """`x.reshape(2, 3)`, which tensors take in a program that has them behave as arrays do."""
    return _OF_NUMPY.match(info.message) is not None


def _is_of_dtype(info: ErrorInfo, tree: MypyFile) -> bool:
    """`counted(np.zeros(3, dtype=np.int32))`: NumPy's stubs leave open what is made where another dtype is expected."""
    return _OF_DTYPE.match(info.message) is not None and any(
        (call.line, call.column) == (info.line, info.column)
        and isinstance(call.callee, RefExpr)
        and call.callee.fullname.startswith("numpy.")
        and any(map(_is_dtype, call.args))
        for call in those_of(tree, CallExpr)
    )


def _is_dtype(argument: Expression) -> bool:
    return isinstance(argument, RefExpr) and argument.fullname.startswith("numpy.")


_CHECKS: Final[tuple[Check, ...]] = (
    _is_joined,
    left_open.is_left_open,
    nones.is_of_late,
    nones.is_of_narrowed,
    nones.is_of_guarded,
    until.is_until_then,
    asked.is_asked_about,
    hung.is_hung,
    unproven.is_unproven,
    held.is_of_held,
    called.is_of_one_of_several,
    called.is_of_another_definition,
    converted.is_converted,
    _is_named,
    private.is_private,
    _is_symbolic,
    _is_of_keras,
    subclasses.is_of_subclass,
    _is_of_copy,
    put.is_set,
    put.is_grown,
    _is_loaded,
    put.is_put,
    put.is_put_beside,
    _is_of_defaults,
    replaced.is_replaced,
    replaced.is_redefined,
    replaced.is_in_place_of_layer,
    by_stubs.is_override,
    _is_of_dtype,
    put.is_extended,
    _is_given_to_numpy,
    by_stubs.is_open,
    by_stubs.is_partial,
    by_stubs.is_looked_up,
    by_stubs.is_empty,
    by_stubs.is_flag,
    by_stubs.is_test_case,
    by_stubs.is_printed,
    by_stubs.is_operation,
    by_stubs.is_dtype,
    by_stubs.is_summed,
    by_stubs.is_structure,
    _is_measured,
    _is_stacked,
    _is_listed,
    _is_promoted,
    put.is_after_none,
    _is_of_itself,
    apart.is_spread,
    apart.is_of_pairs,
    imported.is_of_imports,
    imported.is_of_module,
    imported.is_of_class,
    imported.is_of_base,
    invariant.is_invariant,
    probed.is_probed,
    constants.is_of_constant,
    _is_file,
    _is_of_impossible,
    _is_of_functions,
    several.is_of_several,
    extension_specs.is_default,
)

"""A name that TensorFlow 2.16 to 2.21 does not have, or calls deprecated.

A removed name is an AttributeError where it is used, often deep in a branch that runs rarely.
What was removed in 2.0 is most of TensorFlow 1; TensorFlow 2.16 came with Keras 3, without
estimators, `tf.keras.experimental` and more. A deprecated name works, with a warning, until some
next release.

The names, and what takes their place, come from the lists of public names of each release, from
TensorFlow's own upgrade tables, and from its deprecation notices. A name that the program asks
for first is not reported: under a condition with `hasattr`, `getattr`, `find_spec` or a version in
either branch, behind one that leaves the function, and where an AttributeError, ImportError or
TypeError is caught or suppressed. The fix uses the name that took its
place; with TensorFlow 1 that is mostly the old function in `tf.compat.v1`, which is as it was but
deserves a look. With the option `compat-v1` the deprecated names in `tf.compat.v1` are reported,
too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tftypes_lint.changes import replace
from tftypes_lint.data import deprecated_names, removed_names
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.guards import is_asked_for
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "deprecated-symbol"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{name}` {state}"
PREFILTER: Final = (b"tensorflow",)
TENSORFLOW: Final = True
OPTIONS: Final[Mapping[str, object]] = {"compat-v1": False}

VALID: Final = {
    "names of today": """
        import tensorflow as tf
        x = tf.reduce_sum(tf.keras.layers.Dense(3)(tf.zeros([1, 2])))
        """,
    "TensorFlow 1, on purpose": """
        import tensorflow.compat.v1 as tf
        x = tf.placeholder(tf.float32)
        """,
    "in compat.v2 alone": """
        import tensorflow
        import tensorflow.compat.v2 as tf
        tf.enable_v2_behavior()
        tensorflow.compat.v2.enable_v2_behavior()
        """,
    "asked for first": """
        import tensorflow as tf
        if hasattr(tf, "placeholder"):
            x = tf.placeholder(tf.float32)
        try:
            session = tf.Session()
        except AttributeError:
            session = None
        """,
    "in the other branch, behind an early exit, after `and`": """
        import tensorflow as tf
        OLD = tf.__version__ < "2"
        if hasattr(tf, "function"):
            session = None
        else:
            session = tf.Session()
        def f():
            if not OLD:
                return None
            return tf.Session()
        g = OLD and tf.Session()
        def is_old():
            return int(tf.__version__.split(".")[0]) < 2
        h = tf.Session() if is_old() else None
        """,
    "what is raised is suppressed": """
        from contextlib import suppress
        import tensorflow as tf
        with suppress(AttributeError):
            session = tf.Session()
        """,
    "another module's name": """
        import tensorflow_probability as tf
        x = tf.placeholder()
        """,
    "Keras by itself": """
        import keras
        import tensorflow as tf
        x = keras.saving.load_model("net")
        """,
}
INVALID: Final = {
    "removed in TensorFlow 2": """
        import tensorflow as tf
        x = tf.placeholder(tf.float32)  # error: "`tf.placeholder` is gone since TensorFlow 2.0"
        """,
    "not in TensorFlow itself": """
        import tensorflow as tf
        tf.enable_v2_behavior()  # error: "`tf.enable_v2_behavior` is gone since TensorFlow 2.0"
        """,
    "a module that is gone, with all in it": """
        import tensorflow as tf
        layer = tf.contrib.layers.flatten(1)  # error: "`tf.contrib` is gone since TensorFlow 2.0"
        """,
    "removed with Keras 3": """
        import tensorflow as tf
        layer = tf.keras.layers.experimental.preprocessing.Rescaling(2.0)  # error: "`tf.keras.layers.experimental.preprocessing.Rescaling` is gone since TensorFlow 2.16"
        """,
    "imported": """
        from tensorflow import Session  # error: "`tf.Session` is gone since TensorFlow 2.0"
        from tensorflow.keras.layers.experimental import preprocessing  # error: "`tf.keras.layers.experimental` is gone"
        """,
    "told where it is imported, and not at each use": """
        from tensorflow import estimator as tf_estimator  # error: "`tf.estimator` is gone since TensorFlow 2.16"
        import tensorflow.estimator as other  # error: "`tf.estimator` is gone since TensorFlow 2.16"
        def model(mode):
            if mode == tf_estimator.ModeKeys.TRAIN:
                return tf_estimator.EstimatorSpec(mode)
            return other.EstimatorSpec(mode)
        """,
    "what Keras 3 keeps for the error that it raises": """
        import tensorflow as tf
        optimizer = tf.keras.optimizers.legacy.SGD(0.1)  # error: "`tf.keras.optimizers.legacy.SGD` is gone since TensorFlow 2.16"
        """,
    "what Keras 2 alone has": """
        import tensorflow as tf
        layer = tf.compat.v1.layers.dense  # error: "`tf.compat.v1.layers` is gone since TensorFlow 2.16"  # hint: "install tf_keras"
        session = tf.compat.v1.keras.backend.get_session  # error: "`tf.compat.v1.keras.backend.get_session` is gone"
        internal = tf.keras.__internal__  # error: "`tf.keras.__internal__` is gone"
        """,
    "another name for the same": """
        import tensorflow as tf
        loss = tf.keras.losses.mean_squared_error  # error: "`tf.keras.losses.mean_squared_error` is gone"  # hint: "use `tf.keras.losses.MSE`"
        """,
    "what a model or a schedule of Keras does": """
        from tensorflow.keras import backend as K
        import tensorflow as tf
        probe = K.function(1, 2)  # error: "`tf.keras.backend.function` is gone since TensorFlow 2.16"  # hint: "use `tf.keras.Model(inputs, outputs)`"
        rate = tf.train.exponential_decay(0.1, 0, 9, 0.9)  # error: "`tf.train.exponential_decay` is gone"  # hint: "use `tf.keras.optimizers.schedules.ExponentialDecay`, and call it on the step"
        """,
    "not asked for": """
        import tensorflow as tf
        if tf.__version__ < "2.4":
            raise ImportError("TensorFlow is too old")
        try:
            session = tf.Session()  # error: "`tf.Session` is gone since TensorFlow 2.0"
        except (ValueError, tf.errors.OpError):
            pass
        def f(mode):
            if mode == "version":
                return tf.Session()  # error: "`tf.Session` is gone since TensorFlow 2.0"
            def g():
                return tf.Session()  # error: "`tf.Session` is gone since TensorFlow 2.0"
            return g
        """,
    "deprecated": """
        import tensorflow as tf
        column = tf.feature_column.numeric_column("x")  # error: "`tf.feature_column.numeric_column` is deprecated"
        """,
}

FIXED: Final = {
    "another name for the same": """
        import tensorflow as tf
        loss = tf.keras.losses.MSE  # error: "`tf.keras.losses.mean_squared_error` is gone"  # hint: "use `tf.keras.losses.MSE`"
        """,
    "what Keras 3 keeps for the error that it raises": """
        import tensorflow as tf
        optimizer = tf.keras.optimizers.SGD(0.1)  # error: "`tf.keras.optimizers.legacy.SGD` is gone since TensorFlow 2.16"
        """,
    "removed in TensorFlow 2": """
        import tensorflow as tf
        x = tf.compat.v1.placeholder(tf.float32)  # error: "`tf.placeholder` is gone since TensorFlow 2.0"
        """,
    "removed with Keras 3": """
        import tensorflow as tf
        layer = tf.keras.layers.Rescaling(2.0)  # error: "`tf.keras.layers.experimental.preprocessing.Rescaling` is gone since TensorFlow 2.16"
        """,
}

#: What is there only with Keras 2.
KERAS_2: Final = frozenset({"tf.compat.v1.layers", "tf.compat.v1.nn.rnn_cell"})
_WITH_KERAS_2: Final = (
    "it comes with Keras 2: install tf_keras, and set TF_USE_LEGACY_KERAS=1 where the program runs"
)
#: What runs in the graph of a session alone, so that another name for it is not enough.
_OF_GRAPHS: Final = frozenset(
    f"tf.{name}"
    for name in (
        "Session", "InteractiveSession", "placeholder", "placeholder_with_default", "sparse_placeholder",
        "train.Saver", "train.MonitoredSession", "train.MonitoredTrainingSession", "train.Supervisor",
        "train.batch", "train.shuffle_batch", "train.string_input_producer", "train.slice_input_producer",
        "train.start_queue_runners", "summary.FileWriter", "summary.merge_all", "nn.dynamic_rnn", "nn.static_rnn",
    )
)  # fmt: skip
_WITH_GRAPHS: Final = (
    "`import tensorflow.compat.v1 as tf` and `tf.disable_v2_behavior()` run a program of TensorFlow 1; "
    "TensorFlow 2 runs ops at once, without sessions"
)
#: Those of `tf.compat.v1` give functions where nothing is a graph.
_SCHEDULES: Final = {
    f"tf.train.{old}": f"use `tf.keras.optimizers.schedules.{new}`, and call it on the step"
    for old, new in (
        ("exponential_decay", "ExponentialDecay"), ("inverse_time_decay", "InverseTimeDecay"), ("cosine_decay", "CosineDecay"),
        ("cosine_decay_restarts", "CosineDecayRestarts"), ("polynomial_decay", "PolynomialDecay"),
        ("piecewise_constant", "PiecewiseConstantDecay"), ("piecewise_constant_decay", "PiecewiseConstantDecay"),
    )
}  # fmt: skip
#: What takes the place of names that are in `tf.compat.v1` with Keras 2 alone, or nowhere; models of Keras take these.
_INSTEAD: Final = {
    **{
        f"tf.train.{old}Optimizer": f"use `tf.keras.optimizers.{new}`"
        for old, new in (
            ("Adadelta", "Adadelta"), ("Adagrad", "Adagrad"), ("Adam", "Adam"), ("Ftrl", "Ftrl"),
            ("GradientDescent", "SGD"), ("Momentum", "SGD"), ("RMSProp", "RMSprop"),
        )
    },
    **{
        f"tf.layers.{old}": f"use `tf.keras.layers.{new}`"
        for old, new in (
            ("dense", "Dense"), ("conv1d", "Conv1D"), ("conv2d", "Conv2D"), ("conv3d", "Conv3D"),
            ("conv2d_transpose", "Conv2DTranspose"), ("separable_conv2d", "SeparableConv2D"), ("dropout", "Dropout"),
            ("flatten", "Flatten"), ("batch_normalization", "BatchNormalization"),
            ("max_pooling1d", "MaxPooling1D"), ("max_pooling2d", "MaxPooling2D"),
            ("average_pooling2d", "AveragePooling2D"), ("Dense", "Dense"), ("Conv2D", "Conv2D"), ("Layer", "Layer"),
        )
    },
    **{
        f"tf.{module}.{old}": f"use `tf.keras.layers.{new}`"
        for module in ("nn.rnn_cell", "contrib.rnn")
        for old, new in (
            ("BasicLSTMCell", "LSTMCell"), ("LSTMCell", "LSTMCell"), ("GRUCell", "GRUCell"),
            ("BasicRNNCell", "SimpleRNNCell"), ("MultiRNNCell", "StackedRNNCells"),
        )
    },
    **{
        f"tf.contrib.{old}": f"use `tf.{new}`"
        for old, new in (
            ("layers.xavier_initializer", "keras.initializers.GlorotUniform"),
            ("layers.xavier_initializer_conv2d", "keras.initializers.GlorotUniform"),
            ("layers.variance_scaling_initializer", "keras.initializers.VarianceScaling"),
            ("layers.l1_regularizer", "keras.regularizers.L1"), ("layers.l2_regularizer", "keras.regularizers.L2"),
            ("layers.fully_connected", "keras.layers.Dense"), ("layers.conv2d", "keras.layers.Conv2D"),
            ("layers.max_pool2d", "keras.layers.MaxPooling2D"), ("layers.flatten", "keras.layers.Flatten"),
            ("layers.dropout", "keras.layers.Dropout"), ("layers.batch_norm", "keras.layers.BatchNormalization"),
            ("layers.layer_norm", "keras.layers.LayerNormalization"),
            ("framework.nest", "nest"), ("data.AUTOTUNE", "data.AUTOTUNE"), ("opt.AdamWOptimizer", "keras.optimizers.AdamW"),
            ("lookup.index_table_from_tensor", "lookup.StaticVocabularyTable"),
        )
    },
    **_SCHEDULES,
    "tf.keras.backend.function": "use `tf.keras.Model(inputs, outputs)`",
    "tf.keras.backend.placeholder": "use `tf.keras.Input(shape)`",
    "tf.keras.backend.print_tensor": "use `tf.print(x)`",
    "tf.keras.models.model_from_yaml": "use `tf.keras.models.model_from_json(text)`",
    **dict.fromkeys(
        ("tf.keras.backend.learning_phase", "tf.keras.backend.set_learning_phase", "tf.keras.backend.in_train_phase"),
        "`model(x, training=True)` is the phase of training, and `training` is an argument of `call`",
    ),
    "tf.set_random_seed": "use `tf.random.set_seed`",
    "tf.contrib.slim": "install tf_slim, and `import tf_slim as slim`",
    **dict.fromkeys(
        ("tf.contrib.eager", "tf.enable_eager_execution"), "leave it out: TensorFlow 2 runs ops at once"
    ),
    "tf.assign": "use `variable.assign(value)`",
    "tf.assign_add": "use `variable.assign_add(value)`",
    "tf.assign_sub": "use `variable.assign_sub(value)`",
    "tf.to_float": "use `tf.cast(x, tf.float32)`",
    "tf.to_int32": "use `tf.cast(x, tf.int32)`",
    "tf.to_int64": "use `tf.cast(x, tf.int64)`",
    **{
        f"tf.{name}": "leave it out: variables have their values when they are made"
        for name in (
            "global_variables_initializer", "local_variables_initializer", "initialize_all_variables", "tables_initializer",
            "variables_initializer", "initializers.global_variables",
        )
    },
    **dict.fromkeys(_OF_GRAPHS, _WITH_GRAPHS),
}  # fmt: skip
#: What Keras did for sessions of TensorFlow 1.
_OF_SESSIONS: Final = ("get_session", "set_session", "manual_variable_initialization", "get_uid", "reset_uids")  # fmt: skip
_V2: Final = "tensorflow.compat.v2"
#: What it has and `tensorflow` has not; all else is the same in both.
_V2_ALONE: Final = "enable_v2_behavior"


def check(source: Source, options: Mapping[str, Any]) -> Iterator[Problem]:
    """Each use of a removed or deprecated name."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for node, name in sorted(_uses(facts), key=lambda use: (use[0].lineno, use[0].col_offset)):
        found = _state(name, options["compat-v1"])
        if found and not is_asked_for(facts.names, node) and not _is_told(facts, node):
            short, state, hint = found
            base = _base(node) if isinstance(node, ast.Attribute) else None
            whole = base is not None and facts.names.full_name(base) == "tensorflow"
            data = (node, base, short) if whole and short == _public(name) else None
            yield Problem(source.span(node), {"name": short, "state": state}, hint, data)


def fix(source: Source, problem: Problem) -> Fix | None:
    """The name that took the place of a removed one."""
    if problem.data is None:
        return None
    node, base, name = problem.data
    _, instead = removed_names().get(name, ("", ""))
    if not instead or name in _SCHEDULES:
        return None
    edit = replace(source, node, instead.replace("tf", base.id, 1))
    return Fix("unsafe", f"use {instead}; see whether it does what the old one did", (edit,))


def _uses(facts: Facts) -> Iterator[tuple[ast.expr | ast.alias, str]]:
    """Each longest name of TensorFlow, as it is used or imported."""
    for attribute in facts.scopes.each(ast.Attribute):
        if isinstance(facts.scopes.parents[attribute], ast.Attribute) or not _is_tensorflow(
            facts, attribute
        ):
            continue
        name = facts.names.full_name(attribute)
        if name and not (attribute.attr == _V2_ALONE and _is_of_v2(facts, attribute)):
            yield attribute, name
    for statement in facts.scopes.each(ast.ImportFrom):
        if statement.module and not statement.level and _top(statement.module) == "tensorflow":
            yield from ((alias, f"{statement.module}.{alias.name}") for alias in statement.names)
    for statement in facts.scopes.each(ast.Import):
        # `import tensorflow.estimator`; `import tensorflow` binds what is looked at above.
        yield from (
            (alias, alias.name)
            for alias in statement.names
            if "." in alias.name and _top(alias.name) == "tensorflow"
        )


def _is_told(facts: Facts, node: ast.expr | ast.alias) -> bool:
    """Whether what a name is reached through is gone itself: its import is the one place to mend."""
    base = _base(node) if isinstance(node, ast.Attribute) else None
    bindings = facts.names.bindings(base) if base else []
    return bool(bindings) and all(
        each.kind == "import" and _state(each.name or "", compat=False) for each in bindings
    )


def _is_tensorflow(facts: Facts, attribute: ast.Attribute) -> bool:
    """Whether a chain of attributes starts at an import of TensorFlow (`keras` may be another)."""
    base = _base(attribute)
    if base is None:
        return False
    bindings = facts.names.bindings(base)
    return bool(bindings) and all(_top(each.name or "") == "tensorflow" for each in bindings)


def _is_of_v2(facts: Facts, attribute: ast.Attribute) -> bool:
    """Whether an attribute is one of `tensorflow.compat.v2`."""
    base = _base(attribute)
    bound = {each.name for each in facts.names.bindings(base)} if base else set()
    return bound == {_V2} or ast.unparse(attribute.value).endswith(".compat.v2")


def _base(expr: ast.expr) -> ast.Name | None:
    """The name that a chain of attributes starts at."""
    while isinstance(expr, ast.Attribute):
        expr = expr.value
    return expr if isinstance(expr, ast.Name) else None


def _top(module: str) -> str:
    return module.partition(".")[0]


def _public(full_name: str) -> str:
    """A full name as users write it."""
    return "tf." + full_name.removeprefix("tensorflow.")


def _state(full_name: str, compat: bool) -> tuple[str, str, str | None] | None:
    """The name as users write it, what has become of it, and what to use."""
    name = _public(full_name)
    parts = name.split(".")
    # What lies in a module that is gone is gone with it; the whole name may have a successor.
    for end in (len(parts), *range(2, len(parts))):
        removed = removed_names().get(".".join(parts[:end]))
        if removed:
            version, instead = removed
            hint = _INSTEAD.get(name, f"use `{instead}`" if instead else None)
            if instead == "" and parts[-1] in _OF_SESSIONS:
                hint = "leave it out: TensorFlow 2 has no sessions"
            if ".".join(parts[:end]) in KERAS_2:
                hint = _WITH_KERAS_2
            return ".".join(parts[:end]), f"is gone since TensorFlow {version}", hint
    advice = deprecated_names().get(name)
    if advice is None or (name.startswith("tf.compat.v1.") and not compat):
        return None
    hint = "use " + " and ".join(f"`{each}`" for each in advice) if advice else None
    return name, "is deprecated", hint

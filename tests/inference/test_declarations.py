"""What the stubs and tftypes declare, as the engine asks for it."""

from __future__ import annotations

import sys
import typing

import pytest

from tests.inference.declared import DECLARED, annotations, entries, function, names_in
from tftypes.inference.declarations import (
    Attribute,
    Class,
    Constant,
    Declarations,
    Function,
    Module,
    Property,
)
from tftypes.inference.models.tensorflow.ops import RULES

#: The base classes that tftypes takes from what is private in TensorFlow.
NOT_PUBLIC = "tftypes.runtime.private."


class TestCanonicalNames:
    """Each thing has one name, whichever it is reached by."""

    @pytest.mark.parametrize(
        ("name", "canonical"),
        [
            ("tensorflow.matmul", "tensorflow.linalg.matmul"),
            ("tensorflow.linalg.matmul", "tensorflow.linalg.matmul"),
            ("tensorflow.compat.v2.add", "tensorflow.math.add"),
            ("tensorflow.compat.v2.math.add", "tensorflow.math.add"),
            ("tensorflow.keras.models.Sequential", "tensorflow.keras.Sequential"),
            ("tensorflow.losses.MSE", "tensorflow.keras.losses.MSE"),
            ("tensorflow.half", "tensorflow.float16"),
            ("tensorflow.matrix_square_root", "tensorflow.linalg.sqrtm"),
        ],
    )
    def test_imports_and_renames_are_followed(self, name: str, canonical: str) -> None:
        assert DECLARED.canonical(name) == canonical

    @pytest.mark.parametrize(
        ("name", "canonical"),
        [
            ("keras.layers.MaxPool2D", "tensorflow.keras.layers.MaxPooling2D"),
            ("keras.Model", "tensorflow.keras.Model"),
            ("keras.losses.kl_divergence", "tensorflow.keras.losses.KLD"),
        ],
    )
    def test_keras_is_that_of_tensorflow(self, name: str, canonical: str) -> None:
        assert DECLARED.canonical(name) == canonical

    def test_the_modules_of_keras_are_its_own_as_they_have_fewer_names(self) -> None:
        assert DECLARED.find("keras.layers") == Module("keras.layers", open=False)
        assert "RandomHeight" in DECLARED.names("tensorflow.keras.layers")
        assert "RandomHeight" not in DECLARED.names("keras.layers")
        assert DECLARED.find("tensorflow.keras.layers") == Module("tensorflow.keras.layers")

    def test_a_function_of_old_has_a_name_of_its_own_where_it_differs(self) -> None:
        assert DECLARED.canonical("tensorflow.compat.v1.reduce_sum").startswith(
            "tensorflow.compat.v1."
        )
        assert DECLARED.canonical("tensorflow.compat.v1.exp") == "tensorflow.math.exp"

    def test_an_inherited_method_is_that_of_the_class_that_declares_it(self) -> None:
        name = "tensorflow.keras.layers.Dense.add_weight"
        assert DECLARED.canonical(name) == "tensorflow.keras.Layer.add_weight"

    def test_what_is_public_in_tftypes_is_known_by_its_public_name(self) -> None:
        assert DECLARED.canonical("tftypes.tensors.Tensor") == "tftypes.Tensor"
        assert DECLARED.canonical("tftypes.half") == "tftypes.float16"
        assert DECLARED.canonical("tftypes.struct.StructTensor") == "tftypes.struct.StructTensor"

    def test_a_function_hides_the_module_that_it_is_named_like(self) -> None:
        assert function("tftypes.runtime.function").overloads
        assert DECLARED.canonical("tftypes.runtime.Function") == "tftypes.runtime.Function"

    @pytest.mark.parametrize(
        ("name", "canonical"),
        [
            ("numpy.float32", "numpy.float32"),
            ("tensorflow.matmull", "tensorflow.matmull"),
            ("tensorflow.losses.MSEE", "tensorflow.keras.losses.MSEE"),
            ("tensorflow.python.ops.math_ops.add", "tensorflow.python.ops.math_ops.add"),
        ],
    )
    def test_what_nobody_declares_keeps_its_last_name(self, name: str, canonical: str) -> None:
        assert DECLARED.canonical(name) == canonical
        assert DECLARED.find(name) is None

    def test_every_rule_stands_under_a_canonical_name(self) -> None:
        assert {name: DECLARED.canonical(name) for name in RULES} == {name: name for name in RULES}
        assert [name for name in RULES if DECLARED.find(name) is None] == []

    def test_a_canonical_name_is_canonical(self) -> None:
        names = [each.name for each in entries()]
        assert len(names) > 12_000
        assert [name for name in names if DECLARED.canonical(name) != name] == []


class TestEntries:
    """What is declared under a name, with every name in it in full."""

    def test_a_function_has_a_signature_for_each_overload(self) -> None:
        [only] = function("tensorflow.reverse").overloads
        assert [str(each) for each in only.parameters] == [
            "tensor: tensorflow._typing.Same[R]",
            "axis: tensorflow._typing.TensorLike",
            "name: builtins.str | None = None",
        ]
        assert only.returns == "R"
        assert len(function("tensorflow.concat").overloads) == 2

    def test_a_class_has_its_bases_its_members_and_its_type_parameters(self) -> None:
        found = DECLARED.find("tensorflow.Tensor")
        assert isinstance(found, Class)
        assert found.bases[0] == "tftypes.Tensor[DT_co, Sh]"
        assert found.type_parameters == ("DT_co", "Sh")
        assert {"shape", "dtype", "numpy"} < set(found.members)

    def test_a_property_says_whether_it_can_be_set(self) -> None:
        place = "tensorflow.keras.Layer."
        assert DECLARED.find(place + "dtype_policy") == Property(
            place + "dtype_policy", "tensorflow.keras.DTypePolicy | typing.Any", settable=True
        )
        assert DECLARED.find("tensorflow.Tensor.ndim") == Property(
            "tensorflow.Tensor.ndim", "builtins.int"
        )

    def test_constants_aliases_of_types_and_type_variables_are_constants(self) -> None:
        assert DECLARED.find("tensorflow.newaxis") == Constant("tensorflow.newaxis", "None")
        alias = DECLARED.find("tensorflow._typing.DTypeLike")
        assert isinstance(alias, Constant)
        assert alias.annotation == "typing.TypeAlias"
        assert alias.value == "tensorflow.DType[typing.Any] | tensorflow._bases.NamedDType"
        variable = DECLARED.find("tensorflow._typing.R")
        assert isinstance(variable, Constant)
        assert variable.annotation == "typing.TypeVar"

    def test_a_value_of_an_enum_is_an_attribute_with_its_value(self) -> None:
        name = "tensorflow.distribute.ReduceOp.SUM"
        assert DECLARED.find(name) == Attribute(name, None, "'SUM'")

    def test_a_named_tuple_and_a_dataclass_have_the_constructor_of_their_fields(self) -> None:
        made = function("tensorflow._Unique.__new__")
        assert [each.name for each in made.overloads[0].parameters] == ["cls", "y", "idx"]

    def test_entries_are_values(self) -> None:
        every = entries()
        assert len(set(every)) == len(every)
        again = Declarations().find("tensorflow.matmul")
        assert again == DECLARED.find("tensorflow.matmul")
        assert not hasattr(again, "__dict__")
        with pytest.raises(AttributeError):
            again.name = "another"  # type: ignore[union-attr, misc]

    def test_every_name_in_an_annotation_is_declared_or_of_the_standard_library(self) -> None:
        names = names_in(annotations(entries()))
        ours = {name for name in names if name.startswith(("tensorflow.", "tftypes.", "keras."))}
        assert len(ours) > 500
        assert {name: DECLARED.canonical(name) for name in ours} == {name: name for name in ours}
        unknown = {name for name in ours if DECLARED.find(name) is None}
        assert unknown == {name for name in unknown if name.startswith(NOT_PUBLIC)}
        others = {name.partition(".")[0] for name in names - ours if "." in name}
        assert others - {"P", "_P"} <= sys.stdlib_module_names

    def test_a_type_of_the_standard_library_has_one_spelling(self) -> None:
        names = names_in(annotations(entries()))
        forms = {name.partition(".")[2] for name in names if name.startswith("typing.")}
        assert {"Any", "Literal", "Self"} < forms
        assert forms.isdisjoint({"Optional", "Union"})
        assert [each for each in forms if hasattr(getattr(typing, each, None), "__origin__")] == []
        assert not any(name.startswith("typing_extensions.") for name in names)

    def test_a_name_without_a_module_is_a_type_variable(self) -> None:
        every = [each for each in entries() if not each.name.startswith("tftypes.")]
        variables = {
            each.name.rpartition(".")[2]
            for each in every
            if isinstance(each, Constant) and (each.annotation or "").startswith("typing.")
        }
        names = names_in(annotations(every))
        bare = {name.removesuffix(".args").removesuffix(".kwargs") for name in names}
        assert {name for name in bare if "." not in name} - {"None"} <= variables


class TestWhatIsMissing:
    """A name is missing where it is certain that there is none."""

    @pytest.mark.parametrize(
        "name",
        [
            "tensorflow.matmull",
            "tensorflow.nn.reluu",
            "tensorflow.compat.v2.matmull",
            "tensorflow.keras.layers.Dens",
            "tensorflow.Tensor.shap",
            "tftypes.Tensr",
        ],
    )
    def test_what_a_closed_module_or_class_lacks_is_missing(self, name: str) -> None:
        assert DECLARED.missing(name)

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("tensorflow.matmul", "it is declared"),
            ("tensorflow.keras.Model.fit", "it is declared"),
            ("tensorflow.keras.layers.Dense.add_weight", "it is inherited"),
            (
                "tensorflow.errors.NotFoundError.with_traceback",
                "it is inherited from BaseException",
            ),
            ("tensorflow.__version__", "it is declared"),
            ("tensorflow._api", "the stubs declare public names"),
            ("keras.src.layers", "what Keras keeps private is open"),
            ("tensorflow.train.Checkpoint.model", "the class has __getattr__"),
            ("numpy.zero", "nobody declares numpy"),
            ("tensorflow.python", "it is private, and there"),
            ("tensorflow.python.ops", "nobody declares what is in tensorflow.python"),
            ("tensorflow.matmul.something", "nobody declares what a function has"),
        ],
    )
    def test_what_may_be_there_is_not_missing(self, name: str, why: str) -> None:
        assert not DECLARED.missing(name), why

    @pytest.mark.parametrize(
        ("wrong", "right"),
        [
            ("tensorflow.matmull", "tensorflow.matmul"),
            ("tensorflow.compat.v2.matmull", "tensorflow.compat.v2.matmul"),
            ("keras.layers.Dens", "keras.layers.Dense"),
            ("tensorflow.Tensor.shap", "tensorflow.Tensor.shape"),
            ("tensorflow.xyzzyx", None),
            ("numpy.zero", None),
        ],
    )
    def test_the_name_that_was_meant_is_looked_for_where_the_wrong_one_is(
        self, wrong: str, right: str | None
    ) -> None:
        assert DECLARED.similar(wrong) == right

    def test_no_private_name_is_proposed(self) -> None:
        assert DECLARED.find("tensorflow._Unique")
        assert DECLARED.similar("tensorflow.Uniqu") != "tensorflow._Unique"


class TestClasses:
    """Members are found along the bases, in Python's order."""

    def test_the_order_is_that_of_python(self) -> None:
        assert DECLARED.mro("keras.layers.Dense") == (
            "tensorflow.keras.layers.Dense",
            "tensorflow.keras.Layer",
            "tensorflow.__internal__.tracking.AutoTrackable",
            "tensorflow.__internal__.tracking.Trackable",
            "tensorflow.keras.Operation",
            "builtins.object",
        )

    def test_bases_of_the_standard_library_have_their_own_bases(self) -> None:
        assert DECLARED.mro("tensorflow.errors.OpError") == (
            "tensorflow.errors.OpError",
            "builtins.Exception",
            "builtins.BaseException",
            "tftypes.Error",
            "builtins.object",
        )

    def test_every_class_has_an_order(self) -> None:
        classes = [each for each in entries() if isinstance(each, Class)]
        assert len(classes) > 1000
        for each in classes:
            order = DECLARED.mro(each.name)
            assert order[0] == each.name
            assert order[-1] == "builtins.object"
            assert len(set(order)) == len(order)

    def test_a_member_says_which_class_declares_it(self) -> None:
        found = DECLARED.member("keras.layers.Dense", "add_weight")
        assert found is not None
        assert found.owner == "tensorflow.keras.Layer"
        assert isinstance(found.entry, Function)
        assert found.entry.kind == "method"
        assert found.entry.name == "tensorflow.keras.Layer.add_weight"

    def test_a_class_method_and_a_static_method_say_so(self) -> None:
        assert function("tensorflow.RaggedTensor.from_row_splits").kind == "classmethod"
        assert function("tensorflow.data.Dataset.range").kind == "staticmethod"

    def test_a_member_of_the_standard_library_is_known_by_its_name(self) -> None:
        found = DECLARED.member("tensorflow.errors.OpError", "with_traceback")
        assert found is not None
        assert found.owner == "builtins.BaseException"
        assert found.entry.name == "builtins.BaseException.with_traceback"

    def test_there_is_no_member_that_no_class_declares(self) -> None:
        assert DECLARED.member("tensorflow.Tensor", "shap") is None
        assert DECLARED.member("numpy.ndarray", "shape") is None

    def test_all_members_are_those_of_all_bases(self) -> None:
        members = DECLARED.members("tensorflow.keras.layers.Dense")
        assert {"units", "add_weight", "__call__", "__class__", "__dict__"} < set(members)
        assert len(set(members)) == len(members)

    def test_a_subclass_derives_from_the_other_under_any_name(self) -> None:
        assert DECLARED.subclass("tensorflow.keras.layers.Dense", "keras.layers.Layer")
        assert DECLARED.subclass("tensorflow.Tensor", "tftypes.Tensor")
        assert DECLARED.subclass("tensorflow.errors.NotFoundError", "builtins.Exception")
        assert not DECLARED.subclass("tensorflow.keras.layers.Layer", "keras.layers.Dense")

    def test_a_class_is_open_with_getattr_or_an_unknown_base(self) -> None:
        assert not DECLARED.open("tensorflow.keras.Model")
        assert DECLARED.open("tensorflow.train.Checkpoint")
        assert DECLARED.open("tftypes.runtime.CastContext")
        assert DECLARED.open("numpy.ndarray")

"""Serialized protobuf messages to structs and back; the generated classes are the oracle."""

from __future__ import annotations

import pytest
import tensorflow as tf
from google.protobuf import descriptor_pb2, message
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.struct.rows.messages import classes, filled, message_class, proto2, python
from tftypes import struct
from tftypes.struct.formats import Fill, NullError, SchemaError

RECIPE = proto2(
    Ingredient="required string name = 1; optional float amount = 2",
    Recipe="required int64 id = 1; optional string title = 2; repeated string tags = 3; "
    "repeated Ingredient ingredients = 4; optional Ingredient main = 5",
)


def recipes():
    full = RECIPE(id=1, title="bread", tags=["a", "b"])
    full.ingredients.add(name="flour", amount=2.5)
    full.ingredients.add(name="salt")
    full.main.name = "flour"
    return [full, RECIPE(id=2)]


def serialized(messages):
    return [each.SerializeToString() for each in messages]


def test_required_is_a_scalar_repeated_a_vector_and_optional_a_vector_of_one_at_most():
    st = struct.from_protos(serialized(recipes()), RECIPE)
    assert st.shape == [2]
    assert st.field_names() == ("id", "title", "tags", "ingredients", "main")
    assert st.to_py() == [
        {
            "id": 1,
            "title": [b"bread"],
            "tags": [b"a", b"b"],
            "ingredients": [
                {"name": b"flour", "amount": [2.5]},
                {"name": b"salt", "amount": []},
            ],
            "main": [{"name": b"flour", "amount": []}],
        },
        {"id": 2, "title": [], "tags": [], "ingredients": [], "main": []},
    ]


def test_one_serialized_message_is_a_single_structure():
    st = struct.from_protos(recipes()[0].SerializeToString(), RECIPE)
    assert st.shape == [] and st.to_py() == python(recipes()[0])
    assert RECIPE.FromString(struct.to_protos(st, RECIPE).numpy()) == recipes()[0]


@pytest.mark.parametrize(
    "rows",
    [
        lambda a, b: tf.constant([[a, b], [b, b], [a, a]]),
        lambda a, b: tf.ragged.constant([[a, b], [], [b]]),
        lambda a, b: tf.ragged.constant([[[a], [b, b]], [], [[]]]),
        lambda a, b: tf.zeros([0], tf.string),
        lambda a, b: tf.zeros([2, 0], tf.string),
    ],
    ids=["matrix", "ragged", "ragged twice", "empty", "empty rows"],
)
def test_the_struct_has_the_shape_of_the_strings(rows):
    strings = rows(*serialized(recipes()))
    st = struct.from_protos(strings, RECIPE)

    def expected(value):
        if isinstance(value, list):
            return [expected(each) for each in value]
        return python(RECIPE.FromString(value))

    assert st.rank == strings.shape.rank
    assert st.to_py() == expected(
        strings.to_list() if isinstance(strings, tf.RaggedTensor) else strings.numpy().tolist()
    )
    back = struct.to_protos(st, RECIPE)
    assert back.shape.rank == strings.shape.rank
    assert struct.from_protos(back, RECIPE).to_py() == st.to_py()


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_row_splits_are_of_the_dtype_asked_for(dtype):
    def read(strings):
        return struct.from_protos(strings, RECIPE, row_splits_dtype=dtype)

    for made in (
        read(serialized(recipes())),
        tf.function(read)(tf.constant(serialized(recipes()))),
    ):
        assert made.field_value("tags").row_splits.dtype == dtype
        assert made.field_value("ingredients").row_splits.dtype == dtype
        assert made.to_py() == [python(each) for each in recipes()]


def test_paths_select_what_is_decoded():
    st = struct.from_protos(serialized(recipes()), RECIPE, paths=["id", "ingredients.name"])
    assert st.to_py() == [
        {"id": 1, "ingredients": [{"name": b"flour"}, {"name": b"salt"}]},
        {"id": 2, "ingredients": []},
    ]

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def ids(strings):
        return struct.from_protos(strings, RECIPE, paths="id")

    decodes = [
        node
        for function in ids.get_concrete_function().graph.as_graph_def().library.function
        for node in function.node_def
        if node.op == "DecodeProtoV2"
    ]
    assert len(decodes) == 1 and list(decodes[0].attr["field_names"].list.s) == [b"f1"]


@pytest.mark.parametrize("label", ["optional", "required", "repeated"])
def test_in_a_graph_messages_that_are_not_used_are_not_decoded(label):
    kind = proto2(N=f"{label} int64 g = 1", M="required int64 x = 1; repeated N n = 2")
    serialized = [b"\x08\x07\x12\x01\xff"]  # x is 7; n has a message that is none
    read = tf.function(lambda each, name: struct.from_protos(each, kind)[name])
    assert read(serialized, "x").numpy().tolist() == [7]
    with pytest.raises(tf.errors.DataLossError):
        read(serialized, "n")


def test_nulls_fill():
    st = struct.from_protos(serialized(recipes()), RECIPE, nulls="fill")
    assert st.to_py()[0]["main"] == {"name": b"flour", "amount": 0.0}
    assert st.to_py()[1] == {
        "id": 2,
        "title": b"",
        "tags": [],
        "ingredients": [],
        "main": {"name": b"", "amount": 0.0},
    }


def test_nulls_mask():
    st = struct.from_protos(serialized(recipes()), RECIPE, nulls="mask")
    first, second = st.to_py()
    assert first["title_mask"] is True and second["title_mask"] is False
    assert second["main"] == {"name": b"", "amount": 0.0, "amount_mask": False}
    assert [RECIPE.FromString(each) for each in struct.to_protos(st, RECIPE).numpy()] == recipes()


def test_nulls_by_field():
    st = struct.from_protos(
        serialized(recipes()), RECIPE, nulls={"title": Fill("?"), "ingredients.amount": "mask"}
    )
    first, second = st.to_py()
    assert (first["title"], second["title"]) == (b"bread", b"?")
    assert first["ingredients"][1] == {"name": b"salt", "amount": 0.0, "amount_mask": False}
    assert second["main"] == []
    with pytest.raises(ValueError, match="there is no column 'titel'.*did you mean 'title'"):
        struct.from_protos(serialized(recipes()), RECIPE, nulls={"titel": "fill"})


def test_a_missing_optional_field_is_an_error_when_asked():
    with pytest.raises(NullError, match="column 'title' has a null in row 1"):
        struct.from_protos(serialized(recipes()), RECIPE, nulls={"title": "error"})


def test_defaults_fill():
    file = descriptor_pb2.FileDescriptorProto(name="d.proto", syntax="proto2")
    field = descriptor_pb2.FieldDescriptorProto
    made = file.message_type.add(name="D")
    made.field.add(name="n", number=1, type=field.TYPE_UINT32, label=1, default_value="300")
    made.field.add(name="s", number=2, type=field.TYPE_STRING, label=1, default_value="dflt")
    cls = message_class(file, "D")
    st = struct.from_protos([b"", cls(n=0, s="").SerializeToString()], cls, nulls="fill")
    assert st.to_py() == [{"n": 300, "s": b"dflt"}, {"n": 0, "s": b""}]


def test_proto3_fields_without_presence_are_scalars_unless_asked():
    assert struct.from_protos([b""], tf.train.BytesList).to_py() == [{"value": []}]
    cls = tf.train.ServerDef
    made = cls(job_name="ps", protocol="grpc")
    paths = ["job_name", "task_index"]
    plain = struct.from_protos([made.SerializeToString()], cls, paths=paths)
    assert plain.to_py() == [{"job_name": b"ps", "task_index": 0}]
    asked = struct.from_protos([made.SerializeToString()], cls, paths=paths, implicit="optional")
    assert asked.to_py() == [{"job_name": [b"ps"], "task_index": []}]


def test_a_schema_selects_and_is_checked():
    st = struct.from_protos(
        serialized(recipes()),
        RECIPE,
        schema={"id": tf.int64, "ingredients": [{"name": str}]},
    )
    assert st.to_py()[1] == {"id": 2, "ingredients": []}
    with pytest.raises(SchemaError, match=r"field 'id': expected int32\[2\], got int64\[2\]"):
        struct.from_protos(serialized(recipes()), RECIPE, schema={"id": tf.int32})


def test_inside_a_dataset_and_a_saved_model(tmp_path):
    strings = serialized(recipes())
    dataset = tf.data.Dataset.from_tensor_slices(strings).batch(2)
    (batch,) = dataset.map(lambda each: struct.from_protos(each, RECIPE))
    assert batch.to_py() == [python(each) for each in recipes()]

    class Model(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
        def total(self, strings):
            st = struct.from_protos(strings, RECIPE)
            return tf.reduce_sum(st.field_value("ingredients").values.field_value("amount"))

    tf.saved_model.save(Model(), str(tmp_path))
    assert tf.saved_model.load(str(tmp_path)).total(tf.constant(strings)).numpy() == 2.5


def test_recursion_is_limited_and_nothing_beyond_is_lost():
    tree = proto2(Tree="required int32 n = 1; repeated Tree kids = 2")
    deep = tree(n=1)
    deep.kids.add(n=2).kids.add(n=3)
    strings = [deep.SerializeToString()]
    with pytest.raises(ValueError, match="t.Tree contains itself at 'kids'"):
        struct.from_protos(strings, tree)
    st = struct.from_protos(strings, tree, recursion=2)
    assert st.to_py() == [{"n": 1, "kids": [{"n": 2, "kids": [{"n": 3}]}]}]
    with pytest.raises(ValueError, match="deeper than recursion= allows, at 'kids.kids'"):
        struct.from_protos(strings, tree, recursion=1)
    assert struct.from_protos(strings, tree, paths=["kids.n"]).to_py() == [{"kids": [{"n": 2}]}]
    assert tree.FromString(struct.to_protos(st, tree)[0].numpy()) == deep


def test_a_map_is_a_vector_of_entries():
    example = tf.train.Example()
    example.features.feature["age"].int64_list.value.append(7)
    st = struct.from_protos(serialized([example]), tf.train.Example, nulls="fill")
    assert st.to_py()[0]["features"]["feature"] == [
        {
            "key": b"age",
            "value": {
                "bytes_list": {"value": []},
                "float_list": {"value": []},
                "int64_list": {"value": [7]},
            },
        }
    ]
    ragged = struct.from_protos(serialized([example]), tf.train.Example)
    assert tf.train.Example.FromString(struct.to_protos(ragged, tf.train.Example)[0].numpy()) == (
        example
    )


def test_of_a_oneof_one_alternative_is_set():
    first, second = tf.train.Feature(), tf.train.Feature()
    first.int64_list.value.append(1)
    second.float_list.value.append(1)
    both = first.SerializeToString() + second.SerializeToString()
    with pytest.raises(ValueError, match="several fields of the oneof 'kind'"):
        struct.from_protos([both], tf.train.Feature)


def test_a_message_sent_in_parts_is_merged():
    first, second = RECIPE(id=1), RECIPE(id=2)
    first.main.name = "flour"
    second.main.name = "salt"
    second.main.amount = 1.5
    parts = first.SerializeToString() + second.SerializeToString()
    whole = first.SerializeToString()
    st = struct.from_protos([parts, whole], RECIPE)
    assert st.to_py() == [python(RECIPE.FromString(each)) for each in (parts, whole)]
    assert st.field_value("main").row_splits.numpy().tolist() == [0, 1, 2]


@pytest.mark.parametrize("message_format", ["json", "text"])
def test_messages_in_protobufs_json_and_text(message_format):
    texts = {
        "json": ['{"id": "1", "title": "bread", "ingredients": [{"name": "salt"}]}', '{"id": 2}'],
        "text": ['id: 1 title: "bread" ingredients { name: "salt" }', "id: 2"],
    }[message_format]
    st = struct.from_protos(texts, RECIPE, message_format=message_format)
    assert [row["title"] for row in st.to_py()] == [[b"bread"], []]
    written = struct.to_protos(st, RECIPE, message_format=message_format)
    again = struct.from_protos(written, RECIPE, message_format=message_format)
    assert again.to_py() == st.to_py()

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def there_and_back(strings):
        read = struct.from_protos(strings, RECIPE, message_format=message_format)
        return struct.to_protos(read, RECIPE, message_format=message_format)

    assert there_and_back(tf.constant(texts)).numpy().tolist() == written.numpy().tolist()
    with pytest.raises(ValueError, match="message number 1 is no t.Recipe"):
        struct.from_protos([texts[0], "}"], RECIPE, message_format=message_format)
    with pytest.raises(ValueError, match="message number 0 is no t.Recipe"):
        struct.from_protos(
            [{"json": "{}", "text": ""}[message_format]], RECIPE, message_format=message_format
        )


def test_numbers_of_enums_are_kept_whether_or_not_they_have_a_name():
    file = descriptor_pb2.FileDescriptorProto(name="e.proto", syntax="proto2", package="e")
    enum = file.enum_type.add(name="Enum")
    enum.value.add(name="A", number=0)
    enum.value.add(name="B", number=5)
    field = descriptor_pb2.FieldDescriptorProto
    made = file.message_type.add(name="M")
    made.field.add(
        name="e", number=1, type=field.TYPE_ENUM, type_name=".e.Enum", label=field.LABEL_REPEATED
    )
    cls = message_class(file, "e.M")
    strings = [cls(e=[5, 0]).SerializeToString(), b"\x08\x07"]
    assert struct.from_protos(strings, cls).to_py() == [{"e": [5, 0]}, {"e": [7]}]
    assert struct.from_protos(strings, cls).field_value("e").dtype == tf.int32


def test_groups():
    file = descriptor_pb2.FileDescriptorProto(name="g.proto", syntax="proto2", package="g")
    made = file.message_type.add(name="G")
    group = made.nested_type.add(name="Item")
    F = descriptor_pb2.FieldDescriptorProto
    group.field.add(name="x", number=1, type=F.TYPE_INT32, label=F.LABEL_OPTIONAL)
    made.field.add(
        name="item", number=20, type=F.TYPE_GROUP, type_name=".g.G.Item", label=F.LABEL_REPEATED
    )
    cls = message_class(file, "g.G")
    value = cls()
    value.item.add(x=5)
    value.item.add()
    assert struct.from_protos(serialized([value]), cls).to_py() == [
        {"item": [{"x": [5]}, {"x": []}]}
    ]


@pytest.mark.parametrize(
    ("strings", "error"),
    [
        ([b"\x08\x01", b"\x08"], "message number 1 is no t.Recipe"),
        ([b"\x08\x01\x22\x02\x0a\x05"], "message number 0 at 'ingredients' is no t.Ingredient"),
        ([b"\x08\x01", b"", b"\x08\x01"], "message number 1 has no required field 'id'"),
        ([b"\x08\x01\x22\x00"], "message number 0 has no required field 'ingredients.name'"),
    ],
)
def test_bytes_that_are_no_message_are_an_error_that_says_which(strings, error):
    with pytest.raises(ValueError, match=error):
        struct.from_protos(strings, RECIPE)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def traced(strings):
        return struct.from_protos(strings, RECIPE)

    with pytest.raises((tf.errors.DataLossError, tf.errors.InvalidArgumentError)):
        traced(tf.constant(strings))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: struct.from_protos([b""], int), "argument 'message_type': expected a generated"),
        (lambda: struct.from_protos([1], RECIPE), "string"),
        (
            lambda: struct.from_protos([b""], RECIPE, paths="ingredient.name"),
            "the fields of t.Recipe are: .*did you mean 'ingredients'",
        ),
        (lambda: struct.from_protos([b""], RECIPE, paths="id.x"), "'id' is no message"),
        (lambda: struct.from_protos([b""], RECIPE, implicit="no"), "argument 'implicit'"),
        (
            lambda: struct.from_protos([b""], RECIPE, message_format="xml"),
            "argument 'message_format': expected 'binary', 'json' or 'text', got 'xml'",
        ),
        (lambda: struct.from_protos([b""], RECIPE, nulls="no"), "argument 'nulls'"),
        (
            lambda: struct.to_protos(struct.constant({"id": 1, "titel": "x"}), RECIPE),
            "field 'titel' is not in the schema.*did you mean 'title'",
        ),
        (lambda: struct.to_protos(struct.constant({"title": "x"}), RECIPE), "'id' is missing"),
        (lambda: struct.to_protos(struct.constant({"id": 1.5}), RECIPE), "'id': expected int64"),
        (
            lambda: struct.to_protos(struct.constant({"id": [1]}), RECIPE),
            "'id': expected one value",
        ),
        (
            lambda: struct.to_protos(struct.constant({"id": 1, "title": ["a", "b"]}), RECIPE),
            "'title' has several values in message number 0",
        ),
        (
            lambda: struct.to_protos(struct.constant({"id": 1, "tags": "x"}), RECIPE),
            "'tags': expected a list",
        ),
    ],
)
def test_wrong_arguments_are_named(call, error):
    with pytest.raises((ValueError, TypeError, KeyError), match=error):
        call()


@given(st.data())
@settings(max_examples=60)
def test_any_message_is_as_the_generated_class_reads_it(data):
    cls = data.draw(classes())
    values = data.draw(st.lists(filled(cls), max_size=4))
    strings = tf.constant(serialized(values), tf.string)
    found = struct.from_protos(strings, cls)
    assert found.to_py() == [python(each) for each in values]
    back = struct.to_protos(found, cls).numpy()
    assert [cls.FromString(each) for each in back] == values


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=3))
@settings(max_examples=60)
def test_any_bytes_give_an_error_or_what_the_generated_class_reads(strings):
    try:
        found = struct.from_protos(strings, RECIPE).to_py()
    except ValueError:
        return
    assert found == [python(RECIPE.FromString(each)) for each in strings]


@given(st.data())
@settings(max_examples=40)
def test_damaged_bytes_give_an_error_or_what_the_generated_class_reads(data):
    cls = data.draw(classes())
    whole = bytearray(data.draw(filled(cls)).SerializeToString())
    for _ in range(data.draw(st.integers(1, 3))):
        if whole:
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    try:
        found = struct.from_protos([damaged], cls).to_py()
    except ValueError:
        return
    try:
        expected = cls.FromString(damaged)
    except message.DecodeError:
        return  # it minds invalid UTF-8 and unknown fields cut short, which are passed over here
    assert repr(found) == repr([python(expected)])

"""Structs: what their schemas may be, what calls ask of them, and where nothing is known of them."""

from __future__ import annotations

from pathlib import Path

from .reports import check


def test_a_schema_may_be_inherited_generic_partial_or_a_tuple(tmp_path: Path) -> None:
    check(
        """
        from dataclasses import InitVar, dataclass
        from typing import ClassVar, Generic, NamedTuple, NotRequired, TypedDict, TypeVar
        from tftypes import Dimension, Shape, Tensor, float32
        from tftypes.struct import StructTensor

        T = TypeVar("T")

        class Width(Dimension): ...

        class Base(TypedDict):
            id: int

        class Row(Base, total=False):
            words: list[str]
            taste: NotRequired[Tensor[float32, Shape[Width]]]

        class Vector(TypedDict, Generic[T]):
            at: Tensor[float32, Shape[T]]

        class Point(NamedTuple):
            x: float
            rows: "list[Row]"

        @dataclass
        class Drawing:
            points: list[list[float]]
            scale: InitVar[float]
            limit: ClassVar[int] = 3

        def read(
            row: StructTensor[Row, Shape[2]],
            vector: StructTensor[Vector[3], Shape[2]],
            point: StructTensor[Point, Shape[()]],
            shape: StructTensor[Drawing, Shape[2]],
        ) -> None:
            reveal_type(row["id"])  # revealed: Tensor[int32, Shape[2]]
            reveal_type(row["words"])  # revealed: RaggedTensor[string, Shape[2, None]]
            reveal_type(row["taste"])  # revealed: Tensor[float32, Shape[2, Width]]
            reveal_type(vector["at"])  # revealed: Tensor[float32, Shape[2, 3]]
            reveal_type(point["rows"])  # revealed: StructTensor[Row, Shape[None]]
            reveal_type(point["rows", "words"])  # revealed: RaggedTensor[string, Shape[None, None]]
            reveal_type(shape["points"])  # revealed: RaggedTensor[float32, Shape[2, None, None]]
            shape["scale"]  # error: [tf-field] index ['scale']: no field 'scale': the fields are 'points'
            shape["limit"]  # error: [tf-field] index ['limit']: no field 'limit'
        """,
        tmp_path,
    )


def test_a_field_that_may_be_left_out_is_not_asked_for(tmp_path: Path) -> None:
    check(
        """
        from typing import NotRequired, TypedDict
        from tftypes import Shape, struct
        from tftypes.struct import StructTensor

        class Row(TypedDict):
            id: int
            name: NotRequired[str]

        def take(rows: StructTensor[Row, Shape[None]]) -> None: ...

        take(struct.constant([{"id": 1}]))
        take(struct.constant([{"name": "a"}]))  # error: [tf-field] take(): argument 'rows': no field 'id'
        take(struct.constant([{"id": 1, "name": 2.5}]))  # error: [tf-dtype] take(): argument 'rows': field 'name': expected string[], got float32[]
        """,
        tmp_path,
    )


def test_a_call_binds_sizes_and_schemas(tmp_path: Path) -> None:
    check(
        """
        from typing import Generic, TypedDict, TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32, struct
        from tftypes.struct import DenseStructTensor, StructTensor

        N = TypeVar("N")
        M = TypeVar("M")
        S = TypeVar("S")

        class Vector(TypedDict, Generic[M]):
            at: Tensor[float32, Shape[M]]

        def twice(rows: StructTensor[S, Shape[N]]) -> StructTensor[S, Shape["2*N"]]:
            return tf.concat([rows, rows], 0)

        def norms(rows: StructTensor[Vector[M], Shape[N]], by: Tensor[float32, Shape[M]]) -> Tensor[float32, Shape[N]]:
            return tf.linalg.matvec(rows["at"], by)

        rows = DenseStructTensor([2], {"at": tf.zeros([2, 3])})
        reveal_type(twice(struct.constant([{"id": 1}])))  # revealed: StructTensor[{'id': Tensor[int32, Shape[()]]}, Shape[2]]
        reveal_type(norms(rows, tf.zeros([3])))  # revealed: Tensor[float32, Shape[2]]
        norms(rows, tf.zeros([4]))  # error: [tf-shape] norms(): argument 'by': expected float32[M], got float32[4]
        """,
        tmp_path,
    )


def test_of_unknown_schemas_nothing_is_said(tmp_path: Path) -> None:
    check(
        """
        from typing import Any, TypedDict
        import tensorflow as tf
        from tftypes import Shape, struct
        from tftypes.struct import StructTensor
        from elsewhere import Base, load

        class Row(Base):
            id: int

        Written = TypedDict("Written", {"full name": str})
        Listed = TypedDict("Listed", dict(load()))

        def use(
            any: StructTensor[Any, Shape[None]],
            row: StructTensor[Row, Shape[None]],
            written: StructTensor[Written, Shape[None]],
            listed: StructTensor[Listed, Shape[None]],
            bare: StructTensor,
            nameless: StructTensor[Row],
            name: str,
        ) -> None:
            reveal_type(any["a"])  # revealed: Any
            reveal_type(row["other"])  # revealed: Any
            reveal_type(written["full name"])  # revealed: Tensor[string, Shape[None]]
            reveal_type(listed["first"])  # revealed: Any
            reveal_type(bare["a"])  # revealed: Any
            reveal_type(nameless["id"])  # revealed: Any
            reveal_type(any[name])  # revealed: Any
            any.without("a")
            row.without("other").with_updates(**load())["x"]
            struct.promote(any, "a.b", "c")["c"]
            struct.from_json(load(), load())["a"]
            tf.concat([any, row], 0)["a"]
            tf.matmul(any, any)
        """,
        tmp_path,
    )


def test_branches_agree_on_what_both_have(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes import struct

        rows = struct.constant([{"a": 1, "b": 1.5}])

        def use(flag: bool) -> None:
            either = rows.without("b") if flag else rows
            reveal_type(either["a"])  # revealed: Tensor[int32, Shape[1]]
            either["b"]
            grown = rows
            for _ in range(100):
                grown = tf.concat([grown, rows], 0)
            reveal_type(grown)  # revealed: StructTensor[{'a': Tensor[int32, Shape[()]], 'b': Tensor[float32, Shape[()]]}, Shape[None]]
        """,
        tmp_path,
    )


def test_what_is_caught_is_no_finding(tmp_path: Path) -> None:
    check(
        """
        from tftypes import struct

        rows = struct.constant([{"a": 1}])
        try:
            rows["b"]
        except KeyError:
            reveal_type(rows.field_names())  # revealed: tuple[str]
        try:
            rows[0, 0]
        except IndexError:
            pass
        try:
            rows["b"]  # error: [tf-field] index ['b']
        except IndexError:
            pass
        """,
        tmp_path,
    )


def test_fields_of_structs_in_a_graph_are_symbols(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes import struct

        rows = struct.constant([{"a": 1}, {"a": 2}])

        @tf.function
        def graph(given):
            rows["a"].numpy()
            given["a"].numpy()  # error: [tf-trace]
            return given[1:]

        reveal_type(graph(rows)["a"])  # revealed: Tensor[int32, Shape[1]]
        graph(rows)["a"].numpy()
        """,
        tmp_path,
    )


def test_a_dataset_tells_rows_of_lists_from_dense_ones(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes import struct
        from tftypes.struct import RaggedStructTensor

        rows = struct.constant([{"a": [1]}, {"a": [2, 3]}])
        elements = tf.data.Dataset.from_tensor_slices(rows)
        for batch in elements.batch(2, drop_remainder=True):
            reveal_type(batch["a"])  # revealed: RaggedTensor[int32, Shape[2, None]]
        for row in elements:
            reveal_type(row["a"])  # revealed: Tensor[int32, Shape[None]]
        for batch in elements.map(lambda row: row).batch(1, drop_remainder=True):
            reveal_type(batch["a"])  # revealed: Tensor[int32, Shape[1, None]]
        lines = RaggedStructTensor.from_row_splits(rows, [0, 1, 2])
        for batch in tf.data.Dataset.from_tensor_slices(lines).batch(2, drop_remainder=True):
            reveal_type(batch["a"])  # revealed: RaggedTensor[int32, Shape[2, None, None]]
        """,
        tmp_path,
    )


def test_dims_are_counted_and_merged(tmp_path: Path) -> None:
    check(
        """
        from tftypes import struct
        from tftypes.struct import RaggedStructTensor

        rows = struct.constant([{"a": 1, "in": {"b": [1.5]}}, {"a": 2, "in": {"b": []}}])
        lines = RaggedStructTensor.from_row_splits(rows, [0, 2])
        reveal_type(lines.row_lengths().shape)  # revealed: tensorflow.TensorShape[Shape[1]]
        reveal_type(lines.merge_dims(0, 1).shape)  # revealed: tensorflow.TensorShape[Shape[None]]
        reveal_type(lines.values["a"])  # revealed: Tensor[int32, Shape[None]]
        reveal_type(rows.nrows())  # revealed: Tensor[int64, Shape[()]]
        reveal_type(len(rows))  # revealed: int
        reveal_type(struct.size(rows, "in.b", new_field_name="count")["in", "count"])  # revealed: Tensor[int64, Shape[2]]
        reveal_type(struct.has(rows, "in.b", "some")["some"])  # revealed: Tensor[bool, Shape[2]]
        reveal_type(struct.promote_and_broadcast(rows, {"up": "a"}, "in")["in", "up"])  # revealed: Tensor[int32, Shape[2]]
        reveal_type(rows.with_updates({("in", "c"): rows["a"]})["in", "c"])  # revealed: Tensor[int32, Shape[2]]
        reveal_type(rows.without(("in", "b"))["in"].field_names())  # revealed: tuple[()]
        rows.merge_dims(0, 1)  # error: [tf-axis] rows.merge_dims(): argument 'inner_axis': axis 1 is out of range for rank 1
        rows.row_lengths()  # error: [tf-axis] rows.row_lengths(): argument 'axis': axis 1 is out of range for rank 1
        struct.size(rows, "in.c", "count")  # error: [tf-field] struct.size(): argument 'path': 'in' has no field 'c'
        rows.with_updates({("a", "c"): [1, 2]})  # error: [tf-field] rows.with_updates(): argument 'c': 'a' is no struct
        """,
        tmp_path,
    )


def test_readers_know_what_becomes_of_nulls(tmp_path: Path) -> None:
    check(
        """
        from typing import TypedDict
        import tensorflow as tf
        from tftypes import struct

        class Row(TypedDict):
            id: int

        def read(data, texts) -> None:
            reveal_type(struct.from_parquet(data, Row, nulls="fill"))  # revealed: StructTensor[Row, Shape[None]]
            reveal_type(struct.from_parquet(data, Row, nulls="mask"))  # revealed: StructTensor[Any, Shape[None]]
            reveal_type(struct.from_firestore(data, Row, document_id="at"))  # revealed: StructTensor[Any, Shape[None]]
            reveal_type(struct.from_json(data, schema={"a": [tf.int64]}))  # revealed: StructTensor[{'a': RaggedTensor[int64, Shape[None]]}, Any]
            reveal_type(struct.from_examples(tf.constant(["a", "b"]), {"a": [tf.int64]})["a"])  # revealed: RaggedTensor[int64, Shape[2, None]]
            reveal_type(struct.parquet_dataset(data, 8, Row, drop_remainder=True))  # revealed: tensorflow.data.Dataset[StructTensor[Row, Shape[8]]]
            rows = struct.from_arrow(data, Row)
            reveal_type(struct.from_arrow(data, rows.schema))  # revealed: StructTensor[Row, Shape[None]]
            rows["name"]  # error: [tf-field] index ['name']: no field 'name': the fields are 'id'
        """,
        tmp_path,
    )


def test_a_schema_may_be_made_by_a_call(tmp_path: Path) -> None:
    check(
        """
        from typing import NamedTuple, TypedDict
        from tftypes import Shape, struct
        from tftypes.struct import StructTensor

        Row = TypedDict("Row", {"full name": str, "scores": list[float]})
        Point = NamedTuple("Point", [("x", int), ("y", float)])

        def rows(given: StructTensor[Row, Shape[2]]) -> None:
            reveal_type(given["full name"])  # revealed: Tensor[string, Shape[2]]
            reveal_type(given["scores"])  # revealed: RaggedTensor[float32, Shape[2, None]]
            given["name"]  # error: [tf-field] index ['name']: no field 'name': the fields are 'full name', 'scores'; did you mean 'full name'?

        def points(given: StructTensor[Point, Shape[1]]) -> None:
            reveal_type(given["y"])  # revealed: Tensor[float32, Shape[1]]

        points(struct.constant([{"x": 1}]))  # error: [tf-field] points(): argument 'given': no field 'y': the fields are 'x'
        reveal_type(Row({"full name": "ann", "scores": []}))  # revealed: dict[str, str | list[Any]]
        reveal_type(Point(1, 2.0).y)  # revealed: float
        """,
        tmp_path,
    )


def test_what_an_op_makes_of_something_unknown_may_have_fields(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from elsewhere import load

        rows = tf.reshape(load(), [-1])
        rows["a"]
        rows.without("a")
        tf.zeros([2])["a"]  # error: [tf-dtype] index ['a']
        """,
        tmp_path,
    )


def test_batches_are_ragged_where_a_size_is_open(tmp_path: Path) -> None:
    check(
        """\
import tensorflow as tf
from tftypes import struct

kinds = {"a": tf.int32, "b": [tf.float32], "c": {"d": [tf.string]}, "e": [{"f": tf.int64}]}
rows = struct.constant([{"a": 1, "b": [1.0], "c": {"d": []}, "e": []}] * 2, kinds)
elements = tf.data.Dataset.from_tensor_slices(rows)
for batch in struct.ragged_batch(elements, 2, drop_remainder=True):
    reveal_type(batch["a"])  # revealed: Tensor[int32, Shape[2]]
    reveal_type(batch["b"])  # revealed: RaggedTensor[float32, Shape[2, None]]
    reveal_type(batch["c"]["d"])  # revealed: RaggedTensor[string, Shape[2, None]]
    reveal_type(batch["e"]["f"])  # revealed: RaggedTensor[int64, Shape[2, None]]
for batch in struct.ragged_batch(elements.map(lambda row: row["b"]), 2):
    reveal_type(batch)  # revealed: RaggedTensor[float32, Shape[None, None]]
""",
        tmp_path,
    )


def test_a_spec_tells_what_its_structs_are(tmp_path: Path) -> None:
    check(
        """
        from typing import TypedDict
        import tensorflow as tf
        from tftypes import struct
        from tftypes.struct import DenseStructTensorSpec, RaggedStructTensorSpec, StructTensorSpec

        class Row(TypedDict):
            id: int
            scores: list[float]

        rows = struct.constant([{"id": 1, "scores": [1.0, 2.0]}, {"id": 2, "scores": []}], Row)
        spec = struct.spec_of(Row, [None])
        reveal_type(spec)  # revealed: tftypes.struct.DenseStructTensorSpec[StructTensor[Row, Shape[None]]]
        reveal_type(spec.shape)  # revealed: tensorflow.TensorShape[Shape[None]]
        reveal_type(spec.field_names())  # revealed: tuple[str, str]
        reveal_type(tf.type_spec_from_value(rows).shape)  # revealed: tensorflow.TensorShape[Shape[2]]

        @tf.function(input_signature=[spec])
        def total(st):
            reveal_type(st)  # revealed: StructTensor[Row, Shape[None]]
            st["score"]  # error: [tf-field] index ['score']: no field 'score'
            return tf.reduce_sum(st["scores"], axis=1)

        reveal_type(total(rows))  # revealed: Tensor[float32, Shape[None]]

        dense = DenseStructTensorSpec([None], {"x": tf.TensorSpec([None, 3], tf.int64)})
        ragged = RaggedStructTensorSpec([None, None], dense)

        @tf.function(input_signature=[dense, ragged])
        def both(one, many):
            reveal_type(one["x"])  # revealed: Tensor[int64, Shape[None, 3]]
            reveal_type(many["x"])  # revealed: RaggedTensor[int64, Shape[None, None, 3]]

        reveal_type(tf.data.Dataset.from_tensor_slices(rows).element_spec.shape)  # revealed: tensorflow.TensorShape[Shape[()]]
        made = tf.data.Dataset.from_generator(lambda: iter([rows]), output_signature=spec)
        reveal_type(next(iter(made))["scores"])  # revealed: RaggedTensor[float32, Shape[None, None]]
        reveal_type(struct.from_json_lines("", spec)["id"])  # revealed: Tensor[int32, Shape[None]]
        reveal_type(struct.constant([{"id": 3, "scores": []}], struct.spec_of(Row))["scores"])  # revealed: RaggedTensor[float32, Shape[1, None]]
        reveal_type(struct.constant([], Row))  # revealed: StructTensor[Row, Shape[0]]
        reveal_type(struct.to_examples(rows))  # revealed: Tensor[string, Shape[2]]
        """,
        tmp_path,
    )


def test_of_a_spec_of_which_nothing_is_known_nothing_is_said(tmp_path: Path) -> None:
    check(
        """
        import tensorflow as tf
        from tftypes.struct import StructTensorSpec

        def made(spec: StructTensorSpec):
            @tf.function(input_signature=[spec])
            def first(st):
                reveal_type(st)  # revealed: Any
                return st["title"]

            return first
        """,
        tmp_path,
    )


def test_of_what_is_eager_each_size_is_static_to_a_dataset(tmp_path: Path) -> None:
    """So a batch is ragged for sure where a size differs from element to element, and may be dense elsewhere."""
    check(
        """
        from typing import TypedDict
        import tensorflow as tf
        from tftypes import Dimension, Shape, Tensor, float32, struct
        from tftypes.struct import StructTensor

        class Width(Dimension): ...

        class Row(TypedDict):
            even: Tensor[float32, Shape[Width]]
            free: Tensor[float32, Shape[None]]

        def read(one: StructTensor[Row, Shape[()]], many: StructTensor[Row, Shape[None]]) -> None:
            ds = tf.data.Dataset
            batch = next(iter(struct.ragged_batch(ds.from_tensors(one), 1)))
            reveal_type(batch["even"])  # revealed: Any
            rows = next(iter(struct.ragged_batch(ds.from_tensor_slices(many), 2)))
            reveal_type(rows["free"])  # revealed: RaggedTensor[float32, Shape[None, None]]
            reveal_type(next(iter(struct.ragged_batch(ds.from_tensors(many), 2))))  # revealed: StructTensor[Row, Shape[None, None]]
        """,
        tmp_path,
    )

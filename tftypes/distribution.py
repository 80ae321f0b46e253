"""Datasets whose elements are spread over replicas.

Source: RFC 208, "Potential types for subsequent implementation", distributed types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tftypes._interface import implemented_by
from tftypes.containers import E, Iterable, Iterator


@implemented_by("tensorflow.python.types.distribute.DistributedDatasetInterface")
class DistributedDataset(Iterable[E]):
    """A dataset distributed by a `tf.distribute.Strategy`.

    Source: RFC 208, `DistributedDataset`, "collective ETL"; `tf.distribute.DistributedDataset`.
    """

    if TYPE_CHECKING:

        @property
        def element_spec(self) -> Any: ...
        def __iter__(self) -> DistributedIterator[E]: ...


@implemented_by("tensorflow.python.types.distribute.DistributedIteratorInterface")
class DistributedIterator(Iterator[E]):
    """An iterator over a distributed dataset: each element holds one part for each replica.

    Source: RFC 208, `DistributedIterator`, "collective iterator"; `tf.distribute.DistributedIterator`.
    """

"""Bounding boxes."""

import tensorflow as tf
from tensorflow._typing import DT, Element

def combined_non_max_suppression() -> tf.raw_ops._CombinedNonMaxSuppression: ...  # and the rest
def generate_bounding_box_proposals() -> tf.raw_ops._GenerateBoundingBoxProposals: ...  # and the rest
def sample_distorted_bounding_box(image_size: Element[DT]) -> tf.raw_ops._SampleDistortedBoundingBox[DT]: ...  # and the rest
def stateless_sample_distorted_bounding_box(image_size: Element[DT]) -> tf.raw_ops._SampleDistortedBoundingBox[DT]: ...  # and the rest

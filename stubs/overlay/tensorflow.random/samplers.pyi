"""Candidates to train on instead of all classes."""

import tensorflow as tf

def all_candidate_sampler() -> tf.raw_ops._AllCandidateSampler: ...  # and the rest
def fixed_unigram_candidate_sampler() -> tf.raw_ops._AllCandidateSampler: ...  # and the rest
def learned_unigram_candidate_sampler() -> tf.raw_ops._AllCandidateSampler: ...  # and the rest
def log_uniform_candidate_sampler() -> tf.raw_ops._AllCandidateSampler: ...  # and the rest
def uniform_candidate_sampler() -> tf.raw_ops._AllCandidateSampler: ...  # and the rest

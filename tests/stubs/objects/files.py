"""Files, records, checkpoints, saved models, summaries."""

# ruff: noqa: B018

import tensorflow as tf

with tf.io.gfile.GFile("a", "w+") as file:
    file.write("ab\nc")
    file.seek(0)
    file.read()
    file.seek(0)
    file.readline()
    file.readlines()
    file.size()
    file.tell()
    file.mode
    file.name  # open: the path as it was given
    file.flush()
    file.seekable()
with tf.io.gfile.GFile("a", "rb") as data:
    data.read()
    data.seek(0)
    data.next()
    for line in data:
        line
mode = "r".lower()
tf.io.gfile.GFile("a", mode).read()  # open: str or bytes as the mode is
tf.compat.v1.gfile.Open("a").read()
tf.io.gfile.GFile("a").close()

with tf.io.TFRecordWriter("r", tf.io.TFRecordOptions("GZIP")) as writer:
    writer
    writer.write(b"x")
    writer.flush()
tf.io.TFRecordOptions.get_compression_type_string("GZIP")

v = tf.Variable(1.0)
checkpoint = tf.train.Checkpoint(v=v)
checkpoint.save_counter
path = checkpoint.save("c")
path
status = checkpoint.restore(path)
status
status.assert_consumed()
status.assert_existing_objects_matched().expect_partial()
status.assert_nontrivial_match()
status.run_restore_ops()
status.initialize_or_restore()
checkpoint.read(checkpoint.write("w"))
checkpoint.restore(None).expect_partial()
checkpoint.sync()
manager = tf.train.CheckpointManager(checkpoint, "m", 3)
manager.save()
manager.latest_checkpoint
manager.checkpoints
manager.directory
manager.restore_or_initialize()
manager.checkpoint
manager.sync()
tf.train.load_checkpoint(path).get_variable_to_shape_map()
tf.train.CheckpointView(path).match(checkpoint)
tf.train.CheckpointView(path).children(0)
tf.train.CheckpointView(path).descendants()
tf.train.TrackableView(checkpoint).children(checkpoint)
tf.train.TrackableView(checkpoint).descendants()
tf.train.latest_checkpoint("m")
tf.train.list_variables(path)

tf.saved_model.save(tf.Module(), "s")
tf.saved_model.load("s")  # open: the object that was saved
tf.saved_model.contains_saved_model("s")
tf.saved_model.Asset("a").asset_path

summary = tf.summary.create_file_writer("t")
with summary.as_default(step=1) as used:
    used
    tf.summary.write("x", tf.constant(1.0))
summary.set_as_default()
summary.flush()
summary.init()
summary.close()
tf.summary.create_noop_writer().flush()

"""Image augmentation: crops, flips, colour, mixup, cutout, normalisation, patches."""

import tensorflow as tf

SIZE = 32
BATCH = 8
MEAN = tf.constant([0.49, 0.48, 0.45])
STD = tf.constant([0.25, 0.24, 0.26])


def fake_images(n):
    pixels = tf.random.uniform([n, 40, 48, 3], 0, 256, dtype=tf.int32)
    labels = tf.random.uniform([n], 0, 10, dtype=tf.int64)
    return tf.cast(pixels, tf.uint8), labels


def prepare(image, label):
    image = tf.image.convert_image_dtype(image, tf.float32)
    image = tf.image.resize(image, [SIZE + 4, SIZE + 4])
    return image, tf.one_hot(label, 10)


def augment(image, label):
    image = tf.image.random_crop(image, [SIZE, SIZE, 3])
    image = tf.image.random_flip_left_right(image)
    image = tf.image.random_brightness(image, 0.2)
    image = tf.image.random_contrast(image, 0.8, 1.2)
    image = tf.image.random_saturation(image, 0.8, 1.2)
    image = tf.clip_by_value(image, 0.0, 1.0)
    return image, label


def cutout(image, label, size=8):
    height, width = image.shape[0], image.shape[1]
    top = tf.random.uniform([], 0, height - size, dtype=tf.int32)
    left = tf.random.uniform([], 0, width - size, dtype=tf.int32)
    rows = tf.range(height)[:, tf.newaxis]
    columns = tf.range(width)[tf.newaxis, :]
    inside = (rows >= top) & (rows < top + size) & (columns >= left) & (columns < left + size)
    return tf.where(inside[..., tf.newaxis], 0.0, image), label


def mixup(images, labels):
    batch = tf.shape(images)[0]
    weight = tf.random.uniform([batch])
    order = tf.random.shuffle(tf.range(batch))
    image_weight = tf.reshape(weight, [-1, 1, 1, 1])
    label_weight = tf.reshape(weight, [-1, 1])
    images = images * image_weight + tf.gather(images, order) * (1 - image_weight)
    labels = labels * label_weight + tf.gather(labels, order) * (1 - label_weight)
    return images, labels


def normalize(images, labels):
    return (images - MEAN) / STD, labels


def patches(images, size):
    flat = tf.image.extract_patches(
        images,
        sizes=[1, size, size, 1],
        strides=[1, size, size, 1],
        rates=[1, 1, 1, 1],
        padding="VALID",
    )
    batch, rows, columns, depth = flat.shape
    return tf.reshape(flat, [batch, rows * columns, depth])


def main():
    images, labels = fake_images(16)
    dataset = (
        tf.data.Dataset.from_tensor_slices((images, labels))
        .map(prepare)
        .map(augment)
        .map(cutout)
        .batch(BATCH, drop_remainder=True)
        .map(mixup)
        .map(normalize)
        .prefetch(tf.data.AUTOTUNE)
    )
    for batch, targets in dataset:
        tokens = patches(batch, 8)
        gray = tf.image.rgb_to_grayscale(batch)
        edges = tf.image.sobel_edges(gray)
        smaller = tf.nn.avg_pool2d(batch, 2, 2, "SAME")
        turned = tf.image.rot90(batch)
        flipped = tf.image.flip_up_down(batch)
        total = tf.reduce_sum(targets, axis=1)
        magnitude = tf.norm(edges, axis=-1)
        channel_means = tf.reduce_mean(batch, axis=(0, 1, 2))
    padded = tf.image.resize_with_crop_or_pad(images, 64, 64)
    central = tf.image.central_crop(tf.cast(padded, tf.float32), 0.5)
    boxes = tf.constant([[0.0, 0.0, 0.5, 0.5], [0.25, 0.25, 1.0, 1.0]])
    crops = tf.image.crop_and_resize(central, boxes, box_indices=[0, 1], crop_size=[10, 10])
    standard = tf.image.per_image_standardization(crops)
    print(tokens.shape, smaller.shape, turned.shape, flipped.shape, total.shape)
    print(magnitude.shape, channel_means.shape, standard.shape)


if __name__ == "__main__":
    main()

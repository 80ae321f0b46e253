"""An actor and a critic on a small corridor: rollouts, returns, advantages, policy loss."""

import tensorflow as tf

CELLS = 8
ACTIONS = 2
STEPS = 12
GAMMA = 0.95


class ActorCritic(tf.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.w = tf.Variable(tf.random.normal([CELLS, hidden], stddev=0.3))
        self.actor = tf.Variable(tf.random.normal([hidden, ACTIONS], stddev=0.3))
        self.critic = tf.Variable(tf.random.normal([hidden, 1], stddev=0.3))

    def __call__(self, state):
        common = tf.nn.relu(tf.matmul(state, self.w))
        return tf.matmul(common, self.actor), tf.matmul(common, self.critic)


def observe(position):
    return tf.one_hot(position, CELLS)


def environment_step(position, action):
    moved = position + tf.where(action == 1, 1, -1)
    moved = tf.clip_by_value(moved, 0, CELLS - 1)
    reward = tf.where(moved == CELLS - 1, 1.0, -0.01)
    return moved, reward


def rollout(model):
    position = tf.constant(0)
    log_probabilities, values, rewards, entropies = [], [], [], []
    for _ in range(STEPS):
        state = tf.expand_dims(observe(position), 0)
        logits, value = model(state)
        action = tf.random.categorical(logits, 1)[0, 0]
        probabilities = tf.nn.softmax(logits)
        log_probabilities.append(tf.math.log(probabilities[0, action]))
        entropies.append(-tf.reduce_sum(probabilities * tf.nn.log_softmax(logits)))
        values.append(tf.squeeze(value))
        position, reward = environment_step(position, tf.cast(action, tf.int32))
        rewards.append(reward)
    return tf.stack(log_probabilities), tf.stack(values), tf.stack(rewards), tf.stack(entropies)


def discounted(rewards):
    backwards = tf.reverse(rewards, axis=[0])
    totals = tf.scan(lambda total, reward: reward + GAMMA * total, backwards)
    returns = totals[::-1]
    mean, variance = tf.nn.moments(returns, axes=[0])
    return (returns - mean) / (tf.sqrt(variance) + 1e-6)


def actor_critic_loss(log_probabilities, values, returns, entropies):
    advantage = tf.stop_gradient(returns - values)
    actor = -tf.reduce_sum(log_probabilities * advantage)
    error = returns - values
    critic = tf.reduce_sum(tf.where(tf.abs(error) < 1.0, 0.5 * error**2, tf.abs(error) - 0.5))
    return actor + 0.5 * critic - 0.01 * tf.reduce_mean(entropies)


def q_learning(episodes=3, rate=0.5):
    q = tf.Variable(tf.zeros([CELLS, ACTIONS]))
    position = tf.constant(CELLS // 2)
    for _ in range(episodes):
        action = tf.argmax(q[position], output_type=tf.int32)
        following, reward = environment_step(position, action)
        target = reward + GAMMA * tf.reduce_max(q[following])
        index = tf.stack([position, action])[tf.newaxis]
        q.scatter_nd_update(index, [(1 - rate) * q[position, action] + rate * target])
        position = following
    return q


def main():
    model = ActorCritic()
    optimizer = tf.keras.optimizers.Adam(0.01)
    for _ in range(2):
        with tf.GradientTape() as tape:
            log_probabilities, values, rewards, entropies = rollout(model)
            returns = discounted(rewards)
            loss = actor_critic_loss(log_probabilities, values, returns, entropies)
        gradients = tape.gradient(loss, model.trainable_variables)
        gradients = [tf.clip_by_norm(g, 1.0) for g in gradients]
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    states = tf.eye(CELLS)
    logits, values = model(states)
    policy = tf.argmax(logits, axis=1)
    value_map = tf.reshape(values, [2, -1])
    q = q_learning()
    best = tf.reduce_max(q, axis=1)
    print(loss, policy.shape, value_map.shape, best.shape, tf.reduce_sum(rewards))


if __name__ == "__main__":
    main()

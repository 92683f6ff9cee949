#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training step of OTD's default settings for tables, in JAX: the peer of `otd bench train --shape table`.

    pip install jax optax
    otd bench train --shape table --json
    python jax_table.py

742 rows of 8 numbers; 3 x 64 masked units with residual connections and a linear path; masks by 4
Euler steps; energy score of 8 draws on 64 rows, action of 2 draws; AdamW with a cosine rate and a
moving average of the parameters. All steps of a call are one compiled program. Prints one JSON
object: milliseconds a step, best and median call, and the seconds of the first call.
"""
import argparse
import json
import time

import jax
import jax.numpy as jnp
import optax

ROWS, INPUTS, BATCH = 742, 8, 64
WIDTH, LAYERS = 64, 3
MASKS = WIDTH * LAYERS
DRAWS, ACTION_DRAWS, FLOW_STEPS = 8, 2, 4
VELOCITY = (32, 32)


def dense(key, inputs, outputs):
    return jax.nn.initializers.he_normal()(key, (inputs, outputs)), jnp.zeros((outputs,))


def layers(key, widths):
    keys = jax.random.split(key, len(widths) - 1)
    return [dense(k, a, b) for k, a, b in zip(keys, widths[:-1], widths[1:])]


def velocity(params, t, masks):
    h = jnp.concatenate([masks, jnp.full((masks.shape[0], 1), t)], -1)
    for w, b in params[:-1]:
        h = jax.nn.gelu(h @ w + b)
    w, b = params[-1]
    return h @ w + b


def reference(key, draws):
    u = jax.random.uniform(key, (draws, MASKS), minval=1e-6, maxval=1 - 1e-6)
    return jnp.log(u) - jnp.log1p(-u)


def transported(params, logits):
    action = 0.0
    for step in range(FLOW_STEPS):
        masks = jax.nn.sigmoid(logits)
        v = velocity(params, step / FLOW_STEPS, masks)
        action += 0.5 / FLOW_STEPS * jnp.mean(jnp.sum((masks * (1 - masks) * v) ** 2, -1))
        logits = logits + v / FLOW_STEPS
    return logits, action


def predict(params, x, masks):
    scaled = 2 * masks[:, None, :]  # divided by the mean of the reference law
    h = None
    for i, (w, b) in enumerate(params["network"][:-1]):
        units = jax.nn.gelu((x[None] if h is None else h) @ w + b)
        units = units * scaled[..., i * WIDTH : (i + 1) * WIDTH]
        h = units if h is None else h + units
    w, b = params["network"][-1]
    return h @ w + b + x @ params["linear"]


def energy_score(draws, y):
    fit = jnp.mean(jnp.abs(draws - y[None]))
    pairs = jnp.abs(draws[:, None] - draws[None])
    return fit - jnp.sum(pairs) / (2 * DRAWS * (DRAWS - 1) * y.shape[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=60, help="steps a call")
    parser.add_argument("--calls", type=int, default=10, help="timed calls")
    args = parser.parse_args()
    k_network, k_velocity, k_x, key = jax.random.split(jax.random.PRNGKey(0), 4)
    params = {
        "network": layers(k_network, (INPUTS,) + (WIDTH,) * LAYERS + (1,)),
        "velocity": layers(k_velocity, (MASKS + 1,) + VELOCITY + (MASKS,)),
        "linear": jnp.zeros((INPUTS, 1)),
    }
    x = jax.random.normal(k_x, (ROWS, INPUTS))
    y = jnp.sin(x[:, :1]) + 0.5 * x[:, 1:2] ** 2
    optimizer = optax.adamw(optax.cosine_decay_schedule(0.01, 4000), weight_decay=0.01)

    def loss(p, key, rows):
        k_draws, k_action = jax.random.split(key)
        logits, _ = transported(p["velocity"], reference(k_draws, DRAWS))
        _, action = transported(p["velocity"], reference(k_action, ACTION_DRAWS))
        draws = predict(p, x[rows], jax.nn.sigmoid(logits))
        return energy_score(draws, y[rows]) + 0.01 * action

    def step(carry, rows):
        p, state, average, t, key = carry
        key, own = jax.random.split(key)
        value, gradient = jax.value_and_grad(loss)(p, own, rows)
        update, state = optimizer.update(gradient, state, p)
        p = optax.apply_updates(p, update)
        decay = jnp.minimum(0.995, (1 + t) / (10 + t))
        average = jax.tree.map(lambda a, b: decay * a + (1 - decay) * b, average, p)
        return (p, state, average, t + 1, key), value

    run = jax.jit(lambda carry, rows: jax.lax.scan(step, carry, rows))
    rows = jax.random.randint(jax.random.PRNGKey(1), (args.steps, BATCH), 0, ROWS)
    carry = (params, optimizer.init(params), params, 0.0, key)

    def call(carry):
        start = time.perf_counter()
        carry, values = run(carry, rows)
        values.block_until_ready()
        return carry, values, time.perf_counter() - start

    carry, values, first = call(carry)
    times = []
    for _ in range(args.calls):
        carry, values, seconds = call(carry)
        times.append(1000 * seconds / args.steps)
    times.sort()
    print(
        json.dumps(
            {
                "ms_best": round(times[0], 4),
                "ms_median": round(times[len(times) // 2], 4),
                "first_s": round(first, 2),
                "loss": float(values[-1]),
                "jax": jax.__version__,
                "device": str(jax.devices()[0]),
            }
        )
    )


main()

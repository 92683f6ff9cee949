#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""OTD on tables as those of ScoringBench's multivariate track, with the score of their exact law.

    pip install numpy pyvinecopulib scipy ../../../otd-train/python
    OTD_COMMAND=/path/to/otd-source/otd python r_vines.py

The law follows ScoringBench's README: target k is sqrt(0.6) f_k(x) + sqrt(0.4) e_k. The inputs x are
standard normal; f_k is an even function of three of them, of mean 0 and variance 1 (twelve ridges
and six products); e is standard normal in each target, and joined by an R-vine of random structure.
Tables and draws are other ones than the benchmark's, which keeps its own in a store of large files.

Four fifths of the rows are for training. Prints the mean energy score of 300 draws for each test row
(the fair estimate, as there): of the exact law, of independent targets with the exact margins, and of
each method, as it is and with each target's draws shuffled, which keeps only its margins, and of
training targets without regard to the inputs; then the means of their ratios to the exact law.
"""
import argparse

import numpy as np
import pyvinecopulib as vines
from otd import OTDRegressor
from scipy.stats import norm

DRAWS = 300
SIGNAL = 0.6
REGIMES = ("tail", "no_tail", "mixed")
FAMILY = vines.BicopFamily
TAIL, NO_TAIL = (FAMILY.student, FAMILY.clayton, FAMILY.gumbel), (FAMILY.gaussian, FAMILY.frank)
SHAPES = (np.sin, np.tanh, lambda z: np.logaddexp(0, z), np.square)


def even_function(random, inputs):
    """A random f with f(x) = f(-x), of mean 0 and variance 1 on 2,048 other rows."""
    active = random.choice(inputs, min(3, inputs), replace=False)
    directions = random.standard_normal((12, len(active)))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    ridges = [(w, random.uniform(-1, 1), random.standard_normal(), random.choice(SHAPES)) for w in directions]
    pairs = [(random.choice(active, 2), random.standard_normal()) for _ in range(6)]

    def raw(x):
        z = x[:, active]
        both = sum(a / 2 * (shape(z @ w + b) + shape(b - z @ w)) for w, b, a, shape in ridges)
        return both + sum(a * x[:, i] * x[:, j] for (i, j), a in pairs)

    sample = raw(random.standard_normal((2048, inputs)))
    return lambda x: (raw(x) - sample.mean()) / sample.std()


def seeds(random):
    return random.integers(2**31 - 1, size=5).tolist()


def pair_copula(random, regime, tree):
    """A copula of two variables in a tree, counted from 1; deeper trees are weaker."""
    tail = regime == "tail" or (regime == "mixed" and random.integers(2) == 1)
    family = random.choice(TAIL if tail else NO_TAIL)
    tau, turn = random.beta(5, 5) * 0.8**tree, int(random.choice((0, 90, 180, 270)))
    if family in (FAMILY.clayton, FAMILY.gumbel):
        parameters = vines.Bicop(family=family).tau_to_parameters(tau)
        return vines.Bicop(family=family, rotation=turn, parameters=parameters)
    tau *= -1 if turn in (90, 270) else 1
    if family == FAMILY.student:
        parameters = np.array([[np.sin(np.pi * tau / 2)], [4.0]])
    else:
        parameters = vines.Bicop(family=family).tau_to_parameters(tau)
    return vines.Bicop(family=family, parameters=parameters)


def random_vine(random, regime, targets):
    structure = vines.RVineStructure.sample(targets, seeds=seeds(random))
    trees = [[pair_copula(random, regime, t) for _ in range(targets - t)] for t in range(1, targets)]
    return vines.Vinecop.from_structure(structure=structure, pair_copulas=trees)


def noise(vine, rows, random):
    """Standard normal in each target, (rows, targets)."""
    return norm.ppf(np.clip(vine.sample(rows, seeds=seeds(random)), 1e-12, 1 - 1e-12))


def energy_score(draws, truth):
    """Mean over the rows; draws (rows, K, targets), truth (rows, targets)."""
    scores = []
    for x, y in zip(draws, truth):
        apart = np.linalg.norm(x[:, None] - x[None], axis=2).sum() / (len(x) * (len(x) - 1))
        scores.append(np.linalg.norm(x - y, axis=1).mean() - apart / 2)
    return np.mean(scores)


def scores(regime, number, args):
    """The scores on one table, by name."""
    random = np.random.default_rng([args.seed, REGIMES.index(regime), number])
    vine = random_vine(random, regime, args.targets)
    functions = [even_function(random, args.inputs) for _ in range(args.targets)]
    x = random.standard_normal((args.rows, args.inputs))
    mean = np.sqrt(SIGNAL) * np.stack([f(x) for f in functions], axis=1)
    spread = np.sqrt(1 - SIGNAL)
    y = mean + spread * noise(vine, args.rows, random)
    kept = args.rows - args.rows // 5
    centre, truth = mean[kept:, None], y[kept:]
    shape = (len(truth), DRAWS, args.targets)
    exact = centre + spread * noise(vine, len(truth) * DRAWS, random).reshape(shape)
    independent = centre + spread * random.standard_normal(shape)
    found = {"exact": energy_score(exact, truth), "independent": energy_score(independent, truth)}
    for method in args.methods.split(","):
        draws = OTDRegressor(method=method).fit(x[:kept], y[:kept]).sample(x[kept:], DRAWS)
        found[method] = energy_score(draws, truth)
        found[f"{method} shuffled"] = energy_score(random.permuted(draws, axis=1), truth)
    found["no inputs"] = energy_score(y[random.integers(kept, size=shape[:2])], truth)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--inputs", type=int, default=20)
    parser.add_argument("--targets", type=int, default=3)
    parser.add_argument("--tables", type=int, default=3, help="tables of each of the three regimes")
    parser.add_argument("--methods", default="pool,otd", help="as in otd train --method, separated by commas")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    ratios = []
    for regime in REGIMES:
        for number in range(args.tables):
            found = scores(regime, number, args)
            print(regime, number, *(f"{name} {score:.4f}" for name, score in found.items()), flush=True)
            ratios.append({name: score / found["exact"] for name, score in found.items()})
    print("ratio", *(f"{name} {np.mean([r[name] for r in ratios]):.4f}" for name in ratios[0]))


if __name__ == "__main__":
    main()

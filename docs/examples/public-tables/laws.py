#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of two known laws on which published scores of foundation models exist, with the score of
the law itself.

    pip install numpy
    python laws.py tables --law bimodal --rows 1000 --inputs 10 > laws.txt
    python compare.py laws.txt results --no-peer

The inputs are standard normal; the target depends on the first two:

    bimodal   y = x2 + x1 + e/2 or y = x2 - x1 + e/2 with even odds; e is standard normal
    skewed    y = x2 + g; g has a gamma distribution of shape 2 + |x1| and scale 1/2

Izbicki and Rodrigues (2026, arXiv:2603.26611; github.com/rizbicki/tabDensityComparisons) use these
laws. The rows are theirs: the first of a table of 25,000 that NumPy's older generator draws, split
in the order of train_test_split with random_state 0, 1, ... A quarter is for the test.

For each split, prints the training file, its rows and the target, and two mean CRPS on the test rows:
that of the exact law, the lowest to expect, and that of linear regression with normal noise,
which they publish, too: as it agrees, the rows are the same.
"""
import argparse
import math
import pathlib

import numpy as np

DRAWN = 25_000
NORMAL = 0.5  # standard deviation of each branch
SCALE = 0.5  # of the gamma distribution
erf, lgamma = np.vectorize(math.erf), np.vectorize(math.lgamma)


def table(law, rows, inputs, seed):
    """Inputs (rows, inputs) and targets (rows) of the seed."""
    random = np.random.RandomState(seed + 1000)
    x = random.randn(DRAWN, inputs)
    if law == "bimodal":
        upper = random.binomial(1, 0.5, DRAWN) == 1
        noise = random.randn(2, DRAWN)
        y = x[:, 1] + np.where(upper, x[:, 0] + NORMAL * noise[0], -x[:, 0] + NORMAL * noise[1])
    else:
        y = x[:, 1] + np.array([random.gamma(shape, SCALE) for shape in 2 + np.abs(x[:, 0])])
    return x[:rows], y[:rows]


def normal_distance(mean, deviation):
    """E|Z| of a normal Z."""
    z = mean / deviation
    density = np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
    return mean * erf(z / math.sqrt(2)) + 2 * deviation * density


def bimodal_crps(x, y):
    """E|Y - y| - E|Y - Y'| / 2 of two branches that are 2 |x1| apart."""
    wide = NORMAL * math.sqrt(2)
    to_truth = [normal_distance(y - x[:, 1] - side * x[:, 0], NORMAL) for side in (-1, 1)]
    apart = normal_distance(2 * x[:, 0], wide) + normal_distance(0, wide)
    return np.mean(to_truth, axis=0) - apart / 4


def gamma_cdf(shape, value):
    """The distribution function of the gamma distribution of scale 1, by its power series."""
    term = np.exp(shape * np.log(value) - value - lgamma(shape + 1))
    total = np.zeros_like(term)
    for step in range(1, 400):
        total += term
        term = term * value / (shape + step)
    return total


def skewed_crps(x, y):
    """E|Y - y| - E|Y - Y'| / 2 of a gamma distribution (Scheuerer and Moeller 2015)."""
    shape, above = 2 + np.abs(x[:, 0]), (y - x[:, 1]) / SCALE
    beta = np.exp(lgamma(0.5) + lgamma(shape) - lgamma(shape + 0.5))
    to_truth = above * (2 * gamma_cdf(shape, above) - 1) - shape * (2 * gamma_cdf(shape + 1, above) - 1)
    return SCALE * (to_truth - 1 / beta)


EXACT = {"bimodal": bimodal_crps, "skewed": skewed_crps}


def linear_crps(train, test):
    """Least squares with normal noise; train and test are pairs of inputs and targets."""
    (x, y), (a, b) = [(np.column_stack([np.ones(len(y)), x]), y) for x, y in (train, test)]
    coefficients = np.linalg.lstsq(x, y, rcond=None)[0]
    deviation = np.std(y - x @ coefficients)
    return normal_distance(b - a @ coefficients, deviation) - deviation / math.sqrt(math.pi)


def parts(x, y, split):
    """Rows for training and for the test, each as a pair of inputs and targets."""
    order = np.random.RandomState(split).permutation(len(y))
    first = -(-len(y) // 4)
    return tuple((x[rows], y[rows]) for rows in (order[first:], order[:first]))


def write(file, x, y):
    names = [f"x{i + 1}" for i in range(x.shape[1])] + ["y"]
    np.savetxt(file, np.column_stack([x, y]), delimiter=",", header=",".join(names), comments="")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path, help="where the tables go")
    parser.add_argument("--law", choices=sorted(EXACT), required=True)
    parser.add_argument("--rows", type=int, default=1000, help="rows of training and test together")
    parser.add_argument("--inputs", type=int, default=5, help="inputs, of which two matter")
    parser.add_argument("--splits", type=int, default=3, help="the published means are over 20, or 3")
    parser.add_argument("--seed", type=int, default=42, help="42: the published tables; others: new ones")
    args = parser.parse_args()
    if args.inputs < 2:
        parser.error(f"--inputs {args.inputs} (expected: at least 2)")
    fewest = 2 * (args.inputs + 2)  # three quarters are more than the coefficients of the linear regression
    if not fewest <= args.rows <= DRAWN:
        parser.error(f"--rows {args.rows} (expected: from {fewest} to {DRAWN})")
    args.directory.mkdir(parents=True, exist_ok=True)
    x, y = table(args.law, args.rows, args.inputs, args.seed)
    for split in range(args.splits):
        train, test = parts(x, y, split)
        stem = f"{args.law}-{args.inputs}-{args.rows}-{args.seed}-{split}"
        write(args.directory / f"{stem}.csv", *train)
        write(args.directory / f"{stem}-test.csv", *test)
        exact, linear = EXACT[args.law](*test).mean(), linear_crps(train, test).mean()
        print(f"{args.directory / stem}.csv {len(train[1])} y exact {exact:.4f} linear {linear:.4f}")


if __name__ == "__main__":
    main()

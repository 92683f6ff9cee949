#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""LightGBM's quantiles on a table, scored as `otd evaluate` scores a model.

    pip install lightgbm numpy pandas
    otd data synthetic --rows 1000000 --formula branches --out train.csv --seed 1
    otd data synthetic --rows 20000 --formula branches --out test.csv --seed 2
    python lightgbm_quantiles.py train.csv test.csv --target y

A model for each of 19 quantiles, with early stopping on a tenth of the rows, as otd holds out a
tenth. Draws of a row are its quantiles in order, joined by straight lines. Prints one JSON object:
energy score and RMSE on the test rows, seconds from the start of the program to the last model.
"""
import argparse
import json
import time

START = time.perf_counter()

import lightgbm
import numpy as np
import pandas as pd

QUANTILES = np.arange(1, 20) / 20
DRAWS = 256


def energy_score(draws, observed):
    """Of one target: the CRPS of the draws, with the unbiased spread."""
    k = draws.shape[1]
    ascending = np.sort(draws, axis=1)
    spread = ascending @ (2 * np.arange(1, k + 1) - k - 1) / (k * (k - 1))
    return float(np.mean(np.abs(draws - observed[:, None]).mean(axis=1) - spread))


def inputs(table, like, target):
    """Numbers in single precision, texts as the categories of another table."""
    columns = {}
    for name in like.columns.drop(target):
        if pd.api.types.is_numeric_dtype(like[name]):
            columns[name] = table[name].astype(np.float32)
        else:
            columns[name] = pd.Categorical(table[name], sorted(like[name].dropna().unique()))
    # By number: LightGBM refuses some characters in names.
    return pd.DataFrame(columns).set_axis(range(len(columns)), axis=1)


def rmse(means, observed):
    return float(np.sqrt(np.mean((means - observed) ** 2)))


def arguments(description):
    """Those of a program that trains on one table and is tested on another."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--target", default="y")
    parser.add_argument("--threads", type=int, default=2)
    return parser


def numbers(args):
    """Inputs and targets of the training rows, then those of the test rows."""
    rows, tests = pd.read_csv(args.train), pd.read_csv(args.test)
    for name, table in (args.train, rows), (args.test, tests):
        if args.target not in table:
            raise SystemExit(f"--target {args.target}: no such column in {name}")
    x, test_x = inputs(rows, rows, args.target), inputs(tests, rows, args.target)
    return x, rows[args.target].to_numpy(float), test_x, tests[args.target].to_numpy(float)


def main():
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--trees", type=int, default=1000, help="most trees of a quantile")
    parser.add_argument("--leaves", type=int, default=31)
    parser.add_argument("--rate", type=float, default=0.05)
    args = parser.parse_args()

    x, y, test_x, observed = numbers(args)
    order = np.random.default_rng(0).permutation(len(y))
    held = np.sort(order[: len(y) // 10])
    kept = np.sort(order[len(y) // 10 :])
    data = lightgbm.Dataset(x.iloc[kept], y[kept], free_raw_data=False)
    check = lightgbm.Dataset(x.iloc[held], y[held], reference=data, free_raw_data=False)
    columns, trees = [], 0
    for quantile in QUANTILES:
        model = lightgbm.train(
            {
                "objective": "quantile",
                "alpha": quantile,
                "learning_rate": args.rate,
                "num_leaves": args.leaves,
                "num_threads": args.threads,
                "verbose": -1,
                "seed": 0,
            },
            data,
            args.trees,
            valid_sets=[check],
            callbacks=[lightgbm.early_stopping(30, verbose=False)],
        )
        columns.append(model.predict(test_x))
        trees += model.best_iteration
    seconds = time.perf_counter() - START

    quantiles = np.sort(np.stack(columns, axis=1), axis=1)
    random = np.random.default_rng(0)
    draws = np.stack([np.interp(random.random(DRAWS), QUANTILES, row) for row in quantiles])
    print(
        json.dumps(
            {
                "rows": len(y),
                "energy_score": energy_score(draws, observed),
                "rmse": rmse(draws.mean(axis=1), observed),
                "seconds": round(seconds, 1),
                "trees": trees,
                "lightgbm": lightgbm.__version__,
            }
        )
    )


if __name__ == "__main__":
    main()

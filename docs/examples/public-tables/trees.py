#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other trees than lightgbm_quantiles.py, scored in the same way.

    pip install lightgbm numpy pandas scikit-learn
    python trees.py train.csv test.csv --target y

conformal: LightGBM's mean by five folds, with early stopping, and its residuals on rows not seen,
each divided by a size that LightGBM predicts (as a normalised conformal predictive system does).
extra, forest: extremely randomised trees and a random forest. A row's distribution are the training
targets in its leaves, weighted as in quantile regression forests (Meinshausen 2006).
Prints one JSON object: energy score and RMSE of each on the test rows.
"""
import json

import lightgbm
import numpy as np
import pandas as pd
from lightgbm_quantiles import arguments, energy_score, numbers, rmse
from sklearn.ensemble import ExtraTreesRegressor, RandomForestRegressor
from sklearn.model_selection import KFold

DRAWS = 512
TREES = 500
LEAF = 3
BLOCK = 256


def by_folds(x, y, tests, seed, settings, trees, patience):
    """Predictions for the training rows, each not seen, and for the test rows."""
    unseen, mean = np.zeros(len(y)), np.zeros(len(tests))
    for kept, held in KFold(5, shuffle=True, random_state=seed).split(x):
        model = lightgbm.train(
            settings,
            lightgbm.Dataset(x.iloc[kept], y[kept]),
            trees,
            valid_sets=[lightgbm.Dataset(x.iloc[held], y[held])],
            callbacks=[lightgbm.early_stopping(patience, verbose=False)],
        )
        unseen[held] = model.predict(x.iloc[held])
        mean += model.predict(tests) / 5
    return unseen, mean


def conformal(x, y, test_x, observed, threads):
    settings = {
        "objective": "regression",
        "learning_rate": 0.03,
        "feature_fraction": 0.8,
        "bagging_fraction": 0.8,
        "bagging_freq": 1,
        "min_data_in_leaf": 5 if len(y) < 2000 else 20,
        "num_threads": threads,
        "verbose": -1,
        "seed": 0,
    }
    unseen, means = by_folds(x, y, test_x, 0, settings, 3000, 50)
    residuals = y - unseen
    sizes = np.log(np.abs(residuals) + 0.1 * np.mean(np.abs(residuals)))
    settings |= {"objective": "l1", "learning_rate": 0.05}
    scale, test_scale = by_folds(x, sizes, test_x, 1, settings, 300, 20)
    steps = np.quantile(residuals / np.exp(scale), (np.arange(DRAWS) + 0.5) / DRAWS)
    draws = means[:, None] + np.exp(test_scale)[:, None] * steps
    return {"energy_score": energy_score(draws, observed), "rmse": rmse(means, observed)}


def leaves(trees, x, y, test_x, observed):
    order = np.argsort(y)
    ascending = y[order]
    places, test_places = trees.fit(x, y).apply(x)[order], trees.apply(test_x)
    scores, means = [], []
    for start in range(0, len(test_x), BLOCK):
        block = slice(start, start + BLOCK)
        weights = np.zeros((len(observed[block]), len(y)))
        for tree in range(places.shape[1]):
            same = test_places[block, tree][:, None] == places[:, tree]
            weights += same / same.sum(axis=1, keepdims=True) / places.shape[1]
        below = np.cumsum(weights, axis=1)[:, :-1]
        spread = (below * (1 - below)) @ np.diff(ascending)
        error = (weights * np.abs(ascending - observed[block][:, None])).sum(axis=1)
        scores.append(error - spread)
        means.append(weights @ ascending)
    score = float(np.mean(np.concatenate(scores)))
    return {"energy_score": score, "rmse": rmse(np.concatenate(means), observed)}


def main():
    args = arguments(__doc__.splitlines()[0]).parse_args()
    x, y, test_x, observed = numbers(args)
    data = [pd.get_dummies(table).fillna(-1) for table in (x, test_x)]
    same = {"n_estimators": TREES, "min_samples_leaf": LEAF, "n_jobs": args.threads, "random_state": 0}
    kinds = {
        "extra": ExtraTreesRegressor(**same),
        "forest": RandomForestRegressor(max_features=0.5, **same),
    }
    results = {"conformal": conformal(x, y, test_x, observed, args.threads)}
    for name, trees in kinds.items():
        results[name] = leaves(trees, data[0], y, data[1], observed)
    print(json.dumps(results))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""OTD in ScoringBench, on its univariate and on its multivariate track.

ScoringBench makes its distributions and scores from draws; a wrapper gives the draws. Copy this
file beside run_bench_regression.py, install otd-train/python, and register the wrappers as README.md says.
"""

from __future__ import annotations

import numpy as np
from otd import OTDRegressor
from scoringbench.multivariate.wrappers import sample_based as multivariate
from scoringbench.univariate.wrappers import sample_based as univariate


class OtdWrapper(univariate.SampleBasedWrapper):
    """One target: ``_draw_samples`` gives (n_test, n_samples).

    Parameters are those of OTDRegressor.
    """

    N_SAMPLES = 1000
    SAMPLE_CHUNK = 0  # all draws of a prediction in one call: a second would give the same again

    def __init__(self, **parameters):
        self._regressor = OTDRegressor(**parameters)

    def fit(self, X, y):
        targets = np.asarray(y, dtype=float).reshape(-1)
        known = np.isfinite(targets)
        if hasattr(self, "_set_train_range"):  # newer versions widen their grids by it
            self._set_train_range(targets)
        self._regressor.fit(_rows(X, known), targets[known])
        return self

    def _draw_samples(self, X, n_samples):
        return self._regressor.sample(X, n_samples)


class OtdMultivariateWrapper(multivariate.SampleBasedWrapper):
    """Several targets: ``_draw_samples`` gives joint draws, (n_test, n_samples, d).

    The number of draws is the benchmark's own, the same for all models.
    """

    SAMPLE_CHUNK = 0

    def __init__(self, **parameters):
        self._regressor = OTDRegressor(**parameters)

    def fit(self, X, Y):
        targets = np.asarray(Y, dtype=float)
        targets = targets.reshape(len(targets), -1)
        known = np.isfinite(targets).all(axis=1)
        self._regressor.fit(_rows(X, known), targets[known])
        return self

    def _draw_samples(self, X, n_samples):
        return self._regressor.sample(X, n_samples)


def _rows(X, known):
    return X[known] if not hasattr(X, "iloc") else X.iloc[np.flatnonzero(known)]

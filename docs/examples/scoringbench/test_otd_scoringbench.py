# SPDX-License-Identifier: Apache-2.0
"""Trains on tables made here: ``OTD_COMMAND=.../otd python test_otd_scoringbench.py``.

Where ScoringBench is not installed, stand-ins take the place of its two base classes: they collect
draws as its SampleBasedWrapper does, and give them back.
"""

import os
import sys
import types
import unittest
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "otd-train" / "python")]


def stand_in(name, draws):
    class SampleBasedWrapper:
        N_SAMPLES = draws
        SAMPLE_CHUNK = 100
        calls = 0

        def _collect_samples(self, X):
            target = int(self.N_SAMPLES)
            chunk = int(self.SAMPLE_CHUNK) or target
            parts, have = [], 0
            while have < target:
                parts.append(np.asarray(self._draw_samples(X, min(chunk, target - have)), float))
                have += parts[-1].shape[1]
                self.calls += 1
            return np.concatenate(parts, axis=1)

        def predict(self, X):
            return self._collect_samples(X).mean(axis=1)

    package = name.rpartition(".")[0]
    for part in ("scoringbench", package.rpartition(".")[0], package):
        sys.modules.setdefault(part, types.ModuleType(part))
    module = types.ModuleType(name)
    module.SampleBasedWrapper = SampleBasedWrapper
    sys.modules[name] = module
    sys.modules[package].sample_based = module


try:
    import scoringbench.multivariate.wrappers.sample_based  # noqa: F401
    import scoringbench.univariate.wrappers.sample_based  # noqa: F401
except ImportError:
    stand_in("scoringbench.univariate.wrappers.sample_based", 300)
    stand_in("scoringbench.multivariate.wrappers.sample_based", 300)

from otd_scoringbench import OtdMultivariateWrapper, OtdWrapper  # noqa: E402

SHORT = {"training.steps": 600, "model.members": 1, "training.validate_every": 100}
ROWS, TEST = 400, 100


def energy_score(draws, y):
    """Of each row, averaged: draws (n, m, d), y (n, d)."""
    total = 0.0
    for i in range(len(y)):
        apart = np.linalg.norm(draws[i][:, None, :] - draws[i][None, :, :], axis=2)
        m = len(draws[i])
        fit = np.linalg.norm(draws[i] - y[i], axis=1).mean()
        total += fit - apart.sum() / (2 * m * (m - 1))
    return total / len(y)


def variogram_score(draws, y):
    """Of order 1/2 with weights 1, for two targets."""
    expected = np.sqrt(np.abs(draws[:, :, 0] - draws[:, :, 1])).mean(axis=1)
    observed = np.sqrt(np.abs(y[:, 0] - y[:, 1]))
    return 2 * ((observed - expected) ** 2).mean()


class UnivariateTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(1)
        x = random.uniform(-1, 1, (ROWS + TEST, 2))
        kind = random.choice(["1", "nan", "b,c"], ROWS + TEST)
        y = 3 * x[:, 0] + 2 * (kind == "nan") + .3 * random.standard_normal(ROWS + TEST)
        cls.X = np.empty((ROWS + TEST, 3), dtype=object)
        cls.X[:, :2], cls.X[:, 2] = x, kind
        cls.X[3, 1] = None  # a missing number
        cls.y = y
        cls.y_train = y[:ROWS].copy()
        cls.y_train[5] = np.nan  # a row without target
        cls.wrapper = OtdWrapper(settings=SHORT, random_state=3).fit(cls.X[:ROWS], cls.y_train)
        cls.draws = cls.wrapper._collect_samples(cls.X[ROWS:])

    def test_the_draws_are_of_the_rows_in_their_order(self):
        self.assertEqual(self.draws.shape, (TEST, 1000))
        self.assertTrue(np.isfinite(self.draws).all())
        correlation = np.corrcoef(self.draws.mean(axis=1), self.y[ROWS:])[0, 1]
        self.assertGreater(correlation, .95)  # of the exact mean: .99

    def test_all_draws_of_a_prediction_are_different(self):
        # A second call with the same seed would repeat the first.
        self.assertGreater(len(np.unique(self.draws[0])), 990)

    def test_the_scores_are_near_those_of_the_exact_law(self):
        score = energy_score(self.draws[:, :, None], self.y[ROWS:, None])
        exact = .3 / np.sqrt(np.pi)
        self.assertLess(score, 2 * exact)
        marginal = np.abs(self.y[ROWS:, None] - self.y[None, ROWS:]).mean() / 2
        self.assertGreater(marginal, 5 * exact)  # what a model that ignores the rows would have
        inside = (np.quantile(self.draws, .05, axis=1) <= self.y[ROWS:]) & (
            self.y[ROWS:] <= np.quantile(self.draws, .95, axis=1)
        )
        self.assertGreater(inside.mean(), .75)
        self.assertLess(np.abs(self.wrapper.predict(self.X[ROWS:]) - self.y[ROWS:]).mean(), .6)


class MultivariateTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(2)
        cls.X = random.uniform(-1, 1, (ROWS + TEST, 2))
        noise = random.standard_normal(ROWS + TEST)
        # The noise of both targets is nearly the same: only joint draws show that.
        own = .05 * random.standard_normal((ROWS + TEST, 2))
        cls.Y = np.stack([cls.X[:, 0] + noise, cls.X[:, 1] + noise], axis=1) + own
        wrapper = OtdMultivariateWrapper(settings=SHORT).fit(cls.X[:ROWS], cls.Y[:ROWS])
        cls.draws = wrapper._collect_samples(cls.X[ROWS:])

    def test_a_draw_is_of_both_targets(self):
        self.assertEqual(self.draws.shape, (TEST, 300, 2))
        correlations = [np.corrcoef(row.T)[0, 1] for row in self.draws]
        # Of independent draws it would be 0. A short training does not reach the true one.
        self.assertGreater(np.mean(correlations), .7)

    def test_joint_draws_score_better_than_the_same_draws_shuffled_by_target(self):
        random = np.random.default_rng(3)
        shuffled = self.draws.copy()
        for row in shuffled:
            random.shuffle(row[:, 1])
        y = self.Y[ROWS:]
        self.assertLess(energy_score(self.draws, y), energy_score(shuffled, y))
        self.assertLess(variogram_score(self.draws, y), .7 * variogram_score(shuffled, y))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.environ["OTD_COMMAND"] = sys.argv.pop(1)
    unittest.main()

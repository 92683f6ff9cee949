# SPDX-License-Identifier: Apache-2.0
"""What a distribution is asked for, by its draws."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np


class Distributions:
    """Means, quantiles, intervals and scores of rows, from their draws.

    A subclass has ``draws``, how many describe a row; ``n_outputs_``, the number of targets; ``_flat``, whether the
    one target has no axis; and ``_draws(X, count)``, which gives (n, count, targets).
    """

    def predict(self, X, return_std=False):
        """The mean of the distribution of each row, (n,) or (n, d) as y was; with its standard deviation if asked for."""
        draws = self._draws(X, self.draws)
        mean = self._shaped(draws.mean(axis=1))
        return (mean, self._shaped(draws.std(axis=1))) if return_std else mean

    def predict_std(self, X):
        """The standard deviation of the distribution of each row, as ``predict`` gives the mean."""
        return self._shaped(self._draws(X, self.draws).std(axis=1))

    def predict_quantiles(self, X, quantiles=(0.05, 0.5, 0.95)):
        """Quantiles of the distribution of each row, (n, Q) or (n, Q, d): the smallest draw that enough draws do not exceed."""
        levels = np.atleast_1d(np.asarray(quantiles, dtype=float))
        if levels.ndim != 1 or not ((levels > 0) & (levels < 1)).all():
            raise ValueError(f"quantiles: {quantiles} (expected: between 0 and 1)")
        return self._ranked(X, [_decimal(level) for level in levels])

    def predict_interval(self, X, coverage=0.9):
        """The interval of each row that holds this share of its draws, as many below as above: (n, 2) or (n, 2, d)."""
        if not 0 < coverage < 1:
            raise ValueError(f"coverage: {coverage} (expected: between 0 and 1)")
        share = _decimal(coverage)
        return self._ranked(X, [(1 - share) / 2, (1 + share) / 2])

    def _ranked(self, X, levels):
        ordered = np.sort(self._draws(X, self.draws), axis=1)
        return self._shaped(ordered[:, [math.ceil(level * ordered.shape[1]) - 1 for level in levels]])

    def predict_probability(self, X, thresholds):
        """The probability that each row is at or below each threshold, (n, T) or (n, T, d)."""
        values = np.atleast_1d(np.asarray(thresholds, dtype=float))
        if values.ndim != 1 or np.isnan(values).any():
            raise ValueError(f"thresholds: {thresholds} (expected: numbers)")
        with np.errstate(over="ignore"):
            values = values.astype(np.float32)  # as the draws are: the float32 of 0.1 is above 0.1
        draws = self._draws(X, self.draws)
        return self._shaped(np.stack([(draws <= value).mean(axis=1) for value in values], axis=1))

    def sample(self, X, n_samples=None):
        """Draws of the targets of each row, (n, n_samples) or (n, n_samples, d). Default: ``draws`` of them.

        Draw k of all rows and targets belongs to one realisation: the draws show how they depend on each other.
        """
        count = self.draws if n_samples is None else checked("n_samples", n_samples)
        # Few draws by themselves would not be calibrated: the first of ``draws`` are given.
        return self._shaped(self._draws(X, max(count, self.draws))[:, :count].copy())

    def energy_score(self, X, y):
        """The mean energy score over rows, in the targets' unit; of one target, the CRPS. Lower is better."""
        draws = self._draws(X, self.draws)
        observed = np.asarray(y, dtype=float).reshape(len(draws), 1, self.n_outputs_)
        if draws.shape[1] < 2:
            raise ValueError(f"draws: {self.draws} (expected: at least 2 for a score)")
        fit = np.linalg.norm(draws - observed, axis=2).mean()
        return float(fit - np.mean([_spread(row) for row in draws]))

    def _shaped(self, values):
        return values[..., 0] if self._flat else values


def _decimal(level):
    """Exact: in binary, 100 times 0.55 is above 55."""
    return Fraction(repr(float(level)))


def _spread(draws):
    """Half the mean distance of two draws (m, d) of one row."""
    count = len(draws)
    if draws.shape[1] == 1:
        ordered = np.sort(draws[:, 0])
        return float(((2 * np.arange(count) - count + 1) * ordered).sum() / (count * (count - 1)))
    apart = np.linalg.norm(draws[:, None, :] - draws[None, :, :], axis=2)
    return apart.sum() / (2 * count * (count - 1))


def checked(name, count):
    if not is_int(count) or count < 1:
        raise ValueError(f"{name}: {count} (expected: a whole number, at least 1)")
    return int(count)


def is_int(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)

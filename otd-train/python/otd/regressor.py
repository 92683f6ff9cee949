# SPDX-License-Identifier: Apache-2.0
"""The regressor."""

from __future__ import annotations

import math
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from otd import session, table
from otd.run import Run


class OTDRegressor(RegressorMixin, BaseEstimator):
    """A regressor that predicts a distribution of one or several targets.

    Numbers, texts, booleans and dates are taken as they are; a missing cell is NaN, None or an empty text.

    Parameters
    ----------
    method : str or None
        As in ``otd train --method``, such as "otd", "pool" or "mdn"; None for the default.
    settings : dict or None
        As in ``otd train --set``, such as ``{"training.steps": 2000}``.
    draws : int
        Draws that describe the distribution of a row.
    random_state : int, RandomState or None
        Of the split into training and validation rows, and of the training.
    command : str, sequence of str or None
        How ``otd`` is started. None: OTD_COMMAND, else bin/otd in OTD_HOME, else ``otd`` on the path.

    Attributes
    ----------
    result_ : dict
        What ``otd train --json`` answered: the validation score, warnings, settings.
    n_outputs_ : int
        The number of targets.
    """

    def __init__(self, method=None, *, settings=None, draws=500, random_state=0, command=None):
        self.method = method
        self.settings = settings
        self.draws = draws
        self.random_state = random_state
        self.command = command

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = True
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags

    def fit(self, X, y):
        """Trains on rows X, (n, p), with targets y, (n,) or (n, d).

        No rows are held out for a test; OTD takes validation rows from them.
        """
        X, y = validate_data(
            self, X, y, multi_output=True, y_numeric=True, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=2
        )
        self._flat = y.ndim == 1
        targets = y.reshape(len(y), -1)
        self.n_outputs_ = targets.shape[1]
        names = ["y"] if self.n_outputs_ == 1 else [f"y{j}" for j in range(self.n_outputs_)]
        self._names = table.names(self, names)
        self._kinds = table.kinds(X)
        rows = table.encoded(self._names, self._kinds, X, names, targets)
        with tempfile.TemporaryDirectory(prefix="otd-") as folder:
            file, out = Path(folder, "train" + table.suffix()), Path(folder, "run")
            file.write_bytes(rows)
            self.result_ = session.run(self.command, self._training(file, out, names))
            self._run = Run(out)
        return self

    def _training(self, file, out, targets):
        settings = {"data.test_fraction": 0, "output.tensorboard": "false", "data.missing": "[" + repr(table.NOTHING) + "]", **(self.settings or {})}
        texts = [name for name, kind in zip(self._names, self._kinds) if kind == table.TEXT]
        if texts:
            settings.setdefault("columns.categorical", "[" + ", ".join(map(_quoted, texts)) + "]")
        words = ["train", "--data", file, "--out", out]
        words += [word for name in targets for word in ("--target", name)]
        words += ["--method", self.method] if self.method is not None else []
        words += [word for key, value in settings.items() for word in ("--set", f"{key}={_text(value)}")]
        seed = check_random_state(self.random_state).randint(2**31 - 1) if not _is_int(self.random_state) else self.random_state
        return [*words, "--seed", seed]

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

    def sample(self, X, n_samples=None):
        """Draws of the targets of each row, (n, n_samples) or (n, n_samples, d). Default: ``draws`` of them.

        Draw k of all rows and targets belongs to one realisation: the draws show how they depend on each other.
        """
        count = self.draws if n_samples is None else _checked("n_samples", n_samples)
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

    def save(self, directory):
        """Writes the run directory, for ``otd export`` and other commands."""
        check_is_fitted(self)
        return self._run.save(directory)

    def _draws(self, X, count):
        check_is_fitted(self)
        count = _checked("draws", count)
        X = validate_data(self, X, reset=False, dtype=None, ensure_all_finite="allow-nan")
        rows = table.encoded(self._names, self._kinds, X)
        return self._run.draws(self.command, rows, count, self.n_outputs_)

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


def _checked(name, count):
    if not _is_int(count) or count < 1:
        raise ValueError(f"{name}: {count} (expected: a whole number, at least 1)")
    return int(count)


def _text(value):
    """A setting as ``--set`` reads it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else value


def _quoted(name):
    return "'" + name.replace("'", "''") + "'"


def _is_int(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)

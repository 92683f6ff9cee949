# SPDX-License-Identifier: Apache-2.0
"""The regressor."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from otd import session, table
from otd.distributions import Distributions, checked, is_int
from otd.run import Run


class OTDRegressor(Distributions, RegressorMixin, BaseEstimator):
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
    verbose : bool
        Whether ``fit`` writes the progress of the training to the standard error stream.
    command : str, sequence of str or None
        How ``otd`` is started. None: OTD_COMMAND, else bin/otd in OTD_HOME, else ``otd`` on the path, else the archive
        that ``python -m otd install`` installed.

    Attributes
    ----------
    result_ : dict
        What ``otd train --json`` answered: the validation score, warnings, settings.
    n_outputs_ : int
        The number of targets.
    """

    def __init__(self, method=None, *, settings=None, draws=500, random_state=0, verbose=False, command=None):
        self.method = method
        self.settings = settings
        self.draws = draws
        self.random_state = random_state
        self.verbose = verbose
        self.command = command

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = True
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        return tags

    def fit(self, X, y, sample_weight=None):
        """Trains on rows X, (n, p), with targets y, (n,) or (n, d).

        No rows are held out for a test; OTD takes validation rows from them. Rows count by sample_weight, (n,), at least
        0; those of weight 0 are left out.
        """
        X, y = validate_data(
            self, X, y, multi_output=True, y_numeric=True, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=2
        )
        self._flat = y.ndim == 1
        targets = y.reshape(len(y), -1)
        self.n_outputs_ = targets.shape[1]
        self._targets = names = ["y"] if self.n_outputs_ == 1 else [f"y{j}" for j in range(self.n_outputs_)]
        self._names = table.names(self, names)
        self._kinds = table.kinds(X)
        rows, weight = self._weighed(X, targets, sample_weight)
        with tempfile.TemporaryDirectory(prefix="otd-") as folder:
            file, out = Path(folder, "train" + table.suffix()), Path(folder, "run")
            file.write_bytes(rows)
            self.result_ = session.run(self.command, [*self._training(file, out, names), *weight], self.verbose)
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
        seed = check_random_state(self.random_state).randint(2**31 - 1) if not is_int(self.random_state) else self.random_state
        return [*words, "--seed", seed]

    def recalibrate(self, X, y, weights=False, sample_weight=None):
        """Calibrates the model on rows X with targets y that it has not seen; the networks stay as they are.

        weights fits those of a pool, too. At least 50 rows are needed, more for conformal intervals.
        """
        check_is_fitted(self)
        rows, weight = self._observed(X, y, sample_weight)
        self._run = self._run.recalibrated(self.command, rows, [*weight, *(["--weights"] if weights else [])])
        return self

    def further(self, X, y, test_fraction=0.2, sample_weight=None):
        """Trains the model further on rows X with targets y that it has not seen.

        test_fraction of them tell whether it is better than before: ``result_["earlier"]`` has the energy score before,
        the paired difference and its standard error.
        """
        check_is_fitted(self)
        rows, weight = self._observed(X, y, sample_weight)
        options = [*weight, "--set", f"data.test_fraction={test_fraction}"]
        self._run, self.result_ = self._run.further(self.command, rows, options)
        return self

    def evaluate(self, X, y, tails=(), losses=(), sample_weight=None):
        """The scores of ``otd evaluate`` on rows X with targets y, by name; those of conformal intervals begin with "conformal.".

        tails are parts of the distributions, such as "above:40" or "upper"; losses are costs of decisions, such as
        "pinball:0.9" or "under:3,over:1".
        """
        words = [word for tail in tails for word in ("--tail", tail)]
        words += [word for loss in losses for word in ("--loss", loss)]
        answer = self._evaluated(X, y, None, sample_weight, words)
        conformal = answer.get("scores_conformal", {})
        return {**answer["scores"], **{f"conformal.{name}": value for name, value in conformal.items()}}

    def coverage(self, X, y, by=(), sample_weight=None):
        """How often intervals cover targets y of rows X, as ``otd evaluate --coverage-by`` says it.

        by names columns of X, or is a data frame of other columns, one row for each row of X. The answer has
        "coverage_by_fifths", from 100 rows on, "coverage_by_group", and "coverage_joint" if intervals cover all targets
        together; each has the bands that are expected of calibrated intervals.
        """
        check_is_fitted(self)
        by = [by] if isinstance(by, str) else by
        others = by if isinstance(by, pd.DataFrame) else None
        # A frame whose names OTD would read as others has x0, x1, ... in the file.
        written = {} if others is not None else dict(zip(getattr(self, "feature_names_in_", ()), self._names))
        words = [word for name in by for word in ("--coverage-by", _as_listed(str(written.get(name, name))))]
        answer = self._evaluated(X, y, others, sample_weight, words)
        return {name: shares for name, shares in answer.items() if name.startswith("coverage_")}

    def _evaluated(self, X, y, others, sample_weight, words):
        check_is_fitted(self)
        rows, weight = self._observed(X, y, sample_weight, others)
        return self._run.evaluated(self.command, rows, [*weight, *words, "--draws", max(2, checked("draws", self.draws))])

    def _observed(self, X, y, sample_weight, others=None):
        X = validate_data(self, X, reset=False, dtype=None, ensure_all_finite="allow-nan")
        targets = np.asarray(y, dtype=float).reshape(len(X), self.n_outputs_)
        return self._weighed(X, targets, sample_weight, others)

    def _weighed(self, X, targets, sample_weight, others=None):
        """The file of some rows, and the words that name the column of its weights."""
        inputs, kinds, names, columns = list(self._names), list(self._kinds), list(self._targets), targets
        if others is not None:
            # The last is the usual column of weights, which otd evaluate would take for one.
            reserved = [*inputs, *names, _unused({*inputs, *names})]
            taken = set(reserved) & set(map(str, others.columns))
            if taken or len(others) != len(X):
                raise ValueError(f"by: columns {list(others.columns)}, {len(others)} rows (expected: names of none of {reserved}, {len(X)} rows)")
            cells = others.to_numpy(dtype=object)
            inputs, kinds, X = [*inputs, *map(str, others.columns)], [*kinds, *table.kinds(cells)], np.column_stack([pd.DataFrame(X).to_numpy(dtype=object), cells])
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
            names += [_unused({*inputs, *names})]
            columns = np.column_stack([targets, weights])
        rows = table.encoded(inputs, kinds, X, names, columns)
        return rows, [] if sample_weight is None else ["--weight", names[-1]]

    def save(self, directory):
        """Writes the run directory, for ``otd export`` and other commands."""
        check_is_fitted(self)
        return self._run.save(directory)

    def frame(self, X, samples=0, parts=False):
        """The predictions as a data frame with the columns of ``otd predict``: mean, std, q0.05, ..., conformal intervals
        if the model has them, and the columns in which a row lies outside of the training rows.

        With ``parts``, the variance within the networks of the model and between them as well.
        """
        rows = self._rows(X)
        words = ["--draws", max(2, checked("draws", self.draws)), "--samples", samples, *(["--parts"] if parts else [])]
        found = self._run.frame(self.command, rows, words)
        return found.set_axis(X.index) if isinstance(X, pd.DataFrame) else found

    def _draws(self, X, count):
        rows = self._rows(X)
        return self._run.draws(self.command, rows, checked("draws", count), self.n_outputs_)

    def _rows(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=None, ensure_all_finite="allow-nan")
        return table.encoded(self._names, self._kinds, X)


def _text(value):
    """A setting as ``--set`` reads it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else value


def _unused(names):
    """A name for the column of the weights that no other column has."""
    name = "sample_weight"
    while name in names:
        name += "_"
    return name


def _as_listed(name):
    """A name in a list with commas."""
    return '"' + name.replace('"', '""') + '"' if "," in name or '"' in name else name


def _quoted(name):
    return "'" + name.replace("'", "''") + "'"

# SPDX-License-Identifier: Apache-2.0
"""OTD in scikit-learn's manner: fit, predict, and draws from the predictive distribution.

Each call starts the command line ``otd``; tables and draws are exchanged as files. Needs NumPy.
"""

from __future__ import annotations

import csv
import json
import math
import os
import shlex
import shutil
import subprocess
import tempfile
import weakref
from pathlib import Path

import numpy as np


class OtdRegressor:
    """A regressor with draws of one or several targets.

    Parameters
    ----------
    method : str or None
        As in ``otd train --method``, such as "otd", "pool" or "mdn"; None for the default.
    settings : dict or None
        As in ``otd train --set``, such as ``{"training.steps": 2000}``.
    seed : int
        Of the split into training and validation rows, and of the training.
    command : str, sequence of str, or None
        How ``otd`` is started. None: the environment variable ``OTD_COMMAND``, else ``otd``.
    """

    def __init__(self, method=None, settings=None, seed=0, command=None):
        self.method = method
        self.settings = settings
        self.seed = seed
        self.command = command

    def get_params(self, deep=True):
        """The arguments of the constructor, as scikit-learn's clone wants them."""
        names = ("method", "settings", "seed", "command")
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params):
        """Changes arguments of the constructor."""
        for name, value in params.items():
            if name not in self.get_params():
                raise ValueError(f"{name}: no parameter (expected: one of {list(self.get_params())})")
            setattr(self, name, value)
        return self

    def fit(self, X, y):
        """Trains on rows X of numbers or texts, (n, p), with targets y, (n,) or (n, d).

        No rows are held out for a test; OTD itself takes validation rows from them.
        """
        columns = _columns(X)
        targets = np.asarray(y, dtype=float)
        if targets.ndim not in (1, 2) or len(targets) != len(columns[0].cells):
            raise ValueError(f"y: shape {targets.shape} (expected: ({len(columns[0].cells)},) or with d)")
        self._flat = targets.ndim == 1
        targets = targets.reshape(len(targets), -1)
        self.n_features_in_ = len(columns)
        self.n_outputs_ = targets.shape[1]
        self._texts = [column.is_text for column in columns]
        self._folder = tempfile.mkdtemp(prefix="otd-")
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        table = Path(self._folder, "train.csv")
        _write(table, columns, targets)
        texts = [column.name for column in columns if column.is_text]
        arguments = ["train", "--data", str(table), "--out", str(self._model())]
        for j in range(self.n_outputs_):
            arguments += ["--target", f"y{j}"]
        if self.method is not None:
            arguments += ["--method", self.method]
        settings = {"data.test_fraction": 0, **(self.settings or {})}
        if texts:
            settings["columns.categorical"] = ",".join(texts)
        for key, value in settings.items():
            arguments += ["--set", f"{key}={value}"]
        self.report_ = self._run(arguments + ["--seed", str(self.seed)])
        return self

    def predict(self, X):
        """The mean of the predictive distribution, (n,) or (n, d) as y was."""
        header, rows = self._predicted(X, [])
        mean = rows[:, [j for j, name in enumerate(header) if name.split(":")[-1] == "mean"]]
        return mean[:, 0] if self._flat else mean

    def sample(self, X, n_samples=1000):
        """Draws of the targets of each row, (n, n_samples) or (n, n_samples, d) as y was.

        Draw k is one of all targets together: the draws show how the targets depend on each other.
        """
        count = int(n_samples)
        if count < 1:
            raise ValueError(f"n_samples: {n_samples} (expected: at least 1)")
        # A pool or an ensemble rounds the number of its draws up, and the first are given.
        more = ["--draws", str(max(2, count)), "--samples", str(count)]
        header, rows = self._predicted(X, more)
        places = [j for j, name in enumerate(header) if "sample_" in name.split(":")[-1]]
        draws = rows[:, places].reshape(len(rows), self.n_outputs_, count).transpose(0, 2, 1)
        return draws[:, :, 0] if self._flat else draws

    def _model(self):
        return Path(self._folder, "run")

    def _predicted(self, X, more):
        if not hasattr(self, "_folder"):
            raise RuntimeError("not fitted (expected: fit before predict and sample)")
        columns = _columns(X, self._texts)
        if len(columns) != self.n_features_in_:
            raise ValueError(f"X: {len(columns)} columns (expected: {self.n_features_in_})")
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            table, out = Path(folder, "rows.csv"), Path(folder, "predicted.csv")
            _write(table, columns, None)
            self._run(
                ["predict", str(self._model()), "--data", str(table), "--out", str(out)]
                + ["--quantiles", "0.5"]
                + more
            )
            with open(out, newline="", encoding="utf-8") as lines:
                cells = csv.reader(lines)
                header = next(cells)[:-1]  # the last column tells of rows outside the training's range
                return header, np.array([[float(c) for c in row[:-1]] for row in cells])

    def _run(self, arguments):
        command = self.command or os.environ.get("OTD_COMMAND") or "otd"
        words = shlex.split(command) if isinstance(command, str) else list(command)
        finished = subprocess.run(
            words + arguments + ["--json"], capture_output=True, text=True, check=False
        )
        if finished.returncode != 0:
            said = "\n".join(finished.stderr.splitlines()[-20:])
            raise RuntimeError(f"otd {arguments[0]}: exit code {finished.returncode}\n{said}")
        return json.loads(finished.stdout.splitlines()[-1])


class _Column:
    def __init__(self, name, cells, is_text):
        self.name = name
        self.cells = cells
        self.is_text = is_text


def _columns(X, texts=None):
    """The columns of an array or a data frame, named by their places."""
    if hasattr(X, "columns") and hasattr(X, "iloc"):
        series = [X.iloc[:, j].to_numpy() for j in range(X.shape[1])]
    else:
        array = np.asarray(X)
        if array.ndim != 2:
            raise ValueError(f"X: shape {array.shape} (expected: (n, p))")
        series = [array[:, j] for j in range(array.shape[1])]
    if not series:
        raise ValueError("X: no columns (expected: at least one)")
    columns = []
    for j, values in enumerate(series):
        is_text = _is_text(values) if texts is None or j >= len(texts) else texts[j]
        cells = [_text(v) if is_text else _number(v) for v in values]
        columns.append(_Column(f"x{j}", cells, is_text))
    return columns


def _is_text(values):
    if values.dtype.kind in "biuf":
        return False
    return any(not _missing(v) and not isinstance(v, (int, float, np.number)) for v in values)


def _missing(value):
    return value is None or value != value  # NaN, NaT and pandas' NA differ from themselves


def _number(value):
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else "0"
    number = math.nan if value is None else float(value)
    return repr(number) if math.isfinite(number) else ""


def _text(value):
    # A prefix keeps texts that look like a number, or like a missing cell, what they are.
    return "" if _missing(value) else f"={value}"


def _write(file, columns, targets):
    with open(file, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        width = 0 if targets is None else targets.shape[1]
        writer.writerow([column.name for column in columns] + [f"y{j}" for j in range(width)])
        for i in range(len(columns[0].cells)):
            row = [column.cells[i] for column in columns]
            writer.writerow(row + [repr(float(targets[i, j])) for j in range(width)])

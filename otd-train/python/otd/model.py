# SPDX-License-Identifier: Apache-2.0
"""Exported models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from otd.distributions import Distributions
from otd.exported import Scorer

FILE = "model.onnx"


def load(path):
    """Opens what ``otd export --onnx`` wrote: ``model.onnx``, its directory, or the directory of all versions.

    Of several versions, the highest is opened. ONNX Runtime computes.
    """
    return ExportedModel(_file(Path(path)))


def _file(path):
    if path.is_file():
        return path
    if (path / FILE).is_file():
        return path / FILE
    versions = sorted(int(v.name) for v in path.glob("[0-9]*") if v.name.isdecimal() and (v / FILE).is_file())
    if not path.exists():
        raise FileNotFoundError(f"{path}: no such file or directory")
    if not versions:
        raise FileNotFoundError(f"{path}: no {FILE} (expected: an export of OTD, made with otd export --onnx)")
    return path / str(versions[-1]) / FILE


class ExportedModel(Distributions):
    """An exported model. It predicts as a fitted :class:`otd.OTDRegressor` does.

    Rows are a data frame with the columns of the training table, a list of dictionaries, or an array whose columns are
    in their order. Cells mean what they mean to ``otd``; one that is refused is a ValueError that names row and column.

    Attributes
    ----------
    columns, targets : list of str
        Names, in the order of the training table.
    draws : int
        Draws that describe the distribution of a row; the export holds so many.
    """

    def __init__(self, file):
        self._scorer = Scorer(str(file))
        about = self._scorer.model
        self.columns = [column["column"] for column in about["inputs"]]
        self.targets = list(about["targets"])
        self.draws = self._scorer.draws
        self.n_outputs_ = len(self.targets)
        self._flat = self.n_outputs_ == 1

    def frame(self, X, samples=0, parts=False):
        """The predictions as a data frame with the columns of ``otd predict``: mean, std, q0.05, ..., and conformal intervals.

        With ``parts``, the variance within the networks of the model and between them as well.
        """
        return self._scorer.predict(self._rows(X), {"samples": samples, "parts": parts})

    def _draws(self, X, count):
        if count > self.draws:
            raise ValueError(f"n_samples: {count} (expected: 1 to {self.draws}, the draws of this export)")
        return self._scorer.run(self._rows(X), ["samples"])["samples"][:, :count].astype(np.float64)

    def _rows(self, X):
        if isinstance(X, pd.DataFrame):
            return X
        if isinstance(X, np.ndarray):
            if X.ndim != 2 or X.shape[1] != len(self.columns):
                raise ValueError(f"rows: shape {X.shape} (expected: (n, {len(self.columns)}), the columns {self.columns})")
            return pd.DataFrame(X, columns=self.columns)
        return pd.DataFrame(X)

# SPDX-License-Identifier: Apache-2.0
"""Arrays and data frames as the CSV that ``otd`` reads."""

from __future__ import annotations

import csv
import io
import math

import numpy as np

# No cell but an empty one is missing: "NA" is a text like others.
NOTHING = "no-such-cell"
NOTHING_ELSE_IS_MISSING = ["--missing", NOTHING]

NUMBER, TEXT, DATE = "number", "text", "date"


def kinds(X):
    """What each column of a checked array holds."""
    if X.dtype.kind in "biuf":
        return [NUMBER] * X.shape[1]
    return [_kind(X[:, j]) for j in range(X.shape[1])]


def _kind(values):
    present = [v for v in values if not _missing(v)]
    if all(isinstance(v, (int, float, np.number, np.bool_)) for v in present):
        return NUMBER
    if all(hasattr(v, "isoformat") or isinstance(v, np.datetime64) for v in present):
        return DATE
    return TEXT


def names(regressor, targets):
    """Of the columns: those of a data frame, else x0, x1, ..."""
    given = getattr(regressor, "feature_names_in_", None)
    if given is not None:
        given = [str(name) for name in given]
        if all(n.strip() == n != "" for n in given) and len({*given, *targets}) == len(given) + len(targets):
            return given
    return [f"x{j}" for j in range(regressor.n_features_in_)]


def csv_bytes(names, kinds, X, targets=(), Y=None):
    """The table of rows X, and of their targets if there are any."""
    cells = [_cells(X[:, j], kind, names[j]) for j, kind in enumerate(kinds)]
    if Y is not None:
        cells += [[repr(float(v)) for v in Y[:, j]] for j in range(Y.shape[1])]
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([*names, *targets])
    writer.writerows(zip(*cells))
    return out.getvalue().encode("utf-8")


def _cells(values, kind, name):
    if kind == NUMBER:
        try:
            return [_number(v) for v in values]
        except (TypeError, ValueError) as e:
            raise ValueError(f"column {name}: {e} (expected: numbers, as in fit)") from e
    if kind == DATE:
        return ["" if _missing(v) else _date(v) for v in values]
    return ["" if _missing(v) else str(v) for v in values]


def _number(value):
    number = math.nan if _missing(value) else float(value)
    return repr(number) if math.isfinite(number) else ""


def _date(value):
    text = str(value) if isinstance(value, np.datetime64) else value.isoformat()
    return text.removesuffix("T00:00:00")


def _missing(value):
    if value is None:
        return True
    same = value == value  # NaN and NaT differ from themselves; pandas' NA is undecided
    return same is not True and not (isinstance(same, np.bool_) and same)

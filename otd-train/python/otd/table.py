# SPDX-License-Identifier: Apache-2.0
"""Arrays and data frames as files that ``otd`` reads, and its predictions: Parquet where pyarrow is there, else CSV."""

from __future__ import annotations

import csv
import io
from datetime import timezone
from decimal import Decimal
from unicodedata import normalize

import numpy as np
import pandas as pd

from otd.exported import NUMERAL, TRUTHS, missing, strip

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    pyarrow = None

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
    present = [v for v in values if not missing(v)]
    if all(isinstance(v, (int, float, Decimal, np.number, np.bool_)) for v in present):
        return NUMBER
    if all(hasattr(v, "isoformat") or isinstance(v, np.datetime64) for v in present):
        return DATE
    return TEXT


def names(regressor, targets):
    """Of the columns: those of a data frame, else x0, x1, ..."""
    given = getattr(regressor, "feature_names_in_", None)
    if given is not None:
        given = [str(name) for name in given]
        if all(normalize("NFC", n.strip()) == n != "" for n in given) and len({*given, *targets}) == len(given) + len(targets):
            return given
    return [f"x{j}" for j in range(regressor.n_features_in_)]


def suffix():
    """Of the files that are exchanged."""
    return ".csv" if pyarrow is None else ".parquet"


def encoded(names, kinds, X, targets=(), Y=None):
    """The bytes of a file with the rows X, and their targets if there are any."""
    columns = [_cells(X[:, j], kind, names[j]) for j, kind in enumerate(kinds)]
    if Y is not None:
        columns += [Y[:, j].astype(np.float64) for j in range(Y.shape[1])]
    return (_csv if pyarrow is None else _parquet)([*names, *targets], columns)


def _parquet(names, columns):
    # A column of numbers keeps its bits; NaN is missing in OTD.
    out = io.BytesIO()
    types = [pyarrow.float64() if isinstance(c, np.ndarray) else pyarrow.string() for c in columns]
    arrays = [pyarrow.array(c, type) for c, type in zip(columns, types)]
    pyarrow.parquet.write_table(pyarrow.table(arrays, names=names), out, compression="none", use_dictionary=False)
    return out.getvalue()


def _csv(names, columns):
    cells = [
        [repr(v) if v == v else "" for v in c.tolist()] if isinstance(c, np.ndarray) else ["" if v is None else v for v in c]
        for c in columns
    ]
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(names)
    writer.writerows(zip(*cells))
    return out.getvalue().encode("utf-8")


def frame(file):
    """A file of predictions as a data frame."""
    if file.suffix == ".parquet":
        return pyarrow.parquet.read_table(file).to_pandas()
    # Only an empty cell is missing: a column may be called NA.
    return pd.read_csv(file, dtype={"outside": str}, keep_default_na=False, na_values=[""])


def draws(file):
    """The draws in a file of predictions, (n, columns); float64 that hold the float32 of OTD."""
    if file.suffix == ".parquet":
        names = [n for n in pyarrow.parquet.read_schema(file).names if _is_draw(n)]
        table = pyarrow.parquet.read_table(file, columns=names, memory_map=True)
        values = np.empty((table.num_rows, len(names)))
        for j, column in enumerate(table.itercolumns()):
            values[:, j] = column.to_numpy()
        return values
    with open(file, encoding="utf-8") as lines:
        header = lines.readline().rstrip("\n").split(",")
        places = [j for j, name in enumerate(header) if _is_draw(name)]
        cells = np.loadtxt(lines, delimiter=",", usecols=places, ndmin=2, quotechar='"', dtype=np.float32)
    return cells.astype(np.float64)


def _is_draw(name):
    return "sample_" in name.rsplit(":", 1)[-1]


def _cells(values, kind, name):
    """Numbers as an array, NaN for a missing one; texts as a list, None for a missing one."""
    if kind == NUMBER:
        return _numbers(values, name)
    text = _date if kind == DATE else _text
    return [None if missing(v) else text(v) for v in values]


def _numbers(values, name):
    if values.dtype.kind not in "biuf":
        values = [np.nan if missing(v) else _number(v, name) for v in values]
    return np.array(values, dtype=np.float64)


def _number(value, name):
    """A number, a text that is one, or a truth value as 1 or 0."""
    if isinstance(value, str):
        text = strip(value)
        number = float(text) if NUMERAL.fullmatch(text) else TRUTHS.get(text)
    else:
        number = float(value) if isinstance(value, (int, float, Decimal, np.number, np.bool_)) else None
    if number is None or not np.isfinite(number):
        raise ValueError(f"column {name}: {value!r} (expected: a {'finite ' * (number is not None)}number, as in fit)")
    return number


def _text(value):
    """As OTD writes what is no text: true, false, whole numbers by their digits."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)) and float(value).is_integer() and abs(value) < 2**63:
        return str(int(value))
    return str(value)


def _date(value):
    if getattr(value, "tzinfo", None) is not None and hasattr(value, "astimezone"):
        value = value.astimezone(timezone.utc).replace(tzinfo=None)  # OTD's times have no zone
    text = str(value) if isinstance(value, np.datetime64) else value.isoformat()
    return text.removesuffix("T00:00:00")

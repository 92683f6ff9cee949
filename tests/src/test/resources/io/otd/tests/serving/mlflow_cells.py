# SPDX-License-Identifier: Apache-2.0
"""Scores cells by the code that an export brings for MLflow; prints means, or why there are none, as JSON.

Usage: mlflow_cells.py EXPORT CASES, a file of JSON: a row, and cells with their column and what they are given as
"""
import datetime
import decimal
import json
import pathlib
import sys

import numpy
import pandas

export, cases = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
sys.path.insert(0, str(export / "code"))
import otd_mlflow

model = otd_mlflow._load_pyfunc(str(export))


def variants(kind, cell):
    """The same cell in all types that Python has for it."""
    if kind == "nothing":
        return [None, numpy.nan, pandas.NA, pandas.NaT]
    if kind == "truth":
        return [cell, numpy.bool_(cell)]
    if kind == "number":
        whole = isinstance(cell, int)
        exact = [numpy.int64(cell)] if whole else [numpy.float64(cell)]
        return [cell, decimal.Decimal(repr(cell)), *exact]
    if kind == "date":
        return [datetime.date.fromisoformat(cell), numpy.datetime64(cell), numpy.datetime64(cell, "s")]
    if kind == "time":
        return [datetime.datetime.fromisoformat(cell), numpy.datetime64(cell)]
    if kind == "instant":
        time = datetime.datetime.fromisoformat(cell)
        far = time.year < 1700 or time.year > 2200
        return [time] if far else [time, pandas.Timestamp(time), pandas.Timestamp(time).tz_convert("America/New_York")]
    return [cell]


def mean(column, cell):
    row = {**cases["row"], column: cell}
    frames = {name: pandas.Series([value], dtype=object) for name, value in row.items()}
    try:
        return float(model.predict(pandas.DataFrame(frames))["mean"].iloc[0])
    except ValueError as error:
        return str(error)


def columns(column, cell):
    """In a column of objects, and in one of the type that pandas finds."""
    yield mean(column, cell)
    if not isinstance(cell, str):
        row = {**cases["row"], column: cell}
        try:
            yield float(model.predict(pandas.DataFrame([row]))["mean"].iloc[0])
        except ValueError as error:
            yield str(error)


answers = [[[repr(v), m] for v in variants(c["as"], c["cell"]) for m in columns(c["column"], v)] for c in cases["cells"]]
print("RESULT " + json.dumps(answers))

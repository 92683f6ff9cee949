# SPDX-License-Identifier: Apache-2.0
"""The flavour python_function of a model that OTD exported: rows of a DataFrame to predictions, by ONNX Runtime."""
import json
import os
import re

import numpy
import onnxruntime
import pandas


def _load_pyfunc(path):
    """What mlflow.pyfunc.load_model calls, with the directory of the model."""
    return Scorer(path)


class Scorer:
    """Predicts mean, standard deviation, quantiles and intervals of each row, in columns with the names of otd predict."""

    def __init__(self, path):
        with open(os.path.join(path, "code", "columns.json"), encoding="utf-8") as file:
            self.model = json.load(file)
        self.session = onnxruntime.InferenceSession(os.path.join(path, "model.onnx"), providers=["CPUExecutionProvider"])

    def predict(self, data, params=None):
        """Predicts the rows of a DataFrame.

        params["samples"]: so many draws of each row are returned as well, in columns sample_1 and so on.
        """
        frame = data if isinstance(data, pandas.DataFrame) else pandas.DataFrame(data)
        draws = int((params or {}).get("samples", 0))
        available = next(output.shape[1] for output in self.session.get_outputs() if output.name == "samples")
        if not 0 <= draws <= available:
            raise ValueError(f"samples: {draws} (expected: 0 to {available}, the draws of this model)")
        outputs = ["mean", "std", "quantiles"]
        outputs += ["lower", "upper"] if self.model["intervals"] else []
        outputs += ["samples"] if draws else []
        cells = {column["input"]: _cells(frame, column) for column in self.model["inputs"]}
        parts, rows = [], self.model["rows"]
        for start in range(0, max(len(frame), 1), rows):
            block = {name: values[start : start + rows] for name, values in cells.items()}
            parts.append(self.session.run(outputs, block))
        results = dict(zip(outputs, (numpy.concatenate(blocks) for blocks in zip(*parts))))
        for row in numpy.flatnonzero(numpy.isnan(results["mean"]).any(axis=1))[:1]:
            raise ValueError(f"row {frame.index[row]}: no prediction (expected: cells like those of the training table)")
        return pandas.DataFrame(self._named(results, draws), index=frame.index)

    def _named(self, results, draws):
        columns = {}
        for j, target in enumerate(self.model["targets"]):
            prefix = "" if len(self.model["targets"]) == 1 else target + ":"
            columns[prefix + "mean"] = results["mean"][:, j]
            columns[prefix + "std"] = results["std"][:, j]
            for q, level in enumerate(self.model["levels"]):
                columns[f"{prefix}q{level}"] = results["quantiles"][:, q, j]
            for a, level in enumerate(self.model["intervals"]):
                columns[f"{prefix}lower_{level}"] = results["lower"][:, a, j]
                columns[f"{prefix}upper_{level}"] = results["upper"][:, a, j]
            for k in range(draws):
                columns[f"{prefix}sample_{k + 1}"] = results["samples"][:, k, j]
        return columns


def _cells(frame, column):
    """The cells of a column as its input takes them."""
    name, kind = column["column"], column["kind"]
    if name in frame.columns:
        series = frame[name].astype(object)
    elif column["optional"]:
        series = pandas.Series(None, index=frame.index, dtype=object)
    else:
        raise ValueError(f"columns: {list(frame.columns)} (expected: {name!r} among them)")
    missing = (series.isna() | series.eq("")).to_numpy(dtype=bool)
    if not column["optional"] and missing.any():
        row = frame.index[int(numpy.argmax(missing))]
        raise ValueError(f"row {row}, column {name!r}: nothing (expected: a value, as in each training row)")
    if kind == "numeric":
        if pandas.api.types.is_numeric_dtype(frame.get(name, series)):
            numbers = frame[name].to_numpy(dtype=numpy.float64, na_value=numpy.nan)
            if not numpy.isinf(numbers).any():
                return numbers.astype(numpy.float32)
        read, empty, dtype = _number, numpy.nan, numpy.float32
    elif kind == "date":
        read, empty, dtype = _Date(column), numpy.nan, numpy.float64
    else:
        read, empty, dtype = _Text(column), "", object
    values = numpy.full(len(series), empty, dtype=dtype)
    cells = series.to_list()
    for i in numpy.flatnonzero(~missing):
        try:
            values[i] = read(cells[i])
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"row {frame.index[i]}, column {name!r}: {cells[i]!r} (expected: {error})") from None
    return values


def _number(cell):
    try:
        value = float(cell)
    except (TypeError, ValueError):
        raise ValueError("a number") from None
    if value - value != 0:
        raise ValueError("a finite number")
    return value


class _Text:
    """Texts to the letter; for a truth value the text that stands for it, for a number its digits."""

    def __init__(self, column):
        self.yes, self.no = column.get("yes", []), column.get("no", [])

    def __call__(self, cell):
        if self.yes and isinstance(cell, (bool, numpy.bool_)):
            return (self.yes if cell else self.no)[0]
        if isinstance(cell, (float, numpy.floating)) and float(cell).is_integer():
            cell = int(cell)  # pandas makes floats of whole numbers beside missing cells
        if self.yes and str(cell) not in self.yes + self.no:
            raise ValueError(f"{self.yes[0]} or {self.no[0]}")
        return str(cell)


class _Date:
    """Days since 1970-01-01 with the time of the day as a fraction; of texts in the form of the training table, too."""

    EPOCH = pandas.Timestamp(1970, 1, 1)

    def __init__(self, column):
        self.pattern, self.groups = re.compile(column["pattern"], re.ASCII), column["groups"]

    def __call__(self, cell):
        time = self._of(cell) if isinstance(cell, str) else pandas.Timestamp(cell).tz_localize(None)
        return (time - self.EPOCH) / pandas.Timedelta(days=1)

    def _of(self, cell):
        found = self.pattern.fullmatch(cell)
        if not found:
            raise ValueError("a date as the training table has them")
        year, month, day, hour = self.groups
        date = pandas.Timestamp(int(found[year]), int(found[month]), int(found[day]))
        times = (float(found[hour + i] or 0) for i in range(3))
        return date + sum((pandas.Timedelta(**{unit: t}) for unit, t in zip(("hours", "minutes", "seconds"), times)), pandas.Timedelta(0))

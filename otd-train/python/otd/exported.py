# SPDX-License-Identifier: Apache-2.0
"""Scores a model that OTD exported to ONNX: rows of a data frame to predictions, by ONNX Runtime.

Neither Java nor TensorFlow is needed. The same file is the code of a model of MLflow.
"""
import datetime
import decimal
import json
import numbers
import os
import re

import numpy
import pandas


def _load_pyfunc(path):
    """What mlflow.pyfunc.load_model calls, with the directory of the model."""
    return Scorer(os.path.join(path, "model.onnx"))


class Scorer:
    """Predicts mean, standard deviation, quantiles and intervals of each row, in columns with the names of otd predict."""

    def __init__(self, file):
        import onnxruntime

        self.session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
        about = self.session.get_modelmeta().custom_metadata_map
        if "otd.columns" not in about:
            raise ValueError(f"{file}: no property otd.columns (expected: a model that otd export --onnx wrote)")
        self.model = json.loads(about["otd.columns"])
        self.draws = next(output.shape[1] for output in self.session.get_outputs() if output.name == "samples")

    def predict(self, data, params=None):
        """Predicts the rows of a data frame, in columns.

        params["samples"]: so many draws of each row are returned as well, in columns sample_1 and so on.
        params["parts"]: whether the variance is returned as well, in columns variance_within and variance_between:
        within the networks of the model, and between them.
        """
        frame = data if isinstance(data, pandas.DataFrame) else pandas.DataFrame(data)
        draws = int((params or {}).get("samples", 0))
        if not 0 <= draws <= self.draws:
            raise ValueError(f"samples: {draws} (expected: 0 to {self.draws}, the draws of this model)")
        outputs = ["mean", "std", "quantiles"]
        outputs += ["variance_within", "variance_between"] if (params or {}).get("parts") else []
        outputs += ["lower", "upper"] if self.model["intervals"] else []
        outputs += ["samples"] if draws else []
        return pandas.DataFrame(self._named(self.run(frame, outputs), draws), index=frame.index)

    def run(self, frame, outputs):
        """The outputs of the ONNX file of each row of a data frame, as arrays by name."""
        cells = {column["input"]: _cells(frame, column) for column in self.model["inputs"]}
        parts, rows = [], self.model["rows"]
        for start in range(0, max(len(frame), 1), rows):
            block = {name: values[start : start + rows] for name, values in cells.items()}
            parts.append(self.session.run(outputs, block))
        results = dict(zip(outputs, (numpy.concatenate(blocks) for blocks in zip(*parts))))
        first = results[outputs[0]]
        for row in numpy.flatnonzero(numpy.isnan(first).any(axis=tuple(range(1, first.ndim))))[:1]:
            raise ValueError(f"row {frame.index[row]}: no prediction (expected: cells like those of the training table)")
        return results

    def _named(self, results, draws):
        columns = {}
        for j, target in enumerate(self.model["targets"]):
            prefix = "" if len(self.model["targets"]) == 1 else target + ":"
            columns[prefix + "mean"] = results["mean"][:, j]
            columns[prefix + "std"] = results["std"][:, j]
            for part in ("variance_within", "variance_between"):
                if part in results:
                    columns[prefix + part] = results[part][:, j]
            for q, level in enumerate(self.model["levels"]):
                columns[f"{prefix}q{level}"] = results["quantiles"][:, q, j]
            for a, level in enumerate(self.model["intervals"]):
                columns[f"{prefix}lower_{level}"] = results["lower"][:, a, j]
                columns[f"{prefix}upper_{level}"] = results["upper"][:, a, j]
            for k in range(draws):
                columns[f"{prefix}sample_{k + 1}"] = results["samples"][:, k, j]
        return columns


def _cells(frame, column):
    """The cells of a column as its input takes them. They mean what they mean to every other reader of OTD's."""
    name, kind = column["column"], column["kind"]
    if name in frame.columns:
        series = frame[name]
    elif column["optional"]:
        series = pandas.Series(None, index=frame.index, dtype=object)
    else:
        raise ValueError(f"columns: {list(frame.columns)} (expected: {name!r} among them)")
    if kind == "numeric" and pandas.api.types.is_numeric_dtype(series) and not pandas.api.types.is_complex_dtype(series):
        values = _float32(series.to_numpy(dtype=numpy.float64, na_value=numpy.nan))
        if not numpy.isinf(values).any() and (column["optional"] or not numpy.isnan(values).any()):
            return values
    if kind == "numeric":
        read, empty, dtype = _Number(column.get("unit", "")), numpy.nan, numpy.float32
    elif kind == "date":
        read, empty, dtype = _Date(column), numpy.nan, numpy.float64
    else:
        read, empty, dtype = _Text(column), "", object
    values = numpy.full(len(series), empty, dtype=dtype)
    for i, cell in enumerate(series.astype(object).to_list()):
        try:
            if not missing(cell):
                values[i] = read(cell)
            elif not column["optional"]:
                raise ValueError(f"row {frame.index[i]}, column {name!r}: nothing (expected: a value, as in each training row)")
        except _Unexpected as unexpected:
            message = f"row {frame.index[i]}, column {name!r}: {cell!r} (expected: {unexpected})"
            raise ValueError(message) from None
    return values


class _Unexpected(Exception):
    """What was expected instead of a cell."""


# Python's own blanks are others: it has no zero width space, and no control characters such as NUL.
BLANKS = "".join(map(chr, [*range(0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]))


def strip(text):
    """A text without the blanks around it."""
    return text.strip(BLANKS)


def missing(cell):
    """None, NaN, NaT, pandas' NA, or a blank text."""
    if isinstance(cell, str):
        return not strip(cell)
    return cell is None or cell is pandas.NA or cell is pandas.NaT or (pandas.api.types.is_scalar(cell) and bool(pandas.isna(cell)))


def _float32(values):
    with numpy.errstate(over="ignore"):
        return values.astype(numpy.float32)


NUMERAL = re.compile(r"[+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?")
TRUTHS = {"true": 1.0, "false": 0.0}


class _Number:
    """A number, a text that is one, perhaps with the column's unit, or a truth value as 1 or 0."""

    def __init__(self, unit):
        self.unit = unit

    def __call__(self, cell):
        return _number(cell, self.unit)


def _in_unit(text, unit):
    """The number of a text with a unit, before it or behind; None if there is another unit or none, or no number."""
    if not unit:
        return None
    sign, rest = (text[:1], text[1:]) if text[:1] in "+-" else ("", text)
    if rest.startswith(unit) and unit != "%":
        number = rest[len(unit) :].lstrip(BLANKS)
    elif rest.endswith(unit):
        number = rest[: -len(unit)].rstrip(BLANKS)
    else:
        return None
    return float(sign + number) if NUMERAL.fullmatch(sign + number) else None


def _number(cell, unit):
    value = None
    if isinstance(cell, str):
        text = strip(cell)
        value = float(text) if NUMERAL.fullmatch(text) else TRUTHS.get(text, _in_unit(text, unit))
    elif isinstance(cell, (numbers.Real, decimal.Decimal, numpy.bool_)):
        if isinstance(cell, (float, numpy.floating)) and numpy.isinf(cell):
            raise _Unexpected("a finite number")
        try:
            value = float(cell)
        except OverflowError:
            value = numpy.inf
    if value is None:
        raise _Unexpected(f"a number in {unit}, as in training" if unit else "a number")
    if numpy.isinf(_float32(numpy.float64(value))):
        raise _Unexpected("a number of magnitude at most 3.4e38")
    return value


def _digits(value):
    """A number as a text: whole ones by their digits, others as Java writes them."""
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, decimal.Decimal) and value == value.to_integral_value():
        return str(int(value))
    value = float(value)
    if value.is_integer() and abs(value) < 2**63:
        return str(int(value))
    if 1e-3 <= abs(value) < 1e7:
        return repr(value)
    return numpy.format_float_scientific(value, unique=True, trim="0", exp_digits=1).replace("e+", "E").replace("e", "E")


def _text(cell):
    """The text that stands for a cell: true, false, digits, a date as ISO 8601 has it, in UTC if it has a zone."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, (bool, numpy.bool_)):
        return "true" if cell else "false"
    if isinstance(cell, (numbers.Real, decimal.Decimal)):
        if cell in (numpy.inf, -numpy.inf):
            raise _Unexpected("a finite number")
        return _digits(cell)
    if isinstance(cell, numpy.datetime64):
        return str(cell)
    if isinstance(cell, datetime.datetime):
        zone = "" if cell.tzinfo is None else "Z"
        if zone:
            try:
                cell = cell.astimezone(datetime.timezone.utc)
            except OverflowError:
                raise _Unexpected("a date, years 0001 to 9999") from None
        return cell.replace(tzinfo=None).isoformat() + zone
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    raise _Unexpected("a text, a number, a truth value or a date")


class _Text:
    """Texts to the letter, but for blanks around them; of a column of numbers, the number as a text."""

    def __init__(self, column):
        self.words = column.get("yes", [])[:1] + column.get("no", [])[:1]
        self.known = column.get("yes", []) + column.get("no", []) + list(TRUTHS)
        self.padded, self.numbers = column.get("padded", False), column.get("numbers", False)

    def __call__(self, cell):
        given = _text(cell)
        text = given if self.padded else strip(given)
        if self.numbers and NUMERAL.fullmatch(text):
            text = _digits(float(text))
        if self.words and text not in self.known:
            raise _Unexpected(" or ".join(self.words))
        return text


class _Date:
    """Days since 1970-01-01 in UTC with the time of the day as a fraction."""

    EPOCH = datetime.date(1970, 1, 1).toordinal()
    FIRST, LAST = datetime.date.min.toordinal() - EPOCH, datetime.date.max.toordinal() - EPOCH

    def __init__(self, column):
        self.expected = column["expected"]
        self.forms = [(re.compile(form["pattern"], re.ASCII), form["groups"]) for form in column["forms"]]

    def __call__(self, cell):
        text = strip(_text(cell))
        for pattern, groups in self.forms:
            found = pattern.fullmatch(text)
            if found:
                return self._of(found, *groups)
        raise _Unexpected(self.expected)

    def _of(self, found, year, month, day, hour):
        try:
            days = datetime.date(int(found[year]), int(found[month]), int(found[day])).toordinal() - self.EPOCH
        except ValueError:
            raise _Unexpected(self.expected) from None
        hours, minutes, seconds = (float((found[hour + i] or "0").replace(",", ".")) for i in range(3))
        if hours >= 24 or minutes >= 60 or seconds >= 60:
            raise _Unexpected(self.expected)
        sign, ahead, rest = (found[hour + i] for i in range(3, 6))
        offset = int(ahead or 0) * 60 + int(rest or 0)
        minutes += hours * 60 - (-offset if sign == "-" else offset)
        if not self.FIRST <= days + minutes // 1440 <= self.LAST:
            raise _Unexpected(self.expected)
        return days + (minutes + seconds / 60) / 1440

# SPDX-License-Identifier: Apache-2.0
"""Writes the tables that PyarrowTest reads: one by pyarrow, one by pandas, a partitioned one."""

import datetime
import decimal
import sys

import pandas
import pyarrow
import pyarrow.dataset
import pyarrow.parquet

folder = sys.argv[1]
day = datetime.date(2024, 3, 31)
time = datetime.datetime(2024, 3, 31, 2, 30, 15, 250000)
zoned = datetime.datetime(2024, 3, 31, 2, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
columns = {
    "i8": pyarrow.array([1, None], pyarrow.int8()),
    "u64": pyarrow.array([2**53, None], pyarrow.uint64()),
    "f16": pyarrow.array([0.5, None], pyarrow.float32()),
    "f64": pyarrow.array([0.1, float("nan")], pyarrow.float64()),
    "dec": pyarrow.array([decimal.Decimal("12345.678"), None], pyarrow.decimal128(20, 3)),
    "wide": pyarrow.array([decimal.Decimal("-2.25"), None], pyarrow.decimal256(39, 2)),
    "widest": pyarrow.array([decimal.Decimal("9.89"), None], pyarrow.decimal256(76, 38)),
    "flag": pyarrow.array([True, None], pyarrow.bool_()),
    "word": pyarrow.array(["größer", None], pyarrow.string()),
    "kind": pyarrow.array(["red", None]).dictionary_encode(),
    "day": pyarrow.array([day, None], pyarrow.date32()),
    "ns": pyarrow.array([time, None], pyarrow.timestamp("ns")),
    "ms": pyarrow.array([time, None], pyarrow.timestamp("ms")),
    "utc": pyarrow.array([zoned, None], pyarrow.timestamp("us", tz="UTC")),
    "clock": pyarrow.array([datetime.time(1, 0, 30, 500000), None], pyarrow.time64("us")),
    "none": pyarrow.nulls(2),
}
for compression in ["snappy", "zstd", "gzip", "none"]:
    pyarrow.parquet.write_table(
        pyarrow.table(columns), f"{folder}/{compression}.parquet", compression=compression
    )

frame = pandas.DataFrame(
    {"x": [1.5, 2.5, 3.5], "label": pandas.Categorical(["a", "b", "a"])}, index=[10, 20, 30]
)
frame.to_parquet(f"{folder}/pandas.parquet")

rows = pyarrow.table({"id": list(range(1000)), "year": [2024 + i % 2 for i in range(1000)]})
pyarrow.dataset.write_dataset(
    rows,
    f"{folder}/partitioned",
    format="parquet",
    partitioning=pyarrow.dataset.partitioning(
        pyarrow.schema([("year", pyarrow.int32())]), flavor="hive"
    ),
    max_rows_per_file=200,
    max_rows_per_group=100,
)

# SPDX-License-Identifier: Apache-2.0
"""Prints the columns, types and cells of a Parquet file, a line each."""

import sys

import pyarrow.parquet

table = pyarrow.parquet.read_table(sys.argv[1])
for column in table.column_names:
    print(column, table.schema.field(column).type, table[column].to_pylist())

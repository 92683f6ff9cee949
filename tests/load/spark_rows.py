# SPDX-License-Identifier: Apache-2.0
"""Scores a table of any size from Parquet to Parquet.

spark_rows.py make FOLDER ROWS PARTS [FILES]: writes PARTS folders part=0, part=1, ... of ROWS / PARTS rows each, in FILES files:
eight columns of numbers and a target.

spark_rows.py score FOLDER MODEL WAY [PARTS]: reads one part after the other and writes it with predictions to FOLDER/scored. WAY
is light or tensorflow, which are engines of otd_predict_table, or function for otd_predict, or copy, which predicts nothing. It
prints, for each part, rows for each second of time and of the JVM's processor time, all of Spark's work included, and the resident
size of the JVM: now, and the largest so far. Its master must be local[N], so that driver and executors are one process.

    export OTD_JARS=$(ls otd-serve/spark/target/otd-spark-*.jar otd-serve/spark/target/lib/*.jar | paste -sd,)
    spark-submit --master 'local[2]' --driver-memory 1g tests/load/spark_rows.py make /tmp/rows 100000000 10
    otd train --data /tmp/rows/rows/part=0 --query 'select * from data limit 20000' --target y --out /tmp/rows/run \\
      --set training.steps=2000 --set model.members=1 --set 'model.hidden=[16,16]'
    otd export /tmp/rows/run --to /tmp/rows/model --bank 64
    spark-submit --master 'local[2]' --driver-memory 1g --jars "$OTD_JARS" tests/load/spark_rows.py score /tmp/rows /tmp/rows/model light
"""

import os
import sys
import time

from pyspark.sql import SparkSession

COLUMNS = [f"pmod(xxhash64(id, {i}), 1000003) / 1000003D as x{i}" for i in range(8)]


def make(spark, folder, rows, parts, files):
    each = rows // parts
    for part in range(parts):
        spark.range(part * each, (part + 1) * each, 1, files).selectExpr(
            *COLUMNS, "x0 + x1 * x2 + x3 * pmod(xxhash64(id, 8), 101) / 101D as y"
        ).write.mode("overwrite").parquet(f"{folder}/rows/part={part}")


def used(pid):
    """Seconds of processor time, and the resident size in MB, now and the largest."""
    with open(f"/proc/{pid}/stat") as file:
        times = file.read().rsplit(")", 1)[1].split()[11:13]
    with open(f"/proc/{pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    sizes = (int(fields[name].split()[0]) // 1024 for name in ("VmRSS", "VmHWM"))
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), *sizes


def score(spark, folder, model, way, parts):
    pid = spark.sparkContext._jvm.java.lang.ProcessHandle.current().pid()
    query = {
        "copy": "select * from given",
        "function": f"select *, otd_predict('{model}', struct(*)) as prediction from given",
    }.get(way, f"select * from otd_predict_table('{model}', 'given', map('engine', '{way}'))")
    for part in range(parts):
        spark.read.parquet(f"{folder}/rows/part={part}").createOrReplaceTempView("given")
        rows = spark.table("given").count()
        begin, before = time.monotonic(), used(pid)[0]
        spark.sql(query).write.mode("overwrite").parquet(f"{folder}/scored/part={part}")
        seconds = time.monotonic() - begin
        processor, size, largest = used(pid)
        print(
            f"RESULT {way}, part {part}: {rows} rows, {seconds:.1f} s, {rows / seconds:.0f} rows/s,"
            f" {rows / (processor - before):.0f} rows/s of processor time, {size} MB, at most {largest} MB",
            flush=True,
        )


def main(what, folder, *more):
    spark = (
        SparkSession.builder.appName("otd-rows")
        .config("spark.sql.extensions", "io.otd.spark.OtdExtensions")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    if what == "make":
        make(spark, folder, int(more[0]), int(more[1]), int(more[2]) if len(more) > 2 else None)
    else:
        parts = int(more[2]) if len(more) > 2 else len(os.listdir(f"{folder}/rows"))
        score(spark, folder, more[0], more[1], parts)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])

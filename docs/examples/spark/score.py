# SPDX-License-Identifier: Apache-2.0
"""Adds predictions to a Parquet table: spark-submit ... score.py MODEL INPUT OUTPUT"""

import sys

from pyspark.sql import SparkSession


def main(model, source, target):
    spark = (
        SparkSession.builder.appName("otd-score")
        .config("spark.sql.extensions", "io.otd.spark.OtdExtensions")
        .getOrCreate()
    )
    spark.read.parquet(source).createOrReplaceTempView("given")
    # Each row is predicted once, whatever the query does with the prediction.
    scored = spark.sql(
        f"select * from otd_predict_table('{model}', 'given', map('quantiles', '0.05,0.5,0.95'))"
    )
    scored.write.mode("overwrite").parquet(target)

    mean, rows = spark.read.parquet(target).selectExpr("avg(prediction.mean)", "count(*)").first()
    print(f"RESULT {rows} rows, mean {mean}")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:4])

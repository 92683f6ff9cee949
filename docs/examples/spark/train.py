# SPDX-License-Identifier: Apache-2.0
"""Trains on a Parquet table: spark-submit ... train.py TABLE TARGET DIRECTORY [SETTING=VALUE ...]"""

import sys

from pyspark.sql import DataFrame, SparkSession


def main(table, target, directory, *settings):
    spark = SparkSession.builder.appName("otd-train").getOrCreate()
    jvm = spark.sparkContext._jvm
    # By a hash of the row: the same rows in each run, whatever the partitions.
    rows = spark.read.parquet(table)
    part = f"pmod(xxhash64({', '.join(f'`{c}`' for c in rows.columns)}), 10)"
    training, test = rows.where(f"{part} < 9"), rows.where(f"{part} = 9")

    def texts(values):
        array = spark.sparkContext._gateway.new_array(jvm.String, len(values))
        for i, value in enumerate(values):
            array[i] = value
        return array

    estimator = (
        jvm.io.otd.cluster.OtdEstimator()
        .setTargetCols(texts([target]))
        .setDirectory(directory)
        .setSettings(texts(settings))
    )
    model = estimator.fit(training._jdf)
    for name, value in model.evaluate(test._jdf).items():
        print(f"RESULT {name} {value!r}")
    DataFrame(model.transform(test._jdf), spark).select(target, "prediction.*").show(5)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])

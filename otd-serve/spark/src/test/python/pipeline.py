# SPDX-License-Identifier: Apache-2.0
"""Loads a pipeline that the JVM saved, predicts, changes a parameter, saves and loads it again."""

import sys

import otd.spark
from pyspark.ml import PipelineModel
from pyspark.sql import SparkSession

stored, rows, again, export = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
table = spark.read.parquet(rows)

pipeline = PipelineModel.load(stored)
model = pipeline.stages[0]
assert type(model) is otd.spark.OtdModel, type(model)
print("QUANTILES", model.getOrDefault("quantiles"))
print("MEANS", [row.m for row in pipeline.transform(table).selectExpr("prediction.mean m").collect()])

pipeline.write().overwrite().save(again)
reread = PipelineModel.load(again)
assert reread.transform(table).collect() == pipeline.transform(table).collect()

direct = otd.spark.OtdModel.load(export).setParams(quantiles=[0.3], samples=1, parts=True, outputCol="p")
print("COLUMNS", direct.transform(table).select("p.*").columns)

# SPDX-License-Identifier: Apache-2.0
"""A client of Spark Connect: trains, predicts, saves and loads estimator, model and pipelines."""

import sys

import otd.spark
from pyspark.ml import Pipeline, PipelineModel
from pyspark.sql import SparkSession

address, folder = sys.argv[1:]
spark = SparkSession.builder.remote(address).getOrCreate()
rows = spark.range(0, 600, 1, 2).selectExpr(
    "pmod(xxhash64(id), 1000) / 500D as a",
    "id % 4 = 0 as paid",
    "pmod(xxhash64(id), 1000) / 500D + pmod(xxhash64(id, 1), 100) / 250D as y",
)


def predicted(stage, column="prediction"):
    return [row.p for row in stage.transform(rows.limit(20)).selectExpr(f"{column} p").collect()]


def estimator(directory):
    settings = ["training.steps=40", "training.validate_every=20", "model.hidden=[4]", "evaluation.draws=32"]
    return otd.spark.OtdEstimator(
        targetCols=["y"], directory=f"{folder}/{directory}", members=2, memory=10, seed=3, settings=settings
    )


model = estimator("run").fit(rows)
assert type(model) is otd.spark.OtdModel, type(model)
expected = predicted(model)
assert len(expected) == 20 and all(p.std > 0 for p in expected), expected
exported = otd.spark.OtdModel.load(f"{folder}/run/export")
assert predicted(exported) == expected
print("EXPORT the same predictions")

model.setParams(quantiles=[0.1, 0.9], thresholds=[1.0], samples=2, badRows="flag", engine="light", outputCol="p")
fields = model.transform(rows).select("p.*").columns
assert fields == ["mean", "std", "q0.1", "q0.9", "below_1", "samples", "outside", "problem"], fields
model.write().overwrite().save(f"{folder}/model")
again = otd.spark.OtdModel.load(f"{folder}/model")
assert again.getOrDefault("quantiles") == [0.1, 0.9], again.extractParamMap()
assert predicted(again, "p") == predicted(model, "p")
print("MODEL the same after saving")

Pipeline(stages=[estimator("second").setParams(outputCol="p")]).write().overwrite().save(f"{folder}/pipeline")
pipeline = Pipeline.load(f"{folder}/pipeline")
fitted = pipeline.fit(rows)
assert predicted(fitted, "p") == expected
fitted.write().overwrite().save(f"{folder}/fitted")
assert predicted(PipelineModel.load(f"{folder}/fitted"), "p") == expected
print("PIPELINE the same after saving, and after training again")

try:
    model.evaluate(rows)
except NotImplementedError as refused:
    print("EVALUATE", refused)
for parameters in ({"targetCols": ["z"]}, {"weightCol": "z"}):
    try:
        estimator("third").setParams(**parameters).fit(rows)
    except Exception as refused:
        print("REFUSED", f'{next(iter(parameters))} "z": not in the table' in str(refused))
spark.stop()

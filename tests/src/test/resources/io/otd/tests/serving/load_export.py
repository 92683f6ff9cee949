# SPDX-License-Identifier: Apache-2.0
"""Loads exported models as Python users do and prints what they say of the given rows as JSON.

Usage: load_export.py REQUESTS, a JSON object: by the directory of a model an object of rows, each
a cell by its column's name, and thresholds, one a target
"""
import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

requests = json.loads(sys.argv[1])
# All in one process before any is used: their variables must stay apart.
models = {directory: tf.saved_model.load(directory) for directory in requests}


def values(outputs):
    return {name: value.numpy().tolist() for name, value in outputs.items()}


def answer(directory, rows, threshold):
    signatures = models[directory].signatures
    with open(os.path.join(directory, "assets.extra", "otd.json")) as f:
        inputs = json.load(f)["inputs"]
    columns = {}
    blocks = {"x": [], "c": []}
    for i in inputs:
        numeric = i["column"]["type"] == "numeric"
        cells = [row[i["column"]["name"]] for row in rows]
        column = tf.constant(cells, tf.float32 if numeric else tf.string)
        columns[i["identifier"]] = column
        blocks["x" if numeric else "c"].append(column)
    cells = {name: tf.stack(block, axis=1) for name, block in blocks.items() if block}
    threshold = tf.constant([threshold] * len(rows), tf.float32)
    seed = tf.range(len(rows), dtype=tf.int64)
    warmup = os.path.join(directory, "assets.extra", "tf_serving_warmup_requests")
    variables = tf.train.list_variables(os.path.join(directory, "variables", "variables"))
    return {
        "serving_default": values(signatures["serving_default"](**cells)),
        "sample": values(signatures["sample"](**cells)),
        "by_name": values(signatures["by_name"](**columns)),
        "probability": values(signatures["probability"](**cells, threshold=threshold)),
        "draw": values(signatures["draw"](**cells, seed=seed)),
        "warmup_records": sum(1 for _ in tf.data.TFRecordDataset(warmup)),
        "variables": dict(variables),
    }


print("RESULT " + json.dumps({d: answer(d, **request) for d, request in requests.items()}))

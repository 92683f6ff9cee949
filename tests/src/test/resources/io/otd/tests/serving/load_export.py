"""Loads exported models as Python users do and prints what they say of the given rows as JSON.

Usage: load_export.py REQUESTS, a JSON object: rows by the directory of a model
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


def answer(directory, rows):
    signatures = models[directory].signatures
    x = tf.constant(rows, tf.float32)
    with open(os.path.join(directory, "assets.extra", "otd.json")) as f:
        description = json.load(f)
    columns = {c["identifier"]: x[:, j] for j, c in enumerate(description["inputs"])}
    threshold = tf.constant([[t["mean"] for t in description["targets"]]] * len(rows), tf.float32)
    seed = tf.range(len(rows), dtype=tf.int64)
    warmup = os.path.join(directory, "assets.extra", "tf_serving_warmup_requests")
    variables = tf.train.list_variables(os.path.join(directory, "variables", "variables"))
    return {
        "serving_default": values(signatures["serving_default"](x=x)),
        "sample": values(signatures["sample"](x=x)),
        "by_name": values(signatures["by_name"](**columns)),
        "probability": values(signatures["probability"](x=x, threshold=threshold)),
        "draw": values(signatures["draw"](x=x, seed=seed)),
        "warmup_records": sum(1 for _ in tf.data.TFRecordDataset(warmup)),
        "variables": dict(variables),
    }


print("RESULT " + json.dumps({d: answer(d, rows) for d, rows in requests.items()}))

# SPDX-License-Identifier: Apache-2.0
"""Logs exports in a file store of MLflow, registers, loads and scores them; prints predictions as JSON.

Usage: mlflow_export.py STORE SAMPLES CASES, a JSON object: by name a directory and the rows to score
"""
import json
import math
import os
import pathlib
import sys

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"  # newer releases ask for it

import mlflow
import pandas

store, samples, cases = pathlib.Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
mlflow.set_tracking_uri(store.as_uri())
mlflow.set_registry_uri(store.as_uri())


def refused(model, frame, **params):
    try:
        model.predict(frame, params=params or None)
    except Exception as error:
        return str(error)
    return "accepted"


def numbers(frame):
    return [
        {name: value if math.isfinite(value) else str(value).replace("inf", "Infinity") for name, value in row.items()}
        for row in frame.astype(float).to_dict("records")
    ]


answers = {}
for name, case in cases.items():
    with mlflow.start_run() as run:
        mlflow.log_artifacts(case["directory"], "model")
    version = mlflow.register_model(f"runs:/{run.info.run_id}/model", name)
    model = mlflow.pyfunc.load_model(f"models:/{name}/{version.version}")
    frame = pandas.DataFrame(case["rows"], index=range(7, 7 + len(case["rows"])))
    predicted = model.predict(frame, params={"samples": samples})
    assert list(predicted.index) == list(frame.index)
    answers[name] = answer = {"predictions": numbers(predicted)}

    # The directory itself is a model, too; what is not asked for is not there.
    local = mlflow.pyfunc.load_model(case["directory"])
    plain = local.predict(frame)
    pandas.testing.assert_frame_equal(plain, predicted[[c for c in predicted if "sample_" not in c]])
    assert local.predict(frame.iloc[:0]).empty
    example = local.input_example
    assert len(local.predict(example)) == len(example)
    answer["example"] = len(example)
    answer["inputs"] = local.metadata.signature.inputs.to_dict()
    answer["outputs"] = local.metadata.signature.outputs.to_dict()

    if name == "mixed":
        # Whole numbers and truth values, as pandas reads them.
        other = frame.assign(new=frame["new"].map({"true": True, "false": False}), age=30)
        same = local.predict(other.assign(age=30.0, new=frame["new"]))
        pandas.testing.assert_frame_equal(local.predict(other), same)
        pandas.testing.assert_frame_equal(local.predict(frame.assign(age=None)), local.predict(frame.drop(columns="age")))
        answer["refusals"] = [
            refused(local, frame.assign(age="old")),
            refused(local, frame.assign(new="perhaps")),
            refused(local, frame.assign(new=None)),
            refused(local, frame, samples=9),
        ]
    else:
        # Dates as texts of the training table's form, or as pandas has them.
        times = ["2000-02-29", "1969-12-31 23:59:30.5", "2024-01-01 07:30", None]
        dates = pandas.to_datetime(pandas.Series(times, index=frame.index), format="ISO8601").to_frame("when")
        pandas.testing.assert_frame_equal(local.predict(dates), plain)
    # The files of the other flavours are where MLflow looks for them.
    flavours = local.metadata.flavors
    assert (pathlib.Path(case["directory"]) / flavours["onnx"]["data"]).is_file()
print("RESULT " + json.dumps(answers))

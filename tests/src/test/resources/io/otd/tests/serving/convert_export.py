# SPDX-License-Identifier: Apache-2.0
"""Converts exports as users of other runtimes do, and prints what these compute as JSON.

Usage: convert_export.py ROWS, a JSON object: by the directory of a model with numbers alone, a
list of rows. The answer has for each the outputs by TensorFlow, ONNX Runtime (of what tf2onnx
makes) and OpenVINO, as far as these are installed
"""
import importlib.util
import json
import os
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy
import tensorflow as tf

requests = json.loads(sys.argv[1])
SIGNATURE = "serving_default"


def has(module):
    return importlib.util.find_spec(module) is not None


def by_tensorflow(directory, x):
    outputs = tf.saved_model.load(directory).signatures[SIGNATURE](x=tf.constant(x))
    return {name: value.numpy().tolist() for name, value in outputs.items()}


def by_onnx(directory, x):
    import onnxruntime
    from tf2onnx import convert

    with tempfile.TemporaryDirectory() as scratch:
        file = os.path.join(scratch, "model.onnx")
        # What python -m tf2onnx.convert does, without a second start of TensorFlow.
        sys.argv = ["convert", "--saved-model", directory, "--signature_def", SIGNATURE]
        sys.argv += ["--opset", "17", "--output", file]
        convert.main()
        session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
        names = [output.name for output in session.get_outputs()]
        return {n: v.tolist() for n, v in zip(names, session.run(None, {"x": x}))}


def by_openvino(directory, x):
    import openvino

    model = openvino.Core().compile_model(directory, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return {
        name: value.tolist()
        for output, value in model({"x": x}).items()
        for name in output.get_names()
        if ":" not in name
    }


def answer(directory, rows):
    x = numpy.array(rows, "float32")
    answers = {"tensorflow": by_tensorflow(directory, x)}
    if has("tf2onnx") and has("onnxruntime"):
        answers["onnx"] = by_onnx(directory, x)
    if has("openvino"):
        answers["openvino"] = by_openvino(directory, x)
    return answers


print("RESULT " + json.dumps({d: answer(d, rows) for d, rows in requests.items()}))

# SPDX-License-Identifier: Apache-2.0
"""Checks a model in ONNX's format and runs it, as Python users do; prints its outputs as JSON.

Usage: run_onnx.py FILE COLUMNS, a JSON object: by the name of an input the cells of its column
"""
import json
import sys

import numpy
import onnx
import onnxruntime

TYPES = {"tensor(float)": numpy.float32, "tensor(double)": numpy.float64, "tensor(string)": object}

file, columns = sys.argv[1], json.loads(sys.argv[2])
model = onnx.load(file)
onnx.checker.check_model(model, full_check=True)
session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
cells = {i.name: numpy.array(columns[i.name], dtype=TYPES[i.type]) for i in session.get_inputs()}
outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, cells)))
answer = {name: value.tolist() for name, value in outputs.items()}
answer["opsets"] = {o.domain: o.version for o in model.opset_import}
print("RESULT " + json.dumps(answer))

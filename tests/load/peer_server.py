# SPDX-License-Identifier: Apache-2.0
"""The peer of the model server: the same SavedModel, served by TensorFlow in Python and a web framework.

python peer_server.py MODEL_VERSION_DIRECTORY PORT
Needs tensorflow-cpu, fastapi and uvicorn with its fast parts (uvicorn[standard]).
"""

import sys

import numpy as np
import tensorflow as tf
import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from pydantic import BaseModel

model = tf.saved_model.load(sys.argv[1])
signature = model.signatures["serving_default"]
app = FastAPI()


class Request(BaseModel):
    instances: list[list[float]]


@app.post("/v1/models/bench:predict")
def predict(request: Request):
    outputs = signature(x=tf.constant(np.asarray(request.instances, np.float32)))
    names = sorted(outputs)
    columns = [outputs[name].numpy().tolist() for name in names]
    return JSONResponse({"predictions": [dict(zip(names, row)) for row in zip(*columns)]})


predict(Request(instances=[[0.0] * 8]))
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")

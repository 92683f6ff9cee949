# SPDX-License-Identifier: Apache-2.0
"""Asks a model server as its clients do, and prints what they were told.

Arguments: name of the client, port for gRPC, port for HTTP, model, rows of the input x as JSON.
"""
import json
import sys

import numpy as np

client, grpc_port, rest_port, model, rows = sys.argv[1:]
grpc_address, rest_address = "127.0.0.1:" + grpc_port, "127.0.0.1:" + rest_port
x = np.array(json.loads(rows), np.float32)


def stubs():
    """TensorFlow Serving's own stubs for Python."""
    import grpc
    import tensorflow as tf
    from tensorflow_serving.apis import get_model_metadata_pb2, get_model_status_pb2
    from tensorflow_serving.apis import model_service_pb2_grpc, predict_pb2
    from tensorflow_serving.apis import prediction_service_pb2_grpc

    channel = grpc.insecure_channel(grpc_address)
    prediction = prediction_service_pb2_grpc.PredictionServiceStub(channel)
    request = predict_pb2.PredictRequest()
    request.model_spec.name = model
    request.inputs["x"].CopyFrom(tf.make_tensor_proto(x))
    reply = prediction.Predict(request, 60)
    wanted = get_model_metadata_pb2.GetModelMetadataRequest()
    wanted.model_spec.name = model
    wanted.metadata_field.append("signature_def")
    packed = prediction.GetModelMetadata(wanted, 60).metadata["signature_def"]
    signatures = get_model_metadata_pb2.SignatureDefMap()
    packed.Unpack(signatures)
    status = get_model_status_pb2.GetModelStatusRequest()
    status.model_spec.name = model
    versions = model_service_pb2_grpc.ModelServiceStub(channel).GetModelStatus(status, 60)
    return {
        "mean": tf.make_ndarray(reply.outputs["mean"]).tolist(),
        "version": reply.model_spec.version.value,
        "signatures": sorted(signatures.signature_def),
        "states": [v.state for v in versions.model_version_status],
    }


def ovms(make, address):
    """OpenVINO's client, which sends version 0 where none is asked for."""
    asking = make(address)
    return {
        "mean": np.asarray(asking.predict({"x": x}, model)["mean"]).tolist(),
        "states": [v["state"] for v in asking.get_model_status(model).values()],
    }


def ovms_grpc():
    from ovmsclient import make_grpc_client

    return ovms(make_grpc_client, grpc_address)


def ovms_http():
    from ovmsclient import make_http_client

    return ovms(make_http_client, rest_address)


def reflection():
    """What grpcurl and its like ask first."""
    import grpc
    from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
        ProtoReflectionDescriptorDatabase,
    )

    database = ProtoReflectionDescriptorDatabase(grpc.insecure_channel(grpc_address))
    file = database.FindFileContainingSymbol("tensorflow.serving.PredictionService")
    return {
        "services": sorted(database.get_services()),
        "methods": sorted(m.name for s in file.service for m in s.method),
    }


print("RESULT " + json.dumps(globals()[client]()))

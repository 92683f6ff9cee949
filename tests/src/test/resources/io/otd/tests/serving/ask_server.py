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


def triton(module, client):
    """The official client of the Open Inference Protocol: everything in binary, unless told otherwise."""
    from tritonclient.utils import InferenceServerException

    def ask(name, array, datatype, **more):
        tensor = module.InferInput(name, list(array.shape), datatype)
        tensor.set_data_from_numpy(array)
        return client.infer(model, [tensor], **more)

    def refusal(call):
        try:
            call()
        except InferenceServerException as e:
            return str(e)
        return "none"

    plain = ask("x", x, "FP32")
    wanted = [module.InferRequestedOutput(name) for name in ("std", "mean")]
    some = ask("x", x, "FP32", outputs=wanted, model_version="1", request_id="7")
    samples = ask("x", x, "FP32", parameters={"signature_name": "sample"})
    about = client.get_model_metadata(model)
    index = client.get_model_repository_index()
    client.load_model(model)
    return {
        "live": client.is_server_live(),
        "ready": client.is_server_ready(),
        "model_ready": [client.is_model_ready(model), client.is_model_ready(model, "9")],
        "unknown_ready": client.is_model_ready("unknown"),
        "mean": plain.as_numpy("mean").tolist(),
        "some_mean": some.as_numpy("mean").tolist(),
        "some_quantiles": some.as_numpy("quantiles") is None,
        "samples": list(samples.as_numpy("samples").shape),
        "server": client.get_server_metadata(),
        "inputs": about["inputs"],
        "outputs": [o["name"] for o in about["outputs"]],
        "index": index,
        "unknown_input": refusal(lambda: ask("z", x, "FP32")),
        "wrong_shape": refusal(lambda: ask("x", x[:, :1], "FP32")),
        "wrong_datatype": refusal(lambda: ask("x", x.astype(np.float64), "FP64")),
        "unknown_model": refusal(lambda: client.get_model_metadata("unknown")),
        "unload": refusal(lambda: client.unload_model(model)),
    }


def triton_http():
    import tritonclient.http as http

    client = http.InferenceServerClient(rest_address)
    answer = triton(http, client)
    tensor = http.InferInput("x", list(x.shape), "FP32")
    tensor.set_data_from_numpy(x, binary_data=False)
    output = http.InferRequestedOutput("mean", binary_data=False)
    for compression in (None, "gzip"):
        reply = client.infer(
            model, [tensor], outputs=[output], request_compression_algorithm=compression
        )
        assert np.array_equal(reply.as_numpy("mean"), np.array(answer["mean"], np.float32))
    return answer


def triton_grpc():
    import tritonclient.grpc as grpc
    from tritonclient.grpc import service_pb2, service_pb2_grpc

    class Client(grpc.InferenceServerClient):
        """Its answers as those of the client for HTTP."""

        def get_server_metadata(self):
            return super().get_server_metadata(as_json=True)

        def get_model_metadata(self, name):
            return super().get_model_metadata(name, as_json=True)

        def get_model_repository_index(self):
            return super().get_model_repository_index(as_json=True)["models"]

    answer = triton(grpc, Client(grpc_address))
    # The client sends bytes; its stubs can send the elements one by one.
    request = service_pb2.ModelInferRequest(model_name=model)
    tensor = request.inputs.add(name="x", datatype="FP32", shape=x.shape)
    tensor.contents.fp32_contents.extend(x.ravel().tolist())
    channel = __import__("grpc").insecure_channel(grpc_address)
    reply = service_pb2_grpc.GRPCInferenceServiceStub(channel).ModelInfer(request)
    contents = {o.name: o.contents.fp32_contents for o in reply.outputs}
    assert np.allclose(contents["mean"], np.ravel(answer["mean"]), rtol=1e-6)
    return answer


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

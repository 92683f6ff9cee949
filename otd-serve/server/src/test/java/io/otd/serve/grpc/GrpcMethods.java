// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.grpc.MethodDescriptor;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.proto.inference.GRPCInferenceServiceGrpc;
import java.util.Objects;
import java.util.stream.Stream;

/** TensorFlow Serving's calls, by their names. */
public final class GrpcMethods {
  private GrpcMethods() {}

  /** The call of a full name, as {@code tensorflow.serving.PredictionService/Predict}. */
  @SuppressWarnings("unchecked")
  public static MethodDescriptor<Message, Message> named(String name) {
    return (MethodDescriptor<Message, Message>)
        Stream.of(
                PredictionServiceGrpc.getServiceDescriptor(),
                ModelServiceGrpc.getServiceDescriptor(),
                GRPCInferenceServiceGrpc.getServiceDescriptor())
            .flatMap(service -> service.getMethods().stream())
            .filter(method -> method.getFullMethodName().equals(name))
            .findFirst()
            .orElseThrow();
  }

  /** A request for it, from its JSON form. */
  public static Message request(MethodDescriptor<Message, Message> method, String json)
      throws InvalidProtocolBufferException {
    MethodDescriptor.PrototypeMarshaller<Message> marshaller =
        (MethodDescriptor.PrototypeMarshaller<Message>) method.getRequestMarshaller();
    Message.Builder message =
        Objects.requireNonNull(marshaller.getMessagePrototype()).newBuilderForType();
    JsonFormat.parser().merge(json, message);
    return message.build();
  }
}

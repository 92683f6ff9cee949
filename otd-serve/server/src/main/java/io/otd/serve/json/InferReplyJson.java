// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.openinference.Datatype;
import io.otd.serve.openinference.InferReply;
import io.otd.serve.openinference.RawContents;
import io.otd.serve.settings.NonFinite;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Writes the reply of an infer request: JSON, followed by the outputs requested as bytes.
 *
 * @param nonFinite how numbers that are not finite are written
 */
public record InferReplyJson(NonFinite nonFinite) {
  private static final int EXPECTED = 256;
  private static final int BYTES_PER_ELEMENT = 13;

  /**
   * A reply.
   *
   * @param body UTF-8, and bytes behind it
   * @param json how many bytes the JSON has; nothing if that is all
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  public record Reply(byte[] body, OptionalInt json) {}

  /**
   * The reply.
   *
   * @param request determines the outputs to return as bytes
   * @param answer of the model
   * @throws ServingException INVALID_ARGUMENT, naming the output that JSON cannot carry
   */
  public Reply write(InferRequestJson request, InferReply answer) {
    Map<String, HostTensor> outputs = answer.outputs();
    long expected = EXPECTED;
    for (Map.Entry<String, HostTensor> output : outputs.entrySet()) {
      expected +=
          EXPECTED
              + (request.isBinary(output.getKey())
                  ? RawContents.size(output.getValue())
                  : (long) BYTES_PER_ELEMENT * output.getValue().elements());
    }
    JsonBytes json = new JsonBytes(nonFinite, expected);
    json.raw('{').member("model_name").string(answer.id().model());
    json.member("model_version").string(Long.toString(answer.id().version()));
    request.id().ifPresent(id -> json.member("id").string(id));
    json.member("outputs")
        .list(
            outputs.entrySet(),
            output ->
                output(
                    json, output.getKey(), output.getValue(), request.isBinary(output.getKey())));
    json.raw('}');
    boolean binary = outputs.keySet().stream().anyMatch(request::isBinary);
    if (!binary) {
      return new Reply(json.toByteArray(), OptionalInt.empty());
    }
    int length = json.size();
    outputs.forEach(
        (name, tensor) -> {
          if (request.isBinary(name)) {
            json.raw(RawContents.write(tensor));
          }
        });
    return new Reply(json.toByteArray(), OptionalInt.of(length));
  }

  private static void output(JsonBytes json, String name, HostTensor tensor, boolean binary) {
    Datatype datatype = Datatype.of(tensor.type());
    json.raw('{').member("name").string(name).member("datatype").string(datatype.name());
    json.member("shape").list(Arrays.stream(tensor.shape()).boxed().toList(), json::integer);
    if (binary) {
      json.member("parameters").raw('{').member("binary_data_size");
      json.integer(RawContents.size(tensor)).raw("}}");
    } else {
      requireText(name, datatype, tensor);
      json.member("data");
      new TensorText("", flat(tensor), json).write(0);
      json.raw('}');
    }
  }

  private static void requireText(String name, Datatype datatype, HostTensor tensor) {
    if (datatype.isRawOnly()) {
      throw ServingException.invalid(
          "output \"%s\": %s has no form in JSON (expected: binary_data true)"
              .formatted(name, datatype));
    }
    if (datatype == Datatype.BYTES) {
      for (int i = 0; i < tensor.elements(); i++) {
        try {
          int unused =
              StandardCharsets.UTF_8
                  .newDecoder()
                  .decode(ByteBuffer.wrap(tensor.string(i)))
                  .length();
        } catch (CharacterCodingException e) {
          throw ServingException.invalid(
              "output \"%s\": element %s is not UTF-8 (expected: binary_data true)"
                  .formatted(name, i));
        }
      }
    }
  }

  /** The elements in one row, of a type that text has. */
  private static HostTensor flat(HostTensor tensor) {
    int elements = tensor.elements();
    long[] shape = {elements};
    if (tensor.type() == ElementType.STRING) {
      byte[][] strings = new byte[elements][];
      for (int i = 0; i < elements; i++) {
        strings[i] = tensor.string(i);
      }
      return HostTensor.ofStrings(shape, strings);
    }
    if (tensor.type() == ElementType.UINT16) {
      ByteBuffer wide =
          ByteBuffer.allocate(Math.multiplyExact(elements, Integer.BYTES))
              .order(ByteOrder.nativeOrder());
      for (ShortBuffer narrow = tensor.bytes().asShortBuffer(); narrow.hasRemaining(); ) {
        wide.putInt(Short.toUnsignedInt(narrow.get()));
      }
      return HostTensor.of(ElementType.INT32, shape, wide.flip());
    }
    return HostTensor.of(tensor.type(), shape, tensor.bytes());
  }
}

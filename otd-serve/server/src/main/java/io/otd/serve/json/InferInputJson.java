// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.openinference.Datatype;
import io.otd.serve.openinference.InferShape;
import io.otd.serve.openinference.RawContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One input of an infer request being parsed: its members may be in any order. */
final class InferInputJson {
  private static final String BINARY_DATA_SIZE = "binary_data_size";
  private static final String SHARED_MEMORY = "shared_memory_region";

  private final int place;
  private @Nullable String name;
  private @Nullable String datatype;
  private long @Nullable [] shape;
  private @Nullable JsonSlice data;
  private JsonParameters parameters = JsonParameters.NONE;

  private InferInputJson(int place) {
    this.place = place;
  }

  /**
   * Reads an input.
   *
   * @param place in the list, from 0
   * @param reader at its value, moves over it
   */
  static InferInputJson read(int place, JsonReader reader) {
    InferInputJson input = new InferInputJson(place);
    reader.require(
        reader.kind() == JsonKind.OBJECT,
        "inputs[%s]".formatted(place),
        "an object with name, datatype, shape, data");
    reader.members(member -> input.member(member, reader));
    return input;
  }

  private void member(String member, JsonReader reader) {
    if (reader.kind() == JsonKind.NULL) {
      return;
    }
    switch (member) {
      case "name" -> name = reader.text(at(member));
      case "datatype" -> datatype = reader.text(at(member));
      case "shape" -> shape = shape(reader);
      case "parameters" -> parameters = JsonParameters.read("inputs[%s].".formatted(place), reader);
      case "data" -> data = reader.slice();
      default -> reader.skip();
    }
  }

  private String at(String member) {
    return "inputs[%s].%s".formatted(place, member);
  }

  private long[] shape(JsonReader reader) {
    String what = at("shape");
    reader.require(reader.kind() == JsonKind.ARRAY, what, "a list of integers");
    List<Long> sizes = new ArrayList<>();
    reader.elements(
        () -> {
          reader.require(reader.isLong(), what, "integers");
          sizes.add(reader.integer());
        });
    return sizes.stream().mapToLong(Long::longValue).toArray();
  }

  /** Its name. */
  String name() {
    return required("name", name, "a text");
  }

  private <T> T required(String member, @Nullable T value, String expected) {
    if (value == null) {
      throw JsonDocument.notGiven(at(member), expected);
    }
    return value;
  }

  /**
   * Its value.
   *
   * @param binary where its bytes are, if it has some
   */
  HostTensor tensor(BinaryInputs binary) {
    String input = name();
    Datatype type = Datatype.named(input, required("datatype", datatype, "a datatype"));
    long[] sizes = required("shape", shape, "a list of integers");
    parameters.refuse(SHARED_MEMORY);
    Optional<Long> size = parameters.size(BINARY_DATA_SIZE);
    JsonSlice values = data;
    if (size.isPresent()) {
      if (values != null) {
        throw InferShape.refusal(input, "both data and binary_data_size (expected: one of them)");
      }
      return RawContents.read(input, type, sizes, binary.next(input, size.get()));
    }
    if (values == null) {
      throw InferShape.refusal(input, "neither data nor binary_data_size (expected: one of them)");
    }
    if (type.isRawOnly()) {
      throw InferShape.refusal(
          input, "%s has no form in JSON (expected: binary_data_size)".formatted(type));
    }
    return nested(input, type, sizes, values.reader());
  }

  private static HostTensor nested(String input, Datatype type, long[] shape, JsonReader values) {
    if (values.kind() != JsonKind.ARRAY) {
      throw InferShape.refusal(input, "data: %s (expected: a list)".formatted(values.shown()));
    }
    InferShape.elements(input, shape);
    NestedValues nested =
        new NestedValues(
            type == Datatype.BYTES ? new StringValues() : new NumberValues(type.element()));
    try {
      nested.add(values);
    } catch (ServingException e) {
      throw new ServingException(
          e.code(), "input \"%s\": data: %s".formatted(input, e.getMessage()), e);
    }
    InferShape.requireElements(input, nested.elements(), shape);
    return nested.shaped(shape);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import com.google.protobuf.ByteString;
import io.otd.serve.internal.status.ServingException;
import org.tensorflow.proto.Example;
import org.tensorflow.proto.Feature;
import org.tensorflow.proto.Features;

/**
 * One example: an object of features by name, each a value or a list of values. Strings and base64
 * make a list of bytes, integers and truth values one of 64-bit integers, all other numbers one of
 * floats; one feature does not mix them.
 */
final class ExampleFeatures {
  private ExampleFeatures() {}

  /**
   * Reads an example.
   *
   * @return a serialised {@code tf.Example}
   * @throws ServingException INVALID_ARGUMENT, if it is none
   */
  static byte[] read(JsonReader reader) {
    if (reader.kind() != JsonKind.OBJECT) {
      throw ServingException.invalid(
          "Example must be JSON object but got JSON " + reader.kind().text());
    }
    Features.Builder features = Features.newBuilder();
    reader.members(name -> features.putFeature(name, feature(name, reader)));
    return Example.newBuilder().setFeatures(features).build().toByteArray();
  }

  private static Feature feature(String name, JsonReader reader) {
    Feature.Builder feature = Feature.newBuilder();
    if (reader.kind() != JsonKind.ARRAY) {
      value(name, feature, reader);
      return feature.build();
    }
    reader.elements(() -> value(name, feature, reader));
    return feature.build();
  }

  private static void value(String name, Feature.Builder feature, JsonReader reader) {
    switch (reader.kind()) {
      case STRING -> bytes(name, feature, ByteString.copyFromUtf8(reader.text()));
      case OBJECT -> {
        if (!reader.isBase64()) {
          throw unexpected(name, reader);
        }
        bytes(name, feature, ByteString.copyFrom(reader.base64()));
      }
      case TRUE, FALSE -> integer(name, feature, reader.flag() ? 1 : 0);
      case NUMBER -> number(name, feature, reader);
      case NULL, ARRAY -> throw unexpected(name, reader);
    }
  }

  private static ServingException unexpected(String name, JsonReader reader) {
    return ServingException.invalid(
        "Feature: %s has element with unexpected JSON type: %s"
            .formatted(name, reader.kind().text()));
  }

  private static void number(String name, Feature.Builder feature, JsonReader reader) {
    if (reader.isLong()) {
      integer(name, feature, reader.integer());
    } else if (reader.isUnsignedLong()) {
      throw ServingException.invalid(
          "Feature: %s has uint64 element. Only int64 is supported.".formatted(name));
    } else {
      requireKind(name, feature, Feature.KindCase.FLOAT_LIST);
      feature.getFloatListBuilder().addValue((float) reader.real());
    }
  }

  private static void integer(String name, Feature.Builder feature, long value) {
    requireKind(name, feature, Feature.KindCase.INT64_LIST);
    feature.getInt64ListBuilder().addValue(value);
  }

  private static void bytes(String name, Feature.Builder feature, ByteString value) {
    requireKind(name, feature, Feature.KindCase.BYTES_LIST);
    feature.getBytesListBuilder().addValue(value);
  }

  private static void requireKind(String name, Feature.Builder feature, Feature.KindCase expected) {
    Feature.KindCase there = feature.getKindCase();
    if (there != Feature.KindCase.KIND_NOT_SET && there != expected) {
      String kind =
          switch (there) {
            case BYTES_LIST -> "bytes";
            case FLOAT_LIST -> "float";
            case INT64_LIST, KIND_NOT_SET -> "int64";
          };
      throw ServingException.invalid(
          "Unexpected element type in feature: %s expecting type: %s".formatted(name, kind));
    }
  }
}

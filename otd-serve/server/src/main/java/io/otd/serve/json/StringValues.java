// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Strings, as text or as base64. */
final class StringValues extends ElementValues {
  private final List<byte[]> values = new ArrayList<>();

  StringValues() {
    super(ElementType.STRING.text());
  }

  @Override
  void add(JsonReader reader) {
    switch (reader.kind()) {
      case STRING -> values.add(reader.text().getBytes(StandardCharsets.UTF_8));
      case OBJECT -> {
        if (!reader.isBase64()) {
          throw reader.refusal("not formatted correctly for base64 data");
        }
        values.add(reader.base64());
      }
      default -> throw refusal(reader);
    }
  }

  @Override
  HostTensor tensor(long... shape) {
    return HostTensor.ofStrings(shape, values.toArray(byte[][]::new));
  }
}

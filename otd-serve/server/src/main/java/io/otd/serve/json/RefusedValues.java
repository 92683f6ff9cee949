// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;

/** Elements of a type that JSON does not support: the first one is rejected. */
final class RefusedValues extends ElementValues {
  RefusedValues(String type) {
    super(type);
  }

  @Override
  void add(JsonReader reader) {
    throw new ServingException(
        StatusCode.UNIMPLEMENTED,
        "Conversion of JSON Value: %s to type: %s".formatted(reader.shown(), type()));
  }

  /** An empty tensor of any type. */
  @Override
  HostTensor tensor(long... shape) {
    throw new ServingException(
        StatusCode.UNIMPLEMENTED, "Conversion of JSON Value: [] to type: " + type());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.ByteString;
import io.otd.core.internal.savedmodel.proto.Input;
import io.otd.serve.inference.ExampleStrings;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import org.tensorflow.proto.Example;

/** Examples as a graph parses them. */
final class Examples {
  private Examples() {}

  /**
   * Serialised, {@code [n]}; each with the context, if there is one, in front.
   *
   * @throws io.otd.serve.internal.status.ServingException RESOURCE_EXHAUSTED, if they are too long
   *     together
   */
  static HostTensor of(Input input) {
    return switch (input.getKindCase()) {
      case EXAMPLE_LIST -> of(ByteString.EMPTY, input.getExampleList().getExamplesList());
      case EXAMPLE_LIST_WITH_CONTEXT ->
          of(
              input.getExampleListWithContext().getContext().toByteString(),
              input.getExampleListWithContext().getExamplesList());
      case KIND_NOT_SET -> of(ByteString.EMPTY, List.of());
    };
  }

  private static HostTensor of(ByteString context, List<Example> examples) {
    return ExampleStrings.of(
        context.toByteArray(), examples.stream().map(Example::toByteArray).toList());
  }
}

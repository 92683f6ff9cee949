package io.otd.serve.grpc;

import com.google.protobuf.ByteString;
import io.otd.core.savedmodel.proto.Input;
import io.otd.serve.tensor.HostTensor;
import java.util.List;
import org.tensorflow.proto.Example;

/** Examples as a graph parses them. */
final class Examples {
  private Examples() {}

  /** Serialised, {@code [n]}; each with the context, if there is one, in front. */
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

  /** Two messages one after the other are the two merged. */
  private static HostTensor of(ByteString context, List<Example> examples) {
    byte[][] strings =
        examples.stream()
            .map(example -> context.concat(example.toByteString()).toByteArray())
            .toArray(byte[][]::new);
    return HostTensor.ofStrings(new long[] {strings.length}, strings);
  }
}

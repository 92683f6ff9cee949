// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import com.google.protobuf.ByteString;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.export.internal.flat.FlatNode.Constant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;

/** Types and known values of the tensors of a graph. */
final class KnownTensors {
  private final Graph graph;
  private final Map<String, Checkpoint.Entry> entries;

  /**
   * Of a graph.
   *
   * @param entries values of placeholders, by the placeholder's name
   */
  KnownTensors(Graph graph, Map<String, Checkpoint.Entry> entries) {
    this.graph = graph;
    this.entries = entries;
  }

  /** Whether a node is a placeholder with a known value. */
  boolean given(String node) {
    return entries.containsKey(node);
  }

  TensorType type(TensorName tensor) {
    Output<?> output = graph.operationOrThrow(tensor.node()).output(tensor.result());
    Shape shape = output.shape();
    if (shape.isUnknown()) {
      throw new IllegalArgumentException(
          "shape of %s: unknown (expected: a known rank)".formatted(tensor));
    }
    return new TensorType(
        NumberType.of(output.dataType()), LongStream.of(shape.asArray()).boxed().toList());
  }

  /** Types of all results of a node. */
  List<TensorType> results(String node) {
    GraphOperation operation = graph.operationOrThrow(node);
    return IntStream.range(0, operation.numOutputs())
        .mapToObj(i -> type(new TensorName(node, i)))
        .toList();
  }

  /** Values of tensors that depend on known ones only. */
  Map<TensorName, Constant> values(Collection<TensorName> names) {
    Map<TensorName, Constant> values = new LinkedHashMap<>();
    List<TensorName> rest = new ArrayList<>();
    for (TensorName tensor : names) {
      Checkpoint.Entry entry = entries.get(tensor.node());
      if (entry == null) {
        rest.add(tensor);
      } else {
        values.put(tensor, Constant.of(entry.shape(), entry.values()));
      }
    }
    if (!rest.isEmpty()) {
      values.putAll(computed(rest));
    }
    return values;
  }

  private Map<TensorName, Constant> computed(List<TensorName> tensors) {
    Map<TensorName, Constant> values = new LinkedHashMap<>();
    List<Tensor> fed = new ArrayList<>();
    try (Session session = new Session(graph)) {
      Session.Runner runner = session.runner();
      entries.forEach(
          (name, entry) -> {
            Tensor tensor = Tensors.of(entry.values(), Tensors.dimensions(entry.shape()));
            fed.add(tensor);
            runner.feed(name, tensor);
          });
      tensors.forEach(tensor -> runner.fetch(tensor.node(), tensor.result()));
      try (Result result = runner.run()) {
        for (int i = 0; i < tensors.size(); i++) {
          values.put(tensors.get(i), new Constant(type(tensors.get(i)), bytes(result.get(i))));
        }
      }
    } finally {
      fed.forEach(Tensor::close);
    }
    return values;
  }

  private static ByteString bytes(Tensor tensor) {
    byte[] bytes = new byte[Math.toIntExact(tensor.numBytes())];
    tensor.asRawTensor().data().read(bytes);
    return ByteString.copyFrom(bytes);
  }
}

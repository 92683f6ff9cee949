// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteGraph;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteImportGraphDefOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphGetTensorNumDims;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphGetTensorShape;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphImportGraphDef;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphOperationByName;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphToGraphDef;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ImportGraphDefOptionsAddInputMapping;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ImportGraphDefOptionsSetPrefix;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBufferFromString;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewGraph;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewImportGraphDefOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationNumOutputs;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationOutputType;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.serve.internal.inspection.TensorNames;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_Graph;
import org.tensorflow.internal.c_api.TF_ImportGraphDefOptions;
import org.tensorflow.internal.c_api.TF_Operation;
import org.tensorflow.internal.c_api.TF_Output;
import org.tensorflow.proto.GraphDef;

/** A graph in native memory, and the outputs of its tensors. */
final class NativeGraph implements AutoCloseable {
  private final TF_Graph handle = TF_NewGraph();
  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /**
   * The output of a tensor.
   *
   * @param operation that outputs it
   * @param index of the operation's outputs
   */
  record Place(TF_Operation operation, int index) {
    /** Adds it to a list for a native call. */
    void set(TF_Output outputs, int position) {
      outputs.position(position).oper(operation).index(index);
    }
  }

  TF_Graph handle() {
    return handle;
  }

  /**
   * Finds a tensor.
   *
   * @param name {@code node}, or {@code node:index}
   * @throws ServingException if there is none
   */
  Place place(String name) {
    return places.computeIfAbsent(name, this::find);
  }

  /**
   * The type of a tensor's elements.
   *
   * @param name as for {@link #place}
   * @return nothing if it cannot be served
   * @throws ServingException if there is no such tensor
   */
  Optional<ElementType> type(String name) {
    TF_Output output = new TF_Output(1);
    place(name).set(output, 0);
    return ElementType.of(TF_OperationOutputType(output.position(0)));
  }

  private Place find(String name) {
    int colon = name.lastIndexOf(':');
    String node = colon < 0 ? name : name.substring(0, colon);
    TF_Operation operation = TF_GraphOperationByName(handle, node);
    int index;
    try {
      index = colon < 0 ? 0 : Integer.parseInt(name.substring(colon + 1));
    } catch (NumberFormatException e) {
      index = -1;
    }
    if (operation == null
        || operation.isNull()
        || index < 0
        || index >= TF_OperationNumOutputs(operation)) {
      throw new ServingException(
          StatusCode.INTERNAL, "\"%s\": the model's graph has no such tensor".formatted(name));
    }
    return new Place(operation, index);
  }

  /**
   * Adds nodes.
   *
   * @param nodes whose inputs are among them or mapped
   * @param prefix of their names here
   * @param mapped tensors of this graph, {@code node:index}, that the nodes call by these names
   * @throws ServingException if TensorFlow rejects them
   */
  @SuppressWarnings("try") // The scope frees what is made inside it.
  void add(GraphDef nodes, String prefix, Collection<String> mapped) {
    byte[] bytes = nodes.toByteArray();
    TF_ImportGraphDefOptions options = TF_NewImportGraphDefOptions();
    TF_Buffer buffer = TF_NewBufferFromString(new BytePointer(bytes), bytes.length);
    try (PointerScope scope = new PointerScope();
        NativeStatus status = new NativeStatus()) {
      TF_ImportGraphDefOptionsSetPrefix(options, text(prefix));
      for (String tensor : mapped) {
        Place place = place(tensor);
        TF_Output output = new TF_Output(1);
        place.set(output, 0);
        TF_ImportGraphDefOptionsAddInputMapping(
            options, text(TensorNames.node(tensor)), place.index(), output.position(0));
      }
      TF_GraphImportGraphDef(handle, buffer, options, status.handle());
      status.requireOk();
    } finally {
      TF_DeleteBuffer(buffer);
      TF_DeleteImportGraphDefOptions(options);
    }
  }

  /** The size of a tensor's last axis, {@code node:index}, where it follows from the graph. */
  @SuppressWarnings("try") // The scope frees what is made inside it.
  OptionalLong lastAxis(String tensor) {
    try (PointerScope scope = new PointerScope();
        NativeStatus status = new NativeStatus()) {
      TF_Output output = new TF_Output(1);
      place(tensor).set(output, 0);
      int rank = TF_GraphGetTensorNumDims(handle, output.position(0), status.handle());
      if (rank < 1) {
        return OptionalLong.empty();
      }
      long[] shape = new long[rank];
      TF_GraphGetTensorShape(handle, output.position(0), shape, rank, status.handle());
      status.requireOk();
      return shape[rank - 1] < 0 ? OptionalLong.empty() : OptionalLong.of(shape[rank - 1]);
    }
  }

  private static BytePointer text(String value) {
    return new BytePointer(value, StandardCharsets.UTF_8);
  }

  /** The graph as a message, without the values of its variables. */
  GraphDef definition() {
    TF_Buffer buffer = TF_NewBuffer();
    try (NativeStatus status = new NativeStatus()) {
      TF_GraphToGraphDef(handle, buffer, status.handle());
      status.requireOk();
      return GraphDef.parseFrom(bytes(buffer));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("TensorFlow's own message cannot be read", e);
    } finally {
      TF_DeleteBuffer(buffer);
    }
  }

  /** The bytes of a message. */
  static byte[] bytes(TF_Buffer buffer) {
    byte[] bytes = new byte[Math.toIntExact(buffer.length())];
    new BytePointer(buffer.data()).capacity(bytes.length).get(bytes);
    return bytes;
  }

  /** Frees it; after the session. */
  @Override
  public void close() {
    TF_DeleteGraph(handle);
  }
}

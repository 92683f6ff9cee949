package io.otd.serve.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteGraph;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphOperationByName;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphToGraphDef;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewGraph;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationNumOutputs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.serve.status.ServingException;
import io.otd.serve.status.StatusCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.BytePointer;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_Graph;
import org.tensorflow.internal.c_api.TF_Operation;
import org.tensorflow.internal.c_api.TF_Output;
import org.tensorflow.proto.GraphDef;

/** A graph in native memory, and where its tensors come out. */
final class NativeGraph implements AutoCloseable {
  private final TF_Graph handle = TF_NewGraph();
  private final Map<String, Place> places = new ConcurrentHashMap<>();

  /**
   * Where a tensor comes out.
   *
   * @param operation that gives it
   * @param index of the operation's outputs
   */
  record Place(TF_Operation operation, int index) {
    /** Puts it into a list for a native call. */
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
          StatusCode.INVALID_ARGUMENT,
          "\"%s\": the model's graph has no such tensor".formatted(name));
    }
    return new Place(operation, index);
  }

  /** The graph as a message, without the values of its variables. */
  GraphDef definition() {
    TF_Buffer buffer = TF_NewBuffer();
    try (NativeStatus status = new NativeStatus()) {
      TF_GraphToGraphDef(handle, buffer, status.handle());
      status.requireOk();
      byte[] bytes = new byte[Math.toIntExact(buffer.length())];
      new BytePointer(buffer.data()).capacity(bytes.length).get(bytes);
      return GraphDef.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("TensorFlow's own message cannot be read", e);
    } finally {
      TF_DeleteBuffer(buffer);
    }
  }

  /** Frees it; after the session. */
  @Override
  public void close() {
    TF_DeleteGraph(handle);
  }
}

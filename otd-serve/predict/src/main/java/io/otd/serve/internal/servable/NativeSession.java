// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_CloseSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteSessionOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteTensor;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_LoadSessionFromSavedModel;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBufferFromString;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewSessionOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SessionRun;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SetConfig;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.nativelibrary.NativeLog;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.Loops;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_Operation;
import org.tensorflow.internal.c_api.TF_Output;
import org.tensorflow.internal.c_api.TF_Session;
import org.tensorflow.internal.c_api.TF_SessionOptions;
import org.tensorflow.internal.c_api.TF_Tensor;
import org.tensorflow.proto.AllocatorMemoryUsed;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.RunMetadata;
import org.tensorflow.proto.RunOptions;
import org.tensorflow.proto.StepStats;
import org.tensorflow.proto.VersionDef;

/**
 * A SavedModel in native memory. Any number of threads may run it; it is closed once, after the
 * last.
 *
 * @implNote Uses TensorFlow's C interface and not the classes above it: those know only some of the
 *     types of elements, and give a failure without its code.
 */
final class NativeSession {
  private static final RunOptions ONE_AFTER_ANOTHER =
      RunOptions.newBuilder().setInterOpThreadPool(-1).build();

  private static final RunOptions TRACED =
      RunOptions.newBuilder().setTraceLevel(RunOptions.TraceLevel.SOFTWARE_TRACE).build();

  /** TensorFlow looks at the time of a run before it calls a function, as loops then do. */
  private static final ConfigProto LOOPS_OF_CALLS =
      ConfigProto.newBuilder()
          .setExperimental(
              ConfigProto.Experimental.newBuilder().setDisableFunctionalOpsLowering(true))
          .build();

  private final NativeGraph graph;
  private final TF_Session session;

  private final TF_Buffer oneAfterAnother;

  private NativeSession(NativeGraph graph, TF_Session session) {
    this.graph = graph;
    this.session = session;
    this.oneAfterAnother = buffer(ONE_AFTER_ANOTHER);
  }

  private static TF_Buffer buffer(RunOptions options) {
    byte[] message = options.toByteArray();
    try (BytePointer bytes = new BytePointer(message)) {
      return TF_NewBufferFromString(bytes, message.length);
    }
  }

  /** The threads that execute the operations of a run. */
  enum Threads {
    /** Independent ones in parallel, in threads of the session. */
    OF_THE_SESSION,

    /**
     * One after another in the thread that calls, which saves waking others. Not for graphs with
     * operations that end in a callback (among the permitted ones, those that call functions):
     * TensorFlow then continues within that call, ever deeper in the thread's stack. A compiled
     * part is called like a function, but is an operation like any other. Not for runs that
     * compile, which need a large stack.
     */
    OF_THE_CALLER
  }

  /** Loads the library, once in a process. */
  static void prepare() {
    NativeLog.errorsOnly();
    TF_DeleteSessionOptions(TF_NewSessionOptions());
  }

  /** Loads a graph without loops. */
  static NativeSession load(Path directory, String tag) {
    return load(directory, tag, ConfigProto.getDefaultInstance());
  }

  /**
   * Loads, restores the variables and runs the model's initialisation. If the graph has loops,
   * their runs can be ended, and hold threads of this session alone, unless otd exported it.
   *
   * @param model what its inspection found
   * @throws ServingException with TensorFlow's code and text
   */
  static NativeSession load(Path directory, String tag, InspectedModel model) {
    return load(
        directory,
        tag,
        model.loops() == Loops.NONE
            ? ConfigProto.getDefaultInstance()
            : LOOPS_OF_CALLS.toBuilder()
                .setUsePerSessionThreads(model.otd().description().isEmpty())
                .build());
  }

  @SuppressWarnings("try") // The scope frees what is made inside it.
  private static NativeSession load(Path directory, String tag, ConfigProto settings) {
    NativeLog.errorsOnly();
    NativeGraph graph = new NativeGraph();
    TF_SessionOptions options = TF_NewSessionOptions();
    try (PointerScope scope = new PointerScope();
        NativeStatus status = new NativeStatus()) {
      byte[] config = settings.toByteArray();
      TF_SetConfig(options, new BytePointer(config), config.length, status.handle());
      status.requireOk();
      TF_Session session =
          TF_LoadSessionFromSavedModel(
              options,
              (TF_Buffer) null,
              new BytePointer(directory.toString(), StandardCharsets.UTF_8),
              new PointerPointer<BytePointer>(1)
                  .put(0, new BytePointer(tag, StandardCharsets.UTF_8)),
              1,
              graph.handle(),
              (TF_Buffer) null,
              status.handle());
      status.requireOk();
      return new NativeSession(graph, session);
    } catch (RuntimeException | Error e) {
      graph.close();
      throw e;
    } finally {
      TF_DeleteSessionOptions(options);
    }
  }

  /**
   * Runs the graph.
   *
   * @param feeds by name in the graph
   * @param fetches names in the graph
   * @return the values, in the order of {@code fetches}
   * @throws ServingException as {@link NativeStatus#requireAnswer}
   */
  List<HostTensor> run(Map<String, HostTensor> feeds, List<String> fetches, Threads threads) {
    return run(feeds, fetches, threads == Threads.OF_THE_CALLER ? oneAfterAnother : null, null);
  }

  /**
   * Runs the graph, in threads of the session, for a limited time.
   *
   * @param feeds by name in the graph
   * @param fetches names in the graph
   * @param most the time, rounded up to milliseconds
   * @return the values, in the order of {@code fetches}
   * @throws ServingException as {@link NativeStatus#requireAnswer}; DEADLINE_EXCEEDED, once the run
   *     has ended, if that was before its end
   */
  List<HostTensor> run(Map<String, HostTensor> feeds, List<String> fetches, Duration most) {
    TF_Buffer options = buffer(within(most, RunOptions.getDefaultInstance()));
    try {
      return run(feeds, fetches, options, null);
    } finally {
      TF_DeleteBuffer(options);
    }
  }

  private static RunOptions within(Duration most, RunOptions options) {
    return options.toBuilder().setTimeoutInMs(most.toMillis() + 1).build();
  }

  /**
   * Bytes that a run of the graph allocates, whether or not it frees them again: its largest use of
   * memory is less.
   *
   * @param feeds by name in the graph
   * @param fetches names in the graph
   * @param most time of the run
   * @throws ServingException as {@link #run(Map, List, Duration)}
   */
  long allocated(Map<String, HostTensor> feeds, List<String> fetches, Duration most) {
    TF_Buffer options = buffer(within(most, TRACED));
    TF_Buffer trace = TF_NewBuffer();
    try {
      List<HostTensor> unused = run(feeds, fetches, options, trace);
      return allocated(RunMetadata.parseFrom(NativeGraph.bytes(trace)).getStepStats());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("TensorFlow's own message cannot be read", e);
    } finally {
      TF_DeleteBuffer(trace);
      TF_DeleteBuffer(options);
    }
  }

  private static long allocated(StepStats trace) {
    return trace.getDevStatsList().stream()
        .flatMap(device -> device.getNodeStatsList().stream())
        .flatMap(node -> node.getMemoryList().stream())
        .mapToLong(AllocatorMemoryUsed::getTotalBytes)
        .sum();
  }

  @SuppressWarnings("try") // The scope frees what is made inside it.
  private List<HostTensor> run(
      Map<String, HostTensor> feeds,
      List<String> fetches,
      @Nullable TF_Buffer options,
      @Nullable TF_Buffer trace) {
    int in = feeds.size();
    int out = fetches.size();
    List<TF_Tensor> owned = new ArrayList<>(in + out);
    try (PointerScope scope = new PointerScope();
        NativeStatus status = new NativeStatus()) {
      TF_Output inputs = new TF_Output(in);
      PointerPointer<TF_Tensor> inputValues = new PointerPointer<>(in);
      int next = 0;
      for (Map.Entry<String, HostTensor> feed : feeds.entrySet()) {
        graph.place(feed.getKey()).set(inputs, next);
        TF_Tensor value = NativeTensors.copyOf(feed.getValue());
        owned.add(value);
        inputValues.put(next++, value);
      }
      TF_Output outputs = new TF_Output(out);
      PointerPointer<TF_Tensor> outputValues = new PointerPointer<>(out);
      for (int i = 0; i < out; i++) {
        graph.place(fetches.get(i)).set(outputs, i);
      }
      TF_SessionRun(
          session,
          options,
          inputs.position(0),
          inputValues,
          in,
          outputs.position(0),
          outputValues,
          out,
          (PointerPointer<TF_Operation>) null,
          0,
          trace,
          status.handle());
      status.requireAnswer();
      int first = owned.size();
      for (int i = 0; i < out; i++) {
        owned.add(outputValues.get(TF_Tensor.class, i));
      }
      List<HostTensor> results = new ArrayList<>(out);
      for (int i = 0; i < out; i++) {
        results.add(NativeTensors.copyOf(owned.get(first + i), fetches.get(i)));
      }
      return results;
    } finally {
      owned.forEach(tensor -> TF_DeleteTensor(tensor));
    }
  }

  /**
   * Adds nodes, see {@link NativeGraph#add}.
   *
   * @throws ServingException if TensorFlow rejects them
   */
  void add(GraphDef nodes, String prefix, Collection<String> mapped) {
    graph.add(nodes, prefix, mapped);
  }

  /** The graph as a message, without the values of its variables. */
  GraphDef definition() {
    return graph.definition();
  }

  /** The type of a tensor's elements, see {@link NativeGraph#type}. */
  Optional<ElementType> type(String tensor) {
    return graph.type(tensor);
  }

  /** The size of a tensor's last axis, {@code node:index}, where it follows from the graph. */
  OptionalLong lastAxis(String tensor) {
    return graph.lastAxis(tensor);
  }

  /**
   * Adds a compiled computation of some tensors to the existing one, see {@link GraphCompiler}.
   *
   * @param versions of the graph's operations
   * @param fetches names in the graph, those that the part was made for
   * @param scope of what is added, not yet in the graph
   * @return by each name that of the tensor with the same value
   * @throws ServingException if TensorFlow rejects it
   */
  Map<String, String> compile(
      VersionDef versions, CompiledPart part, List<String> fetches, String scope) {
    return new GraphCompiler(graph, versions, part, scope).add(fetches);
  }

  /** Frees everything; the caller sees to it that nothing runs, now or later. */
  void close() {
    try (NativeStatus status = new NativeStatus()) {
      TF_CloseSession(session, status.handle());
      TF_DeleteSession(session, status.handle());
    }
    TF_DeleteBuffer(oneAfterAnother);
    graph.close();
  }
}

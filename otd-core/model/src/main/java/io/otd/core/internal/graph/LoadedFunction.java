// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Graph;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.exceptions.TFInvalidArgumentException;
import org.tensorflow.exceptions.TFUnimplementedException;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.proto.DeviceStepStats;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.FunctionDefLibrary;
import org.tensorflow.proto.GPUOptions;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.GraphOptions;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.NodeExecStats;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.RewriterConfig;
import org.tensorflow.proto.RunOptions;
import org.tensorflow.proto.TensorShapeProto;

/**
 * A function with its own session, compiled by XLA at its first call. If XLA cannot compile it, the
 * same function runs operation by operation, after one warning. For any number of threads.
 */
final class LoadedFunction implements AutoCloseable {
  private static final String MUST_COMPILE = "_XlaMustCompile";
  private static final String CALL = "call";

  private final GraphDef library;
  private final FunctionDef function;
  private final Consumer<String> warnings;

  /** By name, what TensorFlow calls the arguments, in their order. */
  private final Map<String, String> arguments = new LinkedHashMap<>();

  private final List<String> outputs;
  private final List<Loaded> all = new ArrayList<>();
  private volatile Loaded loaded;

  /** Whether the compiled program has run: then a failure is not one of compiling it. */
  private volatile boolean compiled;

  /** A graph that holds one call of the function, and its session. */
  private record Loaded(Graph graph, Session session, boolean compiled) implements AutoCloseable {
    @Override
    public void close() {
      session.close();
      graph.close();
    }
  }

  /**
   * Takes over a function; the caller may close it afterwards.
   *
   * @param compile whether to request XLA
   * @param warnings receives one warning if XLA cannot compile
   */
  LoadedFunction(ConcreteFunction function, boolean compile, Consumer<String> warnings) {
    this.function = function.getFunctionDef();
    this.outputs = List.copyOf(function.signature().outputNames());
    for (String name : function.signature().inputNames()) {
      arguments.put(name, this.function.getSignature().getInputArg(arguments.size()).getName());
    }
    this.warnings = warnings;
    try (Graph graph = new Graph()) {
      graph.attachFunction(function);
      this.library = graph.toGraphDef();
    }
    this.loaded = load(compile);
    all.add(loaded);
  }

  FunctionResult call(Map<String, ? extends Tensor> inputs) {
    Loaded now = loaded;
    try {
      Result result = runner(now, inputs).run();
      compiled |= now.compiled();
      return new FunctionResult(outputs, result);
    } catch (TensorFlowException // the other two have other superclasses
        | TFInvalidArgumentException
        | TFUnimplementedException e) {
      if (compiled || !now.compiled()) {
        throw e;
      }
      fallBack(e);
      return new FunctionResult(outputs, runner(loaded, inputs).run());
    }
  }

  /** Others may still be in the session that failed: it is closed at the end. */
  private synchronized void fallBack(Exception e) {
    if (loaded.compiled()) {
      warnings.accept(
          "XLA cannot compile the program here; it runs operation by operation, many times slower ("
              + firstLine(e)
              + ")");
      loaded = load(false);
      all.add(loaded);
    }
  }

  boolean runsCompiled(Map<String, ? extends Tensor> inputs) {
    RunOptions trace =
        RunOptions.newBuilder().setTraceLevel(RunOptions.TraceLevel.FULL_TRACE).build();
    try (Result result = runner(loaded, inputs).setOptions(trace).runAndFetchMetadata()) {
      int inner = 0;
      int calls = 0;
      for (DeviceStepStats device :
          result.getMetadata().orElseThrow().getStepStats().getDevStatsList()) {
        for (NodeExecStats node : device.getNodeStatsList()) {
          if (node.getNodeName().equals(CALL)) {
            calls++;
          } else if (!node.getNodeName().startsWith("in_") && !node.getNodeName().startsWith("_")) {
            inner++;
          }
        }
      }
      return calls > 0 && inner == 0;
    }
  }

  private Session.Runner runner(Loaded in, Map<String, ? extends Tensor> inputs) {
    if (!inputs.keySet().equals(arguments.keySet())) {
      throw new IllegalArgumentException(
          "inputs: %s (expected: %s)"
              .formatted(new TreeSet<>(inputs.keySet()), arguments.keySet()));
    }
    OpDef signature = function.getSignature();
    Session.Runner runner = in.session().runner();
    arguments.forEach((name, argument) -> runner.feed("in_" + argument + ":0", inputs.get(name)));
    for (int i = 0; i < signature.getOutputArgCount(); i++) {
      runner.fetch(CALL, i);
    }
    return runner;
  }

  private Loaded load(boolean compile) {
    Graph graph = new Graph();
    graph.importGraphDef(graphDef(compile));
    ConfigProto config =
        ConfigProto.newBuilder()
            .setGpuOptions(GPUOptions.newBuilder().setAllowGrowth(true))
            .setGraphOptions(
                GraphOptions.newBuilder()
                    .setRewriteOptions(
                        RewriterConfig.newBuilder().setDisableMetaOptimizer(compile)))
            .build();
    return new Loaded(graph, new Session(graph, config), compile);
  }

  private GraphDef graphDef(boolean compile) {
    FunctionDefLibrary.Builder functions = FunctionDefLibrary.newBuilder();
    for (FunctionDef f : library.getLibrary().getFunctionList()) {
      boolean outer = f.getSignature().getName().equals(function.getSignature().getName());
      functions.addFunction(
          compile && outer ? f.toBuilder().putAttr(MUST_COMPILE, yes()).build() : f);
    }
    GraphDef.Builder graph =
        GraphDef.newBuilder().setVersions(library.getVersions()).setLibrary(functions);
    for (OpDef.ArgDef argument : function.getSignature().getInputArgList()) {
      graph.addNode(
          NodeDef.newBuilder()
              .setName("in_" + argument.getName())
              .setOp("Placeholder")
              .putAttr("dtype", AttrValue.newBuilder().setType(argument.getType()).build())
              .putAttr("shape", unknownShape()));
    }
    return graph.addNode(callNode(compile)).build();
  }

  private NodeDef callNode(boolean compile) {
    OpDef signature = function.getSignature();
    NodeDef.Builder call = NodeDef.newBuilder().setName(CALL).setOp("StatefulPartitionedCall");
    AttrValue.ListValue.Builder in = AttrValue.ListValue.newBuilder();
    AttrValue.ListValue.Builder out = AttrValue.ListValue.newBuilder();
    for (OpDef.ArgDef argument : signature.getInputArgList()) {
      call.addInput("in_" + argument.getName());
      in.addType(argument.getType());
    }
    signature.getOutputArgList().forEach(argument -> out.addType(argument.getType()));
    NameAttrList called = NameAttrList.newBuilder().setName(signature.getName()).build();
    AttrValue empty = AttrValue.newBuilder().setS(ByteString.EMPTY).build();
    call.putAttr("Tin", AttrValue.newBuilder().setList(in).build())
        .putAttr("Tout", AttrValue.newBuilder().setList(out).build())
        .putAttr("f", AttrValue.newBuilder().setFunc(called).build())
        .putAttr("config", empty)
        .putAttr("config_proto", empty)
        .putAttr("executor_type", empty);
    if (compile) {
      call.putAttr(MUST_COMPILE, yes());
    }
    return call.build();
  }

  private static AttrValue yes() {
    return AttrValue.newBuilder().setB(true).build();
  }

  private static AttrValue unknownShape() {
    return AttrValue.newBuilder()
        .setShape(TensorShapeProto.newBuilder().setUnknownRank(true))
        .build();
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no message");
  }

  /** There must be no call in progress. */
  @Override
  public synchronized void close() {
    all.forEach(Loaded::close);
    all.clear();
  }
}

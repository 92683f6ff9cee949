// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.DeviceSpec;
import org.tensorflow.ExecutionEnvironment;
import org.tensorflow.Graph;
import org.tensorflow.Operation;
import org.tensorflow.OperationBuilder;
import org.tensorflow.op.Ops;
import org.tensorflow.op.Scope;

/**
 * A scope that numbers equal names itself: {@code Const}, {@code Const_1}, {@code Const_2}.
 * TensorFlow's own scope writes the number in the digits of the default locale, and TensorFlow
 * refuses names with digits other than 0 to 9.
 *
 * @param names the scope of TensorFlow, which gets each name once
 * @param used how often each name was requested
 * @param name of the next operation; null for the name of its type
 */
public record NumberedScope(Scope names, Map<String, Integer> used, @Nullable String name)
    implements Scope {
  /** The operations to build a graph with; the graph is empty. */
  public static Ops in(Graph graph) {
    return Ops.create(new Root(graph));
  }

  private NumberedScope with(Scope scope) {
    return new NumberedScope(scope, used, name);
  }

  @Override
  public ExecutionEnvironment env() {
    return names.env();
  }

  @Override
  public Scope withSubScope(String child) {
    String unique = makeUnique(name == null ? child : name);
    return new NumberedScope(names.withName(unique).withSubScope(unique), new HashMap<>(), null);
  }

  @Override
  public Scope withNameAsSubScope(String defaultName) {
    return withSubScope(defaultName);
  }

  @Override
  public Scope withName(String operation) {
    return new NumberedScope(names, used, operation);
  }

  @Override
  public Scope withDevice(DeviceSpec device) {
    return with(names.withDevice(device));
  }

  @Override
  public Scope withInitScope() {
    return with(names.withInitScope());
  }

  @Override
  public Scope withControlDependencyOps(Iterable<Operation> controls) {
    return with(names.withControlDependencyOps(controls));
  }

  @Override
  public String makeOpName(String type) {
    return names.makeOpName(makeUnique(name == null ? type : name));
  }

  @Override
  public String makeUnique(String id) {
    int before = used.merge(id, 1, Integer::sum) - 1;
    return before == 0 ? id : id + "_" + before;
  }

  @Override
  public void refreshNames() {
    names.refreshNames();
  }

  @Override
  public OperationBuilder apply(OperationBuilder builder) {
    return names.apply(builder);
  }

  @Override
  public String getDeviceString() {
    return names.getDeviceString();
  }

  @Override
  public boolean isInit() {
    return names.isInit();
  }

  /** A graph whose first scope is a numbered one. The operations are added to the graph itself. */
  private record Root(Graph graph) implements ExecutionEnvironment {
    @Override
    public Scope baseScope() {
      return new NumberedScope(graph.baseScope(), new HashMap<>(), null);
    }

    @Override
    public OperationBuilder opBuilder(String type, String name, Scope scope) {
      return graph.opBuilder(type, name, scope);
    }

    @Override
    public void attachFunction(ConcreteFunction function) {
      graph.attachFunction(function);
    }

    @Override
    public void checkInput(Operation input) {
      graph.checkInput(input);
    }

    @Override
    public Types environmentType() {
      return graph.environmentType();
    }

    @Override
    public boolean isInitializer(Operation operation) {
      return graph.isInitializer(operation);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.light.internal.tape.AffineParts;
import io.otd.light.internal.tape.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Layers: a product with a constant kernel, a bias, an activation, a factor such as a mask, and a
 * summand such as what a residual block is given.
 *
 * @param patterns of the graph
 */
record LayerPattern(FlatPatterns patterns) {
  private static final Map<String, Opcode> ACTIVATIONS =
      Map.of(
          "Tanh", Opcode.TANH,
          "Relu", Opcode.RELU,
          "Elu", Opcode.ELU,
          "Softplus", Opcode.SOFTPLUS,
          "Sigmoid", Opcode.SIGMOID);

  /**
   * A layer.
   *
   * @param product of which the layer begins
   */
  record Layer(
      Operation product,
      Optional<Ref> bias,
      Optional<Opcode> function,
      Optional<Ref> factor,
      Optional<Ref> summand) {
    private boolean bare() {
      return function.isEmpty() && unmodified();
    }

    private boolean unmodified() {
      return factor.isEmpty() && summand.isEmpty();
    }

    Fused fused() {
      List<Ref> reads = new ArrayList<>(product.inputs());
      bias.ifPresent(reads::add);
      factor.ifPresent(reads::add);
      summand.ifPresent(reads::add);
      return new Fused(reads, this::add);
    }

    private Placed add(LightStep step) {
      Placed plain = LightProducts.add(step.of(product));
      TapeTensors tensors = step.tensors();
      AffineParts of = AffineParts.of(tensors.tape().instruction(plain.tensor()));
      AffineParts parts =
          new AffineParts(
              of.x(),
              of.kernel(),
              bias.map(ref -> step.values().apply(ref).tensor()),
              function,
              factor.map(ref -> tensors.conformed(step.values().apply(ref), plain)),
              summand.map(ref -> tensors.conformed(step.values().apply(ref), plain)));
      return plain.with(tensors.tape().add(parts.instruction()));
    }
  }

  /** The layer that a result is. */
  Optional<Layer> match(Ref ref) {
    Optional<Operation> operation =
        patterns.of(
            ref,
            "MatMul",
            "BatchMatMulV3",
            "Add",
            "Mul",
            "Tanh",
            "Relu",
            "Elu",
            "Softplus",
            "Sigmoid");
    return operation.flatMap(
        o ->
            switch (o.operator()) {
              case "MatMul", "BatchMatMulV3" -> product(o);
              case "Add" -> sum(ref, o);
              case "Mul" -> activated(ref).or(() -> scaled(ref, o));
              default ->
                  inner(o.inputs().get(0), ref, 1)
                      .filter(Layer::bare)
                      .flatMap(
                          layer ->
                              Optional.ofNullable(ACTIVATIONS.get(o.operator()))
                                  .map(function -> withFunction(layer, function)));
            });
  }

  private static Layer withFunction(Layer layer, Opcode function) {
    return new Layer(
        layer.product(), layer.bias(), Optional.of(function), layer.factor(), layer.summand());
  }

  private Optional<Layer> product(Operation product) {
    Ref kernel = product.inputs().get(1);
    boolean layer = patterns.isConstant(kernel) && patterns.type(kernel).rank() == 2;
    return layer
        ? Optional.of(
            new Layer(
                product, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()))
        : Optional.empty();
  }

  /** A layer that only these operations read, and that has all elements of their result. */
  private Optional<Layer> inner(Ref layer, Ref result, int reads) {
    return patterns.uses(layer) == reads && patterns.type(layer).equals(patterns.type(result))
        ? match(layer)
        : Optional.empty();
  }

  private Optional<Layer> activated(Ref ref) {
    return ActivationPattern.match(patterns, ref)
        .flatMap(
            applied ->
                inner(applied.x(), ref, applied.reads())
                    .filter(Layer::bare)
                    .map(l -> withFunction(l, applied.function())));
  }

  private Optional<Layer> sum(Ref ref, Operation sum) {
    Ref a = sum.inputs().get(0);
    Ref b = sum.inputs().get(1);
    return biased(ref, a, b).or(() -> added(ref, b, a)).or(() -> added(ref, a, b));
  }

  private Optional<Layer> biased(Ref ref, Ref layer, Ref bias) {
    if (!patterns.isConstant(bias) || patterns.type(bias).rank() != 1) {
      return Optional.empty();
    }
    return inner(layer, ref, 1)
        .filter(l -> l.bare() && l.bias().isEmpty())
        .map(l -> new Layer(l.product(), Optional.of(bias), l.function(), l.factor(), l.summand()));
  }

  private Optional<Layer> added(Ref ref, Ref layer, Ref summand) {
    return inner(layer, ref, 1)
        .filter(l -> l.summand().isEmpty())
        .map(l -> new Layer(l.product(), l.bias(), l.function(), l.factor(), Optional.of(summand)));
  }

  private Optional<Layer> scaled(Ref ref, Operation product) {
    Ref a = product.inputs().get(0);
    Ref b = product.inputs().get(1);
    return scaled(ref, a, b).or(() -> scaled(ref, b, a));
  }

  private Optional<Layer> scaled(Ref ref, Ref layer, Ref factor) {
    return inner(layer, ref, 1)
        .filter(Layer::unmodified)
        .map(l -> new Layer(l.product(), l.bias(), l.function(), Optional.of(factor), l.summand()));
  }
}

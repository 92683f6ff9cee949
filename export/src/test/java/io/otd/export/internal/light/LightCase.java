// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.onnx.InputValues;
import io.otd.export.internal.onnx.OperatorCase;
import io.otd.light.internal.engine.Plan;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A case in the light engine. The inputs of a row are encoded one after another; a number of double
 * precision as the sum of three.
 */
final class LightCase {
  private final OperatorCase given;
  private final int rows;
  private final List<List<Double>> encoded = new ArrayList<>();

  LightCase(OperatorCase given) {
    this.given = given;
    this.rows = (int) given.inputs().get(0).shape()[0];
    for (int r = 0; r < rows; r++) {
      encoded.add(new ArrayList<>());
    }
  }

  List<double[]> computed() {
    FlatGraph graph = given.flat();
    int width = given.inputs().stream().mapToInt(this::width).sum();
    TapeTensors tensors = new TapeTensors(new TapeBuilder(width));
    Map<String, Placed> inputs = new LinkedHashMap<>();
    int next = 0;
    for (FlatNode node : graph.nodes()) {
      if (node instanceof FlatNode.Input input) {
        inputs.put(input.name(), placed(tensors, given.inputs().get(next++)));
      }
    }
    Map<String, Placed> results = new TapeTranslation(graph, tensors, inputs).add();
    Map<String, Integer> outputs = new LinkedHashMap<>();
    results.forEach((name, value) -> outputs.put(name, asFloat(tensors, value.tensor())));
    return run(tensors.tape().build(outputs), results);
  }

  private int width(InputValues input) {
    return parts(input) * each(input);
  }

  private static int parts(InputValues input) {
    return input.element() == NumberType.FLOAT64 ? 3 : 1;
  }

  private int each(InputValues input) {
    return input.values().length / rows;
  }

  /** An input as the encoded row gives it. */
  private Placed placed(TapeTensors tensors, InputValues input) {
    int from = encoded.get(0).size();
    int each = each(input);
    for (int r = 0; r < rows; r++) {
      List<Double> row = encoded.get(r);
      double[] values = input.values();
      for (int part = 0; part < parts(input); part++) {
        for (int i = 0; i < each; i++) {
          row.add(part(values[r * each + i], part));
        }
      }
    }
    int high = part(tensors, from, each);
    int whole =
        switch (input.element()) {
          case FLOAT32 -> high;
          case FLOAT64 ->
              sum(
                  tensors,
                  high,
                  sum(
                      tensors,
                      part(tensors, from + each, each),
                      part(tensors, from + 2 * each, each)));
          default -> tensors.add(Opcode.TO_INT, List.of(high));
        };
    List<Long> shape = new ArrayList<>();
    for (long size : input.shape()) {
      shape.add(shape.isEmpty() ? -1 : size);
    }
    Placed plain = Placed.plain(0, shape);
    return plain.with(tensors.reshaped(whole, plain.ofRow()));
  }

  /** What is left of a number after some parts of single precision. */
  private static double part(double value, int number) {
    double rest = value;
    for (int i = 0; i < number; i++) {
      rest -= (float) rest;
    }
    return Double.isNaN(rest) && number > 0 ? 0 : rest;
  }

  private static int sum(TapeTensors tensors, int a, int b) {
    return tensors.add(Opcode.ADD, List.of(wide(tensors, a), wide(tensors, b)));
  }

  private static int wide(TapeTensors tensors, int x) {
    return tensors.tape().type(x).element() == Element.DOUBLE
        ? x
        : tensors.add(Opcode.TO_DOUBLE, List.of(x));
  }

  private static int part(TapeTensors tensors, int from, int size) {
    return tensors.add(Opcode.SLICE, List.of(Tape.ROWS), from, size);
  }

  private static int asFloat(TapeTensors tensors, int tensor) {
    return tensors.tape().type(tensor).element() == Element.FLOAT
        ? tensor
        : tensors.add(Opcode.TO_FLOAT, List.of(tensor));
  }

  private List<double[]> run(Tape tape, Map<String, Placed> results) {
    float[][] x = new float[rows][tape.inputs()];
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < x[r].length; i++) {
        x[r][i] = encoded.get(r).get(i).floatValue();
      }
    }
    List<List<Long>> shapes =
        results.keySet().stream().map(name -> given.flat().outputType(name).shape()).toList();
    int[] tensors = results.keySet().stream().mapToInt(tape::output).toArray();
    List<double[]> computed = new ArrayList<>();
    for (int i = 0; i < tensors.length; i++) {
      int size = tape.type(tensors[i]).size();
      computed.add(new double[shapes.get(i).contains(-1L) ? rows * size : size]);
    }
    // In blocks of two rows, so that a block is not complete.
    new Plan(tape, tensors, 2)
        .run(
            x,
            0,
            rows,
            0,
            (row, outputs) -> {
              for (int i = 0; i < outputs.length; i++) {
                store(shapes.get(i), row, outputs[i], computed.get(i));
              }
            });
    return computed;
  }

  /** To the places that a row has in the tensor of all rows. */
  private void store(List<Long> shape, int row, float[] values, double[] to) {
    int dimension = shape.indexOf(-1L);
    int after = 1;
    for (int d = dimension + 1; d < shape.size() && dimension >= 0; d++) {
      after *= Math.toIntExact(shape.get(d));
    }
    for (int e = 0; e < values.length; e++) {
      int at = dimension < 0 ? e : (e / after * rows + row) * after + e % after;
      to[at] = values[e];
    }
  }
}

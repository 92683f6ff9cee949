// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import io.otd.core.internal.cell.CellNumber;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

/**
 * Encodes the cells of rows as the network's inputs, as {@link TableSchema}'s columns do in Java.
 * Columns of numbers are encoded together, those of texts one by one.
 *
 * @param schema of the table
 */
public record EncodedInputs(TableSchema schema) {
  /**
   * Some of the network's inputs.
   *
   * @param values {@code [B, places]}
   * @param places of each among all of them
   */
  private record Block(Operand<TFloat32> values, List<Integer> places) {}

  /**
   * Adds the operations.
   *
   * @param tf the graph to add to
   * @param numbers {@code [B, columns of numbers]}; none if there is no such column
   * @param texts {@code [B, 1]} for each column of texts
   * @return {@code [B, d_x]}
   */
  public Operand<TFloat32> add(
      Ops tf, List<Operand<TFloat32>> numbers, List<Operand<TString>> texts) {
    return add(
        tf,
        numbers,
        j ->
            schema
                .text()
                .get(j)
                .matchText(
                    listed -> lookup(tf, texts.get(j), listed),
                    date -> new EncodedDates(date).add(tf, texts.get(j))));
  }

  /**
   * Adds the operations for numbers, beside given inputs of the columns of texts.
   *
   * @param tf the graph to add to
   * @param numbers {@code [B, columns of numbers]}; none if there is no such column
   * @param encoded the inputs of each column of texts, {@code [B, width]}
   * @return {@code [B, d_x]}
   */
  Operand<TFloat32> add(
      Ops tf, List<Operand<TFloat32>> numbers, IntFunction<Operand<TFloat32>> encoded) {
    List<Block> blocks = new ArrayList<>();
    for (Operand<TFloat32> x : numbers) {
      blocks.add(standardized(tf, x));
      blocks.addAll(indicators(tf, x));
    }
    for (int j = 0; j < schema.text().size(); j++) {
      blocks.add(new Block(encoded.apply(j), places(schema.text().get(j))));
    }
    return ordered(tf, blocks);
  }

  private Block standardized(Ops tf, Operand<TFloat32> cells) {
    List<EncodedNumber> numbers = EncodedNumber.of(schema);
    int[] sources = numbers.stream().mapToInt(EncodedNumber::source).toArray();
    // A column with pieces is read more than once.
    Operand<TFloat32> x =
        sources.length == schema.numeric().size()
            ? cells
            : tf.gather(cells, tf.constant(sources), tf.constant(1));
    Operand<TFloat64> standardized =
        StandardizedNumbers.of(tf, tf.dtypes.cast(x, TFloat64.class), numbers);
    // Clipping may hide that a cell is missing or infinite, so the cell itself is tested.
    Operand<TFloat64> finite = tf.select(tf.math.isInf(x), tf.constant(Double.NaN), standardized);
    Operand<TFloat64> filled =
        tf.select(tf.math.isNan(x), StandardizedNumbers.whenMissing(tf, numbers), finite);
    return new Block(
        tf.dtypes.cast(filled, TFloat32.class),
        numbers.stream().map(EncodedNumber::place).toList());
  }

  /** One input for each column of which training rows had missing cells. */
  private List<Block> indicators(Ops tf, Operand<TFloat32> x) {
    List<NumericInput> columns = schema.numeric();
    List<Integer> which = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      if (columns.get(j).indicated()) {
        which.add(j);
        places.add(place(columns.get(j)) + 1);
      }
    }
    if (which.isEmpty()) {
      return List.of();
    }
    Operand<TFloat32> missing = tf.dtypes.cast(tf.math.isNan(x), TFloat32.class);
    return List.of(new Block(tf.gather(missing, tf.constant(ints(which)), tf.constant(1)), places));
  }

  /** The code of the known text that the cell means, or that of unknown texts. */
  private static Operand<TFloat32> lookup(Ops tf, Operand<TString> raw, ListedInput column) {
    Operand<TString> cell = column.padded() ? raw : StrippedTexts.of(tf, raw);
    List<String> texts = new ArrayList<>(column.texts());
    List<float[]> codes = new ArrayList<>(List.of(column.codes()));
    float[] unknown = codes.remove(texts.size());
    column
        .spellings()
        .forEach(
            (spelling, text) -> {
              texts.add(spelling);
              codes.add(codes.get(column.texts().indexOf(text)));
            });
    codes.add(unknown);
    Operand<TBool> known =
        tf.math.equal(cell, tf.constant(NdArrays.vectorOfObjects(texts.toArray(String[]::new))));
    if (column.allNumbers()) {
      known = tf.math.logicalOr(known, sameNumber(tf, cell, texts));
    }
    Operand<TBool> equal = tf.concat(List.of(known, tf.math.equal(cell, cell)), tf.constant(1));
    Operand<TInt64> place =
        tf.math.argMax(tf.dtypes.cast(equal, TInt32.class), tf.constant(1), TInt64.class);
    return tf.gather(
        tf.constant(StdArrays.ndCopyOf(codes.toArray(float[][]::new))), place, tf.constant(0));
  }

  /** Whether a cell is the same number as a text; false for cells that are no numbers. */
  private static Operand<TBool> sameNumber(Ops tf, Operand<TString> cell, List<String> texts) {
    double[] numbers = texts.stream().mapToDouble(CellNumber::parse).toArray();
    Operand<TBool> isNumber = tf.strings.regexFullMatch(cell, tf.constant(CellNumber.REGEX));
    Operand<TFloat64> number =
        tf.strings.toNumber(tf.select(isNumber, cell, tf.constant("nan")), TFloat64.class);
    return tf.math.equal(number, tf.constant(numbers));
  }

  private List<Integer> places(InputColumn column) {
    int first = place(column);
    return IntStream.range(first, first + column.width()).boxed().toList();
  }

  /** The features of all blocks in the order of the network's inputs. */
  private Operand<TFloat32> ordered(Ops tf, List<Block> blocks) {
    int[] order = new int[schema.width()];
    int next = 0;
    boolean ordered = true;
    for (Block block : blocks) {
      for (int place : block.places()) {
        ordered &= place == next;
        order[place] = next++;
      }
    }
    Operand<TFloat32> all =
        blocks.size() == 1
            ? blocks.get(0).values()
            : tf.concat(blocks.stream().map(Block::values).toList(), tf.constant(1));
    return ordered ? all : tf.gather(all, tf.constant(order), tf.constant(1));
  }

  /** Place of a column's first feature among the network's inputs. */
  private int place(InputColumn column) {
    return schema.inputs().stream()
        .takeWhile(c -> !c.equals(column))
        .mapToInt(InputColumn::width)
        .sum();
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}

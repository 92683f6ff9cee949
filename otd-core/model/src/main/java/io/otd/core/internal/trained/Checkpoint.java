// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.graph.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.train.Restore;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/**
 * Named float arrays in TensorFlow's checkpoint format, {@code PREFIX.index} and {@code
 * PREFIX.data-00000-of-00001}, readable by any TensorFlow. The same arrays give the same bytes.
 */
public final class Checkpoint {
  private Checkpoint() {}

  /**
   * A named array.
   *
   * @param name segments parted by '/'
   * @param shape row-major sizes; empty for a scalar
   * @param values as many as the shape says; not copied
   */
  public record Entry(String name, List<Integer> shape, float[] values) {
    /** Checks the size. */
    public Entry {
      shape = List.copyOf(shape);
      int size = shape.stream().reduce(1, Math::multiplyExact);
      if (values.length != size) {
        throw new IllegalArgumentException(
            "%s: %s values (expected: %s, of shape %s)"
                .formatted(name, values.length, size, shape));
      }
    }
  }

  /** The two files of a checkpoint, by the path they have in common. */
  public static List<Path> files(Path prefix) {
    return List.of(Path.of(prefix + ".index"), Path.of(prefix + ".data-00000-of-00001"));
  }

  /**
   * Writes a checkpoint.
   *
   * @param prefix path that the names of the files begin with
   * @param entries what is written, at least one, names unique
   * @throws IOException if it cannot be written
   */
  public static void write(Path prefix, List<Entry> entries) throws IOException {
    try (Graph graph = new Graph();
        Session session = new Session(graph)) {
      Ops tf = NumberedScope.in(graph);
      List<Operand<?>> placeholders = new ArrayList<>();
      for (Entry entry : entries) {
        placeholders.add(
            tf.placeholder(TFloat32.class, Placeholder.shape(Tensors.shape(entry.shape()))));
      }
      Op save =
          tf.train.save(
              tf.constant(prefix.toString()),
              names(tf, entries.stream().map(Entry::name).toList()),
              slices(tf, entries.size()),
              placeholders);
      run(session, save, placeholders, entries);
    } catch (TensorFlowException e) {
      throw new IOException(prefix + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static void run(
      Session session, Op save, List<Operand<?>> placeholders, List<Entry> entries) {
    List<Tensor> tensors = new ArrayList<>();
    try {
      Session.Runner runner = session.runner().addTarget(save);
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        Tensor tensor = Tensors.of(entry.values(), Tensors.dimensions(entry.shape()));
        tensors.add(tensor);
        runner.feed(placeholders.get(i), tensor);
      }
      runner.run().close();
    } finally {
      tensors.forEach(Tensor::close);
    }
  }

  /**
   * Reads arrays of known shapes. The content of a file is checked, but damage may go unnoticed:
   * verify it first by its {@link io.otd.core.internal.files.FileDigest}.
   *
   * @param prefix path that the names of the files begin with
   * @param names of the requested arrays
   * @param shapes one for each
   * @return one array for each, row-major
   * @throws InvalidFileException if one is missing or has another shape, naming it
   */
  public static List<float[]> read(Path prefix, List<String> names, List<List<Integer>> shapes)
      throws InvalidFileException {
    try (Graph graph = new Graph();
        Session session = new Session(graph)) {
      Ops tf = NumberedScope.in(graph);
      List<Class<? extends TType>> types = new ArrayList<>();
      names.forEach(name -> types.add(TFloat32.class));
      Restore restore =
          tf.train.restore(
              tf.constant(prefix.toString()), names(tf, names), slices(tf, names.size()), types);
      Session.Runner runner = session.runner();
      for (int i = 0; i < names.size(); i++) {
        runner.fetch(restore.op().name(), i);
      }
      try (Result result = runner.run()) {
        List<float[]> arrays = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
          arrays.add(array(prefix, names.get(i), shapes.get(i), result.get(i)));
        }
        return arrays;
      }
    } catch (TensorFlowException | IllegalArgumentException e) {
      throw new InvalidFileException(
          prefix, String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable"), e);
    }
  }

  private static float[] array(Path prefix, String name, List<Integer> shape, Tensor tensor)
      throws InvalidFileException {
    if (!Arrays.equals(tensor.shape().asArray(), Tensors.dimensions(shape))) {
      throw new InvalidFileException(
          prefix,
          "%s: shape %s (expected: %s)"
              .formatted(name, Arrays.toString(tensor.shape().asArray()), shape));
    }
    return Tensors.floats(tensor);
  }

  private static Operand<TString> names(Ops tf, List<String> names) {
    return tf.constant(NdArrays.vectorOfObjects(names.toArray(String[]::new)));
  }

  /** Every complete array. */
  private static Operand<TString> slices(Ops tf, int count) {
    String[] slices = new String[count];
    Arrays.fill(slices, "");
    return tf.constant(NdArrays.vectorOfObjects(slices));
  }
}

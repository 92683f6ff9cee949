// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.savedmodel;

import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.trained.Checkpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.VarHandleOp;
import org.tensorflow.op.train.Restore;
import org.tensorflow.op.train.Save;
import org.tensorflow.proto.CollectionDef;
import org.tensorflow.proto.SaverDef;
import org.tensorflow.proto.VariableDef;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/**
 * Resource variables of an inference graph, each with its value read, and the operations that save
 * and restore them. No value is in the graph.
 */
public final class ServedVariables {
  private static final String FILE = "saver_filename";
  private static final String SAVED = "saver_saved";
  private static final String RESTORED = "saver_restored";

  /** The collection in which loaders look for the variables of a graph. */
  public static final String COLLECTION = "variables";

  private final List<Operand<?>> handles = new ArrayList<>();
  private final List<Op> assigned = new ArrayList<>();
  private final Map<String, Operand<TFloat32>> reads = new LinkedHashMap<>();

  /**
   * Adds the variables.
   *
   * @param tf the graph to add to
   * @param entries name and shape of each; the values are not used
   */
  public ServedVariables(Ops tf, List<Checkpoint.Entry> entries) {
    for (Checkpoint.Entry entry : entries) {
      String node = entry.name().replace('/', '_');
      Operand<?> handle =
          tf.withName(node)
              .varHandleOp(
                  TFloat32.class,
                  Tensors.shape(entry.shape()),
                  VarHandleOp.sharedName(entry.name()));
      handles.add(handle);
      reads.put(entry.name(), tf.withName(node + "_value").readVariableOp(handle, TFloat32.class));
    }
  }

  /** The values, by name. */
  public ParameterValues values() {
    return new ParameterValues(reads);
  }

  /**
   * Adds the operations that save and restore, which loaders run by name.
   *
   * @param tf the graph of the variables
   * @return their names
   */
  public SaverDef addSaver(Ops tf) {
    Operand<TString> file =
        tf.withName(FILE).placeholder(TString.class, Placeholder.shape(Shape.scalar()));
    addSave(tf, file);
    List<Class<? extends TType>> types = new ArrayList<>();
    handles.forEach(handle -> types.add(TFloat32.class));
    Restore restore = tf.train.restore(file, names(tf), slices(tf), types);
    for (int i = 0; i < handles.size(); i++) {
      assigned.add(tf.assignVariableOp(handles.get(i), restore.tensors().get(i)));
    }
    tf.withControlDependencies(assigned).withName(RESTORED).noOp();
    return SaverDef.newBuilder()
        .setFilenameTensorName(FILE + ":0")
        .setSaveTensorName(SAVED + ":0")
        .setRestoreOpName(RESTORED)
        .setMaxToKeep(1)
        .setVersion(SaverDef.CheckpointFormatVersion.V2)
        .build();
  }

  /**
   * The list of the variables, each with the operations that read and set it. Loaders that freeze a
   * graph find its variables here. Complete after {@link #addSaver}.
   */
  public CollectionDef collection() {
    CollectionDef.BytesList.Builder variables = CollectionDef.BytesList.newBuilder();
    int i = 0;
    for (Operand<TFloat32> read : reads.values()) {
      VariableDef variable =
          VariableDef.newBuilder()
              .setVariableName(tensor(handles.get(i)))
              .setInitializerName(assigned.get(i).op().name())
              .setSnapshotName(tensor(read))
              .setIsResource(true)
              .build();
      variables.addValue(variable.toByteString());
      i++;
    }
    return CollectionDef.newBuilder().setBytesList(variables).build();
  }

  private static String tensor(Operand<?> operand) {
    return operand.op().name() + ":0";
  }

  private void addSave(Ops tf, Operand<TString> file) {
    Operand<TString> part =
        tf.io.shardedFilename(
            tf.strings.join(List.of(file, tf.constant("_temp/part"))),
            tf.constant(0),
            tf.constant(1));
    Save save = tf.train.save(part, names(tf), slices(tf), List.copyOf(reads.values()));
    Op merged =
        tf.withControlDependencies(save).train.mergeV2Checkpoints(tf.stack(List.of(part)), file);
    tf.withControlDependencies(merged).withName(SAVED).identity(file);
  }

  private Operand<TString> names(Ops tf) {
    return tf.constant(NdArrays.vectorOfObjects(reads.keySet().toArray(String[]::new)));
  }

  private Operand<TString> slices(Ops tf) {
    String[] whole = new String[reads.size()];
    Arrays.fill(whole, "");
    return tf.constant(NdArrays.vectorOfObjects(whole));
  }
}

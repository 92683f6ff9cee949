// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.graph.SharedCompilation;
import io.otd.train.internal.fit.PreparedTable;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.settings.Settings;

/** What one fit, cross-validation or search works with: the programs that its runs share. */
final class Session implements AutoCloseable {
  /** One core for each of the runs side by side: threads inside products would be in their way. */
  private static final long ONE_CORE_EACH = 0;

  private final SharedCompilation compilation;
  private final NetworkTrainer trainer;

  private Session(Settings settings, Observers observers, Machine machine) {
    this.compilation = new SharedCompilation();
    this.trainer =
        TableFit.trainer(
            settings, compilation, machine.clock(), observers.stop(), observers.warnings());
  }

  /** For several runs side by side. */
  static Session ofSeveral(Settings settings, Observers observers, Machine machine) {
    return open(settings, observers, machine, ONE_CORE_EACH);
  }

  /**
   * For one fit. Members of an ensemble have one core each, whether or not several are trained at a
   * time: the numbers may depend on the threads inside a product.
   */
  static Session ofOne(
      Settings settings, PreparedTable data, Observers observers, Machine machine) {
    return open(
        settings,
        observers,
        machine,
        data.plan().members() > 1 ? ONE_CORE_EACH : largestProduct(settings, data));
  }

  private static long largestProduct(Settings settings, PreparedTable data) {
    TrainingSettings training = data.trainingSettings(settings);
    int rows = data.memberRows().get(0).train().length;
    return NativeFlags.largestProduct(
        settings.modelSpec(data.schema().width(), data.schema().targets().size()),
        training.loss().draws(),
        training.batch().of(rows, data.points()).batchRows());
  }

  /** The flags are set before anything loads the native library, which reads them. */
  private static Session open(
      Settings settings, Observers observers, Machine machine, long largestProduct) {
    if (machine.nativeFlags()) {
      NativeFlags.set(largestProduct);
    }
    return new Session(settings, observers, machine);
  }

  /** Trains every network. */
  NetworkTrainer trainer() {
    return trainer;
  }

  /** The native flags in force. */
  String flags() {
    return NativeFlags.inForce();
  }

  @Override
  public void close() {
    compilation.close();
  }
}

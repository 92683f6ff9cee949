// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.graph.Devices;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.train.internal.network.BatchRule;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.internal.settings.SettingsTree;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Settings of the training; each {@link Setting} has a description.
 *
 * @param learningRate the largest
 * @param schedule of the learning rate
 * @param finalLearningRate the last one of a cosine schedule
 * @param warmUpSteps of a linear rise
 * @param weightDecay decoupled
 * @param beta1 of Adam
 * @param beta2 of Adam
 * @param epsilon of Adam
 * @param clipNorm of the gradient
 * @param averageDecay of the moving average of the parameters
 * @param batch rows or cases of a step
 * @param batchOf what is counted
 * @param steps at most
 * @param patience of early stopping
 * @param validateEvery number of steps
 * @param validationDraws of the validation score
 * @param validationRows of the validation score
 * @param precision of the large matrix products
 * @param budgetSeconds time limit of a run
 * @param from the model whose networks are trained further
 * @param seed of initial values, batches and masks
 */
public record OptimizationSettings(
    @Setting(value = "Learning rate; the maximum of the schedule.", above = 0) @Default("1e-2")
        double learningRate,
    @Setting("Learning-rate schedule: constant, or cosine decay.") @Default("cosine")
        Decay schedule,
    @Setting(value = "Final learning rate of the cosine schedule.", atLeast = 0) @Default("0")
        double finalLearningRate,
    @Setting(value = "Number of steps of the linear warm-up of the learning rate.", atLeast = 0)
        @Default("0")
        int warmUpSteps,
    @Setting(value = "Decoupled weight decay (AdamW); 0 is Adam.", atLeast = 0) @Default("1e-2")
        double weightDecay,
    @Setting(value = "Decay rate of Adam's first moment.", atLeast = 0, below = 1) @Default("0.9")
        double beta1,
    @Setting(value = "Decay rate of Adam's second moment.", atLeast = 0, below = 1)
        @Default("0.999")
        double beta2,
    @Setting(value = "Adam's epsilon.", above = 0) @Default("1e-8") double epsilon,
    @Setting(value = "Maximum norm of the gradient; null for no clipping.", above = 0)
        @Default("null")
        Optional<Double> clipNorm,
    @Setting(
            value =
                "Decay rate of the moving average of the parameters, which validation and"
                    + " prediction use; 0 for none.",
            atLeast = 0,
            below = 1)
        @Default("0.995")
        double averageDecay,
    @Setting(
            value =
                "Batch size; 0 for all rows. null for 64 rows, 128 above 20,000 training rows,"
                    + " 256 points of fields, or cases with about 2048 points in total.",
            atLeast = 0,
            byRule = true)
        @Default("null")
        Optional<Integer> batch,
    @Setting(
            "What a batch holds: rows of a table (points of fields), or whole cases of"
                + " fields.")
        @Default("rows")
        BatchOf batchOf,
    @Setting(
            value =
                "Maximum number of steps; null for 4000, times sqrt(n/1000) for n > 1000"
                    + " training rows, and half of that for more than 20,000 if training.batch is"
                    + " null; with training.from a fifth of it.",
            atLeast = 1,
            byRule = true)
        @Default("null")
        Optional<Integer> steps,
    @Setting(
            value =
                "Number of steps without a better validation score after which training stops;"
                    + " null for 1500 or a quarter of training.steps, whichever is larger.",
            atLeast = 1,
            byRule = true)
        @Default("null")
        Optional<Integer> patience,
    @Setting(value = "Number of steps between validations.", atLeast = 1) @Default("100")
        int validateEvery,
    @Setting(value = "Draws for the validation score.", atLeast = 2, atMost = 65536) @Default("64")
        int validationDraws,
    @Setting(value = "Maximum number of rows for the validation score.", atLeast = 1)
        @Default("1000")
        int validationRows,
    @Setting(
            "Precision of the matrix products of wide layers: float32, mixed (factors in"
                + " bfloat16), or auto, which is mixed on GPUs and on processors with bfloat16"
                + " instructions.")
        @Flags(value = "--precision", label = "NAME")
        @Default("float32")
        Products precision,
    @Setting(
            value = "Time limit of a run in seconds, shared by the networks; null for none.",
            above = 0,
            atMost = 1e7)
        @Default("null")
        Optional<Double> budgetSeconds,
    @Setting(
            "Directory of a finished run whose model is trained further; null for a new"
                + " model.")
        @Default("null")
        Optional<Path> from,
    @Setting("Seed of initial values, batches and masks.") @Default("0") long seed) {
  /** Course of the learning rate. */
  public enum Decay {
    /** Always the same. */
    CONSTANT,
    /** Along a half cosine, down to the final rate at the last step. */
    COSINE
  }

  /** The data of a step. */
  public enum BatchOf {
    /** Rows of a table, or points of any cases. */
    ROWS,
    /** Whole cases. */
    CASES
  }

  /** In what precision wide layers are multiplied. */
  public enum Products {
    /** Single precision. */
    FLOAT32,
    /** {@link Precision#MIXED}, also where that is slower. */
    MIXED,
    /** Mixed precision where the hardware multiplies bfloat16. */
    AUTO;

    /**
     * The effective value.
     *
     * @param bfloat16 whether the hardware multiplies such numbers; checked only if needed
     */
    public Precision on(BooleanSupplier bfloat16) {
      return this == MIXED || (this == AUTO && bfloat16.getAsBoolean())
          ? Precision.MIXED
          : Precision.FLOAT32;
    }

    /**
     * The effective value on this machine. TensorFlow is loaded to find out: the native flags must
     * be set before.
     *
     * @param warnings receives a warning if it costs time
     */
    public Precision here(Consumer<String> warnings) {
      if (this == MIXED && !Devices.multiplyBfloat16()) {
        warnings.accept(
            "mixed precision has no benefit here (it needs a GPU, or a processor with AMX or"
                + " AVX512-BF16)");
      }
      return on(Devices::multiplyBfloat16);
    }
  }

  static final OptimizationSettings STANDARD = SettingsTree.standard(OptimizationSettings.class);

  /** Number of rows up to which {@link #STEPS_FOR_FEW_ROWS} apply. */
  private static final double FEW_ROWS = 1000;

  private static final int STEPS_FOR_FEW_ROWS = 4000;
  private static final int LEAST_PATIENCE = 1500;

  /** How many times shorter the further training of a model is. */
  static final int SHORTER = 5;

  /** How many times smaller its learning rate is. */
  static final double SMALLER = 3;

  /**
   * With more rows, a step uses twice as many, and there are half as many steps: the noise of the
   * gradient then costs more than the steps do.
   */
  private static final int MANY_ROWS = 20_000;

  private static final int TIMES_OF_MANY_ROWS = 2;
  private static final int BATCH = 64;
  private static final int BATCH_OF_POINTS = 256;
  private static final int POINTS_OF_CASES = 2048;

  TrainingSettings settings(
      ModelSettings model, LossSettings loss, MaskSettings masks, int rows, int points) {
    long steps = this.steps.map(Long::valueOf).orElseGet(() -> steps(rows, points));
    return new TrainingSettings(
        loss.loss(model, masks),
        loss.action(masks, rows),
        new Optimizer(
            loss.penalty(),
            clipNorm.orElse(Double.POSITIVE_INFINITY),
            new AdamW(beta1, beta2, epsilon, weightDecay),
            new ParameterAverage(averageDecay)),
        rate(steps),
        batch(masks, rows, points),
        steps,
        validateEvery,
        this.patience.map(Long::valueOf).orElse(Math.max(LEAST_PATIENCE, steps / 4)),
        seed);
  }

  /** Whether whole cases are requested. */
  boolean byCase() {
    return batchOf == BatchOf.CASES;
  }

  private BatchRule batch(MaskSettings masks, int rows, int points) {
    return switch (batchOf) {
      case ROWS ->
          new BatchRule.Rows(batch.orElse(points > 1 ? BATCH_OF_POINTS : times(rows) * BATCH));
      case CASES ->
          new BatchRule.Cases(batch.orElse(Math.max(1, POINTS_OF_CASES / points)), masks.perCase());
    };
  }

  private long steps(int rows, int points) {
    double all = STEPS_FOR_FEW_ROWS * Math.max(1, Math.sqrt(rows / FEW_ROWS));
    boolean table = batch.isEmpty() && !byCase() && points == 1;
    double some = table ? all / times(rows) : all;
    return (long) Math.ceil(from.isPresent() ? some / SHORTER : some);
  }

  private static int times(int rows) {
    return rows > MANY_ROWS ? TIMES_OF_MANY_ROWS : 1;
  }

  private Schedule rate(long steps) {
    Schedule then =
        switch (schedule) {
          case CONSTANT -> new Schedule.Constant(learningRate);
          case COSINE ->
              new Schedule.Cosine(
                  learningRate, Math.max(1, steps - warmUpSteps), finalLearningRate);
        };
    return warmUpSteps == 0 ? then : new Schedule.WarmUp(warmUpSteps, then);
  }
}

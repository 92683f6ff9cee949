package io.otd.train.config;

/**
 * What is fitted on the validation rows after training; what each is, its {@link Setting} says.
 *
 * @param spread whether the spread is calibrated
 */
public record CalibrationSettings(
    @Setting("Scale the draws' distance from their mean by one number, chosen on validation rows.")
        boolean spread) {
  static final CalibrationSettings STANDARD = new CalibrationSettings(true);
}

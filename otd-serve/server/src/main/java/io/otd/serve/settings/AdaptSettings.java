// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether intervals follow the observed values.
 *
 * @param intervals whether they do
 * @param by column whose groups have their own; empty for none
 * @param state folder of what they have learned; empty for the models' own folders
 */
public record AdaptSettings(
    @Setting(
            "Let the intervals of :distribution follow the observed values of :observe, so that they hold their share of them while the data drift.")
        @Flags("--adapt")
        boolean intervals,
    @Setting(
            "Column whose groups have intervals of their own, once they have enough observed values. Default: none.")
        @Flags(value = "--adapt-by", label = "COLUMN")
        Optional<String> by,
    @Setting(
            "Folder of files that keep what the intervals have learned when the server stops. Default: beside the versions of each model.")
        @Flags(value = "--adapt-state", label = "FOLDER")
        Optional<Path> state) {
  /** Intervals stay as the model gives them. */
  public static final AdaptSettings DEFAULT =
      new AdaptSettings(false, Optional.empty(), Optional.empty());
}

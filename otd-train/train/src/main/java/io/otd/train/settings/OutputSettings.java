// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Setting;
import io.otd.train.internal.settings.SettingsTree;

/**
 * Settings of the output during a run; each {@link Setting} has a description.
 *
 * @param checkpointSeconds between two checkpoints
 * @param tensorboard whether to write event files
 */
public record OutputSettings(
    @Setting(
            value =
                "Seconds between checkpoints; 0 for one after each call of the training"
                    + " program.",
            atLeast = 0,
            atMost = 86400)
        @Default("30")
        double checkpointSeconds,
    @Setting("Write TensorBoard event files.") @Default("true") boolean tensorboard) {
  static final OutputSettings STANDARD = SettingsTree.standard(OutputSettings.class);
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Mlp;
import io.otd.train.internal.network.TrainingSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of the models that an experiment compares.
 *
 * @param name in results, e.g. {@code otd}
 * @param label for readers, e.g. "MC Dropout"
 * @param model what is trained
 * @param settings how; its seed is replaced by that of the run
 * @param share of the training cases used for training, in (0, 1]; chosen by the run's seed
 */
public record Variant(
    String name, String label, ModelSpec model, TrainingSettings settings, double share) {
  /** Checks the share. */
  public Variant {
    Check.that(share > 0 && share <= 1, "share", share, "in (0, 1]");
  }

  /** A model trained on all training rows. */
  public Variant(String name, String label, ModelSpec model, TrainingSettings settings) {
    this(name, label, model, settings, 1);
  }

  /** The settings with another seed. */
  public TrainingSettings seeded(long seed) {
    return settings.withSeed(seed);
  }

  /** Its description for the reader, in the words of the paper's tables. */
  public Map<String, String> described() {
    Map<String, String> words = new LinkedHashMap<>();
    Mlp network = (Mlp) model.network();
    words.put("hidden widths", network.hidden().toString());
    words.put("activation, first kernels", network.activation() + ", " + network.kernel());
    words.put("masks", model.masks().toString());
    words.put("backbone", network.backbone().toString());
    words.put("loss", settings.loss().toString());
    words.put("action", settings.action().toString());
    words.put("penalty on the parameters", Double.toString(settings.optimizer().penalty()));
    words.put("optimiser", settings.optimizer().adamW().toString());
    words.put("learning rate", settings.schedule().toString());
    words.put("batch", settings.batch().toString());
    if (share < 1) {
      words.put("share of the training cases", Double.toString(share));
    }
    words.put("steps", Long.toString(settings.steps()));
    return Collections.unmodifiableMap(words);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.schema.TableSchema;
import java.io.Serializable;

/**
 * A model that every executor has as a file. This, and not the model, is part of a task.
 *
 * @param file name among the files of the application
 * @param sha256 digest of the file, in hexadecimal digits
 * @param engine opens it
 * @param profile of its training rows, as JSON; empty if none is known
 */
public record ShippedModel(String file, String sha256, ScoringEngine engine, String profile)
    implements Serializable {
  /** From where to where the training rows go. */
  public TrainingRange range(TableSchema schema) {
    try {
      return new TrainingRange(
          schema,
          profile.isEmpty()
              ? TrainingProfile.NONE
              : StrictJson.value(new ObjectMapper().readTree(profile), TrainingProfile.class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("profile: " + e.getMessage(), e);
    }
  }
}

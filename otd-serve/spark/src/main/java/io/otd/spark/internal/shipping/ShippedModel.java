// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import java.io.Serializable;

/**
 * A model that every executor has as a file. This, and not the model, is part of a task.
 *
 * @param file name among the files of the application
 * @param sha256 digest of the file, in hexadecimal digits
 * @param engine opens it
 */
public record ShippedModel(String file, String sha256, ScoringEngine engine)
    implements Serializable {}

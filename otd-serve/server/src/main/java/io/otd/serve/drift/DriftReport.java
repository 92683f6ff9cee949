// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.settings.DriftSettings;
import java.util.List;

/**
 * Distance of the latest rows of a version from its training rows.
 *
 * @param id model and number of the version
 * @param settings of the comparison
 * @param trainingRows that the profile is of
 * @param rows of the window
 * @param outside how many of them lie outside the training range of a column
 * @param features inputs in the order of the columns, then mean and standard deviation by target
 */
public record DriftReport(
    VersionId id,
    DriftSettings settings,
    long trainingRows,
    long rows,
    long outside,
    List<FeatureDrift> features) {}

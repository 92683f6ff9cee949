// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import io.otd.core.schema.TableSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a model is.
 *
 * @param schema the columns: permitted cells, their encoding, the transforms of the targets
 * @param draws S: number of draws of a prediction
 * @param levels of the quantiles in the model's own signatures
 * @param conformalLevels for which the intervals were conformally calibrated, possibly none
 * @param metrics of the training run, by name
 * @param version its number, if its directory is named by a number
 */
public record ModelCard(
    TableSchema schema,
    int draws,
    List<BigDecimal> levels,
    List<Double> conformalLevels,
    Map<String, Double> metrics,
    OptionalLong version) {}

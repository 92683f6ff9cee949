// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.train.internal.plot.Picture;

/**
 * A figure of an experiment.
 *
 * @param file name without an ending
 * @param picture itself
 * @param caption below it
 */
public record Figure(String file, Picture picture, String caption) {}

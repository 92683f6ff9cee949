// SPDX-License-Identifier: Apache-2.0
/**
 * Optimal Transport Dropout (OTD): a neural network whose hidden units are multiplied by random
 * masks, where the law of the masks is carried from simple noise by a learned flow.
 *
 * <h2>Notation of shapes</h2>
 *
 * Shapes are written in brackets, row-major, with these letters everywhere in the project:
 *
 * <ul>
 *   <li>{@code K}: draws (realisations of the masks);
 *   <li>{@code P}: passes of the network, at most K; of a vector {@code [P]}, parameters;
 *   <li>{@code n}: rows (observations) of a batch;
 *   <li>{@code d_x}: inputs of the network, {@code d_y}: outputs;
 *   <li>{@code d_z}: width of what the flow carries: of the masks, the sum of the hidden widths, or
 *       of the code of the low-latent and conditional variants;
 *   <li>{@code L}: steps of the flow;
 *   <li>{@code N}: training steps of one call of the compiled program;
 *   <li>{@code B}: rows of a served request, {@code S}: draws of the exported mask bank.
 * </ul>
 *
 * "Paper" is <i>Optimal Transport Dropout for Structured Predictive Uncertainty</i> (Lorenzon,
 * Regazzoni); sections and appendices are cited by their titles.
 */
@NullMarked
package io.otd.core;

import org.jspecify.annotations.NullMarked;

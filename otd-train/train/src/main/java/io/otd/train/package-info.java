// SPDX-License-Identifier: Apache-2.0
/**
 * Training from Java. {@link io.otd.train.Otd} holds settings and trains: {@link
 * io.otd.train.Otd#fit(io.otd.table.Table) fit}, {@link
 * io.otd.train.Otd#crossValidate(io.otd.table.Table, int) crossValidate} and {@link
 * io.otd.train.Otd#search(io.otd.table.Table, io.otd.train.SearchOptions) search}. The result is a
 * {@link io.otd.train.FittedModel}, which predicts, evaluates, saves and exports.
 *
 * <p>Packages below {@code internal} are not part of the API. The levels of a training, from the
 * top down:
 *
 * <ol>
 *   <li>{@link io.otd.train.Otd}: what a program or the command line holds;
 *   <li>{@link io.otd.train.internal.run.DirectoryFit}: a fit in a directory, with checkpoints and
 *       results;
 *   <li>{@link io.otd.train.internal.fit.TableFit}: a fit on a table: training, calibration, test
 *       scores;
 *   <li>{@link io.otd.train.internal.network.EnsembleFit}: the members of an ensemble, in parallel;
 *   <li>{@link io.otd.train.internal.network.NetworkTrainer}: one network;
 *   <li>{@code StepLoop}: its steps, in calls of
 *   <li>{@link io.otd.core.internal.program.TrainingProgram}: compiled steps, made of
 *   <li>{@code TrainingGraph}: the operations of one step.
 * </ol>
 *
 * A {@link io.otd.train.internal.crossvalidation.CrossValidation} and a {@link
 * io.otd.train.internal.tuning.Tuning} do many of the second.
 */
@NullMarked
package io.otd.train;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Training from Java. {@link io.otd.train.Otd} holds settings and trains: {@link
 * io.otd.train.Otd#fit(io.otd.table.Table) fit}, {@link
 * io.otd.train.Otd#crossValidate(io.otd.table.Table, int) crossValidate} and {@link
 * io.otd.train.Otd#search(io.otd.table.Table, io.otd.train.SearchOptions) search}. What comes out
 * is a {@link io.otd.train.FittedModel}, which predicts, evaluates, saves and exports.
 *
 * <p>This package is the one to program against. The others of the module may change; from one
 * level to the next they are:
 *
 * <ol>
 *   <li>{@link io.otd.train.Otd}: what a program or the command line holds;
 *   <li>{@link io.otd.train.internal.run.DirectoryFit}: a fit in a directory, with checkpoints and
 *       results;
 *   <li>{@link io.otd.train.internal.fit.TableFit}: a fit on a table: training, calibration, test
 *       scores;
 *   <li>{@link io.otd.train.internal.network.EnsembleFit}: the members of an ensemble, side by
 *       side;
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

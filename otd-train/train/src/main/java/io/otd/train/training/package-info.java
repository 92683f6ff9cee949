/** Trains a model on rows in memory: steps, early stopping, snapshots, events. */
@NullMarked
package io.otd.train.training;

import org.jspecify.annotations.NullMarked;

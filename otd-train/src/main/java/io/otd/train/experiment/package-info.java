/** The experiments of the paper: data, settings, measures, and how close we come. */
@NullMarked
package io.otd.train.experiment;

import org.jspecify.annotations.NullMarked;

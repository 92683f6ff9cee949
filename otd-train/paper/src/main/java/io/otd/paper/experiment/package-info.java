/** The experiments of the paper: data, settings, measures, and how close we come. */
@NullMarked
package io.otd.paper.experiment;

import org.jspecify.annotations.NullMarked;

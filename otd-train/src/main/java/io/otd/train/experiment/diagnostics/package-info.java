/** What the learned masks look like: correlation, principal components, histograms. */
@NullMarked
package io.otd.train.experiment.diagnostics;

import org.jspecify.annotations.NullMarked;

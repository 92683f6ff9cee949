/** What the learned masks look like: correlation, principal components. */
@NullMarked
package io.otd.train.experiment.diagnostics;

import org.jspecify.annotations.NullMarked;

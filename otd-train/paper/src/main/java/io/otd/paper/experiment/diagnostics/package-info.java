/** What the learned masks look like: correlation, principal components. */
@NullMarked
package io.otd.paper.experiment.diagnostics;

import org.jspecify.annotations.NullMarked;

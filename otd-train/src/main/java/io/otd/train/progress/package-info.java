/** Shows how training goes on: a bar on a terminal, lines elsewhere. */
@NullMarked
package io.otd.train.progress;

import org.jspecify.annotations.NullMarked;

/** The command line {@code otd}: one file a command. */
@NullMarked
package io.otd.train.cli;

import org.jspecify.annotations.NullMarked;

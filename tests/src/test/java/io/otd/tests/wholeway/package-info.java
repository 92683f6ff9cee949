/** The README's promises, kept by running them. */
@NullMarked
package io.otd.tests.wholeway;

import org.jspecify.annotations.NullMarked;

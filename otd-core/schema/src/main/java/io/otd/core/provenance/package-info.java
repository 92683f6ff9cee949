/** Where a trained model comes from. */
@NullMarked
package io.otd.core.provenance;

import org.jspecify.annotations.NullMarked;

/** The columns of a table and how they are scaled for the network. */
@NullMarked
package io.otd.core.schema;

import org.jspecify.annotations.NullMarked;

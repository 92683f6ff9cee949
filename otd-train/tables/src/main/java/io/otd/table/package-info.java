/**
 * A user's table: reading it from a file, splitting its rows, and turning them into the network's
 * numbers.
 */
@NullMarked
package io.otd.table;

import org.jspecify.annotations.NullMarked;

/** From a table and settings to a trained model, its measured quality, and its directory. */
@NullMarked
package io.otd.train.tabular;

import org.jspecify.annotations.NullMarked;

/** Names shared by the writer and the reader of an exported SavedModel. */
@NullMarked
package io.otd.core.savedmodel;

import org.jspecify.annotations.NullMarked;

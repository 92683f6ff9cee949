/** Event files, which TensorBoard shows. */
@NullMarked
package io.otd.core.events;

import org.jspecify.annotations.NullMarked;

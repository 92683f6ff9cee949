// SPDX-License-Identifier: Apache-2.0
/**
 * TensorFlow's native library, before it is first used: its environment variables, the compiled
 * programs that it keeps, and what it writes to standard error.
 */
@NullMarked
package io.otd.core.internal.nativelibrary;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** What TensorFlow's library writes to standard error by itself. */
@NullMarked
package io.otd.core.internal.nativelog;

import org.jspecify.annotations.NullMarked;

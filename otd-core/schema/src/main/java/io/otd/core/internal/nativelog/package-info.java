// SPDX-License-Identifier: Apache-2.0
/** Control of what TensorFlow's library writes to standard error. */
@NullMarked
package io.otd.core.internal.nativelog;

import org.jspecify.annotations.NullMarked;

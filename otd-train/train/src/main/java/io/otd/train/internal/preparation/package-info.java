// SPDX-License-Identifier: Apache-2.0
/** From a table or fields and their settings to the encoded rows of a fit, whole or in shards. */
@NullMarked
package io.otd.train.internal.preparation;

import org.jspecify.annotations.NullMarked;

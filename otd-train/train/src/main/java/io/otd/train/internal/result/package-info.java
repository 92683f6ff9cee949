// SPDX-License-Identifier: Apache-2.0
/** What runs leave behind, as files that are read again. */
@NullMarked
package io.otd.train.internal.result;

import org.jspecify.annotations.NullMarked;

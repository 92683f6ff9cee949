// SPDX-License-Identifier: Apache-2.0
/** The compiled training and sampling programs. */
@NullMarked
package io.otd.core.internal.program;

import org.jspecify.annotations.NullMarked;

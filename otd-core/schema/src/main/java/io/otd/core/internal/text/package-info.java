// SPDX-License-Identifier: Apache-2.0
/** Numbers in texts for people; files that programs read have every digit. */
@NullMarked
package io.otd.core.internal.text;

import org.jspecify.annotations.NullMarked;

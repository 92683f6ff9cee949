// SPDX-License-Identifier: Apache-2.0
/** Whether intervals hold for small and large predictions, narrow and wide ones alike. */
@NullMarked
package io.otd.core.internal.coverage;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The settings of columns: kinds, transforms, treatment of missing cells. */
@NullMarked
package io.otd.table.settings;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** ARFF, the format of Weka and OpenML. */
@NullMarked
package io.otd.table.internal.arff;

import org.jspecify.annotations.NullMarked;

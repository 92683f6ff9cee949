// SPDX-License-Identifier: Apache-2.0
/**
 * Times training and prediction on fixed shapes. Figures are to be compared within one run only.
 */
@NullMarked
package io.otd.app.bench;

import org.jspecify.annotations.NullMarked;

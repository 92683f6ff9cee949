// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of any size made by a formula whose conditional law is known, and the scores of that law:
 * an oracle that a model can be compared with.
 */
@NullMarked
package io.otd.app.synthetic;

import org.jspecify.annotations.NullMarked;

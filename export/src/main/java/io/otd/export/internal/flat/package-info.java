// SPDX-License-Identifier: Apache-2.0
/**
 * A prediction as one flat graph: constants in place of variables, no loops, no texts, any number
 * of rows. It is read from the graph that the exporter builds with TensorFlow; other engines
 * translate it operator by operator.
 */
@NullMarked
package io.otd.export.internal.flat;

import org.jspecify.annotations.NullMarked;

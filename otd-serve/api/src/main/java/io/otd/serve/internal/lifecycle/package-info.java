// SPDX-License-Identifier: Apache-2.0
/**
 * The lifecycle of one version of a model from discovery to removal, for the embedded predictors
 * and the server; the version that answers, and the switch to the next; listeners.
 */
@NullMarked
package io.otd.serve.internal.lifecycle;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * What computes a model and how: the sections of settings that the embedded predictors and the
 * server share.
 */
@NullMarked
package io.otd.serve.internal.settings;

import org.jspecify.annotations.NullMarked;

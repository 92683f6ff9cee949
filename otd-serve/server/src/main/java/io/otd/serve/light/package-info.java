// SPDX-License-Identifier: Apache-2.0
/** Models exported by otd behind the signatures of their SavedModel, computed in plain Java. */
@NullMarked
package io.otd.serve.light;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Event files, which TensorBoard shows. */
@NullMarked
package io.otd.train.internal.events;

import org.jspecify.annotations.NullMarked;

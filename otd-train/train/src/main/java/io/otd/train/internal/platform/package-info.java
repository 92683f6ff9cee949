// SPDX-License-Identifier: Apache-2.0
/** The machine settings for training: the environment that TensorFlow's native library reads. */
@NullMarked
package io.otd.train.internal.platform;

import org.jspecify.annotations.NullMarked;

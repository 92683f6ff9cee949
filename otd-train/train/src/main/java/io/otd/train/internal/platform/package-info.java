// SPDX-License-Identifier: Apache-2.0
/** What training needs of the machine: the environment that TensorFlow's native library reads. */
@NullMarked
package io.otd.train.internal.platform;

import org.jspecify.annotations.NullMarked;

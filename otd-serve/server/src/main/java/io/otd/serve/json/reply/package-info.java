// SPDX-License-Identifier: Apache-2.0
/** The replies in JSON that hold no tensors of any shape. */
@NullMarked
package io.otd.serve.json.reply;

import org.jspecify.annotations.NullMarked;

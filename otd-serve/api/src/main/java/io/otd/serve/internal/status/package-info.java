// SPDX-License-Identifier: Apache-2.0
/** How a request ended, in the words of gRPC and the numbers of HTTP. */
@NullMarked
package io.otd.serve.internal.status;

import org.jspecify.annotations.NullMarked;

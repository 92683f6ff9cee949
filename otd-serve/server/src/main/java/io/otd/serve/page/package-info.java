// SPDX-License-Identifier: Apache-2.0
/** The browser page: files of the jar that call the REST API. */
@NullMarked
package io.otd.serve.page;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The URLs of databases, and the secrets in them. */
@NullMarked
package io.otd.table.internal.url;

import org.jspecify.annotations.NullMarked;

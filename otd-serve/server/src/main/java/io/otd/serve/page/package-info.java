// SPDX-License-Identifier: Apache-2.0
/** A page for people: files of the jar that ask the REST API. */
@NullMarked
package io.otd.serve.page;

import org.jspecify.annotations.NullMarked;

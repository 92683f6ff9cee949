// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.otd.app.output;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Exported models as beans of a Spring Boot application. */
@NullMarked
package io.otd.spring;

import org.jspecify.annotations.NullMarked;

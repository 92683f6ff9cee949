// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The default value of a setting, as in a configuration file. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
  /** The value, e.g. {@code [64, 64]}, or {@code null} for none. */
  String value();
}

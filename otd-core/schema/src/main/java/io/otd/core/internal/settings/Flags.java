// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The options of a setting on a command line. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Flags {
  /** Their names, the first for messages. */
  String[] value();

  /** Whether each value of a list has an option of its own, rather than all of them in one. */
  boolean repeated() default false;

  /** What stands for the value in the help; empty for an option without a value. */
  String label() default "";
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Description and permitted values of a setting; for a list, of each of its numbers. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** One sentence for a user. */
  String value();

  /** Smallest value allowed. */
  double atLeast() default Double.NEGATIVE_INFINITY;

  /** Largest value allowed. */
  double atMost() default Double.POSITIVE_INFINITY;

  /** All values allowed are larger. */
  double above() default Double.NEGATIVE_INFINITY;

  /** All values allowed are smaller. */
  double below() default Double.POSITIVE_INFINITY;

  /** Whether a rule chooses the value if there is none. */
  boolean byRule() default false;
}

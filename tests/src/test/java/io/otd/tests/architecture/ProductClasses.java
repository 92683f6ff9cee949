// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.regex.Pattern;

/** The hand-written production classes: no tests, no generated code. */
public final class ProductClasses implements ImportOption {
  private static final Pattern GENERATED =
      Pattern.compile(
          ".*/(io/otd/(core/internal/savedmodel|export/internal/onnx|train/internal/events|serve)/proto/.*|Jte\\w+Generated\\.class)");

  @Override
  public boolean includes(Location location) {
    return !location.contains("/test-classes/")
        && !location.contains("-tests.jar")
        && !GENERATED.matcher(location.asURI().toString()).matches();
  }
}

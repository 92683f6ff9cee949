// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import org.junit.jupiter.api.Tag;

/** All rules in one class: reading the classes takes most of their time, and is done once. */
@AnalyzeClasses(packages = "io.otd", importOptions = ProductClasses.class)
@Tag("jdk")
final class ArchitectureTest {
  @ArchTest static final ArchTests arrows = ArchTests.in(ModuleArrowsRules.class);
  @ArchTest static final ArchTests layers = ArchTests.in(ServerLayersRules.class);
  @ArchTest static final ArchTests places = ArchTests.in(TensorFlowPlacesRules.class);
  @ArchTest static final ArchTests state = ArchTests.in(StateRules.class);
  @ArchTest static final ArchTests form = ArchTests.in(FormRules.class);
  @ArchTest static final ArchTests api = ArchTests.in(PublicApiRules.class);
}

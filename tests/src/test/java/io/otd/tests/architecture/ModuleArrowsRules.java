// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Allowed dependencies between modules, and no cycles between packages. */
final class ModuleArrowsRules {
  private static final String SCHEMA = "otd-schema";
  private static final String CORE = "otd-core";
  private static final String EXPORT = "otd-export";
  private static final String PREDICT_API = "otd-predict-api";
  private static final String LIGHT = "otd-light";
  private static final String PREDICT = "otd-predict";
  private static final String SERVER = "otd-server";
  private static final String SPRING = "otd-spring-boot-starter";
  private static final String SPARK = "otd-spark";
  private static final String TABLES = "otd-tables";
  private static final String SOURCES = "otd-sources";
  private static final String TRAIN = "otd-train";
  private static final String PAPER = "otd-paper";
  private static final String APP = "otd-app";
  private static final String CLUSTER = "otd-train-spark";

  @ArchTest
  static final ArchRule a_module_uses_those_below_it_alone =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.otd..")
          .layer(SCHEMA)
          .definedBy(
              "io.otd.core",
              "io.otd.core.schema..",
              "io.otd.core.metrics..",
              "io.otd.core.internal.array..",
              "io.otd.core.internal.calibration..",
              "io.otd.core.internal.cell..",
              "io.otd.core.internal.check..",
              "io.otd.core.internal.coverage..",
              "io.otd.core.internal.decision..",
              "io.otd.core.internal.files..",
              "io.otd.core.internal.nativelibrary..",
              "io.otd.core.internal.profile..",
              "io.otd.core.internal.provenance..",
              "io.otd.core.internal.savedmodel",
              "io.otd.core.internal.settings..",
              "io.otd.core.internal.text..",
              "io.otd.core.internal.weight..")
          .layer(CORE)
          .definedBy(
              "io.otd.core.internal.flow..",
              "io.otd.core.internal.graph..",
              "io.otd.core.internal.layer..",
              "io.otd.core.internal.loss..",
              "io.otd.core.internal.mask..",
              "io.otd.core.internal.model..",
              "io.otd.core.internal.network..",
              "io.otd.core.internal.optimizer..",
              "io.otd.core.internal.output..",
              "io.otd.core.internal.program..",
              "io.otd.core.internal.savedmodel.proto..",
              "io.otd.core.internal.trained..")
          .layer(EXPORT)
          .definedBy("io.otd.export..")
          .layer(PREDICT_API)
          .definedBy(
              "io.otd.predict..",
              "io.otd.serve.internal.lifecycle..",
              "io.otd.serve.internal.parallel..",
              "io.otd.serve.internal.settings..",
              "io.otd.serve.internal.status..")
          .layer(LIGHT)
          .definedBy("io.otd.light..")
          .layer(PREDICT)
          .definedBy(
              "io.otd.serve",
              "io.otd.serve.internal.batching..",
              "io.otd.serve.internal.inspection..",
              "io.otd.serve.internal.servable..",
              "io.otd.serve.internal.tensor..")
          .layer(SERVER)
          .definedBy(
              "io.otd.serve.adapt..",
              "io.otd.serve.drift..",
              "io.otd.serve.grpc..",
              "io.otd.serve.inference..",
              "io.otd.serve.json..",
              "io.otd.serve.light..",
              "io.otd.serve.monitor..",
              "io.otd.serve.openinference..",
              "io.otd.serve.page..",
              "io.otd.serve.proto..",
              "io.otd.serve.registry..",
              "io.otd.serve.rest..",
              "io.otd.serve.security..",
              "io.otd.serve.server..",
              "io.otd.serve.settings..",
              "io.otd.serve.telemetry..",
              "io.otd.serve.otlp..")
          .layer(SPRING)
          .definedBy("io.otd.spring..")
          .layer(SPARK)
          .definedBy("io.otd.spark..")
          .layer(TABLES)
          .definedBy("io.otd.table..")
          .layer(SOURCES)
          .definedBy("io.otd.sources..")
          .layer(TRAIN)
          .definedBy("io.otd.train..")
          .layer(PAPER)
          .definedBy("io.otd.paper..")
          .layer(APP)
          .definedBy("io.otd.app..")
          .layer(CLUSTER)
          .definedBy("io.otd.cluster..")
          .whereLayer(SCHEMA)
          .mayNotAccessAnyLayer()
          .whereLayer(CORE)
          .mayOnlyAccessLayers(SCHEMA)
          .whereLayer(EXPORT)
          .mayOnlyAccessLayers(SCHEMA, CORE, PREDICT_API, LIGHT)
          .whereLayer(PREDICT_API)
          .mayOnlyAccessLayers(SCHEMA)
          .whereLayer(LIGHT)
          .mayOnlyAccessLayers(SCHEMA, PREDICT_API)
          .whereLayer(PREDICT)
          .mayOnlyAccessLayers(SCHEMA, PREDICT_API)
          .whereLayer(SERVER)
          .mayOnlyAccessLayers(SCHEMA, CORE, PREDICT_API, LIGHT, PREDICT)
          .whereLayer(SPRING)
          .mayOnlyAccessLayers(SCHEMA, PREDICT_API, LIGHT, PREDICT)
          .whereLayer(SPARK)
          .mayOnlyAccessLayers(SCHEMA, PREDICT_API, LIGHT, PREDICT)
          .whereLayer(TABLES)
          .mayOnlyAccessLayers(SCHEMA)
          .whereLayer(SOURCES)
          .mayOnlyAccessLayers(SCHEMA, TABLES)
          .whereLayer(TRAIN)
          .mayOnlyAccessLayers(SCHEMA, CORE, TABLES, EXPORT, PREDICT_API)
          .whereLayer(PAPER)
          .mayOnlyAccessLayers(SCHEMA, CORE, TABLES, TRAIN)
          .whereLayer(CLUSTER)
          .mayOnlyAccessLayers(SCHEMA, CORE, EXPORT, TABLES, TRAIN, SPARK)
          .whereLayer(CLUSTER)
          .mayNotBeAccessedByAnyLayer()
          .whereLayer(APP)
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule every_class_belongs_to_a_module =
      classes()
          .should()
          .resideInAnyPackage(
              "io.otd.core..",
              "io.otd.export..",
              "io.otd.light..",
              "io.otd.predict..",
              "io.otd.serve..",
              "io.otd.spring..",
              "io.otd.spark..",
              "io.otd.table..",
              "io.otd.sources..",
              "io.otd.train..",
              "io.otd.paper..",
              "io.otd.cluster..",
              "io.otd.app..");

  @ArchTest
  static final ArchRule packages_form_no_cycle =
      slices().matching("io.otd.(**)").should().beFreeOfCycles();
}

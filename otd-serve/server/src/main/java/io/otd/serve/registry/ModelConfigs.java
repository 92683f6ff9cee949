// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.PathSpelling;
import io.otd.serve.proto.FileSystemStoragePathSourceConfig.ServableVersionPolicy;
import io.otd.serve.proto.ModelServerConfig;
import io.otd.serve.proto.ModelType;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * TensorFlow Serving's way of listing models. Logging of requests, which a list may request, is not
 * supported.
 */
public final class ModelConfigs {
  private static final String PLATFORM = "tensorflow";

  private ModelConfigs() {}

  /**
   * Reads a list from a file: a {@code ModelServerConfig} in protobuf's text form.
   *
   * @throws InvalidFileException naming line and column, or model, if it is invalid
   * @throws IOException if it cannot be read
   */
  public static List<ModelConfig> read(Path file) throws IOException {
    return TextMessages.read(file, ModelServerConfig.newBuilder(), message -> of(message.build()));
  }

  /**
   * The list of a message.
   *
   * @throws IllegalArgumentException naming the model, if it is invalid
   */
  public static List<ModelConfig> of(ModelServerConfig message) {
    if (!message.hasModelConfigList()) {
      throw new IllegalArgumentException("Only ModelConfigList is currently supported.");
    }
    List<ModelConfig> models = new ArrayList<>();
    for (io.otd.serve.proto.ModelConfig model : message.getModelConfigList().getConfigList()) {
      models.add(of(model));
    }
    requireDistinct(models);
    return List.copyOf(models);
  }

  /**
   * Checks that no two models have one name.
   *
   * @throws IllegalArgumentException naming it, if they have
   */
  public static void requireDistinct(List<ModelConfig> models) {
    Set<String> names = new HashSet<>();
    for (ModelConfig model : models) {
      if (!names.add(model.name())) {
        throw new IllegalArgumentException(
            "Illegal to list model %s multiple times in config list".formatted(model.name()));
      }
    }
  }

  private static ModelConfig of(io.otd.serve.proto.ModelConfig model) {
    requirePlatform(model);
    Path path;
    try {
      path = Path.of(model.getBasePath());
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "Expected model %s to have an absolute path; got base_path()=%s"
              .formatted(model.getName(), PathSpelling.problem(e)),
          e);
    }
    return new ModelConfig(
        model.getName(),
        path,
        policy(model.getName(), model.getModelVersionPolicy()),
        model.getVersionLabelsMap());
  }

  private static void requirePlatform(io.otd.serve.proto.ModelConfig model) {
    boolean type = model.getModelType() != ModelType.MODEL_TYPE_UNSPECIFIED;
    String platform = model.getModelPlatform();
    if (type && !platform.isEmpty()) {
      throw new IllegalArgumentException(
          "Illegal setting both model_type(deprecated) and model_platform.");
    }
    if (!type && platform.isEmpty()) {
      throw new IllegalArgumentException(
          "Illegal setting neither model_type(deprecated) nor model_platform.");
    }
    if (type ? model.getModelType() != ModelType.TENSORFLOW : !platform.equals(PLATFORM)) {
      throw new IllegalArgumentException(
          "model %s: model_platform \"%s\" (expected: \"%s\")"
              .formatted(model.getName(), type ? model.getModelType() : platform, PLATFORM));
    }
  }

  private static VersionPolicy policy(String model, ServableVersionPolicy policy) {
    try {
      return switch (policy.getPolicyChoiceCase()) {
        case ALL -> new VersionPolicy.All();
        case SPECIFIC ->
            new VersionPolicy.Specific(new TreeSet<>(policy.getSpecific().getVersionsList()));
        case LATEST ->
            new VersionPolicy.Latest(
                policy.getLatest().getNumVersions() == 0 ? 1 : policy.getLatest().getNumVersions());
        case POLICYCHOICE_NOT_SET -> new VersionPolicy.Latest(1);
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("model " + model + ": " + e.getMessage(), e);
    }
  }
}

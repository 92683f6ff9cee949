package io.otd.train.settings;

import java.nio.file.Path;

/**
 * A setting as a user gave it.
 *
 * @param path key, e.g. {@code model.hidden}
 * @param value what it should be
 * @param origin where it was given, e.g. {@code run.yaml, line 3}
 * @param folder that relative file names start from
 */
public record RawSetting(String path, RawValue value, String origin, Path folder) {}

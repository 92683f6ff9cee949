package io.otd.serve.lifecycle;

import io.otd.serve.status.StatusCode;

/**
 * How a version is.
 *
 * @param version its number
 * @param state where it is on its way
 * @param code {@code OK}, or why it could not be loaded
 * @param message empty, or the same in words
 */
public record VersionStatus(long version, VersionState state, StatusCode code, String message) {}

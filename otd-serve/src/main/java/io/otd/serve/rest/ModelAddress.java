package io.otd.serve.rest;

import java.util.Optional;

/**
 * Which model a path means.
 *
 * @param name empty for all models
 * @param version at most one of it and the label
 * @param label at most one of it and the version
 */
record ModelAddress(String name, Optional<Long> version, Optional<String> label) {}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.core.internal.files.IoFunction;
import io.otd.core.schema.TableSchema;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How the versions of a model are loaded.
 *
 * @param <M> what is loaded
 * @param load loads and tests the version in a directory, so that it is ready to answer; fails if
 *     it cannot be read or is not to be loaded
 * @param schema its columns; known of a closed one, too
 * @param close releases the loaded version, after its last use
 */
public record VersionKind<M>(
    IoFunction<Path, M> load, Function<M, TableSchema> schema, Consumer<M> close) {}

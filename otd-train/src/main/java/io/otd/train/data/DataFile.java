package io.otd.train.data;

import java.nio.file.Path;

/**
 * A table with the file it was read from.
 *
 * @param path of the file
 * @param sha256 of the file's bytes as they are on disk, hexadecimal
 * @param table what was read
 */
public record DataFile(Path path, String sha256, Table table) {}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The description of a model by otd, in addition to its graph. A model without it is still served,
 * by its signatures.
 *
 * @param description empty if there is none that can be read
 * @param problem why it is empty, in words for clients; empty if it is not
 */
public record OtdDescription(Optional<ExportDescription> description, String problem) {
  private static final String PLACE =
      ServingNames.EXTRA_DIRECTORY + "/" + ServingNames.DESCRIPTION_FILE;

  /** Of a model that was not exported by otd. */
  public static final OtdDescription NONE =
      new OtdDescription(Optional.empty(), "not exported by otd: no " + PLACE);

  /** The files in addition to a model. */
  static OtdDescription of(Path directory) {
    if (!Files.exists(directory.resolve(PLACE))) {
      return NONE;
    }
    try {
      return new OtdDescription(Optional.of(read(directory)), "");
    } catch (IOException e) {
      return new OtdDescription(
          Optional.empty(), PLACE + " cannot be read: damaged, or of another version of otd");
    }
  }

  /**
   * Reads the description of a model.
   *
   * @param directory of the SavedModel
   * @throws InvalidFileException if there is none or it is damaged
   * @throws IOException if it cannot be read
   */
  public static ExportDescription read(Path directory) throws IOException {
    Path file = directory.resolve(PLACE);
    if (!Files.exists(file)) {
      throw new InvalidFileException(directory, NONE.problem());
    }
    return ExportDescription.read(file);
  }
}

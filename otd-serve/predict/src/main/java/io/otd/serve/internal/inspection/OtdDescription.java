// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.proto.SignatureDef;

/**
 * The description of a model by otd, in addition to its graph. A model that otd did not export is
 * served without it, by its signatures.
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

  /**
   * The description of a model that is complete: of one that otd exported, it must be there.
   *
   * @param signatures by name
   * @throws InvalidFileException if it is missing or damaged, but not if a later version of otd
   *     wrote it: such a model is served by its signatures
   * @throws IOException if it cannot be read
   */
  static OtdDescription of(Path directory, Map<String, SignatureDef> signatures)
      throws IOException {
    Path file = directory.resolve(PLACE);
    if (!RegularFiles.isPresent(file)) {
      if (isExport(signatures)) {
        throw new InvalidFileException(file, "missing (expected: as otd exported the model)");
      }
      return NONE;
    }
    try {
      return new OtdDescription(Optional.of(ExportDescription.read(file)), "");
    } catch (InvalidFileException e) {
      if (StrictJson.format(file).orElse(0) > ExportDescription.FORMAT) {
        return new OtdDescription(Optional.empty(), PLACE + " is of a later version of otd");
      }
      throw e;
    }
  }

  private static boolean isExport(Map<String, SignatureDef> signatures) {
    return signatures.keySet().containsAll(ServingNames.SIGNATURES)
        && signatures
            .getOrDefault(ServingNames.DRAW, SignatureDef.getDefaultInstance())
            .containsInputs(ServingNames.SEED);
  }

  /**
   * Reads the description of a model.
   *
   * @throws InvalidFileException if there is none or it is damaged
   * @throws IOException if it cannot be read
   */
  public static ExportDescription read(Path directory) throws IOException {
    Path file = directory.resolve(PLACE);
    if (!RegularFiles.isPresent(file)) {
      throw new InvalidFileException(directory, NONE.problem());
    }
    return ExportDescription.read(file);
  }
}

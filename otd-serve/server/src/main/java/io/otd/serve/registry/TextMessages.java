// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Files that hold one message in protobuf's text form. */
public final class TextMessages {
  private TextMessages() {}

  /**
   * Reads a file.
   *
   * @param message an empty one
   * @param meaning interpretation of the message; throws {@link IllegalArgumentException} if it is
   *     invalid
   * @throws InvalidFileException naming line and column, or with the message of {@code meaning}
   * @throws IOException if it cannot be read
   */
  public static <M extends Message.Builder, T> T read(Path file, M message, Function<M, T> meaning)
      throws IOException {
    try {
      TextFormat.merge(Files.readString(file), message);
      return meaning.apply(message);
    } catch (CharacterCodingException e) {
      throw new InvalidFileException(file, "not UTF-8 (expected: text)", e);
    } catch (TextFormat.ParseException e) {
      throw new InvalidFileException(
          file, "line:column " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(file, String.valueOf(e.getMessage()), e);
    }
  }
}

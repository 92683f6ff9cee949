// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.otd.core.internal.savedmodel.proto.SignatureDefMap;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;
import java.nio.charset.StandardCharsets;

/** Writes what a model offers, with every field of its signatures, given or not. */
public final class MetadataJson {
  private MetadataJson() {}

  /**
   * The reply of a metadata request.
   *
   * @return UTF-8
   * @throws IllegalArgumentException if the definitions cannot be written
   */
  public static byte[] write(VersionId id, SignatureDefMap definitions) {
    String signatures;
    try {
      signatures =
          JsonFormat.printer()
              .includingDefaultValueFields()
              .preservingProtoFieldNames()
              .sortingMapKeys()
              .print(definitions);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("signatures of " + id.model() + ": " + e.getMessage(), e);
    }
    return new JsonBytes(NonFinite.BARE, 256L + signatures.length())
        .raw("{\n\"model_spec\":{\n \"name\": ")
        .string(id.model())
        .raw(",\n \"signature_name\": \"\",\n \"version\": \"")
        .integer(id.version())
        .raw("\"\n}\n,\n\"metadata\": {\"signature_def\": ")
        .raw(signatures.getBytes(StandardCharsets.UTF_8))
        .raw("}\n}\n")
        .toByteArray();
  }
}

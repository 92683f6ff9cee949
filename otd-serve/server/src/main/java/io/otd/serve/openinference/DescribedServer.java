// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import java.util.List;
import java.util.Optional;

/**
 * The description of the server.
 *
 * @param name of the product
 * @param version of it
 * @param extensions of the protocol that it has
 */
public record DescribedServer(String name, String version, List<String> extensions) {
  /** This one, with the version of its jar. */
  static DescribedServer own() {
    return new DescribedServer(
        "otd",
        Optional.ofNullable(DescribedServer.class.getPackage().getImplementationVersion())
            .orElse("unknown"),
        List.of("binary_tensor_data", "model_repository"));
  }
}

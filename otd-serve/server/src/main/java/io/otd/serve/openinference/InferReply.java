// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Map;

/**
 * The answer to an inference request.
 *
 * @param id the version that answered
 * @param outputs by name, in the requested order, or in that of their names
 */
public record InferReply(VersionId id, Map<String, HostTensor> outputs) {}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.serve.internal.tensor.HostTensor;
import java.util.Map;

/**
 * The answer of a signature.
 *
 * @param answered by which model, version and signature
 * @param outputs by name, in the requested order, or in that of their names
 */
public record SignatureOutputs(Answered answered, Map<String, HostTensor> outputs) {}

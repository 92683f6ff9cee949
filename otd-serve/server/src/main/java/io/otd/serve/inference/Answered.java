// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.serve.internal.lifecycle.VersionId;

/**
 * The version that answered a request.
 *
 * @param id its model and number
 * @param signature its name, also where the request left it out
 */
public record Answered(VersionId id, String signature) {}

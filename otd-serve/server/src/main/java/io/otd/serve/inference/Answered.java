// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

/**
 * The model that answered a request.
 *
 * @param model its name
 * @param version its number
 * @param signature its name, also where the request left it out
 */
public record Answered(String model, long version, String signature) {}

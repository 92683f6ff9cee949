// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.registry.ModelReference;

/**
 * A path of the API v1, with the verb given by its method and its end.
 *
 * @param verb of the request
 * @param model which one; without a name for all of them
 */
record RestPath(RestVerb verb, ModelReference model) {}

package io.otd.serve.inference;

import io.otd.serve.inspection.InspectedModel;

/**
 * What a version offers.
 *
 * @param model its name
 * @param version its number
 * @param offers its signatures
 */
public record Metadata(String model, long version, InspectedModel offers) {}

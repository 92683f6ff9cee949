// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The predictive functions of one kind in an exported model. Shapes: S draws of the kind, M
 * members, d_y targets; draw k is of member {@code k mod M}.
 *
 * @param outputs d_y
 * @param network the predictive function, of each member
 * @param latents law of its masks or code, or of the choice of a tree
 * @param law of the outputs
 * @param draws S, a multiple of M
 * @param members at least one
 * @param latentBank latents of the draws, {@code [M P, d_z]}, row-major: P is {@code S / M}, or 1
 *     where only the law of the outputs is random; not copied, not to be changed
 * @param noiseBank noise of the law of the outputs, {@code [S, noise]}; empty if it takes none; not
 *     copied, not to be changed
 */
public record LightKind(
    int outputs,
    NetworkShape network,
    LatentLaw latents,
    LawOfOutputs law,
    int draws,
    List<LightMember> members,
    float[] latentBank,
    float[] noiseBank) {
  /** Checks that the parts suit one another, the sizes, and what the function requires. */
  public LightKind {
    members = List.copyOf(members);
    network.requireSuits(latents, law);
    if (members.isEmpty() || draws < 1 || draws % members.size() != 0) {
      throw new IllegalArgumentException(
          "draws: %s of %s members (expected: a multiple of the members, at least one of each)"
              .formatted(draws, members.size()));
    }
    List<ArrayShape> shapes = shapes(network, latents, law.width(outputs));
    for (LightMember member : members) {
      require("arrays of a member", member.arrays().size(), shapes.size());
      for (int i = 0; i < shapes.size(); i++) {
        require(shapes.get(i).name(), member.arrays().get(i).length, shapes.get(i).size());
      }
      network.requireValid(member.arrays());
    }
    int passes = passes(law, latents, draws / members.size());
    require(
        "latent bank",
        latentBank.length,
        Math.multiplyExact(
            Math.multiplyExact((long) members.size(), passes), (long) network.latentWidth()));
    require("noise bank", noiseBank.length, (long) draws * law.noise(outputs));
    if (latents instanceof LatentLaw.Uniform) {
      requireUniforms(latentBank);
    }
  }

  private static void requireUniforms(float[] bank) {
    for (float u : bank) {
      if (!(u >= 0 && u <= 1)) {
        throw new IllegalArgumentException("latent bank: " + u + " (expected: from 0 to 1)");
      }
    }
  }

  /**
   * The learned arrays of a member, in their order.
   *
   * @param width number of outputs of a pass for a row
   */
  public static List<ArrayShape> shapes(NetworkShape network, LatentLaw latents, int width) {
    List<ArrayShape> shapes = new ArrayList<>(network.arrays(width));
    shapes.addAll(latents.arrays(network));
    return List.copyOf(shapes);
  }

  /** P: passes of a member's network behind its draws. */
  public static int passes(LawOfOutputs law, LatentLaw latents, int draws) {
    return law.noise(1) > 0 && !latents.random() ? 1 : draws;
  }

  /** w: number of outputs of a pass for a row. */
  public int width() {
    return law.width(outputs);
  }

  /** {@code S / M}. */
  public int memberDraws() {
    return draws / members.size();
  }

  /** P: passes of a member's network behind its draws. */
  public int passes() {
    return passes(law, latents, memberDraws());
  }

  static void require(String name, long size, long expected) {
    if (size != expected) {
      throw new IllegalArgumentException(name + ": " + size + " (expected: " + expected + ")");
    }
  }
}

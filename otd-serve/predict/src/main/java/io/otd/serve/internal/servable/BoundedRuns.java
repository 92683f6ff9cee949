// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Likeness;
import io.otd.serve.internal.tensor.Rows;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the memory of the runs of a model's signatures: a run that would allocate more is split
 * into pieces that do not, provided that its rows do not depend on each other.
 *
 * <p>What a run allocates is measured with some rows of the first larger request to a signature,
 * and counted whether or not it is freed meanwhile. Rows are independent if otd exported the model;
 * otherwise some rows of the request have to give the same answers together and apart.
 */
final class BoundedRuns {
  /** Bytes that a run allocates. At any moment it holds less: most are freed before it ends. */
  static final long RUN_BYTES = 512L << 20;

  /** Rows of the smaller of the two measured runs, and of a piece at least. */
  static final int FEW = 16;

  private final OptionalInt rowsOfOtd;
  private final Proofs proofs;
  private final Map<Form, Integer> sizes = new ConcurrentHashMap<>();

  /**
   * Requests whose rows take about as much memory.
   *
   * @param signature its name
   * @param inputBits bits of the number of bytes in the inputs of a row: inner sizes may differ
   */
  private record Form(String signature, int inputBits) {}

  /** A signature, for certain outputs. */
  interface Signature {
    /** Names of the outputs. */
    Collection<String> outputs();

    /** Rows of a run at most, if it is split at all, whatever it allocates; at least 1. */
    int most();

    /** Runs it as a whole. */
    Map<String, HostTensor> run(Map<String, HostTensor> inputs);

    /** Bytes that a run allocates, as far as TensorFlow reports them. */
    long allocated(Map<String, HostTensor> inputs);
  }

  /**
   * Bounds the runs of a model.
   *
   * @param rowsOfOtd rows of a run at most, for a model that otd exported: its rows are independent
   */
  BoundedRuns(OptionalInt rowsOfOtd) {
    this.rowsOfOtd = rowsOfOtd;
    this.proofs = new Proofs(rowsOfOtd.isPresent());
  }

  /**
   * Runs a signature.
   *
   * @param caller waits for the answer
   */
  Map<String, HostTensor> run(
      String name, Signature signature, Map<String, HostTensor> inputs, Caller caller) {
    caller.requireWaiting();
    long rows = Rows.common(inputs.values());
    if (rows <= 2 * FEW) {
      return signature.run(inputs);
    }
    int each = atATime(name, signature, inputs);
    if (rows <= each || !areIndependent(name, signature, inputs)) {
      return signature.run(inputs);
    }
    return new RowPieces(each, caller, ParallelPieces.NONE)
        .run(inputs, signature::run)
        .orElseGet(
            () -> {
              boolean unused = proofs.refute(name);
              return signature.run(inputs);
            });
  }

  /** Rows of a run that stays within the bound. */
  private int atATime(String name, Signature signature, Map<String, HostTensor> inputs) {
    Map<String, HostTensor> few = Rows.cut(inputs, 0, FEW);
    long bytesOfRow = Rows.bytes(few.values()) / FEW;
    Form form = new Form(name, Long.SIZE - Long.numberOfLeadingZeros(bytesOfRow));
    Integer known = sizes.get(form);
    if (known != null) {
      return known;
    }
    int each;
    try {
      each = size(signature.allocated(few), signature.allocated(Rows.cut(inputs, 0, 2 * FEW)));
    } catch (ServingException e) {
      return Integer.MAX_VALUE; // The run itself shows whether the request is at fault.
    }
    each = Math.min(Math.min(each, signature.most()), rowsOfOtd.orElse(Integer.MAX_VALUE));
    sizes.put(form, each);
    return each;
  }

  /** A power of two: small differences between measurements do not change it. */
  private static int size(long bytesOfFew, long bytesOfTwice) {
    long ofRow = Math.max(1, (bytesOfTwice - bytesOfFew) / FEW);
    return (int) Math.max(FEW, Math.min(1 << 30, Long.highestOneBit(RUN_BYTES / ofRow)));
  }

  private boolean areIndependent(String name, Signature signature, Map<String, HostTensor> inputs) {
    boolean varied = rowsOfOtd.isPresent() || !Rows.areSame(inputs.values());
    if (!proofs.areEnough(name, signature.outputs(), varied)) {
      int rows = (int) Rows.common(inputs.values());
      for (int from : List.of(0, (rows - 2 * FEW) / 2, rows - 2 * FEW)) {
        if (!proofs.isSeparate(name)) {
          compare(name, signature, Rows.cut(inputs, from, from + 2 * FEW));
        }
      }
    }
    return !proofs.isSeparate(name) && proofs.areEnough(name, signature.outputs(), varied);
  }

  private void compare(String name, Signature signature, Map<String, HostTensor> part) {
    Map<String, HostTensor> together = signature.run(part);
    boolean alike =
        new RowPieces(FEW, Caller.PATIENT, ParallelPieces.NONE)
            .run(part, signature::run)
            .filter(apart -> Likeness.alike(together, apart))
            .isPresent();
    if (alike) {
      proofs.confirm(name, together.keySet(), !Rows.areSame(part.values()));
    } else {
      boolean unused = proofs.refute(name);
    }
  }
}

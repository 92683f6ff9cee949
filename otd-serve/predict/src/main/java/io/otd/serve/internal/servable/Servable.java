// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.inspection.Loops;
import io.otd.serve.internal.inspection.RefusedModelException;
import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.internal.servable.NativeSession.Threads;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Likeness;
import io.otd.serve.internal.tensor.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.tensorflow.proto.GraphDef;

/**
 * One loaded version of any SavedModel. Any number of threads may run it. It holds native memory
 * until it is closed; closing waits for runs under way, and may be done more than once.
 */
public final class Servable implements ServedModel {
  /** Prefix of the names of added nodes, which no other node of a graph has. */
  private static final String SCOPE = "otd_compiled_";

  /** Rows of a run at most if the graph may have loops: what they allocate is not reported. */
  private static final int UNMEASURED_ROWS = 1024;

  private final InspectedModel model;
  private final NativeSession session;
  private final Lifetime lifetime;
  private final ParallelPieces pieces;
  private final BoundedRuns bounded;
  private final Map<String, CompiledSignature> compiled = new ConcurrentHashMap<>();

  /** Ways that were added to the graph, or tried to; used while compiling alone. */
  private int tried;

  private Servable(
      Path directory, InspectedModel model, NativeSession session, ParallelPieces pieces) {
    this.pieces = pieces;
    this.lifetime = new Lifetime("model of " + directory);
    this.model = model;
    this.session = session;
    this.bounded =
        new BoundedRuns(
            model
                .otd()
                .description()
                .map(description -> OptionalInt.of(description.rowsAtATime()))
                .orElse(OptionalInt.empty()));
  }

  /**
   * Loads a version, after looking at what it would do.
   *
   * @param limits to its size
   * @throws RefusedModelException if it could do more than compute, or is too large
   * @throws InvalidFileException if it is damaged or TensorFlow cannot load it
   * @throws IOException if it cannot be read
   */
  public static Servable load(Path directory, InspectionLimits limits) throws IOException {
    return load(directory, GraphInspection.inspect(directory, limits), ParallelPieces.NONE);
  }

  /**
   * Loads a version that was inspected.
   *
   * @param inspected what its inspection found
   * @param pieces runs the pieces of large compiled runs
   * @throws InvalidFileException if TensorFlow cannot load it, or a variable or table that a
   *     signature reads is not filled then
   * @throws IOException if it has loops, and its files cannot be copied
   */
  public static Servable load(Path directory, InspectedModel inspected, ParallelPieces pieces)
      throws IOException {
    try (LoadableFiles files = LoadableFiles.of(directory, inspected.loops())) {
      NativeSession session = NativeSession.load(files.directory(), ServingNames.TAG, inspected);
      try {
        StateProbe.require(session, inspected.state());
        return new Servable(directory, inspected, session, pieces);
      } catch (RuntimeException | Error e) {
        session.close();
        throw e;
      }
    } catch (ServingException e) {
      throw new InvalidFileException(directory, "TensorFlow cannot load it: " + e.getMessage(), e);
    }
  }

  /**
   * Loads TensorFlow's library into the process, which takes a moment and otherwise happens when
   * the first version is loaded.
   */
  public static void prepare() {
    NativeSession.prepare();
  }

  @Override
  public InspectedModel model() {
    return model;
  }

  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    InspectedModel.Signature definition = model.requested(signature);
    CompiledSignature fast = compiled.get(signature);
    int rows = (int) HostTensor.rows(inputs);
    int piece = fast != null && fast.fits(inputs) ? fast.atATime(rows) : 0;
    if (fast == null || piece == 0) {
      return bounded.run(signature, new Plain(definition, outputs, caller), inputs, caller);
    }
    caller.requireWaiting();
    if (piece == rows) {
      return run(definition, inputs, outputs, fast::places, compiledThreads(definition), caller);
    }
    return new RowPieces(piece, caller, pieces)
        .run(inputs, part -> run(signature, part, outputs, caller))
        .orElseThrow(() -> new IllegalStateException(signature + ": outputs without rows"));
  }

  /** A signature as TensorFlow runs it uncompiled. */
  private final class Plain implements BoundedRuns.Signature {
    private final InspectedModel.Signature definition;
    private final List<String> outputs;
    private final Caller caller;

    Plain(InspectedModel.Signature definition, List<String> outputs, Caller caller) {
      this.definition = definition;
      this.outputs = outputs;
      this.caller = caller;
    }

    @Override
    public Collection<String> outputs() {
      return outputs.isEmpty() ? definition.outputs().keySet() : outputs;
    }

    @Override
    public int most() {
      return definition.width().isPresent() ? Integer.MAX_VALUE : UNMEASURED_ROWS;
    }

    @Override
    public Map<String, HostTensor> run(Map<String, HostTensor> inputs) {
      return plain(definition, inputs, outputs, caller);
    }

    @Override
    public long allocated(Map<String, HostTensor> inputs) {
      List<String> all =
          definition.outputs().values().stream()
              .filter(output -> output.type().isPresent() && !output.place().isEmpty())
              .map(DeclaredTensor::place)
              .toList();
      Map<String, HostTensor> feeds = SignaturePlaces.feeds(definition, inputs);
      return lifetime.during(
          () -> RunTime.of(caller).limit(most -> session.allocated(feeds, all, most)));
    }
  }

  private Map<String, HostTensor> plain(
      InspectedModel.Signature definition,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      Caller caller) {
    return run(
        definition, inputs, outputs, UnaryOperator.identity(), plainThreads(definition), caller);
  }

  private static Threads plainThreads(InspectedModel.Signature definition) {
    return definition.width().equals(OptionalInt.of(1))
        ? Threads.OF_THE_CALLER
        : Threads.OF_THE_SESSION;
  }

  /** A compiled part is one operation of any width. */
  private static Threads compiledThreads(InspectedModel.Signature definition) {
    return definition.width().isPresent() ? Threads.OF_THE_CALLER : Threads.OF_THE_SESSION;
  }

  /** Runs with the compiled places of the outputs, or with their own. */
  private Map<String, HostTensor> run(
      InspectedModel.Signature definition,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      UnaryOperator<List<String>> way,
      Threads threads,
      Caller caller) {
    Map<String, HostTensor> feeds = SignaturePlaces.feeds(definition, inputs);
    List<String> names = outputs.isEmpty() ? List.copyOf(definition.outputs().keySet()) : outputs;
    List<String> places = way.apply(SignaturePlaces.fetches(definition, names));
    boolean mayLast = model.loops() != Loops.NONE && definition.width().isEmpty();
    List<HostTensor> values;
    try {
      values =
          lifetime.during(
              () ->
                  mayLast
                      ? RunTime.of(caller).limit(most -> session.run(feeds, places, most))
                      : session.run(feeds, places, threads));
    } catch (ServingException e) {
      throw SignaturePlaces.explained(definition, inputs.keySet(), session::type, e);
    }
    Map<String, HostTensor> results = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      results.put(names.get(i), values.get(i));
    }
    SignaturePlaces.requireDeclared(definition, inputs, results);
    return results;
  }

  /**
   * Compiles the signatures by XLA for runs of certain numbers of rows. Larger runs are split into
   * pieces of the largest compiled size, if rows do not depend on each other; other runs are
   * unchanged. Whatever cannot be compiled, or then gives different answers beyond rounding, is
   * left unchanged. For each number it takes about a second. Others may run it meanwhile.
   *
   * @param rows each at least 1
   * @return by the names of the signatures, the numbers that are compiled
   * @throws IllegalStateException if it is closed meanwhile
   */
  public Map<String, List<Integer>> compile(List<Integer> rows) {
    return compile(rows, model.signatures().keySet(), (signature, why) -> {});
  }

  /**
   * Compiles some of the signatures, see {@link #compile(List)}.
   *
   * @param rows each at least 1
   * @param signatures names; those that are not there are passed over
   * @param refused receives, by the name of a signature, the reason why it is not compiled
   */
  public synchronized Map<String, List<Integer>> compile(
      List<Integer> rows, Set<String> signatures, BiConsumer<String, String> refused) {
    Map<String, List<Integer>> done = new TreeMap<>();
    if (rows.isEmpty()) {
      return done;
    }
    GraphDef graph = lifetime.during(session::definition);
    model
        .signatures()
        .forEach(
            (name, signature) -> {
              List<Integer> taken =
                  signatures.contains(name)
                      ? compile(graph, name, signature, rows, refused)
                      : List.of();
              if (!taken.isEmpty()) {
                done.put(name, taken);
              }
            });
    return done;
  }

  private List<Integer> compile(
      GraphDef graph,
      String name,
      InspectedModel.Signature signature,
      List<Integer> rows,
      BiConsumer<String, String> refused) {
    if (compiled.containsKey(name) || !CompiledSignature.suits(signature)) {
      return List.of();
    }
    List<String> fetches =
        signature.outputs().values().stream().map(DeclaredTensor::place).toList();
    // A sorting network orders rows with NaN among numbers differently.
    List<Function<String, OptionalLong>> lastAxes =
        List.of(session::lastAxis, any -> OptionalLong.empty());
    List<CompiledPart> ways =
        lifetime.during(
            () ->
                lastAxes.stream()
                    .flatMap(sizes -> CompiledPart.of(graph, fetches, sizes).stream())
                    .distinct()
                    .toList());
    for (CompiledPart way : ways) {
      String scope = SCOPE + tried++;
      try {
        Map<String, String> places =
            lifetime.during(() -> session.compile(graph.getVersions(), way, fetches, scope));
        CompiledSignature fast = new CompiledSignature(signature, places);
        List<Integer> taken = admit(signature, fast, rows, why -> refused.accept(name, why));
        if (!taken.isEmpty()) {
          compiled.put(name, fast);
          return taken;
        }
      } catch (ServingException e) { // Tries the next way, if any.
        refused.accept(name, String.valueOf(e.getMessage()));
      }
    }
    return List.of();
  }

  /** Enables compiled runs for the numbers of rows whose answers are unchanged. */
  private List<Integer> admit(
      InspectedModel.Signature signature,
      CompiledSignature fast,
      List<Integer> rows,
      Consumer<String> refused) {
    List<Integer> taken =
        rows.stream().distinct().filter(n -> agrees(signature, fast, n, refused)).toList();
    taken.forEach(fast::admit);
    if (!taken.isEmpty() && isDivisible(signature, fast, Collections.max(taken))) {
      fast.admitPieces();
    }
    return taken;
  }

  private boolean agrees(
      InspectedModel.Signature signature,
      CompiledSignature fast,
      int rows,
      Consumer<String> refused) {
    Map<String, HostTensor> example = CompiledSignature.example(signature, rows);
    try {
      boolean alike =
          Likeness.alike(
              plain(signature, example, List.of(), Caller.PATIENT),
              compiled(signature, example, fast));
      if (!alike) {
        refused.accept("%s rows: other answers than before".formatted(rows));
      }
      return alike;
    } catch (ServingException e) {
      refused.accept("%s rows: %s".formatted(rows, e.getMessage()));
      return false;
    }
  }

  private Map<String, HostTensor> compiled(
      InspectedModel.Signature signature, Map<String, HostTensor> inputs, CompiledSignature fast) {
    return run(signature, inputs, List.of(), fast::places, Threads.OF_THE_SESSION, Caller.PATIENT);
  }

  /** Whether twice as many rows give the same together and in two pieces: none touches another. */
  private boolean isDivisible(
      InspectedModel.Signature signature, CompiledSignature fast, int rows) {
    Map<String, HostTensor> example = CompiledSignature.example(signature, 2 * rows);
    try {
      List<Map<String, HostTensor>> pieces = new ArrayList<>();
      for (int from : List.of(0, rows)) {
        Map<String, HostTensor> piece = Rows.cut(example, from, from + rows);
        pieces.add(compiled(signature, piece, fast));
      }
      return pieces.stream().allMatch(piece -> Rows.all(piece.values(), rows))
          && Likeness.alike(
              plain(signature, example, List.of(), Caller.PATIENT), Rows.join(pieces, 2 * rows));
    } catch (ServingException e) {
      return false;
    }
  }

  @Override
  public void close() {
    lifetime.end(session::close);
  }
}

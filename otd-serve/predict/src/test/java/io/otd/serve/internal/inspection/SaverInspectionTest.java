// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import static io.otd.serve.HandMadeModel.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.HandMadeModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.OpDef;

/**
 * Graphs that restore and save, built by hand: only those that read the given file reach native
 * code.
 */
class SaverInspectionTest {
  @TempDir Path directory;

  @Test
  void refuses_to_restore_from_a_file_chosen_by_the_model() throws IOException {
    MetaGraphDef.Builder meta = withSaver();
    meta.getGraphDefBuilder().addNode(node("elsewhere", "Const"));
    meta.getGraphDefBuilder().addNode(node("restore", "RestoreV2").addInput("elsewhere"));
    meta.getGraphDefBuilder().addNode(node("restore_all", "NoOp").addInput("^restore"));

    ExampleGraphs.assertRefused(directory, meta, "RestoreV2", "a file of its own choosing");
  }

  @Test
  void refuses_a_file_name_that_the_loader_cannot_set() throws IOException {
    MetaGraphDef.Builder meta = withSaver();
    meta.getGraphDefBuilder().getNodeBuilder(2).setOp("Split");
    meta.getGraphDefBuilder().addNode(node("restore", "RestoreV2").addInput("filename:1"));
    meta.getGraphDefBuilder().addNode(node("restore_all", "NoOp").addInput("^restore"));

    ExampleGraphs.assertRefused(directory, meta, "RestoreV2", "a file of its own choosing");
  }

  @Test
  void accepts_a_function_that_restores_from_the_file_it_is_given() throws IOException {
    MetaGraphDef.Builder meta = withRestoringFunction("prefix", "prefix");
    HandMadeModel.write(directory, meta);

    assertThat(GraphInspection.inspect(directory, InspectionLimits.DEFAULT).signatures())
        .hasSize(1);
  }

  @Test
  void refuses_a_function_that_restores_from_another_file() throws IOException {
    ExampleGraphs.assertRefused(
        directory,
        withRestoringFunction("prefix", "elsewhere"),
        "RestoreV2",
        "a file of its own choosing");
  }

  @Test
  void refuses_a_restoring_function_called_with_another_file() throws IOException {
    MetaGraphDef.Builder meta = withRestoringFunction("prefix", "prefix");
    meta.getGraphDefBuilder().addNode(node("elsewhere", "Const"));
    meta.getGraphDefBuilder().getNodeBuilder(3).setInput(0, "elsewhere");

    ExampleGraphs.assertRefused(directory, meta, "RestoreV2", "a file of its own choosing");
  }

  @Test
  void refuses_a_restoring_function_that_calls_another_with_file_operations() throws IOException {
    MetaGraphDef.Builder meta = withRestoringFunction("prefix", "prefix");
    meta.getGraphDefBuilder()
        .getLibraryBuilder()
        .addFunction(
            ExampleGraphs.function("deeper", node("file", "RestoreV2").addInput("prefix").build()))
        .getFunctionBuilder(0)
        .addNodeDef(ExampleGraphs.call("deeper"));

    ExampleGraphs.assertRefused(directory, meta, "RestoreV2", "while variables are restored");
  }

  /** As TensorFlow 2 writes it: the saver's operation calls a function with the file's name. */
  private static MetaGraphDef.Builder withRestoringFunction(String argument, String read) {
    MetaGraphDef.Builder meta = withSaver();
    meta.getGraphDefBuilder()
        .addNode(
            ExampleGraphs.call("restoring").toBuilder()
                .setName("restore_all")
                .addInput("filename"));
    FunctionDef.Builder function =
        ExampleGraphs.function("restoring", node("read", "RestoreV2").addInput(read).build())
            .toBuilder();
    function.getSignatureBuilder().addInputArg(OpDef.ArgDef.newBuilder().setName(argument));
    meta.getGraphDefBuilder().getLibraryBuilder().addFunction(function);
    return meta;
  }

  @Test
  void refuses_to_write_while_restoring() throws IOException {
    MetaGraphDef.Builder meta = withSaver();
    meta.getGraphDefBuilder().addNode(node("save", "SaveV2").addInput("filename"));
    meta.getGraphDefBuilder().addNode(node("restore_all", "NoOp").addInput("^save"));

    ExampleGraphs.assertRefused(directory, meta, "SaveV2", "while variables are restored");
  }

  @Test
  void accepts_a_saver_that_reads_the_file_it_is_given() throws IOException {
    acceptsASaver("Placeholder");
    acceptsASaver("Const");
  }

  private void acceptsASaver(String file) throws IOException {
    MetaGraphDef.Builder meta = withSaver();
    meta.getGraphDefBuilder().getNodeBuilder(2).setOp(file);
    meta.getGraphDefBuilder().addNode(node("restore", "RestoreV2").addInput("filename:0"));
    meta.getGraphDefBuilder().addNode(node("restore_all", "NoOp").addInput("^restore"));
    meta.getGraphDefBuilder().addNode(node("save", "SaveV2").addInput("filename"));
    HandMadeModel.write(directory, meta);

    assertThat(GraphInspection.inspect(directory, InspectionLimits.DEFAULT).signatures())
        .hasSize(1);
  }

  private static MetaGraphDef.Builder withSaver() {
    MetaGraphDef.Builder meta = ExampleGraphs.sound();
    meta.getGraphDefBuilder().addNode(node("filename", "Placeholder"));
    meta.getSaverDefBuilder()
        .setFilenameTensorName("filename:0")
        .setRestoreOpName("restore_all")
        .setSaveTensorName("save:0");
    return meta;
  }
}

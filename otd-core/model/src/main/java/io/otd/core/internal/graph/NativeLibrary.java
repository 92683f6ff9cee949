// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import io.otd.core.internal.nativelibrary.NativeLog;
import org.bytedeco.javacpp.ClassProperties;
import org.bytedeco.javacpp.Loader;
import org.tensorflow.internal.c_api.global.tensorflow;

/** TensorFlow's native library, brought into the process before it is needed. */
public final class NativeLibrary {
  private NativeLibrary() {}

  /**
   * Loads the library, which takes a moment: in a thread of its own beside other work. Where that
   * fails, nothing happens: the first use of the library tries again and reports the error.
   *
   * @implNote Initialises none of the classes that load the library. The Java virtual machine would
   *     tell their users only that this failed before, and not why.
   */
  public static synchronized void load() {
    NativeLog.errorsOnly();
    try {
      Class<?> binding = tensorflow.class;
      ClassProperties properties = Loader.loadProperties(binding, Loader.loadProperties(), true);
      for (String library : properties.get("platform.link")) {
        Loader.loadLibrary(binding, Loader.findLibrary(binding, properties, library), library);
      }
    } catch (RuntimeException | LinkageError e) {
      return; // the first use of the library reports it
    }
  }

  /**
   * Does something while the library is not being loaded, such as changing the environment, which
   * the library reads meanwhile.
   */
  public static synchronized void whileNotLoading(Runnable work) {
    work.run();
  }
}

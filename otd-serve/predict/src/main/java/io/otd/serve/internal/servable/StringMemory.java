// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_TString_Dealloc;

import org.bytedeco.javacpp.Pointer;
import org.tensorflow.internal.c_api.Deallocator_Pointer_long_Pointer;
import org.tensorflow.internal.c_api.TF_TString;

/**
 * Native memory of a tensor of strings. TensorFlow releases it through a callback when the tensor
 * is no longer in use: a string longer than a few bytes has separate memory, which TensorFlow would
 * not free, and a graph may hold the tensor longer than a run takes.
 */
final class StringMemory {
  /**
   * Frees the strings and their memory. It is retained, as the scope that this class is initialised
   * in would end it.
   */
  static final Deallocator_Pointer_long_Pointer RELEASE = new Release().retainReference();

  private static final int EACH = new TF_TString().sizeof();

  private StringMemory() {}

  static long size(int strings) {
    return (long) strings * EACH;
  }

  static Pointer allocate(long size) {
    Pointer memory = Pointer.malloc(Math.max(1, size));
    if (memory == null || memory.isNull()) {
      throw NativeTensors.outOfMemory(size);
    }
    return memory;
  }

  /**
   * Frees memory that no tensor owns.
   *
   * @param strings how many there are in it, from the beginning
   */
  static void release(Pointer memory, long strings) {
    TF_TString all = new TF_TString(memory);
    for (long i = 0; i < strings; i++) {
      TF_TString_Dealloc(all.getPointer(i));
    }
    Pointer.free(memory);
  }

  private static final class Release extends Deallocator_Pointer_long_Pointer {
    @Override
    public void call(Pointer memory, long size, Pointer unused) {
      release(memory, size / EACH);
    }
  }
}

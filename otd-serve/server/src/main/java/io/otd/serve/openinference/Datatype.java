// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Element types of tensors, as named in the protocol. */
public enum Datatype {
  /** One byte, 0 or 1. */
  BOOL(ElementType.BOOL),
  /** Unsigned, 8 bits. */
  UINT8(ElementType.UINT8),
  /** Unsigned, 16 bits. */
  UINT16(ElementType.UINT16),
  /** Unsigned, 32 bits. */
  UINT32(ElementType.UINT32),
  /** Unsigned, 64 bits. */
  UINT64(ElementType.UINT64),
  /** Signed, 8 bits. */
  INT8(ElementType.INT8),
  /** Signed, 16 bits. */
  INT16(ElementType.INT16),
  /** Signed, 32 bits. */
  INT32(ElementType.INT32),
  /** Signed, 64 bits. */
  INT64(ElementType.INT64),
  /** IEEE 754 binary16. */
  FP16(ElementType.HALF),
  /** The upper half of a 32-bit float. */
  BF16(ElementType.BFLOAT16),
  /** 32-bit float. */
  FP32(ElementType.FLOAT),
  /** 64-bit float. */
  FP64(ElementType.DOUBLE),
  /** Bytes of any length: TensorFlow's strings. */
  BYTES(ElementType.STRING);

  private static final Map<ElementType, Datatype> BY_ELEMENT =
      Arrays.stream(values()).collect(Collectors.toMap(Datatype::element, Function.identity()));
  private static final Map<String, Datatype> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Datatype::name, Function.identity()));

  private final ElementType element;

  Datatype(ElementType element) {
    this.element = element;
  }

  /** The same in TensorFlow's words. */
  public ElementType element() {
    return element;
  }

  /** Whether bytes alone carry it: neither JSON nor a typed field of a message does. */
  public boolean isRawOnly() {
    return this == FP16 || this == BF16;
  }

  /** The datatype of elements. */
  public static Datatype of(ElementType element) {
    Datatype datatype = BY_ELEMENT.get(element);
    if (datatype == null) {
      throw new IllegalArgumentException("type: " + element + " (expected: one with a datatype)");
    }
    return datatype;
  }

  /**
   * The datatype of an input.
   *
   * @param input its name, for error messages
   * @param name as in the request
   * @throws ServingException INVALID_ARGUMENT, if there is none of that name
   */
  public static Datatype named(String input, String name) {
    Datatype datatype = BY_NAME.get(name);
    if (datatype == null) {
      throw ServingException.invalid(
          "input \"%s\": datatype \"%s\" (expected: one of %s)"
              .formatted(input, name, Arrays.toString(values())));
    }
    return datatype;
  }

  /** As metadata name the type of a tensor; one that cannot be served by TensorFlow's name. */
  static String text(DeclaredTensor tensor) {
    return tensor.type().map(type -> of(type).name()).orElse(tensor.dtype());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.StatusCode;

/**
 * A version in the index of the models.
 *
 * @param name of the model
 * @param version its number; empty if no version was found
 * @param state of it
 * @param reason why it cannot answer; empty if it can, or will soon
 */
public record IndexedVersion(String name, String version, State state, String reason) {
  /** State of a version, as named in the model repository extension. */
  public enum State {
    /** It answers. */
    READY,
    /** It cannot be had. */
    UNAVAILABLE,
    /** On its way. */
    LOADING,
    /** It answers no new request. */
    UNLOADING
  }

  static IndexedVersion of(String name, VersionStatus status) {
    State state =
        switch (status.state()) {
          case START, LOADING -> State.LOADING;
          case AVAILABLE -> State.READY;
          case UNLOADING -> State.UNLOADING;
          case END -> State.UNAVAILABLE;
        };
    String reason = status.message();
    if (state == State.UNAVAILABLE && status.code() == StatusCode.OK) {
      reason = "unloaded";
    }
    return new IndexedVersion(name, Long.toString(status.version()), state, reason);
  }
}

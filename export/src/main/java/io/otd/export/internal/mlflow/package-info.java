// SPDX-License-Identifier: Apache-2.0
/** An exported model as a model of MLflow: its description, and the Python code that scores. */
@NullMarked
package io.otd.export.internal.mlflow;

import org.jspecify.annotations.NullMarked;

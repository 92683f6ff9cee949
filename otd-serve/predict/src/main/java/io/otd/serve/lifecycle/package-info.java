/** What happens to the versions of a model, and who is told of it. */
@NullMarked
package io.otd.serve.lifecycle;

import org.jspecify.annotations.NullMarked;

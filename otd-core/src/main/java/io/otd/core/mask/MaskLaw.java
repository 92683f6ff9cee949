package io.otd.core.mask;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterValues;
import java.util.List;
import org.tensorflow.op.Ops;

/** The law of the masks that multiply the hidden units. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Deterministic.class, name = "deterministic"),
  @JsonSubTypes.Type(value = Bernoulli.class, name = "bernoulli"),
  @JsonSubTypes.Type(value = Transported.class, name = "transported")
})
public sealed interface MaskLaw permits Deterministic, Bernoulli, Transported {
  /**
   * What the law learns.
   *
   * @param width d_z
   */
  List<Parameter> parameters(int width);

  /**
   * Probability with which the reference keeps a unit, in (0, 1]: its mean where that is simple.
   */
  double keepProbability();

  /** Whether two draws can differ; if not, one draw says all. */
  boolean random();

  /** Whether all rows of a batch share a draw's mask. */
  default boolean sharedByRows() {
    return true;
  }

  /**
   * Adds masks to a graph.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param noise the uniforms
   * @param counts how many masks, of which width
   */
  MaskDraws draw(Ops tf, ParameterValues values, Noise noise, DrawCounts counts);
}

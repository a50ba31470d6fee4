package dev.starling.speaker.kube.model;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Chooses objects by their labels, as the API's {@code LabelSelector}: every part must hold. One
 * without parts chooses every object.
 */
public record LabelSelector(
    SortedMap<String, String> matchLabels, List<Requirement> matchExpressions) {
  /** Copies both. */
  public LabelSelector {
    matchLabels = Copies.map(matchLabels);
    matchExpressions = List.copyOf(matchExpressions);
  }

  /**
   * One of the {@code matchExpressions}.
   *
   * @param operator as the API spells it
   */
  public record Requirement(String key, String operator, List<String> values) {
    /** Copies the list. */
    public Requirement {
      values = List.copyOf(values);
    }

    private @Nullable FaultReason fault() {
      Operator known = Operator.parse(operator);
      if (known == null) {
        return FaultReason.SELECTOR_OPERATOR;
      }
      if (values.size() > Limits.VALUES_OF_REQUIREMENT) {
        return FaultReason.SELECTOR_TOO_LARGE;
      }
      if (values.isEmpty() == known.takesValues()) {
        return FaultReason.SELECTOR_VALUES;
      }
      if (!LabelSyntax.isKey(key)) {
        return FaultReason.SELECTOR_KEY;
      }
      return values.stream().allMatch(LabelSyntax::isValue) ? null : FaultReason.SELECTOR_VALUE;
    }

    private boolean holds(SortedMap<String, String> labels) {
      String value = labels.get(key);
      return switch (Operator.parse(operator)) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case null -> false;
      };
    }
  }

  private enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST;

    static @Nullable Operator parse(String text) {
      return switch (text) {
        case "In" -> IN;
        case "NotIn" -> NOT_IN;
        case "Exists" -> EXISTS;
        case "DoesNotExist" -> DOES_NOT_EXIST;
        default -> null;
      };
    }

    boolean takesValues() {
      return this == IN || this == NOT_IN;
    }
  }

  /** What is wrong with it, by the rules of the API; null if nothing is. */
  public @Nullable FaultReason fault() {
    if (matchLabels.size() + matchExpressions.size() > Limits.REQUIREMENTS_OF_SELECTOR) {
      return FaultReason.SELECTOR_TOO_LARGE;
    }
    for (var label : matchLabels.entrySet()) {
      if (!LabelSyntax.isKey(label.getKey())) {
        return FaultReason.SELECTOR_KEY;
      }
      if (!LabelSyntax.isValue(label.getValue())) {
        return FaultReason.SELECTOR_VALUE;
      }
    }
    for (Requirement requirement : matchExpressions) {
      FaultReason fault = requirement.fault();
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  /** Whether it chooses an object with these labels; it must have no {@link #fault}. */
  boolean matches(SortedMap<String, String> labels) {
    for (var label : matchLabels.entrySet()) {
      if (!label.getValue().equals(labels.get(label.getKey()))) {
        return false;
      }
    }
    for (Requirement requirement : matchExpressions) {
      if (!requirement.holds(labels)) {
        return false;
      }
    }
    return true;
  }
}

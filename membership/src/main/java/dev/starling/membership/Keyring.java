package dev.starling.membership;

import java.util.List;

/** Placeholder: the membership helper owns this type. */
public record Keyring(List<String> texts) {}

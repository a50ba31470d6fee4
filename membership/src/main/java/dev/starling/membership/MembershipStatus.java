package dev.starling.membership;

/** Placeholder: the membership helper owns this type. */
public record MembershipStatus(String cluster) {}

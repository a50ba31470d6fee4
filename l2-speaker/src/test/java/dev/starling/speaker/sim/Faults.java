package dev.starling.speaker.sim;

import java.util.Arrays;

/** What is broken between the nodes, and between each node and the client with its witness. */
final class Faults {
  private final boolean[] mute;
  private final boolean[] deaf;
  private final int[] side;
  private final int[] talk;
  private final boolean[] rejecting;
  private final boolean[][] broken;

  /** The side of the switch that the client and the witness are on. */
  static final int CLIENT_SIDE = 0;

  Faults(int nodes) {
    mute = new boolean[nodes];
    deaf = new boolean[nodes];
    side = new int[nodes];
    talk = new int[nodes];
    rejecting = new boolean[nodes];
    broken = new boolean[nodes][nodes];
  }

  /** Frames of {@code node} are lost; it hears the others. */
  void mute(int node) {
    mute[node] = true;
  }

  /** Frames to {@code node} are lost; the others hear it. */
  void deafen(int node) {
    deaf[node] = true;
  }

  void cut(int node) {
    mute(node);
    deafen(node);
  }

  /** Nodes on different sides do not hear one another. */
  void place(int node, int onSide) {
    side[node] = onSide;
  }

  /** Datagrams between nodes of different groups are lost; the segment is as it is. */
  void part(int node, int group) {
    talk[node] = group;
  }

  /** The kernel of {@code node} rejects the others' datagrams, and says so; it sends its own. */
  void reject(int node) {
    rejecting[node] = true;
  }

  /** Whether whoever asks there for the speaker is told that nobody listens, though it lives. */
  boolean rejects(int node) {
    return rejecting[node];
  }

  /** Nothing passes between two nodes; others may reach both. */
  void breakPath(int one, int other) {
    broken[one][other] = true;
    broken[other][one] = true;
  }

  void heal() {
    for (boolean[] row : broken) {
      Arrays.fill(row, false);
    }
    Arrays.fill(mute, false);
    Arrays.fill(deaf, false);
    Arrays.fill(side, CLIENT_SIDE);
    healTalk();
  }

  void healTalk() {
    Arrays.fill(talk, 0);
    Arrays.fill(rejecting, false);
  }

  /** Whether a frame arrives. */
  boolean reaches(int from, int to) {
    return !mute[from] && !deaf[to] && side[from] == side[to] && !broken[from][to];
  }

  /** Whether two nodes hear each other's frames. */
  boolean shareSegment(int one, int other) {
    return reaches(one, other) && reaches(other, one);
  }

  /** Whether a datagram between speakers arrives. */
  boolean passes(int from, int to) {
    return reaches(from, to) && talk[from] == talk[to] && !rejecting[to];
  }

  boolean hearsClient(int node) {
    return !mute[node] && !deaf[node] && side[node] == CLIENT_SIDE;
  }

  /** Whether {@code node} cannot take part in any conversation. */
  boolean impaired(int node) {
    return mute[node] || deaf[node];
  }

  /** Whether the speakers of two nodes hear each other's datagrams. */
  boolean areConnected(int one, int other) {
    return passes(one, other) && passes(other, one);
  }
}

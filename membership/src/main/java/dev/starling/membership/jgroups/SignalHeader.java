package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import dev.starling.membership.detect.Signal;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jgroups.Header;
import org.jspecify.annotations.Nullable;

/**
 * A detector's signal on the wire; or the word that its sender is about to leave; or nothing, for
 * the sake of the frame around it, which tells the newest key that its sender holds.
 */
public final class SignalHeader extends Header {
  private static final byte GOODBYE = 0;
  private static final byte PROBE = 1;
  private static final byte ACK = 2;
  private static final byte ALERT = 3;
  private static final byte CLEAR = 4;
  private static final byte HINT = 5;
  private static final byte KEYS_CHANGED = 6;

  private byte type;
  private @Nullable Signal signal;

  /** An empty one, for JGroups to read into. */
  public SignalHeader() {}

  /** A header that carries {@code signal}. */
  static SignalHeader of(Signal signal) {
    SignalHeader header = new SignalHeader();
    header.signal = signal;
    header.type =
        switch (signal) {
          case Signal.Probe probe -> PROBE;
          case Signal.Ack ack -> ACK;
          case Signal.Alert alert -> ALERT;
          case Signal.Clear clear -> CLEAR;
          case Signal.Hint hint -> HINT;
        };
    return header;
  }

  /** The word that the sender leaves: its silence will be no crash. */
  static SignalHeader goodbye() {
    return new SignalHeader();
  }

  /** No signal: the frame says it all. */
  static SignalHeader keysChanged() {
    SignalHeader header = new SignalHeader();
    header.type = KEYS_CHANGED;
    return header;
  }

  /** The signal; nothing in a goodbye, or in one of a later version. */
  Optional<Signal> signal() {
    return Optional.ofNullable(signal);
  }

  boolean isGoodbye() {
    return type == GOODBYE;
  }

  @Override
  public short getMagicId() {
    return WireIds.SIGNAL_HEADER;
  }

  @Override
  public Supplier<? extends Header> create() {
    return SignalHeader::new;
  }

  @Override
  public int serializedSize() {
    return 1
        + switch (signal) {
          case Signal.Probe probe -> 2 * Long.BYTES + 1;
          case Signal.Ack ack -> Long.BYTES;
          case Signal.Alert alert -> 2 * Long.BYTES;
          case Signal.Clear clear -> 2 * Long.BYTES;
          case Signal.Hint hint -> 2 * Long.BYTES;
          case null -> 0;
        };
  }

  @Override
  public void writeTo(DataOutput out) throws IOException {
    out.writeByte(type);
    switch (signal) {
      case Signal.Probe(long number, long lastAck, boolean accusing) -> {
        out.writeLong(number);
        out.writeLong(lastAck);
        out.writeBoolean(accusing);
      }
      case Signal.Ack(long number) -> out.writeLong(number);
      case Signal.Alert(MemberId subject) -> write(subject, out);
      case Signal.Clear(MemberId subject) -> write(subject, out);
      case Signal.Hint(MemberId subject) -> write(subject, out);
      case null -> {}
    }
  }

  private static void write(MemberId member, DataOutput out) throws IOException {
    out.writeLong(member.node());
    out.writeLong(member.incarnation());
  }

  @Override
  public void readFrom(DataInput in) throws IOException {
    type = in.readByte();
    signal =
        switch (type) {
          case PROBE -> new Signal.Probe(in.readLong(), in.readLong(), in.readBoolean());
          case ACK -> new Signal.Ack(in.readLong());
          case ALERT -> new Signal.Alert(readMember(in));
          case CLEAR -> new Signal.Clear(readMember(in));
          case HINT -> new Signal.Hint(readMember(in));
          default -> null;
        };
  }

  private static MemberId readMember(DataInput in) throws IOException {
    return new MemberId(in.readLong(), in.readLong());
  }
}

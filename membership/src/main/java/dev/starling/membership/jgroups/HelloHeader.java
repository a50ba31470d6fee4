package dev.starling.membership.jgroups;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.Header;
import org.jgroups.PhysicalAddress;
import org.jgroups.ViewId;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/** What a speaker says of its view to a host that is not in it. */
public final class HelloHeader extends Header {
  private @Nullable Hello hello;

  /** An empty one, for JGroups to read into. */
  public HelloHeader() {}

  HelloHeader(Hello hello) {
    this.hello = hello;
  }

  /**
   * A hello.
   *
   * @param view the sender's view
   * @param viewSize how many members it has
   * @param address where the sender listens
   * @param number to be echoed
   * @param echoes whether {@code echo} means something
   * @param echo the number of the last hello that the sender has had from the receiver
   */
  record Hello(
      ViewId view, int viewSize, PhysicalAddress address, long number, boolean echoes, long echo) {}

  /** What was said. */
  Hello hello() {
    if (hello == null) {
      throw new IllegalStateException("nothing read yet");
    }
    return hello;
  }

  @Override
  public short getMagicId() {
    return WireIds.HELLO_HEADER;
  }

  @Override
  public Supplier<? extends Header> create() {
    return HelloHeader::new;
  }

  @Override
  public int serializedSize() {
    Hello said = hello();
    return Util.size(said.view())
        + Util.size((Address) said.address())
        + Integer.BYTES
        + 2 * Long.BYTES
        + 1;
  }

  @Override
  public void writeTo(DataOutput out) throws IOException {
    Hello said = hello();
    Util.writeViewId(said.view(), out);
    Util.writeAddress(said.address(), out);
    out.writeInt(said.viewSize());
    out.writeLong(said.number());
    out.writeBoolean(said.echoes());
    out.writeLong(said.echo());
  }

  @Override
  public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
    ViewId view = Util.readViewId(in);
    if (view == null || !(Util.readAddress(in) instanceof PhysicalAddress address)) {
      throw new IOException("a hello without view or address");
    }
    hello = new Hello(view, in.readInt(), address, in.readLong(), in.readBoolean(), in.readLong());
  }
}

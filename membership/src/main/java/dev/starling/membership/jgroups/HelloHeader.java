package dev.starling.membership.jgroups;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jgroups.Address;
import org.jgroups.Header;
import org.jgroups.PhysicalAddress;
import org.jgroups.ViewId;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Bits;
import org.jgroups.util.UUID;
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
  public void readFrom(DataInput in) throws IOException {
    ViewId view = readView(in);
    PhysicalAddress address = readAddress(in);
    int viewSize = in.readInt();
    if (viewSize < 1) {
      throw new IOException("a view without members");
    }
    hello = new Hello(view, viewSize, address, in.readLong(), in.readBoolean(), in.readLong());
  }

  /** JGroups' own reader would make an address of any class that the bytes name, or none. */
  private static ViewId readView(DataInput in) throws IOException {
    if (!in.readBoolean() || in.readByte() != Address.UUID_ADDR) {
      throw new IOException("a hello without a speaker's view");
    }
    UUID creator = new UUID();
    creator.readFrom(in);
    return new ViewId(creator, Bits.readLongCompressed(in));
  }

  private static PhysicalAddress readAddress(DataInput in) throws IOException {
    IpAddress address = new IpAddress();
    if (in.readByte() != Address.IP_ADDR) {
      throw new IOException("a hello without an IP address");
    }
    address.readFrom(in);
    if (address.getIpAddress() == null) {
      throw new IOException("a hello from nowhere");
    }
    return address;
  }
}

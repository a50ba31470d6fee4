package dev.starling.speaker.core;

import dev.starling.membership.MemberId;
import dev.starling.membership.ViewId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What speakers tell one another above the membership. On the wire: version (1 byte, 1), kind (1
 * byte), sequence (8 bytes); a description goes on with the view it was sent in (creator's node and
 * incarnation, count: 8 bytes each), flags (1 byte: 1 settled, 2 draining, 4 established), the
 * number of links (1 byte), and for each link the length of its name (1 byte) and the name, in the
 * names' order.
 */
public sealed interface PeerMessage {
  /** Links in a description, at most. */
  int LINKS_MAX = 64;

  /** Bytes in the name of a link, at most: IFNAMSIZ less the final zero. */
  int LINK_NAME_MAX = 15;

  /**
   * This is what I am, from {@code sequence} on, said in {@code view}.
   *
   * @param established whether the group has come into being already: see {@link Forming}
   */
  record Described(long sequence, ViewId view, Description description, boolean established)
      implements PeerMessage {}

  /** I act by your description {@code sequence} from now on. */
  record Applied(long sequence) implements PeerMessage {}

  /** The message as bytes. */
  static byte[] encode(PeerMessage message) {
    return switch (message) {
      case Applied(long sequence) -> {
        byte[] bytes = new byte[10];
        header(bytes, 2, sequence);
        yield bytes;
      }
      case Described(long sequence, ViewId view, Description description, boolean established) -> {
        SortedSet<String> links = description.usableLinks();
        if (links.size() > LINKS_MAX) {
          throw new IllegalStateException(links.size() + " links");
        }
        int length = 36;
        for (String link : links) {
          length += 1 + link.getBytes(StandardCharsets.UTF_8).length;
        }
        byte[] bytes = new byte[length];
        ByteBuffer out = header(bytes, 1, sequence);
        out.putLong(view.creator().node()).putLong(view.creator().incarnation());
        out.putLong(view.sequence());
        int flags =
            (description.settled() ? 1 : 0)
                | (description.draining() ? 2 : 0)
                | (established ? 4 : 0);
        out.put((byte) flags).put((byte) links.size());
        for (String link : links) {
          byte[] name = link.getBytes(StandardCharsets.UTF_8);
          out.put((byte) name.length).put(name);
        }
        yield bytes;
      }
    };
  }

  /**
   * The message in {@code bytes}, or null if there is none: nothing is thrown. Bytes that {@link
   * #encode} would not have written are none, so that a name cannot come twice or be no UTF-8.
   */
  static @Nullable PeerMessage parse(byte[] bytes) {
    PeerMessage message = read(bytes);
    return message != null && Arrays.equals(encode(message), bytes) ? message : null;
  }

  /** Whether a link of that name is told of. It is shown on terminals: no control characters. */
  static boolean isLinkName(String name) {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    return length > 0
        && length <= LINK_NAME_MAX
        && name.codePoints().noneMatch(Character::isISOControl);
  }

  private static @Nullable PeerMessage read(byte[] bytes) {
    if (bytes.length < 10 || bytes[0] != 1) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 2, bytes.length - 2);
    long sequence = in.getLong();
    return switch (bytes[1]) {
      case 1 -> described(sequence, in);
      case 2 -> in.hasRemaining() ? null : new Applied(sequence);
      default -> null;
    };
  }

  private static ByteBuffer header(byte[] bytes, int kind, long sequence) {
    return ByteBuffer.wrap(bytes).put((byte) 1).put((byte) kind).putLong(sequence);
  }

  private static @Nullable Described described(long sequence, ByteBuffer in) {
    if (in.remaining() < 26) {
      return null;
    }
    var view = new ViewId(new MemberId(in.getLong(), in.getLong()), in.getLong());
    int flags = in.get();
    int count = in.get();
    if ((flags & ~7) != 0 || count < 0 || count > LINKS_MAX) {
      return null;
    }
    SortedSet<String> links = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      int length = in.hasRemaining() ? in.get() : -1;
      if (length < 1 || length > in.remaining()) {
        return null;
      }
      byte[] name = new byte[length];
      in.get(name);
      String link = new String(name, StandardCharsets.UTF_8);
      if (!isLinkName(link)) {
        return null;
      }
      links.add(link);
    }
    if (in.hasRemaining()) {
      return null;
    }
    Description description = new Description((flags & 1) != 0, (flags & 2) != 0, links);
    return new Described(sequence, view, description, (flags & 4) != 0);
  }
}

package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.Icmpv6;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.Malformed;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborAdvertisement;
import dev.starling.arpndp.wire.NeighborSolicitation;
import dev.starling.arpndp.wire.Octets;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers for one link. {@link #respond} is the hot path: one thread at a time calls it; it takes
 * no lock, waits for nothing and allocates nothing. What it answers for is replaced by one volatile
 * write, from any thread, and holds from the next frame on.
 *
 * <p>The order of its questions is the order of its reasons: is the frame whole, is it our own,
 * what does it tell the {@link Radar}, does it ask, may its sender be answered, is the target owned
 * here, do we hold the permit, is the rate kept. Only a frame that would be answered otherwise is
 * counted as {@link DropReason#NO_PERMIT} or {@link DropReason#RATE_LIMITED}.
 */
public final class Responder {
  /** Bytes that the buffer for answers must hold. */
  public static final int LONGEST_ANSWER = ReplyFrames.LONGEST;

  private static final int ANSWERS_PER_SECOND = 20_000;
  private static final int ANSWER_BURST = 2_000;
  private static final int ARP_BROADCAST = 0xffff_ffff;

  private final LongSupplier clock;
  private final LongSupplier permitUntilNanos;
  private final TokenBucket limit;
  private final Counters counters = new Counters();
  private final RadarGate radar;

  private volatile AnswerTable published = AnswerTable.EMPTY;

  /**
   * A responder that answers nothing until a table is published.
   *
   * @param clock the time, in nanoseconds, to compare the permit with
   * @param permitUntilNanos until when we may answer; {@link Long#MAX_VALUE} for ever
   * @param limit bounds the answers, see {@link #answerLimit}
   */
  public Responder(
      LongSupplier clock, LongSupplier permitUntilNanos, Radar radar, TokenBucket limit) {
    this.clock = clock;
    this.permitUntilNanos = permitUntilNanos;
    this.limit = limit;
    this.radar = new RadarGate(radar, counters);
  }

  /**
   * The usual limit: 20,000 answers a second, 2,000 at once; far above an honest segment's load.
   */
  public static TokenBucket answerLimit() {
    return new TokenBucket(ANSWERS_PER_SECOND, ANSWER_BURST);
  }

  /** Answers by {@code table} from the next frame on. */
  public void publish(AnswerTable table) {
    published = table;
  }

  /** What was published last. */
  public AnswerTable published() {
    return published;
  }

  /** What has happened so far. */
  public Counters counters() {
    return counters;
  }

  /**
   * Judges the first {@code length} bytes of {@code frame}, and writes the answer.
   *
   * @param out at least {@link #LONGEST_ANSWER} bytes
   * @return the answer's length, above 0; or a reason for silence, see {@link DropReason#ofVerdict}
   */
  public int respond(byte[] frame, int length, byte[] out) {
    int verdict = judge(published, frame, Math.min(length, frame.length), out);
    if (verdict < 0) {
      counters.countDrop(DropReason.ofVerdict(verdict));
    }
    return verdict;
  }

  private int judge(AnswerTable table, byte[] frame, int length, byte[] out) {
    Malformed fault = Ethernet.faultOf(frame, length);
    if (fault != null) {
      return DropReason.of(fault).verdict();
    }
    if (Octets.u48(frame, Ethernet.SOURCE) == table.macValue()) {
      return DropReason.OWN_FRAME.verdict();
    }
    int at = Ethernet.payloadOffset(frame);
    return switch (Ethernet.typeAt(frame, at)) {
      case Ethernet.ARP -> judgeArp(table, frame, length, out);
      case Ethernet.IPV6 ->
          switch (Icmpv6.typeAt(frame, length, at)) {
            case NeighborSolicitation.TYPE -> judgeSolicitation(table, frame, length, out);
            case NeighborAdvertisement.TYPE -> judgeAdvertisement(table, frame, length);
            default -> judgeOtherIpv6(frame, length);
          };
      default -> DropReason.OTHER_PROTOCOL.verdict();
    };
  }

  private static int judgeOtherIpv6(byte[] frame, int length) {
    Malformed fault = NeighborSolicitation.faultOf(frame, length);
    if (fault == Malformed.FRAGMENT || fault == Malformed.TOO_SHORT) {
      return DropReason.of(fault).verdict();
    }
    return DropReason.OTHER_PROTOCOL.verdict();
  }

  private int judgeArp(AnswerTable table, byte[] frame, int length, byte[] out) {
    Malformed fault = ArpPacket.faultOf(frame, length);
    if (fault != null) {
      return DropReason.of(fault).verdict();
    }
    int at = Ethernet.payloadOffset(frame);
    long senderMac = Octets.u48(frame, at + ArpPacket.SENDER_MAC);
    if (senderMac == table.macValue()) {
      return DropReason.OWN_FRAME.verdict();
    }
    int senderIp = Octets.i32(frame, at + ArpPacket.SENDER_IP);
    int targetIp = Octets.i32(frame, at + ArpPacket.TARGET_IP);
    int sender = table.find(senderIp);
    boolean asks = Octets.u16(frame, at + ArpPacket.OPERATION) == 1;
    boolean states = !asks || senderIp == targetIp;
    observe(table, sender, senderMac, states ? statement(table, frame, !asks) : Statement.NONE);
    if ((states && table.isService(sender)) || table.isOwned(sender)) {
      return DropReason.FOREIGN_CLAIM.verdict();
    }
    if (!asks) {
      return DropReason.NOT_A_QUESTION.verdict();
    }
    DropReason reason = arpSenderFault(table, frame, senderMac, senderIp);
    if (reason == null && !isHost(targetIp)) {
      reason = DropReason.BAD_TARGET_IP;
    }
    if (reason == null) {
      reason = refusal(table, table.find(targetIp));
    }
    if (reason != null) {
      return reason.verdict();
    }
    counters.countAnswer(senderIp == 0 ? AnswerKind.ARP_PROBE : AnswerKind.ARP_REQUEST);
    return ReplyFrames.arpReply(frame, at, table.macValue(), out);
  }

  private static @Nullable DropReason arpSenderFault(
      AnswerTable table, byte[] frame, long senderMac, int senderIp) {
    if (isForAnother(table, frame)) {
      return DropReason.OTHER_HOST;
    }
    if (!MacAddress.isUnicast(senderMac)) {
      return DropReason.BAD_SENDER_MAC;
    }
    if (senderMac != Octets.u48(frame, Ethernet.SOURCE)) {
      return DropReason.SENDER_MISMATCH;
    }
    return senderIp == 0 || isHost(senderIp) ? null : DropReason.BAD_SENDER_IP;
  }

  private int judgeSolicitation(AnswerTable table, byte[] frame, int length, byte[] out) {
    Malformed fault = NeighborSolicitation.faultOf(frame, length);
    if (fault != null) {
      return DropReason.of(fault).verdict();
    }
    int ip = Ethernet.payloadOffset(frame);
    long sourceMac = Octets.u48(frame, Ethernet.SOURCE);
    long named = Icmpv6.linkLayerOption(frame, ip, NdpOption.SOURCE_LINK_LAYER);
    if (named == table.macValue()) {
      return DropReason.OWN_FRAME.verdict();
    }
    long high = Octets.i64(frame, ip + Icmpv6.SOURCE);
    long low = Octets.i64(frame, ip + Icmpv6.SOURCE + 8);
    int sender = table.find(high, low);
    observe(table, sender, named == Icmpv6.ABSENT ? sourceMac : named, Statement.NONE);
    if (table.isOwned(sender)) {
      return DropReason.FOREIGN_CLAIM.verdict();
    }
    if (isForAnother(table, frame)) {
      return DropReason.OTHER_HOST.verdict();
    }
    boolean unicast = named == Icmpv6.ABSENT || MacAddress.isUnicast(named);
    if (!unicast || !MacAddress.isUnicast(sourceMac)) {
      return DropReason.BAD_SENDER_MAC.verdict();
    }
    if (high == 0 && low == 1) {
      return DropReason.BAD_SENDER_IP.verdict();
    }
    if (!Solicited.isAsked(frame, ip)) {
      return DropReason.WRONG_DESTINATION.verdict();
    }
    DropReason reason = refusal(table, Solicited.target(table, frame, ip));
    if (reason != null) {
      return reason.verdict();
    }
    boolean probe = (high | low) == 0;
    counters.countAnswer(probe ? AnswerKind.DUPLICATE_ADDRESS_PROBE : AnswerKind.SOLICITATION);
    return ReplyFrames.advertisement(frame, ip, probe, table.macValue(), out);
  }

  private int judgeAdvertisement(AnswerTable table, byte[] frame, int length) {
    Malformed fault = NeighborAdvertisement.faultOf(frame, length);
    if (fault != null) {
      return DropReason.of(fault).verdict();
    }
    int ip = Ethernet.payloadOffset(frame);
    long named = Icmpv6.linkLayerOption(frame, ip, NdpOption.TARGET_LINK_LAYER);
    if (named == table.macValue()) {
      return DropReason.OWN_FRAME.verdict();
    }
    int target = Solicited.target(table, frame, ip);
    long claimant = named == Icmpv6.ABSENT ? Octets.u48(frame, Ethernet.SOURCE) : named;
    observe(table, target, claimant, statement(table, frame, true));
    boolean claim = table.isService(target);
    return (claim ? DropReason.FOREIGN_CLAIM : DropReason.NOT_A_QUESTION).verdict();
  }

  private static Statement statement(AnswerTable table, byte[] frame, boolean answers) {
    boolean toUs = answers && Octets.u48(frame, Ethernet.DESTINATION) == table.macValue();
    return toUs ? Statement.TO_US : Statement.PUBLIC;
  }

  /** Tells the radar that the address with this number was heard from {@code mac}. */
  private void observe(AnswerTable table, int number, long mac, Statement statement) {
    if (number == AddressIndex.ABSENT || !MacAddress.isUnicast(mac)) {
      return;
    }
    long now = clock.getAsLong();
    if (table.isService(number)) {
      radar.foreignClaim(table.address(number), table.isOwned(number), mac, statement, now);
    }
    if (statement == Statement.TO_US && table.isWitness(number)) {
      radar.witnessHeard(table.address(number), now);
    }
  }

  private @Nullable DropReason refusal(AnswerTable table, int target) {
    if (!table.isService(target)) {
      return DropReason.NOT_OURS;
    }
    if (!table.isOwned(target)) {
      return DropReason.NOT_OWNED;
    }
    long now = clock.getAsLong();
    long until = permitUntilNanos.getAsLong();
    if (until != Long.MAX_VALUE && until - now <= 0) {
      return DropReason.NO_PERMIT;
    }
    return limit.take(now) ? null : DropReason.RATE_LIMITED;
  }

  /**
   * Switches flood frames to a MAC that they have not learnt; the kernel hands them to captures.
   */
  private static boolean isForAnother(AnswerTable table, byte[] frame) {
    long destination = Octets.u48(frame, 0);
    return destination != table.macValue() && !MacAddress.isGroup(destination);
  }

  /** Whether an IPv4 address can be one host's: not 0/8, 127/8, 224/4 or broadcast (RFC 1122). */
  private static boolean isHost(int ip) {
    int first = ip >>> 24;
    return first != 0 && first != 127 && first >> 4 != 14 && ip != ARP_BROADCAST;
  }
}

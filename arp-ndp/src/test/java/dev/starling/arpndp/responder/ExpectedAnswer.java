package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.HexFrame;
import dev.starling.arpndp.wire.Malformed;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * What must become of a frame on the link of {@link ReferenceTable}, told from its hexadecimal
 * digits by the rules of RFC 826, RFC 4861 and RFC 5227, and by nothing of the responder: every
 * ground for silence at once, or else the answer, byte by byte; and what the frame claims.
 */
final class ExpectedAnswer {
  private static final String OWN = "02000000000a";
  private static final String OWNED_V4 = "0a07000a";
  private static final String OTHER_V4 = "0a07000b";
  private static final String WITNESS_V4 = "0a070001";
  private static final String SEGMENT_V6 = "20010db8000700000000000000000";
  private static final String OWNED_V6 = SEGMENT_V6 + "010";
  private static final String OTHER_V6 = SEGMENT_V6 + "011";
  private static final String WITNESS_V6 = SEGMENT_V6 + "001";
  private static final String NOBODY_V6 = "00".repeat(16);
  private static final String ALL_NODES = "ff02" + "00".repeat(13) + "01";
  private static final String GROUP = "ff02" + "00".repeat(9) + "01ff";

  private final HexFrame frame;
  private final Set<DropReason> silence = EnumSet.noneOf(DropReason.class);
  private String answer = "";
  private String claimed = "";
  private String claimant = "";
  private String witness = "";

  ExpectedAnswer(byte[] bytes) {
    frame = new HexFrame(bytes);
    addAll(frame.ethernetFaults());
    if (frame.ethernetFaults().contains(Malformed.TOO_SHORT)) {
      return;
    }
    add(frame.source().equals(OWN), DropReason.OWN_FRAME);
    switch (frame.etherType()) {
      case "0806" -> arp();
      case "86dd" -> ipv6();
      default -> silence.add(DropReason.OTHER_PROTOCOL);
    }
  }

  /** Each ground on which the frame is not answered; none if it must be. */
  Set<DropReason> silence() {
    return silence;
  }

  /** The answer in hexadecimal digits, if there is no ground for silence. */
  String answer() {
    return answer;
  }

  /** The service IP that another host claims by it, in hexadecimal digits, or nothing. */
  String claimed() {
    return claimed;
  }

  /** Who claims it, and whether it states that or only sends from it. */
  String claimant() {
    return claimant;
  }

  /** The witness that answers us by it, or nothing. */
  String witness() {
    return witness;
  }

  private void arp() {
    addAll(frame.arpFaults());
    if (!frame.arpFaults().isEmpty()) {
      return;
    }
    boolean asks = frame.at(6, 2).equals("0001");
    String sender = frame.at(8, 6);
    String senderIp = frame.at(14, 4);
    String targetIp = frame.at(24, 4);
    add(sender.equals(OWN), DropReason.OWN_FRAME);
    add(!asks, DropReason.NOT_A_QUESTION);
    add(isForAnother(), DropReason.OTHER_HOST);
    add(!isUnicast(sender), DropReason.BAD_SENDER_MAC);
    add(!sender.equals(frame.source()), DropReason.SENDER_MISMATCH);
    add(!senderIp.equals("00000000") && !isHost(senderIp), DropReason.BAD_SENDER_IP);
    add(!isHost(targetIp), DropReason.BAD_TARGET_IP);
    boolean announces = senderIp.equals(targetIp) || !asks;
    boolean service = senderIp.equals(OWNED_V4) || senderIp.equals(OTHER_V4);
    add(
        senderIp.equals(OWNED_V4) || (senderIp.equals(OTHER_V4) && announces),
        DropReason.FOREIGN_CLAIM);
    add(targetIp.equals(OTHER_V4), DropReason.NOT_OWNED);
    add(!targetIp.equals(OTHER_V4) && !targetIp.equals(OWNED_V4), DropReason.NOT_OURS);
    hear(service ? senderIp : "", sender, announces);
    boolean answersUs = !asks && frame.destination().equals(OWN) && isUnicast(sender);
    witness = answersUs && isFromElsewhere() && senderIp.equals(WITNESS_V4) ? senderIp : "";
    answer =
        sender
            + OWN
            + "0806"
            + "0001"
            + "0800"
            + "06"
            + "04"
            + "0002"
            + OWN
            + OWNED_V4
            + sender
            + senderIp
            + "00".repeat(18);
  }

  private void ipv6() {
    boolean icmpv6 = frame.at(6, 1).equals("3a");
    switch (icmpv6 ? frame.at(40, 1) : "") {
      case "87" -> solicitation();
      case "88" -> advertisement();
      default -> {
        silence.add(DropReason.OTHER_PROTOCOL);
        addAll(frame.solicitationFaults());
      }
    }
  }

  private void solicitation() {
    addAll(frame.solicitationFaults());
    if (!frame.solicitationFaults().isEmpty()) {
      return;
    }
    String named = frame.option("01");
    String sourceIp = frame.at(8, 16);
    String target = frame.at(48, 16);
    boolean probe = sourceIp.equals(NOBODY_V6);
    add(named.equals(OWN), DropReason.OWN_FRAME);
    add(isForAnother(), DropReason.OTHER_HOST);
    add(!isUnicast(frame.source()), DropReason.BAD_SENDER_MAC);
    add(!named.isEmpty() && !isUnicast(named), DropReason.BAD_SENDER_MAC);
    add(sourceIp.equals("00".repeat(15) + "01"), DropReason.BAD_SENDER_IP);
    add(sourceIp.equals(OWNED_V6), DropReason.FOREIGN_CLAIM);
    String to = frame.at(24, 16);
    add(
        !to.equals(target) && !to.equals(GROUP + target.substring(26)),
        DropReason.WRONG_DESTINATION);
    add(target.equals(OTHER_V6), DropReason.NOT_OWNED);
    add(!target.equals(OTHER_V6) && !target.equals(OWNED_V6), DropReason.NOT_OURS);
    boolean service = sourceIp.equals(OWNED_V6) || sourceIp.equals(OTHER_V6);
    hear(service && !named.equals(OWN) ? sourceIp : "", claimantOf(named), false);
    String head = probe ? "333300000001" : frame.source();
    answer = advertisement(head + OWN + "86dd", probe ? ALL_NODES : sourceIp, probe ? "20" : "60");
  }

  /** The answer of RFC 4861 section 7.2.4, with its checksum. */
  private static String advertisement(String head, String to, String flags) {
    String unsealed =
        head
            + "60000000"
            + "0020"
            + "3a"
            + "ff"
            + OWNED_V6
            + to
            + "8800"
            + "0000"
            + flags
            + "000000"
            + OWNED_V6
            + "0201"
            + OWN;
    byte[] sealed = new HexFrame(HexFormat.of().parseHex(unsealed)).sealed();
    return HexFormat.of().formatHex(sealed);
  }

  private void advertisement() {
    addAll(frame.advertisementFaults());
    if (!frame.advertisementFaults().isEmpty()) {
      return;
    }
    String named = frame.option("02");
    String target = frame.at(48, 16);
    boolean service = target.equals(OWNED_V6) || target.equals(OTHER_V6);
    add(named.equals(OWN), DropReason.OWN_FRAME);
    silence.add(service ? DropReason.FOREIGN_CLAIM : DropReason.NOT_A_QUESTION);
    if (!named.equals(OWN)) {
      hear(service ? target : "", claimantOf(named), true);
      boolean answersUs = frame.destination().equals(OWN) && isUnicast(claimantOf(named));
      witness = answersUs && isFromElsewhere() && target.equals(WITNESS_V6) ? target : "";
    }
  }

  private String claimantOf(String named) {
    return named.isEmpty() ? frame.source() : named;
  }

  private void hear(String ip, String mac, boolean states) {
    if (isFromElsewhere() && isUnicast(mac) && !mac.equals(OWN) && !ip.isEmpty()) {
      claimed = ip;
      claimant = mac + (states ? " states" : " sends");
    }
  }

  private boolean isFromElsewhere() {
    return !frame.source().equals(OWN) && frame.ethernetFaults().isEmpty();
  }

  private boolean isForAnother() {
    return !frame.destination().equals(OWN) && !isGroup(frame.destination());
  }

  private static boolean isGroup(String mac) {
    return Integer.parseInt(mac.substring(0, 2), 16) % 2 == 1;
  }

  private static boolean isUnicast(String mac) {
    return !isGroup(mac) && !mac.equals("000000000000");
  }

  private static boolean isHost(String ip) {
    return !ip.matches("00.*|7f.*|e.*|ffffffff");
  }

  private void addAll(Set<Malformed> faults) {
    faults.forEach(fault -> silence.add(DropReason.valueOf(fault.name())));
  }

  private void add(boolean holds, DropReason reason) {
    if (holds) {
      silence.add(reason);
    }
  }
}

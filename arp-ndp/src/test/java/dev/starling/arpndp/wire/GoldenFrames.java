package dev.starling.arpndp.wire;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Valid frames, byte by byte; the checksums were computed apart. */
public final class GoldenFrames {
  private static final String ARP = "0806 0001 0800 06 04 ";
  private static final String ASKER_TO_ALL = "ffffffffffff 020000000001 ";
  private static final String HOST = "20010db8000000000000000000000001 ";
  private static final String TARGET = "20010db8000000000000000000000009 ";
  private static final String GROUP = "ff0200000000000000000001ff000009 ";
  private static final String ALL_NODES = "ff020000000000000000000000000001 ";
  private static final String NOBODY = "00000000000000000000000000000000 ";

  private GoldenFrames() {}

  /** The frames by what they are. */
  public static Map<String, byte[]> all() {
    Map<String, byte[]> frames = new LinkedHashMap<>();
    put(
        frames,
        "arp-request",
        ASKER_TO_ALL + ARP + "0001 020000000001 c0000201 000000000000 c0000202");
    put(
        frames,
        "arp-reply",
        "020000000001 020000000002" + ARP + "0002 020000000002 c0000202 020000000001 c0000201");
    put(
        frames,
        "arp-probe",
        ASKER_TO_ALL + ARP + "0001 020000000001 00000000 000000000000 c0000202");
    put(
        frames,
        "arp-announcement",
        ASKER_TO_ALL + ARP + "0001 020000000001 c0000201 000000000000 c0000201");
    String toGroup = "3333ff000009 020000000001 86dd 60000000 0020 3a ff ";
    put(
        frames,
        "solicitation",
        toGroup + HOST + GROUP + "8700 1c19 00000000 " + TARGET + "0101020000000001");
    put(
        frames,
        "solicitation-unicast",
        "020000000009 020000000001 86dd 60000000 0018 3a ff "
            + HOST
            + TARGET
            + "8700 ef6e 00000000 "
            + TARGET);
    put(
        frames,
        "duplicate-address-probe",
        "3333ff000009 020000000001 86dd 60000000 0018 3a ff "
            + NOBODY
            + GROUP
            + "8700 4cdd 00000000 "
            + TARGET);
    put(
        frames,
        "advertisement-solicited",
        "020000000001 020000000009 86dd 60000000 0020 3a ff "
            + TARGET
            + HOST
            + "8800 8a5c 60000000 "
            + TARGET
            + "0201020000000009");
    put(
        frames,
        "advertisement-to-all",
        "333300000001 020000000009 86dd 60000000 0020 3a ff "
            + TARGET
            + ALL_NODES
            + "8800 f912 20000000 "
            + TARGET
            + "0201020000000009");
    return frames;
  }

  private static void put(Map<String, byte[]> frames, String name, String hex) {
    frames.put(name, HexFormat.of().parseHex(hex.replace(" ", "")));
  }
}

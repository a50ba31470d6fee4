package dev.starling.chaos.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class QuestionFramesTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final String MAC = "02:77:00:00:00:fb";

  @Test
  void asksForAnIpv4AddressAsRfc826Has() {
    assertThat(HEX.formatHex(QuestionFrames.ask("10.77.0.128", MAC, 0x0102)))
        .isEqualTo(
            "ffffffffffff"
                + "0277000000fb"
                + "0806"
                + "0001080006040001"
                + "0277000000fb"
                + "0a4f0102"
                + "000000000000"
                + "0a4d0080");
  }

  /** The checksum was computed by hand over the pseudo header and the message. */
  @Test
  void asksForAnIpv6AddressAsRfc4861Has() {
    assertThat(HEX.formatHex(QuestionFrames.ask("fd77::82", MAC, 0x0102)))
        .isEqualTo(
            "3333ff000082"
                + "0277000000fb"
                + "86dd"
                + "60000000"
                + "0020"
                + "3aff"
                + "fd770000000000000000000000020102"
                + "ff0200000000000000000001ff000082"
                + "8700"
                + "7935"
                + "00000000"
                + "fd770000000000000000000000000082"
                + "01010277000000fb");
  }

  @Test
  void readsWhichQuestionAReplyAnswers() {
    byte[] arp =
        HEX.parseHex(
            "0277000000fb027700000003"
                + "0806"
                + "0001080006040002"
                + "0277000000030a4d0080"
                + "0277000000fb0a4fabcd");

    assertThat(QuestionFrames.read(arp, 7))
        .contains(new QuestionFrames.Reply(0xabcd, new Question.Answer("02:77:00:00:00:03", 7)));
  }

  @Test
  void readsAnAdvertisement() {
    byte[] advertisement =
        HEX.parseHex(
            "0277000000fb027700000003"
                + "86dd"
                + "600000000020"
                + "3aff"
                + "fd770000000000000000000000000082"
                + "fd77000000000000000000000002abcd"
                + "8800"
                + "0000"
                + "60000000"
                + "fd770000000000000000000000000082"
                + "0201027700000003");

    assertThat(QuestionFrames.read(advertisement, 7))
        .contains(new QuestionFrames.Reply(0xabcd, new Question.Answer("02:77:00:00:00:03", 7)));
  }

  @Test
  void takesNothingElseForAReply() {
    byte[] question = QuestionFrames.ask("10.77.0.128", MAC, 5);
    byte[] toAnother =
        HEX.parseHex(
            "0277000000fb027700000003"
                + "0806"
                + "0001080006040002"
                + "0277000000030a4d0080"
                + "0277000000fb0a4d00fa");

    assertThat(QuestionFrames.read(question, 7)).isEmpty();
    assertThat(QuestionFrames.read(toAnother, 7)).isEmpty();
    for (int length = 0; length < toAnother.length; length++) {
      assertThat(QuestionFrames.read(Arrays.copyOf(toAnother, length), 7)).isEmpty();
    }
  }
}

package dev.starling.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class MasterKeyTest {
  private static final byte[] SECRET =
      HexFormat.of().parseHex("0b".repeat(22) + "00112233445566778899");

  @Test
  void derivesAsRfc5869Says() throws Exception {
    byte[] extracted = hmac("starling frame v1".getBytes(StandardCharsets.US_ASCII), SECRET);
    MasterKey key = new MasterKey(SECRET);
    byte[] id = hmac(extracted, withOne("key id".getBytes(StandardCharsets.US_ASCII)));
    assertThat(HexFormat.of().toHexDigits(key.id())).isEqualTo(HexFormat.of().formatHex(id, 0, 4));
    byte[] info =
        HexFormat.of()
            .parseHex(
                HexFormat.of().formatHex("session".getBytes(StandardCharsets.US_ASCII))
                    + "0102030405060708");
    assertThat(key.sessionKey(0x0102030405060708L).getEncoded())
        .isEqualTo(Arrays.copyOf(hmac(extracted, withOne(info)), 16));
  }

  @Test
  void isKnownByItsIdWhichDoesNotShowIt() {
    MasterKey key = new MasterKey(SECRET);
    assertThat(key).hasToString("key " + key.name());
    assertThat(key.name()).hasSize(8);
    assertThat(key).isEqualTo(new MasterKey(SECRET.clone()));
    byte[] other = SECRET.clone();
    other[31] ^= 1;
    assertThat(key).isNotEqualTo(new MasterKey(other));
    assertThat(key.id()).isNotEqualTo(new MasterKey(other).id());
  }

  @Test
  void givesEachSessionAKeyOfItsOwn() {
    MasterKey key = new MasterKey(SECRET);
    assertThat(key.sessionKey(1)).isNotEqualTo(key.sessionKey(2));
    assertThat(key.sessionKey(1)).isEqualTo(key.sessionKey(1));
  }

  @Test
  void refusesASecretOfAnotherLength() {
    assertThatThrownBy(() -> new MasterKey(new byte[31])).hasMessageContaining("32 bytes");
  }

  private static byte[] withOne(byte[] info) {
    byte[] block = Arrays.copyOf(info, info.length + 1);
    block[info.length] = 1;
    return block;
  }

  private static byte[] hmac(byte[] key, byte[] data) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(data);
  }
}

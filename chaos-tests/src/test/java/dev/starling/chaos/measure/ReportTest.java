package dev.starling.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Failover CUT =
      new Failover(
          Fault.CUT,
          Family.IPV4,
          "n3",
          "n1",
          100,
          37,
          new Millis(187.3, 189.0, 190.4, 194.1),
          new Failover.Home(801.4, 230.5, 0));
  private static final Failover CONTROL =
      new Failover(
          Fault.NONE,
          Family.IPV6,
          null,
          null,
          300,
          0,
          Millis.NONE,
          new Failover.Home(null, null, 0));

  @Test
  void writesTheFormatThatIsPromised() throws Exception {
    Report report =
        new Report(5, 5, List.of(new Report.Start("n1", 900.1, 81_234)), List.of(CUT, CONTROL));

    String expected =
        """
        {"nodes":5,"probeIntervalMillis":5,"runs":[
        {"fault":"cut","family":"ipv4","victim":"n3","newOwner":"n1","lostProbes":37,
        "millis":{"suspected":187.3,"view":189.0,"firstFrame":190.4,"firstReply":194.1},
        "home":{"joinedMillis":801.4,"millis":230.5,"lostProbes":0}},
        {"fault":"none","family":"ipv6","victim":null,"newOwner":null,"lostProbes":0,
        "millis":{"suspected":null,"view":null,"firstFrame":null,"firstReply":null},
        "home":{"joinedMillis":null,"millis":null,"lostProbes":0}}],
        "speakers":[{"node":"n1","joinedMillis":900.1,"residentKib":81234}]}
        """;
    ObjectMapper mapper = new ObjectMapper();
    assertThat(mapper.readTree(report.toJson())).isEqualTo(mapper.readTree(expected));
    assertThat(report.toJson().replaceAll("\\s", "")).isEqualTo(expected.replaceAll("\\s", ""));
  }

  @Test
  void takesMediansOfOneFaultAndFamily() {
    Report report = new Report(5, 5, List.of(), List.of(CUT, CONTROL));

    assertThat(report.faults()).containsExactly(Fault.CUT, Fault.NONE);
    assertThat(report.median(Fault.CUT, Family.IPV4)).isEqualTo(CUT.millis());
    assertThat(report.median(Fault.CUT, Family.IPV6)).isEqualTo(Millis.NONE);
  }
}

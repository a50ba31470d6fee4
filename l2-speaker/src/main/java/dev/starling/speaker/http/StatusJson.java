package dev.starling.speaker.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.SpeakerStatus;
import dev.starling.speaker.log.FlightStory;
import dev.starling.speaker.log.JsonValues;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Writes a status as the JSON that the package's description promises. */
public final class StatusJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final double NANOS_PER_MILLI = 1e6;

  private StatusJson() {}

  /** Writes {@code report} and leaves {@code out} open. */
  public static void write(StatusReport report, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      SpeakerStatus speaker = report.speaker();
      json.writeStartObject();
      json.writeStringField("version", report.version());
      json.writeNumberField("uptimeMillis", report.uptimeMillis());
      json.writeStringField("time", report.time().toString());
      json.writeStringField("node", speaker.node());
      json.writeObjectFieldStart("state");
      json.writeStringField("name", speaker.state().name());
      json.writeNumberField("ageMillis", speaker.stateAgeMillis());
      json.writeStringField("why", speaker.why());
      json.writeEndObject();
      json.writeBooleanField("majority", speaker.majority());
      json.writeNumberField("expected", speaker.expected());
      json.writeBooleanField("witnessed", speaker.witnessed());
      permit(json, speaker.permit());
      view(json, speaker.view());
      links(json, speaker);
      ips(json, speaker);
      failovers(json, speaker);
      json.writeFieldName("membership");
      JsonValues.write(json, report.membership());
      if (!report.kubernetes().isEmpty()) {
        json.writeFieldName("kubernetes");
        JsonValues.write(json, report.kubernetes());
      }
      config(json, report.config());
      json.writeStringField("scheduling", report.scheduling());
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void permit(JsonGenerator json, SpeakerStatus.PermitStatus permit)
      throws IOException {
    json.writeObjectFieldStart("permit");
    json.writeBooleanField("held", permit.held());
    boolean endless = permit.remainingMillis() == -1;
    value(json, "remainingMillis", endless ? null : permit.remainingMillis());
    json.writeEndObject();
  }

  private static void view(JsonGenerator json, SpeakerStatus.@Nullable ViewStatus view)
      throws IOException {
    if (view == null) {
      json.writeNullField("view");
      return;
    }
    json.writeObjectFieldStart("view");
    json.writeStringField("epoch", view.epoch());
    json.writeNumberField("ageMillis", view.ageMillis());
    json.writeArrayFieldStart("members");
    for (SpeakerStatus.MemberStatus member : view.members()) {
      json.writeStartObject();
      json.writeStringField("node", member.node());
      json.writeStringField("member", member.member());
      json.writeBooleanField("self", member.self());
      json.writeBooleanField("known", member.known());
      json.writeBooleanField("settled", member.settled());
      json.writeBooleanField("draining", member.draining());
      value(json, "usableLinks", member.usableLinks());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void links(JsonGenerator json, SpeakerStatus speaker) throws IOException {
    json.writeArrayFieldStart("links");
    for (SpeakerStatus.LinkStatus link : speaker.links()) {
      json.writeStartObject();
      json.writeStringField("name", link.name());
      json.writeBooleanField("present", link.present());
      json.writeBooleanField("up", link.up());
      json.writeBooleanField("carrier", link.carrier());
      json.writeBooleanField("usable", link.usable());
      value(json, "mac", link.mac());
      json.writeNumberField("index", link.index());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void ips(JsonGenerator json, SpeakerStatus speaker) throws IOException {
    json.writeArrayFieldStart("ips");
    for (SpeakerStatus.IpStatus ip : speaker.ips()) {
      json.writeStartObject();
      json.writeStringField("ip", ip.ip());
      json.writeStringField("service", ip.service());
      json.writeStringField("policy", ip.policy());
      value(json, "owner", ip.owner());
      json.writeBooleanField("owned", ip.owned());
      json.writeBooleanField("answering", ip.answering());
      value(json, "silence", ip.silence());
      value(json, "candidates", ip.candidates());
      value(json, "excluded", ip.excluded());
      value(json, "links", ip.links());
      json.writeNumberField("sinceMillis", ip.sinceMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void failovers(JsonGenerator json, SpeakerStatus speaker) throws IOException {
    json.writeArrayFieldStart("failovers");
    for (FlightRecord flight : speaker.failovers()) {
      FlightStory story = FlightStory.of(flight);
      OptionalDouble total = story.totalMillis();
      json.writeStartObject();
      json.writeStringField("cause", flight.cause().name());
      json.writeStringField("from", flight.from());
      json.writeStringField("to", flight.to());
      json.writeStringField("epoch", flight.epoch());
      value(json, "ips", flight.ips());
      json.writeNumberField("ipCount", flight.ipCount());
      value(json, "agoMillis", agoMillis(story, speaker.atNanos()));
      value(json, "totalMillis", total.isEmpty() ? null : total.getAsDouble());
      json.writeArrayFieldStart("phases");
      for (FlightStory.Phase phase : story.phases()) {
        json.writeStartObject();
        json.writeStringField("name", phase.key());
        json.writeNumberField("millis", phase.millis());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static @Nullable Long agoMillis(FlightStory story, long atNanos) {
    return story.phases().isEmpty()
        ? null
        : Math.round((atNanos - story.startNanos()) / NANOS_PER_MILLI);
  }

  private static void config(JsonGenerator json, ConfigStatus config) throws IOException {
    json.writeObjectFieldStart("config");
    json.writeStringField("file", config.file());
    json.writeStringField("loadedAt", config.loadedAt().toString());
    json.writeBooleanField("good", config.faults().isEmpty());
    value(json, "faults", config.faults());
    json.writeEndObject();
  }

  private static void value(JsonGenerator json, String name, @Nullable Object value)
      throws IOException {
    json.writeFieldName(name);
    JsonValues.write(json, value);
  }
}

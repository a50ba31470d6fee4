package dev.starling.speaker.kube.writes;

import java.util.List;

/** The messages of Events, for people. */
final class EventText {
  private static final int IPS_MAX = 8;

  private EventText() {}

  /** The beginning is word for word that of MetalLB's speaker, by which tools find the node. */
  static String assigned(OwnedService service, Owner.Node owner) {
    String why = owner.cause().isEmpty() ? "" : "; " + owner.cause();
    String before = owner.previous().isEmpty() ? "" : ", before on \"" + owner.previous() + "\"";
    return "announcing from node \""
        + owner.name()
        + "\" with protocol \"layer2\" ("
        + ips(service.ips())
        + why
        + before
        + ")";
  }

  static String released(OwnedService service, String last, String why) {
    return "no longer announcing" + named(service) + " from node \"" + last + "\": " + why;
  }

  static String failed(OwnedService service, String why) {
    return "no node can announce" + named(service) + " with protocol \"layer2\": " + why;
  }

  static String conflict(String ip, String link, String mac) {
    return mac + " claims " + ip + " on " + link + " and is not one of the speakers";
  }

  /** Its IPs after a blank; nothing for a Service of which all are withheld. */
  private static String named(OwnedService service) {
    return service.ips().isEmpty() ? "" : " " + ips(service.ips());
  }

  private static String ips(List<String> ips) {
    String first = String.join(", ", ips.subList(0, Math.min(ips.size(), IPS_MAX)));
    return ips.size() <= IPS_MAX ? first : first + " and " + (ips.size() - IPS_MAX) + " more";
  }
}

package dev.starling.speaker.loop;

import dev.starling.speaker.kube.writes.WriteNote;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts into the log what a person may want to know of the writes to the API server. */
final class WriteLog {
  private static final Logger LOG = LoggerFactory.getLogger(WriteLog.class);

  private WriteLog() {}

  static void write(WriteNote note) {
    switch (note) {
      case WriteNote.WritesFailing(String why) ->
          LOG.warn("writes to the Kubernetes API wait: {}", why);
      case WriteNote.WritesWorking(long millis) ->
          LOG.info("writes to the Kubernetes API work again after {} ms", millis);
      case WriteNote.WritesForbidden(var kind, String rule) ->
          LOG.error(
              "no {} is written: the role of the ServiceAccount lacks: {}", kind.text(), rule);
      case WriteNote.KindNotServed(var kind, String why) ->
          LOG.info("no {} is written: the cluster does not know that kind: {}", kind.text(), why);
      case WriteNote.WritesAllowed(var kind) -> LOG.info("{} can be written now", kind.text());
      case WriteNote.WriteRefused(var kind, String key, String why) ->
          LOG.warn("the API server refuses {} {}: {}", kind.text(), key, why);
      case WriteNote.OrphansSwept swept ->
          LOG.info(
              "removed {} status objects of {}, which has been gone for {} ms",
              swept.objects(),
              swept.node(),
              swept.absentMillis());
      case WriteNote.StatusDisturbed(var service, int times) ->
          LOG.warn("somebody else has changed the status object of {} ({} times)", service, times);
      case WriteNote.KeyRotated(String version) ->
          LOG.info("a new key is in the Secret (version {})", version);
      case WriteNote.KeyRotationOvertaken _ ->
          LOG.info("another speaker was faster with a new key");
      case WriteNote.WriterEnded(String why) ->
          LOG.error("nothing is written to the Kubernetes API any more: {}", why);
    }
  }
}

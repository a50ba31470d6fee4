package dev.starling.speaker.cli;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

class StatusFuzzTest {
  @DictionaryEntries({
    "\"node\":",
    "\"version\":",
    "\"state\":{",
    "\"name\":",
    "\"ageMillis\":",
    "\"why\":",
    "\"permit\":{",
    "\"held\":true",
    "\"remainingMillis\":",
    "\"view\":{",
    "\"epoch\":",
    "\"members\":[{",
    "\"usableLinks\":[",
    "\"self\":true",
    "\"known\":true",
    "\"links\":[{",
    "\"ips\":[{",
    "\"ip\":",
    "\"candidates\":[",
    "\"excluded\":{",
    "\"sinceMillis\":",
    "\"failovers\":[{",
    "\"phases\":[{",
    "\"millis\":",
    "\"membership\":{",
    "\"keys\":[{",
    "\"peers\":[{",
    "\"lastHeardMillis\":",
    "\"drops\":{",
    "\"config\":{",
    "\"faults\":[",
    "null",
    "true",
    "-1",
    "1e308",
    "\"\\u001b[2J\"",
    "9223372036854775807"
  })
  @FuzzTest
  void whateverAnswersIsShownSafelyOrRefused(byte[] json) {
    StatusCheck.check(json);
  }
}

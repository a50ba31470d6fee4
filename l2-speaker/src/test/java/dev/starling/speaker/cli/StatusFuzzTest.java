package dev.starling.speaker.cli;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

class StatusFuzzTest {
  @DictionaryEntries({
    "\\x22node\\x22:",
    "\\x22version\\x22:",
    "\\x22state\\x22:{",
    "\\x22name\\x22:",
    "\\x22ageMillis\\x22:",
    "\\x22why\\x22:",
    "\\x22permit\\x22:{",
    "\\x22held\\x22:true",
    "\\x22remainingMillis\\x22:",
    "\\x22view\\x22:{",
    "\\x22epoch\\x22:",
    "\\x22members\\x22:[{",
    "\\x22usableLinks\\x22:[",
    "\\x22self\\x22:true",
    "\\x22known\\x22:true",
    "\\x22links\\x22:[{",
    "\\x22ips\\x22:[{",
    "\\x22ip\\x22:",
    "\\x22candidates\\x22:[",
    "\\x22excluded\\x22:{",
    "\\x22sinceMillis\\x22:",
    "\\x22failovers\\x22:[{",
    "\\x22phases\\x22:[{",
    "\\x22millis\\x22:",
    "\\x22membership\\x22:{",
    "\\x22keys\\x22:[{",
    "\\x22peers\\x22:[{",
    "\\x22lastHeardMillis\\x22:",
    "\\x22drops\\x22:{",
    "\\x22config\\x22:{",
    "\\x22faults\\x22:[",
    "null",
    "true",
    "-1",
    "1e308",
    "\\x22\\x5cu001b[2J\\x22",
    "9223372036854775807"
  })
  @FuzzTest
  void whateverAnswersIsShownSafelyOrRefused(byte[] json) {
    StatusCheck.check(json);
  }
}

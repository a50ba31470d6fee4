package dev.starling.speaker.http;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

class HttpEndpointFuzzTest {
  private static final HttpCheck CHECK = new HttpCheck();

  @DictionaryEntries({
    "GET ",
    "HEAD ",
    "POST ",
    "PUT ",
    "OPTIONS * ",
    "CONNECT ",
    "/status",
    "/metrics",
    "/healthz",
    "/readyz",
    "http://",
    "mailto:x",
    "//x",
    "?a=b",
    "#",
    "%2e%2e",
    "%00",
    "%",
    " HTTP/1.1\\x0d\\x0a",
    " HTTP/1.0\\x0d\\x0a",
    " HTTP/9.9\\x0d\\x0a",
    "\\x0d\\x0a\\x0d\\x0a",
    "\\x0d\\x0a",
    "\\x0a\\x0a",
    "Host: x\\x0d\\x0a",
    "Content-Length: 5\\x0d\\x0a",
    "Content-Length: -1\\x0d\\x0a",
    "Content-Length: 99999999999999999999\\x0d\\x0a",
    "Transfer-Encoding: chunked\\x0d\\x0a",
    "0\\x0d\\x0a\\x0d\\x0a",
    "ffffffff\\x0d\\x0a",
    "Expect: 100-continue\\x0d\\x0a",
    "Connection: close\\x0d\\x0a",
    "Connection: keep-alive\\x0d\\x0a",
    "Upgrade: h2c\\x0d\\x0a",
    ":\\x0d\\x0a",
    " x\\x0d\\x0a"
  })
  @FuzzTest
  void anyRequestIsAnsweredOrEnded(byte[] request) {
    CHECK.check(request);
  }
}

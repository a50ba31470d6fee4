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
    " HTTP/1.1\r\n",
    " HTTP/1.0\r\n",
    " HTTP/9.9\r\n",
    "\r\n\r\n",
    "\r\n",
    "\n\n",
    "Host: x\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: -1\r\n",
    "Content-Length: 99999999999999999999\r\n",
    "Transfer-Encoding: chunked\r\n",
    "0\r\n\r\n",
    "ffffffff\r\n",
    "Expect: 100-continue\r\n",
    "Connection: close\r\n",
    "Connection: keep-alive\r\n",
    "Upgrade: h2c\r\n",
    ":\r\n",
    " x\r\n"
  })
  @FuzzTest
  void anyRequestIsAnsweredOrEnded(byte[] request) {
    CHECK.check(request);
  }
}

package dev.starling.speaker.config;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

class ConfigFileFuzzTest {
  @DictionaryEntries({
    "node: ",
    "bind: ",
    "port: ",
    "cluster: ",
    "peers: ",
    "name: ",
    "address: ",
    "keyFile: ",
    "oneNodeCluster: true",
    "services: ",
    "ips: [",
    "interfaces: [",
    "nodes: [",
    "policy: unique",
    "witness: [",
    "drain: true",
    "detection: {",
    "interval: ",
    "timeout: ",
    "observers: ",
    "settle: ",
    "http: {",
    "10.0.0.1",
    "2001:db8::1",
    "100ms",
    "1s",
    "\\x0a- ",
    "\\x0a  ",
    "&a ",
    "*a",
    "!!str ",
    "? ",
    "|\\x0a",
    ">\\x0a",
    "\\x22",
    "\\x5cu0041",
    "---\\x0a",
    "...\\x0a",
    "%YAML 1.2\\x0a",
    "<<: "
  })
  @FuzzTest
  void anyBytesAreAConfigurationOrHaveFaults(byte[] bytes) {
    ConfigCheck.check(bytes);
  }
}
